"""Puzzles over REST: those that come with the games, their hints, and the answer to every try."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field

from plyground.games.position import Position
from plyground.locale import Failure, Problem
from plyground.solving.puzzle import GRADES, Puzzle, PuzzleSet, load_puzzles
from plyground.solving.puzzle_text import describe_task, list_hints
from plyground.web.http_errors import NotFound
from plyground.web.puzzle_tries import check_fits, judge_try
from plyground.web.services import ClientAddress, Services, ServicesDep

log = logging.getLogger(__name__)

router = APIRouter(prefix="/api/puzzles")

MAX_MOVES = 100

GameName = Annotated[str, Path(max_length=100, description="The name of a game.")]
PuzzleId = Annotated[str, Path(max_length=32, description="The id of a puzzle.")]


class GamePuzzles(BaseModel):
    """How many puzzles come with a game."""

    name: str
    title: str
    count: int
    grades: list[int]
    """How many of each grade, from 1 to 5."""


class PuzzleGames(BaseModel):
    games: list[GamePuzzles]


class PuzzleEntry(BaseModel):
    id: str
    grade: int


class PuzzleList(BaseModel):
    """The puzzles of a game, in their order."""

    game: str
    title: str
    command: str
    """The command that made them."""
    puzzles: list[PuzzleEntry]


class HintView(BaseModel):
    text: str
    spots: list[str]


class PuzzleView(BaseModel):
    """What is asked. `options` and `start` are those of a position."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    start: str
    side: int
    goal: str
    grade: int
    task: str
    hints: list[HintView]


class Solution(BaseModel):
    moves: list[str]


class TryRequest(BaseModel):
    """All moves since the position of the puzzle, the try last."""

    model_config = ConfigDict(extra="forbid")

    moves: Annotated[
        list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=MAX_MOVES)
    ]


class TryView(BaseModel):
    move: str
    verdict: str
    """right, wrong or unclear."""
    text: str
    line: list[str]
    """Best play after it."""
    solved: bool


@router.get("")
async def list_puzzle_games(services: ServicesDep) -> PuzzleGames:
    """The games with puzzles."""
    return await services.heavy_threads.run(lambda: PuzzleGames(games=_list_games(services)))


@router.get("/{game}")
async def list_puzzles(services: ServicesDep, game: GameName) -> PuzzleList:
    """The puzzles of a game."""

    def make_list() -> PuzzleList:
        title, found = _load(services, game)
        entries = [PuzzleEntry(id=puzzle.id, grade=puzzle.grade) for puzzle in found.puzzles]
        return PuzzleList(game=game, title=title, command=found.command, puzzles=entries)

    return await services.heavy_threads.run(make_list)


@router.get("/{game}/{id}")
async def get_puzzle(services: ServicesDep, game: GameName, id: PuzzleId) -> PuzzleView:
    """A puzzle with its hints, in the visitor's language."""

    def make_view() -> PuzzleView:
        puzzle, position = _set_up(services, game, id)
        hints = list_hints(puzzle, position)
        return PuzzleView(
            id=id,
            game=game,
            title=position.game.title,
            options=dict(puzzle.options),
            start=puzzle.position,
            side=puzzle.side,
            goal=puzzle.goal,
            grade=puzzle.grade,
            task=describe_task(puzzle, position),
            hints=[HintView(text=hint.text, spots=list(hint.spots)) for hint in hints],
        )

    return await services.heavy_threads.run(make_view)


@router.get("/{game}/{id}/solution")
async def get_solution(services: ServicesDep, game: GameName, id: PuzzleId) -> Solution:
    """The right move, and best play after it."""
    puzzle, _ = await services.heavy_threads.run(lambda: _set_up(services, game, id))
    return Solution(moves=list(puzzle.solution))


@router.post("/{game}/{id}/tries")
async def try_move(
    services: ServicesDep,
    client_address: ClientAddress,
    game: GameName,
    id: PuzzleId,
    body: TryRequest,
) -> TryView:
    """Is a move right, and what follows? A wrong one is refuted: by what is stored with the puzzle,
    else by the engine in a short search."""

    def play() -> tuple[Puzzle, Position, Position]:
        puzzle, start = _set_up(services, game, id)
        cache = services.game_cache
        after = cache.get_position(game, puzzle.options, puzzle.position, body.moves)
        if after.before is None or after.before.side != puzzle.side:
            raise Problem("web.puzzles.problem.side")
        return puzzle, start, after

    puzzle, start, after = await services.heavy_threads.run(play)
    result = await judge_try(services, client_address, puzzle, start, after)
    return TryView(
        move=after.line[-1],
        verdict=result.verdict,
        text=result.text,
        line=list(result.line),
        solved=result.is_solved,
    )


def _list_games(services: Services) -> list[GamePuzzles]:
    games = []
    for game in services.game_cache.list_games():
        try:
            puzzles = load_puzzles(type(game)).puzzles
        except Failure as failure:
            log.warning("%s", failure)
            continue
        if puzzles:
            counts = Counter(puzzle.grade for puzzle in puzzles)
            grades = [counts[grade] for grade in GRADES]
            entry = GamePuzzles(name=game.name, title=game.title, count=len(puzzles), grades=grades)
            games.append(entry)
    return games


def _load(services: Services, name: str) -> tuple[str, PuzzleSet]:
    game = services.game_cache.get_game(name)
    return game.title, load_puzzles(type(game))


def _set_up(services: Services, name: str, id: str) -> tuple[Puzzle, Position]:
    puzzle = _load(services, name)[1].find(id)
    if puzzle is None:
        raise NotFound("web.puzzles.problem.id", id=id)
    position = services.game_cache.get_position(name, puzzle.options, puzzle.position)
    check_fits(puzzle, position)
    return puzzle, position
