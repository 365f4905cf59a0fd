"""May a stone be put there? Cheap answers first, since the exact one looks ahead."""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.games.gomoku.fouls import DOUBLE_THREE, find_suspects, judge
from plyground.games.gomoku.lines import PLANE
from plyground.games.gomoku.pattern_state import (
    CELLS,
    find_threes,
    has_open_four,
    kind_at,
    makes_long_row,
)
from plyground.games.gomoku.patterns import LIKELY_FOUL
from plyground.games.gomoku.rules import BOARD, STONES
from plyground.games.gomoku.variants import (
    BLOCKED_ENDS,
    FOUL_LOSES,
    FOULS,
    LONG_FOUL,
    LONG_WINS,
    OVERLINE,
    SIMPLE_THREE,
    SIZE,
)


@kernel
def is_foul(state: Vector, cell: int, colour: int, features: Vector, tables: Vector) -> bool:
    """Is a stone of a colour on an empty cell forbidden? The features must be up to date."""
    if not tables[FOULS + colour]:
        return False
    if tables[SIMPLE_THREE] or tables[BLOCKED_ENDS] or tables[OVERLINE + colour] == LONG_WINS:
        # Here a three need be no such pattern, or a four may be a three, too.
        if is_surely_legal(state, cell, colour, features, tables):
            return False
    elif kind_at(cell, colour, features) != LIKELY_FOUL and not (
        # Two fours in one line are an open one.
        has_open_four(features[CELLS + cell] >> 16 * colour)
        or may_be_overline(cell, colour, features, tables)
    ):
        return False
    return bool(judge(state, BOARD, cell, colour, tables) >= DOUBLE_THREE)


@kernel
def is_surely_legal(
    state: Vector, cell: int, colour: int, features: Vector, tables: Vector
) -> bool:
    """Is a foul out of the question on an empty cell, also after any stone of the enemy?"""
    if not tables[FOULS + colour]:
        return True
    if tables[SIMPLE_THREE] or tables[BLOCKED_ENDS]:
        # What is a three, or two fours, by these rules need be no such pattern.
        size = tables[SIZE]
        doubtful = find_suspects(state, BOARD, cell // size, colour, tables)
        return bool(doubtful >> (cell % size) & 1 == 0)
    # Two fours in one line are an open one; other fouls need a three at least in two lines, or a
    # row of six.
    patterns = features[CELLS + cell] >> 16 * colour
    threes = find_threes(patterns)
    if threes & (threes - 1) != 0 or has_open_four(patterns):
        return False
    return not may_be_overline(cell, colour, features, tables)


@kernel
def may_be_overline(cell: int, colour: int, features: Vector, tables: Vector) -> bool:
    """Is a row forbidden for its length, and does a stone on an empty cell make one so long?"""
    if tables[OVERLINE + colour] != LONG_FOUL:
        return False
    return makes_long_row(cell, colour, features, tables)


@kernel
def has_plain_move(state: Vector, colour: int, tables: Vector) -> bool:
    """Will a colour have a legal move, whatever single stone the other one puts now?

    If not, the game might end as a draw before it is won.
    """
    if tables[FOUL_LOSES] or not tables[FOULS + colour]:
        return True
    size = tables[SIZE]
    found = False
    for y in range(size):
        stones = state[BOARD + y]
        doubtful = find_suspects(state, BOARD, y, colour, tables)
        plain = ~(stones | stones >> PLANE | doubtful) & ((1 << size) - 1)
        if plain & (plain - 1) != 0 or (found and plain != 0):
            return True
        found |= plain != 0
    return False


@kernel
def has_room(state: Vector, colour: int, tables: Vector) -> bool:
    """Will a colour have a legal move, even after one more stone of its own anywhere?"""
    size = tables[SIZE]
    # A stone matters to no more than this many cells: those within four of it on a line.
    needed = 35
    if tables[FOUL_LOSES] or not tables[FOULS + colour] or 2 * state[STONES] < size * size:
        return True
    count = 0
    for y in range(size):
        stones = state[BOARD + y]
        doubtful = find_suspects(state, BOARD, y, colour, tables)
        plain = ~(stones | stones >> PLANE | doubtful) & ((1 << size) - 1)
        while plain != 0:
            plain &= plain - 1
            count += 1
    return count >= needed
