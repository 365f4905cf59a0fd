"""The HTML pages and the static files."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from plyground.locale import current_language

router = APIRouter(include_in_schema=False)

STATIC = Path(str(resources.files("plyground.web") / "static"))


class RevalidatedFiles(StaticFiles):
    """Static files that browsers cache but revalidate, so that a new version is seen at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def mount_static_files(app: FastAPI) -> None:
    app.mount("/static", RevalidatedFiles(directory=STATIC, check_dir=False), "static")


def serve_page(name: str) -> HTMLResponse:
    """A page with the `lang` attribute of the visitor's language."""
    file = STATIC / f"{name}.html"
    text = _read_text(file, file.stat().st_mtime) if file.exists() else ""
    lang = f'<html lang="{current_language()}"'
    return HTMLResponse(
        text.replace('<html lang="en"', lang, 1),
        200 if text else 404,
        {"Cache-Control": "no-cache"},
    )


@cache
def _read_text(file: Path, changed: float) -> str:
    return file.read_text(encoding="utf-8")


@router.get("/")
def serve_lobby_page() -> HTMLResponse:
    return serve_page("index")


@router.get("/game")
def redirect_to_lobby() -> RedirectResponse:
    return RedirectResponse("/")


@router.get("/api")
def redirect_to_schema() -> RedirectResponse:
    return RedirectResponse("/api/openapi.json")


@router.get("/game/{id}")
def serve_game_page(id: str) -> HTMLResponse:
    return serve_page("game")


@router.get("/analysis")
@router.get("/analysis/{rest:path}")
def serve_analysis_page(rest: str = "") -> HTMLResponse:
    return serve_page("analysis")


@router.get("/library")
def serve_library_page() -> HTMLResponse:
    return serve_page("library")


@router.get("/experiments")
def serve_experiments_page() -> HTMLResponse:
    return serve_page("experiments")


@router.get("/lab")
@router.get("/lab/{rest:path}")
def serve_lab_page(rest: str = "") -> HTMLResponse:
    return serve_page("lab")
