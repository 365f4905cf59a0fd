"""The laboratory: searches of the textbook, step by step; exercises; and whose work is less."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator, Callable
from time import monotonic
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response, StreamingResponse

from plyground.games.position import Position
from plyground.lab.comparison import Effort
from plyground.lab.trace import Trace
from plyground.lab.tree_notation import read_tree
from plyground.lab.tree_svg import draw_tree
from plyground.locale import Problem, has_words
from plyground.web.api.catalogue import Moves, Options
from plyground.web.code_listing import make_listings
from plyground.web.compile_queue import CompileJob
from plyground.web.lab_service import MAX_COMPARED_NODES, MAX_COMPARED_SECONDS, CachedTrace
from plyground.web.lab_views import (
    make_marks_view,
    make_quiz_view,
    make_timeline_view,
    make_trace_view,
)
from plyground.web.services import ClientAddress, Services, ServicesDep

router = APIRouter(prefix="/api/lab")

MAX_SHOWN = 400
"""Nodes that a guest may ask for; and twice as many with those that are expanded by hand."""
COMPILE_WAIT_SECONDS = 1.0
"""Seconds to wait for native code before the page is told how far it is."""
PROGRESS_SECONDS = 0.2
"""Seconds between two words about the progress of a comparison."""

Algorithm = Literal["minimax", "alphabeta", "negamax", "deepening"]
NodeId = Annotated[str, Field(max_length=200)]


class SearchRequest(BaseModel):
    """What is searched, a position of a game or a tree written by hand, and how."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, Field(max_length=100)] | None = None
    options: Options = Field(default_factory=dict)
    start: Annotated[str, Field(max_length=10_000)] | None = None
    moves: Moves = Field(default_factory=list)
    tree: Annotated[str, Field(max_length=10_000)] | None = None
    root: Literal["max", "min"] = "max"
    algorithm: Algorithm = "alphabeta"
    depth: Annotated[int, Field(ge=0, le=60)] | None = None
    order: Annotated[str, Field(max_length=40)] = "natural"
    table: bool = False


class FilmRequest(SearchRequest):
    """And what of it is to be seen."""

    step: Annotated[int, Field(ge=1)] | None = None
    limit: Annotated[int, Field(ge=2, le=MAX_SHOWN)] | None = None
    expanded: Annotated[list[NodeId], Field(max_length=100)] = Field(default_factory=list)


class PictureRequest(FilmRequest):
    """The tree after a step, an exercise sheet, or the sheet filled in."""

    sheet: Literal["tree", "quiz", "answers"] = "tree"


class CheckRequest(SearchRequest):
    """A student's answers by node. An infinite bound is null."""

    limit: Annotated[int, Field(ge=2, le=MAX_SHOWN)] | None = None
    answers: Annotated[
        dict[
            NodeId,
            dict[
                Annotated[str, Field(max_length=20)],
                bool | float | Annotated[str, Field(max_length=40)] | None,
            ],
        ],
        Field(max_length=2 * MAX_SHOWN),
    ]
    reveal: bool = False


@router.get("/source")
def get_source(algorithm: Annotated[Algorithm, Query()]) -> dict[str, Any]:
    """The Python code of an algorithm, with the lines of its steps."""
    return {"listings": make_listings(algorithm)}


@router.post("/trace")
async def get_trace(
    services: ServicesDep, client_address: ClientAddress, request: Request, asked: FilmRequest
) -> Response:
    """A search from its first event to its last, and its film; or how far the compiler is (202)."""
    cached = await _find_trace(services, client_address, request, asked)
    if isinstance(cached, CompileJob):
        progress = {"done": cached.done, "total": cached.total}
        return Response(json.dumps({"preparing": progress}), 202, media_type="application/json")

    def make(trace: Trace) -> dict[str, Any]:
        return {"trace": make_trace_view(trace), "film": _make_timeline(trace, asked)}

    return await _respond(cached, make)


@router.post("/film")
async def get_film(
    services: ServicesDep, client_address: ClientAddress, request: Request, asked: FilmRequest
) -> Response:
    """The same search with other nodes folded, or another round of it."""
    cached = await _wait_for_trace(services, client_address, request, asked)
    return await _respond(cached, lambda trace: _make_timeline(trace, asked))


@router.post("/quiz")
async def get_quiz(
    services: ServicesDep, client_address: ClientAddress, request: Request, asked: FilmRequest
) -> Response:
    """The whole tree with windows and values left blank."""
    cached = await _wait_for_trace(services, client_address, request, asked)
    return await _respond(
        cached, lambda trace: make_quiz_view(trace.tree(limit=asked.limit, quiz=True))
    )


@router.post("/check")
async def check(
    services: ServicesDep, client_address: ClientAddress, request: Request, asked: CheckRequest
) -> Response:
    """Which answers are right; with `reveal`, what would be."""
    cached = await _wait_for_trace(services, client_address, request, asked)

    def make(trace: Trace) -> dict[str, Any]:
        marks = trace.check(asked.answers)
        return make_marks_view(trace, trace.tree(limit=asked.limit, quiz=True), marks, asked.reveal)

    return await _respond(cached, make)


@router.post("/picture", response_class=Response)
async def get_picture(
    services: ServicesDep, client_address: ClientAddress, request: Request, asked: PictureRequest
) -> Response:
    """The tree as an SVG picture that stands alone."""
    cached = await _wait_for_trace(services, client_address, request, asked)

    def make(trace: Trace) -> str:
        if asked.sheet == "quiz":
            return draw_tree(trace.tree(limit=asked.limit, quiz=True))
        whole = True if asked.sheet == "answers" else None
        step = None if whole else asked.step
        return draw_tree(trace.tree(step, asked.limit, asked.expanded, whole))

    svg = await asyncio.to_thread(_reword_problems, lambda: cached.read(make))
    return Response(svg + "\n", media_type="image/svg+xml")


@router.post("/compare", response_class=StreamingResponse)
async def compare(
    services: ServicesDep, client_address: ClientAddress, asked: SearchRequest
) -> StreamingResponse:
    """All algorithms with and without a table, a line of JSON for each as soon as it is done.

    Between them are lines that tell how far one is. Of the request, `algorithm` and `table` do
    not matter.
    """
    position = await asyncio.to_thread(_read_position, services, asked)
    compile_job = await _compile_job(services, position, asked.model_copy(update={"depth": 1}))
    if compile_job is not None:
        await asyncio.wrap_future(compile_job.ready)
    depth = math.inf if asked.depth is None else asked.depth
    found = services.lab.compare(client_address, position, depth, asked.order)
    first = await anext(found)
    return StreamingResponse(_stream_lines(first, found), media_type="application/x-ndjson")


async def _stream_lines(
    first: Effort | tuple[str, int], found: AsyncIterator[Effort | tuple[str, int]]
) -> AsyncIterator[str]:
    bounds = {"nodes": MAX_COMPARED_NODES, "seconds": MAX_COMPARED_SECONDS}
    yield _encode_line({"type": "begin", "most": bounds, "working": first[0]})  # type: ignore[index]
    last = monotonic()
    try:
        async for message in found:
            if isinstance(message, Effort):
                yield _encode_line({"type": "effort", **message.as_json()})
            elif monotonic() - last > PROGRESS_SECONDS:
                last = monotonic()
                yield _encode_line(
                    {"type": "progress", "algorithm": message[0], "nodes": message[1]}
                )
        yield _encode_line({"type": "done"})
    except Problem as problem:
        yield _encode_line({"type": "problem", "problem": str(_reword(problem))})


def _encode_line(message: dict[str, Any]) -> str:
    return json.dumps(message) + "\n"


def _read_position(services: Services, asked: SearchRequest) -> Any:
    """The root of the search. Whatever a guest wrote is checked here."""
    if (asked.game is None) == (asked.tree is None):
        raise Problem("web.lab.problem.what")
    if asked.game is not None:
        return services.game_cache.get_position(asked.game, asked.options, asked.start, asked.moves)
    return read_tree(str(asked.tree), ("max", "min").index(asked.root))


async def _compile_job(
    services: Services, position: Any, asked: SearchRequest
) -> CompileJob | None:
    """What the search must wait for: an evaluation is too slow in plain Python."""
    is_used = asked.depth is not None or asked.order == "best" or asked.algorithm == "deepening"
    if not is_used or not isinstance(position, Position):
        return None
    if position.game.kernels.evaluate is None:
        return None
    compile_job = await asyncio.to_thread(services.compile_queue.submit, position.game)
    if not compile_job.is_ready:
        waiting = asyncio.wrap_future(compile_job.ready)
        await asyncio.wait({waiting}, timeout=COMPILE_WAIT_SECONDS)
    if not compile_job.is_ready:
        return compile_job
    await asyncio.to_thread(position.game.native)
    return None


async def _find_trace(
    services: Services, client_address: str, request: Request, asked: SearchRequest
) -> CachedTrace | CompileJob:
    position = await asyncio.to_thread(_read_position, services, asked)
    compile_job = await _compile_job(services, position, asked)
    if compile_job is not None:
        return compile_job
    names = SearchRequest.model_fields
    key = json.dumps({name: getattr(asked, name) for name in names}, sort_keys=True)
    try:
        return await services.lab.trace(
            client_address,
            request.is_disconnected,
            key,
            position,
            algorithm=asked.algorithm,
            depth=math.inf if asked.depth is None else asked.depth,
            order=asked.order,
            table=asked.table,
        )
    except Problem as problem:
        raise _reword(problem) from problem


async def _wait_for_trace(
    services: Services, client_address: str, request: Request, asked: SearchRequest
) -> CachedTrace:
    while isinstance(
        cached := await _find_trace(services, client_address, request, asked), CompileJob
    ):
        await asyncio.wrap_future(cached.ready)
    return cached


def _make_timeline(trace: Trace, asked: FilmRequest) -> dict[str, Any]:
    step = None if asked.step is None else min(asked.step, trace.steps)
    return make_timeline_view(trace.film(step, asked.limit, asked.expanded, 2 * MAX_SHOWN))


async def _respond(cached: CachedTrace, make: Callable[[Trace], dict[str, Any]]) -> Response:
    text = await asyncio.to_thread(_reword_problems, lambda: json.dumps(cached.read(make)))
    return Response(text, media_type="application/json")


def _reword_problems(make: Callable[[], str]) -> str:
    try:
        return make()
    except Problem as problem:
        raise _reword(problem) from problem


def _reword(problem: Problem) -> Problem:
    """A problem in the words of the page, if those of the command line speak of its options."""
    key = f"web.{problem.key}"
    if not has_words(key) or type(problem) is not Problem:
        return problem
    return Problem(key, **problem.values)
