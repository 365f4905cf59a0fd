"""The pages and the files they are made of."""

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


class Files(StaticFiles):
    """Files that browsers keep, but ask about each time: a new version is seen at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def add_files(app: FastAPI) -> None:
    app.mount("/static", Files(directory=STATIC, check_dir=False), "static")


def page(name: str) -> HTMLResponse:
    """A page, said to be in the visitor's language."""
    file = STATIC / f"{name}.html"
    text = _text(file, file.stat().st_mtime) if file.exists() else ""
    lang = f'<html lang="{current_language()}"'
    return HTMLResponse(
        text.replace('<html lang="en"', lang, 1),
        200 if text else 404,
        {"Cache-Control": "no-cache"},
    )


@cache
def _text(file: Path, changed: float) -> str:
    return file.read_text(encoding="utf-8")


@router.get("/")
def play_page() -> HTMLResponse:
    return page("index")


@router.get("/game")
def no_game_page() -> RedirectResponse:
    return RedirectResponse("/")


@router.get("/api")
def description() -> RedirectResponse:
    return RedirectResponse("/api/openapi.json")


@router.get("/game/{id}")
def game_page(id: str) -> HTMLResponse:
    return page("game")


@router.get("/analysis")
@router.get("/analysis/{rest:path}")
def analysis_page(rest: str = "") -> HTMLResponse:
    return page("analysis")


@router.get("/lab")
@router.get("/lab/{rest:path}")
def lab_page(rest: str = "") -> HTMLResponse:
    return page("lab")
