"""The lines that a judgement rests on: what was there before a move, and what refutes it.

A search that has proven a result need not have a line to the end of the game: it may know the value
without the distance, or win by threats whose last moves go without saying. So such a line is
continued, by analyses of the positions where it stops, until the rules say that the game is over.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any

from plyground.games.position import Outcome, Position
from plyground.games.score import Analysis, Score

Searches = Generator[Position, Analysis, "Evidence | None"]
"""Positions to analyse, whose analyses are sent back."""

MAX_SEARCHES = 8
"""Analyses whose moves make one line. `python bench/review_lines.py --games 40`: of 159 proven
results in Kamisado 157 have a line to the end; with 4 analyses it was 154."""
MAX_MOVES = 12
"""Moves of a line that is not proven: further on it is a guess."""


@dataclass(frozen=True)
class Evidence:
    """Moves to be replayed."""

    moves: tuple[str, ...]
    proven: bool
    """Is the result proven, and does the line go to the end of the game? Otherwise it is what a
    search expects, or a first step."""

    @classmethod
    def from_document(cls, document: dict[str, Any] | None) -> Evidence | None:
        return cls(tuple(document["moves"]), document["proven"]) if document else None


def find_line(position: Position, found: Analysis) -> Searches:
    """The line that an analysis expects; if its score is proven, to the end of the game."""
    if not found.lines:
        return None
    if found.score is None or not found.score.proven:
        return Evidence(found.lines[0].moves[:MAX_MOVES], False)
    score, side = found.score, position.side
    line: list[str] = []
    for _ in range(MAX_SEARCHES):
        moves = found.lines[0].moves if found.lines else (found.move,)
        if found.score.kind != "draw" and found.score.plies is None and found.score.margin is None:
            # The distance is not known: only the first move is proven.
            moves = moves[:1]
        end = follow(position, moves)
        if end.outcome is not None and not _agrees(end.outcome, score, side):
            moves = moves[:1]
            end = follow(position, moves)
        line += moves
        if end.outcome is not None:
            return Evidence(tuple(line), _agrees(end.outcome, score, side))
        position, found = end, (yield end)
        expected = score if end.side == side else score.before_move(same_side=False)
        if found.score is None or not found.score.proven:
            # From here on it is what the search expects.
            line += found.lines[0].moves[: max(MAX_MOVES - len(line), 0)] if found.lines else ()
            break
        if (found.score.kind, found.score.margin) != (expected.kind, expected.margin):
            break
    return Evidence(tuple(line), False)


def follow(position: Position, moves: Iterable[str]) -> Position:
    """The position after some moves."""
    for move in moves:
        position = position.play(move)
    return position


def _agrees(outcome: Outcome, score: Score, side: int) -> bool:
    """Is this the end that a proven score of a side has promised?"""
    value = outcome.value if side == 0 else -outcome.value
    if score.margin is not None:
        return value == score.margin
    return (value > 0, value < 0) == (score.kind == "win", score.kind == "loss")
