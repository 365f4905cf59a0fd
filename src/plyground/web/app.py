"""The FastAPI application: its lifespan, its routes, and every error as one sentence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from plyground import __version__
from plyground.locale import Problem, has_words, say
from plyground.web import game_socket, monitoring, pages
from plyground.web.api import (
    analysis,
    catalogue,
    events,
    experiments,
    games,
    lab,
    library,
    puzzles,
    solved,
    studies,
)
from plyground.web.security import SecurityMiddleware, to_response
from plyground.web.services import Services
from plyground.web.settings import Settings

LIGHT_THREADS = 32
"""Threads for what takes a moment: more than one client may use, so that nobody waits for them."""
CORE_DELAY_SECONDS = 2.0
"""Seconds from the start until what every engine needs is compiled."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Create the application. Opens its database here, and closes it when the application ends."""
    services = Services(settings or Settings())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        # The first page comes first.
        loop = asyncio.get_running_loop()
        core_timer = loop.call_later(CORE_DELAY_SECONDS, services.compile_queue.compile_core)
        loop.set_default_executor(ThreadPoolExecutor(LIGHT_THREADS, "light"))
        sweepers = asyncio.gather(
            services.lobby.run_sweeper(),
            services.connections.run_sweeper(),
            services.storage.run_sweeper(),
        )
        try:
            yield
        finally:
            core_timer.cancel()
            sweepers.cancel()
            with suppress(asyncio.CancelledError):
                await sweepers
            services.lobby.close()
            await asyncio.to_thread(services.close)

    app = FastAPI(
        title="Plyground",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses={
            code: {"description": "One sentence.", "model": dict[str, str]}
            for code in (400, 403, 404, 409, 413, 422, 429, 503, 507)
        },
    )
    app.state.services = services
    resources = (
        catalogue, games, studies, library, puzzles, solved, analysis, lab, experiments, events,
    )  # fmt: skip
    for module in (*resources, game_socket, monitoring, pages):
        app.include_router(module.router)
    pages.mount_static_files(app)
    _add_exception_handlers(app)
    app.add_middleware(SecurityMiddleware, services=services)
    return app


def _add_exception_handlers(app: FastAPI) -> None:
    @app.exception_handler(Problem)
    async def handle_problem(request: Request, problem: Problem) -> Response:
        return to_response(problem, request)

    @app.exception_handler(RequestValidationError)
    async def handle_validation_error(_: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse({"problem": _describe_error(error.errors()[0])}, 422)

    @app.exception_handler(HTTPException)
    async def handle_http_error(request: Request, error: HTTPException) -> Response:
        key = f"server.problem.http{error.status_code}"
        sentence = say(key) if has_words(key) else str(error.detail)
        if pages.is_page(request):
            return pages.serve_problem(request, sentence, error.status_code)
        return JSONResponse({"problem": sentence}, error.status_code, error.headers)


def _describe_error(error: Any) -> str:
    """One sentence for the first error of a request."""
    field = ".".join(str(part) for part in error["loc"][1:]) or str(error["loc"][0])
    key = f"server.problem.field.{error['type']}"
    return say(key if has_words(key) else "server.problem.field", field=field[:100])
