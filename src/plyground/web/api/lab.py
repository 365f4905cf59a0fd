"""The lab over REST: textbook searches step by step, quizzes, and comparisons of algorithms."""

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

from plyground.core.compile_pool import CompileRequest
from plyground.games.position import Position
from plyground.lab.comparison import Effort
from plyground.lab.trace import Trace
from plyground.lab.tree_notation import read_tree
from plyground.lab.tree_svg import draw_tree
from plyground.locale import Problem, has_words
from plyground.web.api.catalogue import Moves, Options
from plyground.web.code_listing import make_listings
from plyground.web.compile_queue import count_seconds, wait_for_compiler
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
"""Nodes that a client may request; twice as many with those that are expanded by hand."""
COMPILE_WAIT_SECONDS = 1.0
"""Seconds to wait for native code before responding with the progress."""
PROGRESS_SECONDS = 0.2
"""Seconds between two progress lines of a comparison."""

Algorithm = Literal["minimax", "alphabeta", "negamax", "deepening"]
NodeId = Annotated[str, Field(max_length=200)]


class SearchRequest(BaseModel):
    """What to search (a position of a game, or a tree written by hand), and how."""

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


class TimelineRequest(SearchRequest):
    """A search, and which part of its tree to show."""

    step: Annotated[int, Field(ge=1)] | None = None
    limit: Annotated[int, Field(ge=2, le=MAX_SHOWN)] | None = None
    expanded: Annotated[list[NodeId], Field(max_length=100)] = Field(default_factory=list)


class PictureRequest(TimelineRequest):
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
    services: ServicesDep, client_address: ClientAddress, request: Request, body: TimelineRequest
) -> Response:
    """The trace of a search with its timeline; or the progress of the compiler (202)."""
    cached = await _find_trace(services, client_address, request, body)
    if isinstance(cached, CompileRequest):
        preparing = {"seconds": count_seconds(cached)}
        return Response(json.dumps({"preparing": preparing}), 202, media_type="application/json")

    def make(trace: Trace) -> dict[str, Any]:
        return {"trace": make_trace_view(trace), "film": _make_timeline(trace, body)}

    return await _respond(services, cached, make)


@router.post("/film")
async def get_timeline(
    services: ServicesDep, client_address: ClientAddress, request: Request, body: TimelineRequest
) -> Response:
    """The timeline of a search with other nodes folded, or of another round."""
    cached = await _wait_for_trace(services, client_address, request, body)
    return await _respond(services, cached, lambda trace: _make_timeline(trace, body))


@router.post("/quiz")
async def get_quiz(
    services: ServicesDep, client_address: ClientAddress, request: Request, body: TimelineRequest
) -> Response:
    """The whole tree with windows and values left blank."""
    cached = await _wait_for_trace(services, client_address, request, body)
    return await _respond(
        services, cached, lambda trace: make_quiz_view(trace.tree(limit=body.limit, quiz=True))
    )


@router.post("/check")
async def check(
    services: ServicesDep, client_address: ClientAddress, request: Request, body: CheckRequest
) -> Response:
    """Which answers are right; with `reveal`, what would be."""
    cached = await _wait_for_trace(services, client_address, request, body)

    def make(trace: Trace) -> dict[str, Any]:
        marks = trace.check(body.answers)
        return make_marks_view(trace, trace.tree(limit=body.limit, quiz=True), marks, body.reveal)

    return await _respond(services, cached, make)


@router.post("/picture", response_class=Response)
async def get_picture(
    services: ServicesDep, client_address: ClientAddress, request: Request, body: PictureRequest
) -> Response:
    """The tree as a standalone SVG picture."""
    cached = await _wait_for_trace(services, client_address, request, body)

    def make(trace: Trace) -> str:
        if body.sheet == "quiz":
            return draw_tree(trace.tree(limit=body.limit, quiz=True))
        whole = True if body.sheet == "answers" else None
        step = None if whole else body.step
        return draw_tree(trace.tree(step, body.limit, body.expanded, whole))

    svg = await services.heavy_threads.run(lambda: _reword_problems(lambda: cached.read(make)))
    return Response(svg + "\n", media_type="image/svg+xml")


@router.post("/compare", response_class=StreamingResponse)
async def compare(
    services: ServicesDep, client_address: ClientAddress, body: SearchRequest
) -> StreamingResponse:
    """Run all algorithms with and without a table; stream a line of JSON for each as it finishes.

    Progress lines come in between. `algorithm` and `table` of the request are ignored.
    """
    position = await services.heavy_threads.run(lambda: _read_position(services, body))
    with_depth = body.model_copy(update={"depth": 1})
    compilation = await _wait_briefly(services, position, with_depth)
    if compilation is not None:
        await wait_for_compiler(compilation)
    depth = math.inf if body.depth is None else body.depth
    found = services.lab.compare(client_address, position, depth, body.order)
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


def _read_position(services: Services, body: SearchRequest) -> Any:
    """The root of the search, validated."""
    if (body.game is None) == (body.tree is None):
        raise Problem("web.lab.problem.what")
    if body.game is not None:
        return services.game_cache.get_position(body.game, body.options, body.start, body.moves)
    return read_tree(str(body.tree), ("max", "min").index(body.root))


async def _wait_briefly(
    services: Services, position: Any, body: SearchRequest
) -> CompileRequest | None:
    """Wait a little for native code, if the search needs an evaluation: it is too slow in Python.

    The job is returned if it is still running.
    """
    is_used = body.depth is not None or body.order == "best" or body.algorithm == "deepening"
    if not is_used or not isinstance(position, Position):
        return None
    if position.game.kernels.evaluate is None:
        return None
    compilation = await asyncio.to_thread(services.compile_queue.submit, position.game)
    if not await wait_for_compiler(compilation, COMPILE_WAIT_SECONDS):
        return compilation
    await asyncio.to_thread(position.game.native)
    return None


async def _find_trace(
    services: Services, client_address: str, request: Request, body: SearchRequest
) -> CachedTrace | CompileRequest:
    position = await services.heavy_threads.run(lambda: _read_position(services, body))
    compilation = await _wait_briefly(services, position, body)
    if compilation is not None:
        return compilation
    names = SearchRequest.model_fields
    key = json.dumps({name: getattr(body, name) for name in names}, sort_keys=True)
    try:
        return await services.lab.trace(
            client_address,
            request.is_disconnected,
            key,
            position,
            algorithm=body.algorithm,
            depth=math.inf if body.depth is None else body.depth,
            order=body.order,
            table=body.table,
        )
    except Problem as problem:
        raise _reword(problem) from problem


async def _wait_for_trace(
    services: Services, client_address: str, request: Request, body: SearchRequest
) -> CachedTrace:
    while True:
        found = await _find_trace(services, client_address, request, body)
        if isinstance(found, CachedTrace):
            return found
        await wait_for_compiler(found)


def _make_timeline(trace: Trace, body: TimelineRequest) -> dict[str, Any]:
    step = None if body.step is None else min(body.step, trace.steps)
    return make_timeline_view(trace.timeline(step, body.limit, body.expanded, 2 * MAX_SHOWN))


async def _respond(
    services: Services, cached: CachedTrace, make: Callable[[Trace], dict[str, Any]]
) -> Response:
    text = await services.heavy_threads.run(
        lambda: _reword_problems(lambda: json.dumps(cached.read(make)))
    )
    return Response(text, media_type="application/json")


def _reword_problems(make: Callable[[], str]) -> str:
    try:
        return make()
    except Problem as problem:
        raise _reword(problem) from problem


def _reword(problem: Problem) -> Problem:
    """A problem in the page's words, where the usual ones name command-line options."""
    key = f"web.{problem.key}"
    if not has_words(key) or type(problem) is not Problem:
        return problem
    return Problem(key, **problem.values)
