"""Open lines: from which squares a tower could reach its far row in one move.

For each side, square and direction (left, straight, right) the tables hold the squares that must
be empty, as two masks over the halves of the board. Where a line leaves the board at its edge the
masks are full, and so never clear.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.values import won_in
from plyground.games.kamisado.rules import (
    ANY,
    FILL,
    FORCED,
    GOAL,
    OCCUPANCY,
    OPTIONS_END,
    POINTS,
    SIDE,
    is_void,
    rank_of,
    square_of,
)

LINES = OPTIONS_END
_CLOSED = (1 << 32) - 1


def build_lines() -> list[int]:
    """The part of the tables that begins at `WAYS`."""
    return [
        mask
        for side in (0, 1)
        for square in range(64)
        for aside in (-1, 0, 1)
        for mask in _build_masks(side, square, aside)
    ]


def _build_masks(side: int, square: int, aside: int) -> tuple[int, int]:
    row, column = divmod(square, 8)
    distance = 7 - row if side == 0 else row
    if distance == 0 or not 0 <= column + aside * distance < 8:
        return _CLOSED, _CLOSED
    step = (8 if side == 0 else -8) + aside
    line = sum(1 << (square + step * number) for number in range(1, distance + 1))
    return line & _CLOSED, line >> 32


@kernel
def has_open_line(state: Vector, side: int, colour: int, tables: Vector) -> bool:
    """Could the tower reach its far row in one move, if it were its turn?"""
    square = square_of(state, side, colour)
    rank = rank_of(state, side, colour)
    if rank > 0:
        distance = square >> 3 if side == 1 else 7 - (square >> 3)
        if distance > 7 - 2 * rank:
            return False
    low, high = state[OCCUPANCY], state[OCCUPANCY + 1]
    lines = LINES + 6 * (64 * side + square)
    for direction in range(lines, lines + 6, 2):
        if (low & tables[direction]) | (high & tables[direction + 1]) == 0:
            return True
    return False


@kernel
def wins_at_once(state: Vector, colour: int, tables: Vector) -> bool:
    """Can this tower of the side to move end the whole game, not only a round?"""
    side = state[SIDE]
    if not has_open_line(state, side, colour, tables):
        return False
    rank = rank_of(state, side, colour)
    if tables[GOAL] == 1:
        return not is_void(state, side, rank)
    return bool(state[POINTS + side] + (1 << rank) >= tables[GOAL])


@kernel
def known_result(state: Vector, tables: Vector) -> int:
    forced = state[FORCED]
    if forced == FILL:
        return 0
    first, last = (0, 7) if forced == ANY else (forced, forced)
    for colour in range(first, last + 1):
        if wins_at_once(state, colour, tables):
            return won_in(1)
    return 0
