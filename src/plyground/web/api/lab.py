"""The lab over REST: textbook searches step by step, quizzes, and comparisons of algorithms."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response, StreamingResponse

from plyground.core.compile_pool import CompileRequest
from plyground.games.game import Game
from plyground.lab.comparison import Effort
from plyground.lab.trace import Trace
from plyground.lab.tree_notation import read_tree
from plyground.lab.tree_svg import draw_tree
from plyground.locale import Problem, has_words
from plyground.web.api.catalogue import Moves, Options
from plyground.web.code_listing import make_listings
from plyground.web.compile_queue import count_seconds, wait_for_compiler
from plyground.web.heavy_context import Control, HeavyContext
from plyground.web.lab_searches import (
    MAX_COMPARED_NODES,
    MAX_COMPARED_SECONDS,
    compare_searches,
    record_search,
)
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
    found = await _find_text(services, client_address, request, body, make_trace_text)
    if isinstance(found, CompileRequest):
        preparing = {"seconds": count_seconds(found)}
        return Response(json.dumps({"preparing": preparing}), 202, media_type="application/json")
    return Response(found, media_type="application/json")


@router.post("/film")
async def get_timeline(
    services: ServicesDep, client_address: ClientAddress, request: Request, body: TimelineRequest
) -> Response:
    """The timeline of a search with other nodes folded, or of another round."""
    text = await _wait_for_text(services, client_address, request, body, make_timeline_text)
    return Response(text, media_type="application/json")


@router.post("/quiz")
async def get_quiz(
    services: ServicesDep, client_address: ClientAddress, request: Request, body: TimelineRequest
) -> Response:
    """The whole tree with windows and values left blank."""
    text = await _wait_for_text(services, client_address, request, body, make_quiz_text)
    return Response(text, media_type="application/json")


@router.post("/check")
async def check(
    services: ServicesDep, client_address: ClientAddress, request: Request, body: CheckRequest
) -> Response:
    """Which answers are right; with `reveal`, what would be."""
    text = await _wait_for_text(services, client_address, request, body, make_marks_text)
    return Response(text, media_type="application/json")


@router.post("/picture", response_class=Response)
async def get_picture(
    services: ServicesDep, client_address: ClientAddress, request: Request, body: PictureRequest
) -> Response:
    """The tree as a standalone SVG picture."""
    svg = await _wait_for_text(services, client_address, request, body, draw_picture)
    return Response(svg + "\n", media_type="image/svg+xml")


@router.post("/compare", response_class=StreamingResponse)
async def compare(
    services: ServicesDep, client_address: ClientAddress, body: SearchRequest
) -> StreamingResponse:
    """Run all algorithms with and without a table; stream a line of JSON for each as it finishes.

    Progress lines come in between. `algorithm` and `table` of the request are ignored.
    """
    game = await _find_game(services, body)
    compilation = await _wait_briefly(services, game, body.model_copy(update={"depth": 1}))
    if compilation is not None:
        await wait_for_compiler(compilation)
    is_native = game is not None and game.is_native

    def search(control: Control) -> None:
        services.heavy_process.call(compare_all, control, body, is_native)

    found = services.lab.stream(client_address, search)
    first = await anext(found)
    return StreamingResponse(_stream_lines(first, found), media_type="application/x-ndjson")


async def _stream_lines(
    first: tuple[str, int], found: AsyncIterator[Effort | tuple[str, int]]
) -> AsyncIterator[str]:
    bounds = {"nodes": MAX_COMPARED_NODES, "seconds": MAX_COMPARED_SECONDS}
    yield _encode_line({"type": "begin", "most": bounds, "working": first[0]})
    try:
        async for message in found:
            if isinstance(message, Effort):
                yield _encode_line({"type": "effort", **message.as_json()})
            else:
                yield _encode_line(
                    {"type": "progress", "algorithm": message[0], "nodes": message[1]}
                )
        yield _encode_line({"type": "done"})
    except Problem as problem:
        yield _encode_line({"type": "problem", "problem": str(_reword(problem))})


def _encode_line(message: dict[str, Any]) -> str:
    return json.dumps(message) + "\n"


# Where a search runs, and where it is shown.


MakeText = Callable[[Trace, Any], str]
"""Shows a trace as a request wishes."""


async def _find_text(
    services: Services,
    client_address: str,
    request: Request,
    body: SearchRequest,
    make: MakeText,
) -> str | CompileRequest:
    """What a request wishes to see of a search, which may have to be run first."""
    game = await _find_game(services, body)
    compilation = await _wait_briefly(services, game, body)
    if compilation is not None:
        return compilation
    is_native = game is not None and game.is_native

    def show() -> str | None:
        return services.heavy_process.call(show_trace, Control(), body, is_native, make)

    def search(control: Control) -> None:
        services.heavy_process.call(search_tree, control, body, is_native)

    try:
        while (text := await services.heavy_threads.run(show)) is None:
            await services.lab.run(client_address, request.is_disconnected, search)
    except Problem as problem:
        raise _reword(problem) from problem
    return text


async def _wait_for_text(
    services: Services,
    client_address: str,
    request: Request,
    body: SearchRequest,
    make: MakeText,
) -> str:
    while True:
        found = await _find_text(services, client_address, request, body, make)
        if not isinstance(found, CompileRequest):
            return found
        await wait_for_compiler(found)


async def _find_game(services: Services, body: SearchRequest) -> Game | None:
    """The game, if it is not a tree written by hand."""
    if (body.game is None) == (body.tree is None):
        raise Problem("web.lab.problem.what")
    if body.game is None:
        return None
    return await services.heavy_threads.run(
        partial(services.game_cache.get_game, body.game, body.options)
    )


async def _wait_briefly(
    services: Services, game: Game | None, body: SearchRequest
) -> CompileRequest | None:
    """Wait a little for native code, if the search needs an evaluation: it is too slow in Python.

    The job is returned if it is still running.
    """
    is_used = body.depth is not None or body.order == "best" or body.algorithm == "deepening"
    if not is_used or game is None or game.kernels.evaluate is None:
        return None
    compilation = await asyncio.to_thread(services.compile_queue.submit, game)
    if not await wait_for_compiler(compilation, COMPILE_WAIT_SECONDS):
        return compilation
    await asyncio.to_thread(game.native)
    return None


def _reword(problem: Problem) -> Problem:
    """A problem in the page's words, where the usual ones name command-line options."""
    key = f"web.{problem.key}"
    if not has_words(key) or type(problem) is not Problem:
        return problem
    return Problem(key, **problem.values)


# In the process of heavy requests.


def search_tree(context: HeavyContext, body: SearchRequest, is_native: bool) -> None:
    """Run a search, and keep its trace."""
    position = _read_position(context, body, is_native)
    depth = math.inf if body.depth is None else body.depth
    how = {"algorithm": body.algorithm, "depth": depth, "order": body.order, "table": body.table}
    context.traces.insert(_make_key(body), record_search(context.control, position, **how))


def show_trace(
    context: HeavyContext, body: SearchRequest, is_native: bool, make: MakeText
) -> str | None:
    """Show a search; None if its trace is not there (any more)."""
    _read_position(context, body, is_native)
    cached = context.traces.find(_make_key(body))
    return None if cached is None else cached.read(lambda trace: make(trace, body))


def compare_all(context: HeavyContext, body: SearchRequest, is_native: bool) -> None:
    """Compare all algorithms."""
    position = _read_position(context, body, is_native)
    depth = math.inf if body.depth is None else body.depth
    compare_searches(context.control, position, depth, body.order)


def make_trace_text(trace: Trace, body: TimelineRequest) -> str:
    return json.dumps({"trace": make_trace_view(trace), "film": _make_timeline(trace, body)})


def make_timeline_text(trace: Trace, body: TimelineRequest) -> str:
    return json.dumps(_make_timeline(trace, body))


def make_quiz_text(trace: Trace, body: TimelineRequest) -> str:
    return json.dumps(make_quiz_view(trace.tree(limit=body.limit, quiz=True)))


def make_marks_text(trace: Trace, body: CheckRequest) -> str:
    marks = trace.check(body.answers)
    tree = trace.tree(limit=body.limit, quiz=True)
    return json.dumps(make_marks_view(trace, tree, marks, body.reveal))


def draw_picture(trace: Trace, body: PictureRequest) -> str:
    if body.sheet == "quiz":
        return draw_tree(trace.tree(limit=body.limit, quiz=True))
    whole = True if body.sheet == "answers" else None
    step = None if whole else body.step
    return draw_tree(trace.tree(step, body.limit, body.expanded, whole))


def _make_timeline(trace: Trace, body: TimelineRequest) -> dict[str, Any]:
    step = None if body.step is None else min(body.step, trace.steps)
    return make_timeline_view(trace.timeline(step, body.limit, body.expanded, 2 * MAX_SHOWN))


def _make_key(body: SearchRequest) -> str:
    names = SearchRequest.model_fields
    return json.dumps({name: getattr(body, name) for name in names}, sort_keys=True)


def _read_position(context: HeavyContext, body: SearchRequest, is_native: bool) -> Any:
    """The root of the search, validated."""
    if body.game is None:
        return read_tree(str(body.tree), ("max", "min").index(body.root))
    return context.read_position(body.game, body.options, body.start, body.moves, is_native)
