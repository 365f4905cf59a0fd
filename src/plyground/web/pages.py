"""The HTML pages and the static files. What does not exist is a page, too, that says so."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cache
from html import escape
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from plyground.games.registry import find_game_class
from plyground.locale import Problem, current_language, say
from plyground.store.errors import Unavailable
from plyground.web.http_errors import NotFound
from plyground.web.services import ServicesDep

router = APIRouter(include_in_schema=False)

THEMES = ("light", "dark")

OTHERS = ("api", "static", "healthz", "metrics")
"""The first parts of addresses that are no pages: their problems are JSON."""

STATIC = Path(str(resources.files("plyground.web") / "static"))
HEAD = STATIC / "head.html"
"""What the heads of all pages have."""


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
    text = _read_text(file).replace("{{head}}", _read_text(HEAD)) if file.exists() else ""
    theme = request.cookies.get("theme")
    chosen = f' data-theme="{theme}"' if theme in THEMES else ""
    root = f'<html lang="{current_language()}"{chosen}'
    return HTMLResponse(
        text.replace('<html lang="en"', root, 1),
        200 if text else 404,
        {"Cache-Control": "no-cache"},
    )


def is_page(request: Request) -> bool:
    """Does the address belong to a page?"""
    # Not `request.url`, which is made of a host that may be nonsense.
    path: str = request.scope["path"]
    return path.removeprefix("/").partition("/")[0] not in OTHERS


def serve_problem(request: Request, sentence: str, status: int) -> HTMLResponse:
    """A page that says what is wrong, in the visitor's language."""
    page = serve_page(request, "problem")
    words = {
        "sentence": sentence,
        "title": say(f"web.problem.{'missing' if status == 404 else 'other'}"),
    }
    text = bytes(page.body).decode()
    for name, value in {**words, "home": say("web.problem.home")}.items():
        text = text.replace("{{" + name + "}}", escape(value))
    return HTMLResponse(text, status, {"Cache-Control": "no-store"})


def _read_text(file: Path) -> str:
    return _read_version(file, file.stat().st_mtime)


@cache
def _read_version(file: Path, changed: float) -> str:
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
async def serve_game_page(request: Request, services: ServicesDep, id: str) -> HTMLResponse:
    await _check_game(services, id)
    return serve_page(request, "game")


@router.get("/analysis")
def serve_analysis_start(request: Request, services: ServicesDep) -> HTMLResponse:
    services.heavy_process.start()
    return serve_page(request, "analysis")


@router.get("/analysis/game/{id}")
async def serve_game_analysis(request: Request, services: ServicesDep, id: str) -> HTMLResponse:
    await _check_game(services, id)
    return serve_page(request, "analysis")


@router.get("/analysis/study/{id}")
async def serve_study_page(request: Request, services: ServicesDep, id: str) -> HTMLResponse:
    try:
        is_known = await asyncio.to_thread(services.studies.exists, id)
    except Unavailable:
        is_known = True
    if not is_known:
        raise NotFound("study.problem.id", id=id)
    return serve_page(request, "analysis")


@router.get("/analysis/{game}")
async def serve_analysis_page(request: Request, services: ServicesDep, game: str) -> HTMLResponse:
    try:
        await asyncio.to_thread(find_game_class, game)
    except Problem as problem:
        return serve_problem(request, str(problem), 404)
    await asyncio.to_thread(services.heavy_process.start)
    return serve_page(request, "analysis")


@router.get("/library")
def serve_library_page(request: Request) -> HTMLResponse:
    return serve_page(request, "library")


@router.get("/puzzles")
@router.get("/puzzles/{game}")
@router.get("/puzzles/{game}/{id}")
def serve_puzzles_page(
    request: Request, services: ServicesDep, game: str | None = None
) -> HTMLResponse:
    services.heavy_process.start()
    return _serve_page_of_game(request, "puzzles", game)


@router.get("/solved")
@router.get("/solved/{game}")
def serve_solved_page(request: Request, game: str | None = None) -> HTMLResponse:
    return _serve_page_of_game(request, "solved", game)


@router.get("/arena")
def serve_arena_page(request: Request) -> HTMLResponse:
    return serve_page(request, "arena")


@router.get("/arena/{id}")
async def serve_event_page(request: Request, services: ServicesDep, id: str) -> HTMLResponse:
    with suppress(Unavailable):
        await asyncio.to_thread(services.arena.check_event, id)
    return serve_page(request, "arena")


@router.get("/experiments")
def serve_experiments_page(request: Request) -> HTMLResponse:
    return serve_page(request, "experiments")


@router.get("/lab")
def serve_lab_page(request: Request, services: ServicesDep) -> HTMLResponse:
    services.heavy_process.start()
    return serve_page(request, "lab")


def _serve_page_of_game(request: Request, name: str, game: str | None) -> HTMLResponse:
    """A page about a game, if its address names one; a problem if there is no such game."""
    try:
        if game is not None:
            find_game_class(game)
    except Problem as problem:
        return serve_problem(request, str(problem), 404)
    return serve_page(request, name)


async def _check_game(services: ServicesDep, id: str) -> None:
    """NotFound if there is no such game. While the database is away, the page itself waits."""
    try:
        is_known = await services.lobby.exists(id)
    except Unavailable:
        return
    if not is_known:
        raise NotFound("server.problem.game", id=id)
