"""One line of the board, seen from one cell: rows of stones, fives, fours and threes.

A board is a row of bits per row of cells, from below: black's stones in the low bits, white's
from bit `PLANE` up. `window` cuts out the eleven cells of a line around a cell, with a stone of
the colour in question on it: a winning row through the cell, or a four or three that could
become one, ends within five cells of it. All the other functions see only such windows: bit
`MIDDLE` is the cell itself, and a wall is neither own, nor enemy, nor empty.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.games.gomoku.variants import BLOCKED_ENDS, LONG_WINS, OVERLINE, SIZE

PLANE = 32
MIDDLE = 5
CENTRE = 1 << MIDDLE
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))

# Which of the two cells next to a row: the one before it, the one after it.
BEFORE = 1
AFTER = 2

# Stones and gaps of the report's threes, as bits.
SIMPLE_THREES = ((0b01110, 0b10001), (0b011010, 0b100101), (0b010110, 0b101001))


@kernel
def window(
    board: Vector, base: int, cell: int, direction: int, colour: int, tables: Vector
) -> tuple[int, int, int]:
    """Own stones, enemy stones and empty cells of a line around `cell`, own stone there."""
    size = tables[SIZE]
    step_x, step_y = STEPS[direction]
    x, y = cell % size, cell // size
    start, end = -MIDDLE, MIDDLE
    if step_x == 1:
        start, end = max(start, -x), min(end, size - 1 - x)
    if step_y == 1:
        start, end = max(start, -y), min(end, size - 1 - y)
    elif step_y == -1:
        start, end = max(start, y - size + 1), min(end, y)
    black, white = 0, 0
    for distance in range(start, end + 1):
        row = board[base + y + distance * step_y] >> (x + distance * step_x)
        black |= (row & 1) << (MIDDLE + distance)
        white |= (row >> PLANE & 1) << (MIDDLE + distance)
    own, enemy = (white, black) if colour else (black, white)
    inside = (2 << (MIDDLE + end)) - (1 << (MIDDLE + start))
    return own | CENTRE, enemy, inside & ~(own | enemy | CENTRE)


@kernel
def find_row_ends(own: int) -> tuple[int, int]:
    """The bits next to the unbroken row through the middle."""
    low = MIDDLE - 1
    while low >= 0 and (own >> low) & 1:
        low -= 1
    high = MIDDLE + 1
    while (own >> high) & 1:
        high += 1
    return low, high


@kernel
def is_five(own: int, enemy: int, colour: int, tables: Vector) -> bool:
    """Does the row through the middle win?"""
    low, high = find_row_ends(own)
    length = high - low - 1
    if length != 5:
        return length > 5 and tables[OVERLINE + colour] == LONG_WINS
    return tables[BLOCKED_ENDS] == 0 or (enemy >> low) & (enemy >> high) & 1 == 0


@kernel
def find_completions(own: int, enemy: int, empty: int, colour: int, tables: Vector) -> int:
    """The sides (`BEFORE`, `AFTER`) on which one more stone makes the row a five."""
    low, high = find_row_ends(own)
    found = 0
    if high - low < 6:
        for side, end in ((BEFORE, low), (AFTER, high)):
            stone = empty & 1 << end
            if stone and is_five(own | stone, enemy, colour, tables):
                found |= side
    return found


@kernel
def count_fours(own: int, enemy: int, empty: int, colour: int, tables: Vector) -> int:
    """How many fours the middle is part of: there are two in `X_XXX_X`, but one in `_XXXX_`."""
    found = find_completions(own, enemy, empty, colour, tables)
    if found == BEFORE | AFTER:
        low, high = find_row_ends(own)
        return 1 if high - low == 5 else 2
    return 1 if found else 0


@kernel
def is_straight_four(own: int, empty: int, colour: int, tables: Vector) -> bool:
    """Is the row through the middle an unbroken four that a stone at either end makes a five?"""
    low, high = find_row_ends(own)
    if high - low != 5 or not (empty >> low) & (empty >> high) & 1:
        return False
    # With one end empty no five is blocked at both ends; it can only be too long.
    return tables[OVERLINE + colour] == LONG_WINS or not (own >> (low - 1) | own >> (high + 1)) & 1


@kernel
def find_straightenings(own: int, empty: int, colour: int, tables: Vector) -> int:
    """The sides on which one more stone makes the row a straight four: if any, it is a three."""
    low, high = find_row_ends(own)
    found = 0
    if high - low < 5:
        for side, end in ((BEFORE, low), (AFTER, high)):
            stone = empty & 1 << end
            if stone and is_straight_four(own | stone, empty ^ stone, colour, tables):
                found |= side
    return found


@kernel
def is_simple_three(own: int, empty: int) -> bool:
    """`_XXX_`, `_XX_X_` or `_X_XX_` with the middle as one of the three."""
    for start in range(MIDDLE - 4, MIDDLE):
        for stones, gaps in SIMPLE_THREES:
            if (
                (stones << start) >> MIDDLE & 1
                and (own >> start) & stones == stones
                and (empty >> start) & gaps == gaps
            ):
                return True
    return False
