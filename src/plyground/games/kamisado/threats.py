"""Threats: the towers that would win a round, those that are blocked, and those that a move calls.

A tower wins next if it could reach its far row in one move, were it to move; a push never gets
there, because what is pushed needs a square behind it. It is blocked if it could only make a zero
move: it has no square to go to, and nothing to push.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from plyground.core.contract import Vector
from plyground.games.kamisado import rules
from plyground.games.kamisado.open_lines import has_open_line


@dataclass(frozen=True)
class Call:
    """A move that does not end the round, and the tower that must move after it."""

    move: int
    side: int
    """Whose tower: the opponent's, but after a push one's own."""
    colour: int
    square: int
    """Where it stands then."""
    wins: bool
    """Can it end the round at once?"""
    blocked: bool


def list_winning(state: Vector, side: int, tables: Vector) -> list[int]:
    """The colours of a side's towers that could reach the far row in one move."""
    return [colour for colour in range(8) if has_open_line(state, side, colour, tables)]


def list_finishes(state: Vector, side: int, colour: int, tables: Vector) -> list[int]:
    """The squares of the far row that a tower could reach in one move."""
    if not has_open_line(state, side, colour, tables):
        return []
    square = int(rules.square_of(state, side, colour))
    row, column = divmod(square, 8)
    forward, distance = (1, 7 - row) if side == 0 else (-1, row)
    found = []
    for aside in (-1, 0, 1):
        if 0 <= column + aside * distance < 8:
            line = [square + (8 * forward + aside) * step for step in range(1, distance + 1)]
            if not any(rules.is_occupied(state, passed) for passed in line):
                found.append(line[-1])
    return found


def list_blocked(state: Vector, side: int) -> list[int]:
    """The colours of a side's towers that could only make a zero move."""
    return [colour for colour in range(8) if rules.is_blocked(state, side, colour)]


def list_calls(state: Vector, moves: Iterable[int], tables: Vector) -> Iterator[Call]:
    """The tower that each of the legal moves calls; none for a move that ends the round, and for
    the choice how to refill, after which any tower may move."""
    for move in moves:
        after = state.copy()
        rules.play(after, move, tables)
        side, colour = int(after[rules.SIDE]), int(after[rules.FORCED])
        if after[rules.WINNER] or colour >= rules.ANY:
            continue
        yield Call(
            move,
            side,
            colour,
            int(rules.square_of(after, side, colour)),
            bool(has_open_line(after, side, colour, tables)),
            bool(rules.is_blocked(after, side, colour)),
        )
