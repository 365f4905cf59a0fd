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
from plyground.web.api.catalogue import Line, Options
from plyground.web.code_listing import listings
from plyground.web.compile_queue import Preparation
from plyground.web.lab_service import COMPARED_NODES, COMPARED_SECONDS, Kept
from plyground.web.lab_views import film_view, marks_view, quiz_view, trace_view
from plyground.web.services import ClientOf, House, HouseOf

router = APIRouter(prefix="/api/lab")

MOST_SHOWN = 400
"""Nodes that a guest may ask for; and twice as many with those that are expanded by hand."""
PATIENCE = 1.0
"""Seconds to wait for native code before the page is told how far it is."""
OFTEN = 0.2
"""Seconds between two words about the progress of a comparison."""

Algorithm = Literal["minimax", "alphabeta", "negamax", "deepening"]
NodeId = Annotated[str, Field(max_length=200)]


class SearchRequest(BaseModel):
    """What is searched, a position of a game or a tree written by hand, and how."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, Field(max_length=100)] | None = None
    options: Options = Field(default_factory=dict)
    start: Annotated[str, Field(max_length=10_000)] | None = None
    moves: Line = Field(default_factory=list)
    tree: Annotated[str, Field(max_length=10_000)] | None = None
    root: Literal["max", "min"] = "max"
    algorithm: Algorithm = "alphabeta"
    depth: Annotated[int, Field(ge=0, le=60)] | None = None
    order: Annotated[str, Field(max_length=40)] = "natural"
    table: bool = False


class FilmRequest(SearchRequest):
    """And what of it is to be seen."""

    step: Annotated[int, Field(ge=1)] | None = None
    limit: Annotated[int, Field(ge=2, le=MOST_SHOWN)] | None = None
    expanded: Annotated[list[NodeId], Field(max_length=100)] = Field(default_factory=list)


class PictureRequest(FilmRequest):
    """The tree after a step, an exercise sheet, or the sheet filled in."""

    sheet: Literal["tree", "quiz", "answers"] = "tree"


class CheckRequest(SearchRequest):
    """A student's answers by node. An infinite bound is null."""

    limit: Annotated[int, Field(ge=2, le=MOST_SHOWN)] | None = None
    answers: Annotated[
        dict[
            NodeId,
            dict[
                Annotated[str, Field(max_length=20)],
                bool | float | Annotated[str, Field(max_length=40)] | None,
            ],
        ],
        Field(max_length=2 * MOST_SHOWN),
    ]
    reveal: bool = False


@router.get("/source")
def get_source(algorithm: Annotated[Algorithm, Query()]) -> dict[str, Any]:
    """The Python code of an algorithm, with the lines of its steps."""
    return {"listings": listings(algorithm)}


@router.post("/trace")
async def get_trace(
    house: HouseOf, client: ClientOf, request: Request, asked: FilmRequest
) -> Response:
    """A search from its first event to its last, and its film; or how far the compiler is (202)."""
    kept = await _traced(house, client, request, asked)
    if isinstance(kept, Preparation):
        progress = {"done": kept.done, "total": kept.total}
        return Response(json.dumps({"preparing": progress}), 202, media_type="application/json")

    def see(trace: Trace) -> dict[str, Any]:
        return {"trace": trace_view(trace), "film": _film(trace, asked)}

    return await _answer(kept, see)


@router.post("/film")
async def get_film(
    house: HouseOf, client: ClientOf, request: Request, asked: FilmRequest
) -> Response:
    """The same search with other nodes folded, or another round of it."""
    kept = await _ready(house, client, request, asked)
    return await _answer(kept, lambda trace: _film(trace, asked))


@router.post("/quiz")
async def get_quiz(
    house: HouseOf, client: ClientOf, request: Request, asked: FilmRequest
) -> Response:
    """The whole tree with windows and values left blank."""
    kept = await _ready(house, client, request, asked)
    return await _answer(kept, lambda trace: quiz_view(trace.tree(limit=asked.limit, quiz=True)))


@router.post("/check")
async def check(
    house: HouseOf, client: ClientOf, request: Request, asked: CheckRequest
) -> Response:
    """Which answers are right; with `reveal`, what would be."""
    kept = await _ready(house, client, request, asked)

    def see(trace: Trace) -> dict[str, Any]:
        marks = trace.check(asked.answers)
        return marks_view(trace, trace.tree(limit=asked.limit, quiz=True), marks, asked.reveal)

    return await _answer(kept, see)


@router.post("/picture", response_class=Response)
async def get_picture(
    house: HouseOf, client: ClientOf, request: Request, asked: PictureRequest
) -> Response:
    """The tree as an SVG picture that stands alone."""
    kept = await _ready(house, client, request, asked)

    def see(trace: Trace) -> str:
        if asked.sheet == "quiz":
            return draw_tree(trace.tree(limit=asked.limit, quiz=True))
        whole = True if asked.sheet == "answers" else None
        step = None if whole else asked.step
        return draw_tree(trace.tree(step, asked.limit, asked.expanded, whole))

    svg = await asyncio.to_thread(_reworded, lambda: kept.look(see))
    return Response(svg + "\n", media_type="image/svg+xml")


@router.post("/compare", response_class=StreamingResponse)
async def compare(house: HouseOf, client: ClientOf, asked: SearchRequest) -> StreamingResponse:
    """All algorithms with and without a table, a line of JSON for each as soon as it is done.

    Between them are lines that tell how far one is. Of the request, `algorithm` and `table` do
    not matter.
    """
    position = await asyncio.to_thread(_position, house, asked)
    preparation = await _preparation(house, position, asked.model_copy(update={"depth": 1}))
    if preparation is not None:
        await asyncio.wrap_future(preparation.ready)
    depth = math.inf if asked.depth is None else asked.depth
    found = house.laboratory.compare(client, position, depth, asked.order)
    first = await anext(found)
    return StreamingResponse(_lines(first, found), media_type="application/x-ndjson")


async def _lines(
    first: Effort | tuple[str, int], found: AsyncIterator[Effort | tuple[str, int]]
) -> AsyncIterator[str]:
    bounds = {"nodes": COMPARED_NODES, "seconds": COMPARED_SECONDS}
    yield _line({"type": "begin", "most": bounds, "working": first[0]})  # type: ignore[index]
    last = monotonic()
    try:
        async for news in found:
            if isinstance(news, Effort):
                yield _line({"type": "effort", **news.as_json()})
            elif monotonic() - last > OFTEN:
                last = monotonic()
                yield _line({"type": "progress", "algorithm": news[0], "nodes": news[1]})
        yield _line({"type": "done"})
    except Problem as problem:
        yield _line({"type": "problem", "problem": str(_for_pages(problem))})


def _line(message: dict[str, Any]) -> str:
    return json.dumps(message) + "\n"


def _position(house: House, asked: SearchRequest) -> Any:
    """The root of the search. Whatever a guest wrote is checked here."""
    if (asked.game is None) == (asked.tree is None):
        raise Problem("web.lab.problem.what")
    if asked.game is not None:
        return house.shelf.position(asked.game, asked.options, asked.start, asked.moves)
    return read_tree(str(asked.tree), ("max", "min").index(asked.root))


async def _preparation(house: House, position: Any, asked: SearchRequest) -> Preparation | None:
    """What the search must wait for: an evaluation is too slow in plain Python."""
    is_used = asked.depth is not None or asked.order == "best" or asked.algorithm == "deepening"
    if not is_used or not isinstance(position, Position):
        return None
    if position.game.kernels.evaluate is None:
        return None
    preparation = await asyncio.to_thread(house.workshop.prepare, position.game)
    if not preparation.is_ready:
        waiting = asyncio.wrap_future(preparation.ready)
        await asyncio.wait({waiting}, timeout=PATIENCE)
    if not preparation.is_ready:
        return preparation
    await asyncio.to_thread(position.game.native)
    return None


async def _traced(
    house: House, client: str, request: Request, asked: SearchRequest
) -> Kept | Preparation:
    position = await asyncio.to_thread(_position, house, asked)
    preparation = await _preparation(house, position, asked)
    if preparation is not None:
        return preparation
    names = SearchRequest.model_fields
    key = json.dumps({name: getattr(asked, name) for name in names}, sort_keys=True)
    try:
        return await house.laboratory.trace(
            client,
            request.is_disconnected,
            key,
            position,
            algorithm=asked.algorithm,
            depth=math.inf if asked.depth is None else asked.depth,
            order=asked.order,
            table=asked.table,
        )
    except Problem as problem:
        raise _for_pages(problem) from problem


async def _ready(house: House, client: str, request: Request, asked: SearchRequest) -> Kept:
    while isinstance(kept := await _traced(house, client, request, asked), Preparation):
        await asyncio.wrap_future(kept.ready)
    return kept


def _film(trace: Trace, asked: FilmRequest) -> dict[str, Any]:
    step = None if asked.step is None else min(asked.step, trace.steps)
    return film_view(trace.film(step, asked.limit, asked.expanded, 2 * MOST_SHOWN))


async def _answer(kept: Kept, see: Callable[[Trace], dict[str, Any]]) -> Response:
    text = await asyncio.to_thread(_reworded, lambda: json.dumps(kept.look(see)))
    return Response(text, media_type="application/json")


def _reworded(see: Callable[[], str]) -> str:
    try:
        return see()
    except Problem as problem:
        raise _for_pages(problem) from problem


def _for_pages(problem: Problem) -> Problem:
    """A problem in the words of the page, if those of the command line speak of its options."""
    key = f"web.{problem.key}"
    if not has_words(key) or type(problem) is not Problem:
        return problem
    return Problem(key, **problem.values)
