"""A try at a puzzle, judged by what is stored with it, else by a short search of the engine."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Literal

from plyground.core.limits import Limit
from plyground.games.position import Position
from plyground.games.score import Analysis, Score
from plyground.locale import Problem, say
from plyground.solving.puzzle import Puzzle, Refutation
from plyground.solving.puzzle_text import describe_refutation
from plyground.web.compile_queue import wait_for_compiler
from plyground.web.services import Services
from plyground.web.worker_pool import SearchTask

SPEC = "engine"
SECONDS = 2.0
"""Seconds for which the refutation of a move is searched."""
COMPILE_SECONDS = 20.0
"""Seconds for which a search waits for native code; then the plain search takes its place."""

Verdict = Literal["right", "wrong", "unclear"]


@dataclass(frozen=True)
class TryResult:
    """What a try at a puzzle is worth, and what follows."""

    verdict: Verdict
    text: str
    line: tuple[str, ...] = ()
    """Best play after it."""
    is_solved: bool = False
    """Is nothing left to be found?"""


def check_fits(puzzle: Puzzle, position: Position) -> None:
    """Refuse a puzzle of other rules than the game has now."""
    if puzzle.move not in position.moves:
        raise Problem("web.puzzles.problem.stale", id=puzzle.id)


async def judge_try(
    services: Services, client_address: str, puzzle: Puzzle, start: Position, after: Position
) -> TryResult:
    """Judge the last of the moves that led from the puzzle's position to another one."""
    # A position may be written as the moves that lead to it, which are no part of the try.
    moves, before = after.line[len(start.history) :], after.before
    assert before is not None
    if moves == puzzle.solution[: len(moves)]:
        key = "puzzles.right" if len(moves) == 1 else "web.puzzles.right"
        return _accept(puzzle, after, puzzle.solution[len(moves) :], key)
    if len(moves) == 1 and moves[0] in puzzle.wrong:
        refutation = puzzle.wrong[moves[0]]
        return TryResult("wrong", describe_refutation(refutation, after), refutation.line)
    if after.outcome is not None:
        value = after.outcome.value if puzzle.side == 0 else -after.outcome.value
        return _judge_value(puzzle, after, value, ())
    found = await _search(services, client_address, after)
    line = found.lines[0].moves if found.lines else ()
    score = found.score and found.score.before_move(after.side == before.side)
    if score is not None and score.proven:
        return _judge_value(puzzle, after, _read_value(score, after), line)
    if puzzle.method == "threats" and len(moves) == 1:
        # The puzzle was made by searching in vain for a win after every other move.
        return TryResult("wrong", describe_refutation(Refutation(None, line), after), line)
    return TryResult("unclear", say("web.puzzles.unclear", seconds=f"{SECONDS:g}"), line)


def _count_own_moves(position: Position, line: tuple[str, ...], side: int) -> int:
    """How many moves of a line are of this side."""
    count = 0
    for move in line:
        count += position.side == side
        position = position.play(move)
    return count


def _accept(puzzle: Puzzle, after: Position, line: tuple[str, ...], key: str) -> TryResult:
    # A draw or a margin is kept by the one right move; a win has to be played out.
    is_solved = puzzle.goal != "win" or _count_own_moves(after, line, puzzle.side) == 0
    return TryResult("right", say(key), line, is_solved)


def _judge_value(puzzle: Puzzle, after: Position, value: int, line: tuple[str, ...]) -> TryResult:
    if value >= puzzle.value:
        return _accept(puzzle, after, line, "web.puzzles.as_well")
    return TryResult("wrong", describe_refutation(Refutation(value, line), after), line)


def _read_value(score: Score, position: Position) -> int:
    if position.game.rules.scoring:
        return round(score.margin if score.margin is not None else score.value)
    return {"win": 1, "loss": -1}.get(score.kind, 0)


async def _search(services: Services, client_address: str, position: Position) -> Analysis:
    compilation = services.compile_queue.submit(position.game, SPEC)
    is_native = await wait_for_compiler(compilation, COMPILE_SECONDS)
    task = SearchTask(position, SPEC, Limit(time=SECONDS), stand_in=not is_native)
    job = services.pool.submit_analysis(client_address, task)
    try:
        return await asyncio.wrap_future(job.future)
    finally:
        job.cancel()
