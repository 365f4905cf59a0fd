"""What a stone would make of the lines through its cell, as tables.

A *pattern* is what a colour gets in one line by a stone on an empty cell: a five, a four, a three
and so on. The table of patterns is filled in from the definition of a five alone: a four can
become a five, a three a four; it is open if what it can become is; and a four is open if no single
answer stops it. So every variant gets its own table from the same few lines.

A *kind* sums up the patterns of the four lines through a cell: an open four, a four and a three at
once, a likely foul. The table of cells holds the kind, a value for the evaluation and a prior for
the order of moves.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from plyground.core.compiling import kernel
from plyground.core.contract import Vector, vector
from plyground.games.gomoku.variants import (
    BAN_FOURS,
    BAN_THREES,
    BLOCKED_ENDS,
    LENGTH,
    LONG_WINS,
    OVERLINE,
)

# Patterns of one line.
NOTHING = 0
BLOCKED_ONE = 1
OPEN_ONE = 2
BLOCKED_TWO = 3
OPEN_TWO = 4
BLOCKED_THREE = 5
OPEN_THREE = 6
FOUR = 7
OPEN_FOUR = 8
FIVE = 9

# Kinds of cells.
QUIET = 0
LIKELY_FOUL = 1
THREE = 2
SIMPLE_FOUR = 3
TWO_THREES = 4
FOUR_AND_THREE = 5
WINNING_FOUR = 6
"""An open four, or two fours at once."""
WINNING = 7
KINDS = 8

# Slots of the tables vector behind the head: where each colour's tables begin, and how far from a
# stone patterns may change.
LINE_TABLE = LENGTH
CELL_TABLE = LENGTH + 2
REACH = LENGTH + 4
TAIL = LENGTH + 5

# A line pattern takes four bits: sixteen in a word, and four make the index of a cell.
_WINDOWS = 1 << 20
_CELLS = 1 << 16
_PER_WORD = 16

# An entry of the cell table: kind, value (plus `_ZERO`, so that it is never negative), prior.
_VALUE_AT = 8
_PRIOR_AT = 32
_ZERO = 1 << 20

Bools = npt.NDArray[np.bool_]


def tail(head: Vector) -> Vector:
    """All tables of patterns for a variant, to stand behind the head of the tables vector."""
    blocked = bool(head[BLOCKED_ENDS])
    lines, cells = [], []
    for colour in (0, 1):
        long_wins = bool(head[OVERLINE + colour] == LONG_WINS)
        lines.append(_packed_lines(long_wins, blocked))
        cells.append(_cells(bool(head[BAN_THREES + colour]), bool(head[BAN_FOURS + colour])))
    parts = [lines[0], *cells]
    same = lines[0] is lines[1]
    if not same:
        parts.append(lines[1])
    starts = TAIL + np.cumsum([0, *map(len, parts)])
    sees_far = blocked or any(head[OVERLINE : OVERLINE + 2] != LONG_WINS)
    slots = [starts[0], starts[0 if same else 3], starts[1], starts[2], 5 if sees_far else 4]
    return np.concatenate([vector(slots), *parts])


# The kernels' side.


@kernel
def pattern_at(own: int, enemy: int, place: int, table: int, tables: Vector) -> int:
    """The pattern of a stone at `place` of a line, by the bits of both colours (walls are both).

    A line has five walls before its first place. `table` is where the colour's table begins.
    """
    own = own >> place
    enemy = enemy >> place
    # The ten cells around the middle, without it.
    own = (own & 31) | (own >> 1 & 992)
    enemy = (enemy & 31) | (enemy >> 1 & 992)
    word = tables[table + (own << 6 | enemy >> 4)]
    found: int = word >> ((enemy & 15) * 4) & 15
    return found


@kernel
def kind_of(entry: int) -> int:
    return entry & 255


@kernel
def value_of(entry: int) -> int:
    return (entry >> _VALUE_AT & 0xFFFFFF) - _ZERO


@kernel
def prior_of(entry: int) -> int:
    return entry >> _PRIOR_AT


# Patterns of lines.


@cache
def line_patterns(long_wins: bool, blocked_ends: bool) -> npt.NDArray[np.uint8]:
    """The pattern of every window: ten bits of own stones, then ten of the enemy's, walls in both.

    Bits 0 to 4 are the cells before the middle, 5 to 9 those after it.
    """
    windows = _windows()
    own, enemy = windows >> 10, windows & 1023
    taken = own | enemy
    five = np.zeros(_WINDOWS, bool)
    five[windows] = _is_five(own & ~enemy, enemy & ~own, long_wins, blocked_ends)

    completes = np.zeros(_WINDOWS, bool)
    for cell in range(10):
        completes[windows] |= (taken >> cell & 1 == 0) & five[windows | 1024 << cell]
    # Open: no single answer, wherever, stops it.
    open_four = completes.copy()
    for cell in range(10):
        open_four[windows] &= (taken >> cell & 1 == 1) | completes[windows | 1 << cell]

    patterns = np.zeros(_WINDOWS, np.uint8)
    stones = np.bitwise_count(own & ~enemy)
    for count in range(10, -1, -1):
        # With one stone more, all is known already.
        some = windows[stones == count]
        best = np.zeros(len(some), np.uint8)
        for cell in range(10):
            empty = (some >> 10 | some) >> cell & 1 == 0
            best = np.maximum(best, np.where(empty, patterns[some | 1024 << cell], 0))
        found = np.where(best > OPEN_ONE, best - 2, NOTHING).astype(np.uint8)
        found[completes[some]] = FOUR
        found[open_four[some]] = OPEN_FOUR
        found[five[some]] = FIVE
        patterns[some] = found
    return patterns


def _windows() -> Vector:
    """All windows that can be: beyond a wall there are only walls."""
    halves = [
        (*cells, *("#" * (5 - length)))
        for length in range(6)
        for cells in product(".xo", repeat=length)
    ]
    before, after = np.zeros(len(halves), np.int64), np.zeros(len(halves), np.int64)
    for number, half in enumerate(halves):
        for distance, sign in enumerate(half):
            for shift, marks in ((10, "x#"), (0, "o#")):
                before[number] |= (sign in marks) << (4 - distance + shift)
                after[number] |= (sign in marks) << (5 + distance + shift)
    return (before[:, None] | after[None, :]).reshape(-1)


def _is_five(own: Vector, enemy: Vector, long_wins: bool, blocked_ends: bool) -> Bools:
    """Does the row through the middle of each window win, with a stone there?"""
    length = np.ones(len(own), np.int64)
    ends_blocked = np.ones(len(own), bool)
    for outward in ((4, 3, 2, 1, 0), (5, 6, 7, 8, 9)):
        going = np.ones(len(own), bool)
        blocked = np.zeros(len(own), bool)
        for cell in outward:
            blocked |= going & (enemy >> cell & 1 == 1)
            going &= own >> cell & 1 == 1
            length += going
        ends_blocked &= blocked
    exact: Bools = (length == 5) & ~(ends_blocked & blocked_ends)
    return exact | ((length > 5) & long_wins)


@cache
def _packed_lines(long_wins: bool, blocked_ends: bool) -> Vector:
    words = line_patterns(long_wins, blocked_ends).reshape(-1, _PER_WORD).astype(np.uint64)
    shifts = np.arange(_PER_WORD, dtype=np.uint64) * np.uint64(4)
    packed: Vector = np.bitwise_or.reduce(words << shifts, axis=1).view(np.int64)
    return packed


# Cells.

# What a pattern is worth to its owner as long as nobody has played there, and what a kind adds.
# Like the constants of `evaluate`, fitted by logistic regression to the results of 3,600 freestyle
# games of the engine against itself, from random openings, at 600 positions a move:
# `python bench/fit_gomoku.py --seconds 600`.
_PATTERN_VALUES = (0, -1, -2, -2, 1, 4, 17, 36, 42, 42)
_KIND_VALUES = {FOUR_AND_THREE: 140, WINNING_FOUR: 80, WINNING: 80}
# Priors are in the units of the search's own history. To compare them with others: `python
# bench/duel.py gomoku plyground.games.gomoku.patterns:_PATTERN_PRIORS - "(0,) * 10" --nodes 3000`.
_PATTERN_PRIORS = (0, 30, 80, 90, 300, 250, 900, 700, 0, 0)
# A prior from here up goes before all that a search has found out by itself.
_URGENT = 1_000_000
_KIND_PRIORS = {
    LIKELY_FOUL: -2_000,
    THREE: 2_000,
    SIMPLE_FOUR: 2_500,
    TWO_THREES: 8_000,
    FOUR_AND_THREE: _URGENT,
    WINNING_FOUR: 2 * _URGENT,
    WINNING: 8 * _URGENT,
}


@cache
def _cells(ban_threes: bool, ban_fours: bool) -> Vector:
    """The entry of each four patterns."""
    index = np.arange(_CELLS, dtype=np.int64)
    lines = np.stack([index >> 4 * direction & 15 for direction in range(4)])
    threes, fours = (lines == OPEN_THREE).sum(0), ((lines == FOUR) | (lines == OPEN_FOUR)).sum(0)
    kinds = np.full(_CELLS, QUIET)
    # From the weakest to the strongest.
    kinds[threes > 0] = THREE
    kinds[fours > 0] = SIMPLE_FOUR
    kinds[threes > 1] = TWO_THREES
    kinds[(fours > 0) & (threes > 0)] = FOUR_AND_THREE
    kinds[(fours > 1) | (lines == OPEN_FOUR).any(0)] = WINNING_FOUR
    kinds[((threes > 1) & ban_threes) | ((fours > 1) & ban_fours)] = LIKELY_FOUL
    kinds[(lines == FIVE).any(0)] = WINNING

    known = np.minimum(lines, FIVE)
    values = np.array(_PATTERN_VALUES)[known].sum(0)
    priors = np.array(_PATTERN_PRIORS)[known].sum(0)
    for kind in range(KINDS):
        values[kinds == kind] += _KIND_VALUES.get(kind, 0)
        priors[kinds == kind] += _KIND_PRIORS.get(kind, 0)
    values[kinds == LIKELY_FOUL] = 0
    entries: Vector = kinds | values + _ZERO << _VALUE_AT | priors << _PRIOR_AT
    return entries
