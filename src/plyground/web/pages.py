"""The HTML pages and the static files."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from plyground.locale import current_language

router = APIRouter(include_in_schema=False)

THEMES = ("light", "dark")

STATIC = Path(str(resources.files("plyground.web") / "static"))


class RevalidatedFiles(StaticFiles):
    """Static files that browsers cache but revalidate, so that a new version is seen at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def mount_static_files(app: FastAPI) -> None:
    app.mount("/static", RevalidatedFiles(directory=STATIC, check_dir=False), "static")


def serve_page(request: Request, name: str) -> HTMLResponse:
    """A page in the visitor's language, and in the theme of the cookie, if one was chosen."""
    file = STATIC / f"{name}.html"
    text = _read_text(file, file.stat().st_mtime) if file.exists() else ""
    theme = request.cookies.get("theme")
    chosen = f' data-theme="{theme}"' if theme in THEMES else ""
    root = f'<html lang="{current_language()}"{chosen}'
    return HTMLResponse(
        text.replace('<html lang="en"', root, 1),
        200 if text else 404,
        {"Cache-Control": "no-cache"},
    )


@cache
def _read_text(file: Path, changed: float) -> str:
    return file.read_text(encoding="utf-8")


@router.get("/")
def serve_lobby_page(request: Request) -> HTMLResponse:
    return serve_page(request, "index")


@router.get("/game")
def redirect_to_lobby() -> RedirectResponse:
    return RedirectResponse("/")


@router.get("/api")
def redirect_to_schema() -> RedirectResponse:
    return RedirectResponse("/api/openapi.json")


@router.get("/game/{id}")
def serve_game_page(request: Request, id: str) -> HTMLResponse:
    return serve_page(request, "game")


@router.get("/analysis")
@router.get("/analysis/{rest:path}")
def serve_analysis_page(request: Request, rest: str = "") -> HTMLResponse:
    return serve_page(request, "analysis")


@router.get("/library")
def serve_library_page(request: Request) -> HTMLResponse:
    return serve_page(request, "library")


@router.get("/experiments")
def serve_experiments_page(request: Request) -> HTMLResponse:
    return serve_page(request, "experiments")


@router.get("/lab")
@router.get("/lab/{rest:path}")
def serve_lab_page(request: Request, rest: str = "") -> HTMLResponse:
    return serve_page(request, "lab")
