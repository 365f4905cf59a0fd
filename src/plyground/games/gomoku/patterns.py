"""What a stone would make of the lines through its cell, as tables.

A *pattern* is what a colour gets in one line by a stone on an empty cell: a five, a four, a three
and so on. The table of patterns is filled in from the definition of a five alone: a four can
become a five, a three a four; it is open if what it can become is; and a four is open if no single
answer stops it. So every variant gets its own table from the same few lines.

A *kind* sums up the patterns of the four lines through a cell: an open four, a four and a three at
once, a likely foul. A *code* says the same in full, but for which line is which. The table of cells
holds, by the code, the weights fitted to games (see `WEIGHTS`).
"""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Vector, vector
from plyground.core.jit import kernel
from plyground.games.gomoku.variants import (
    BAN_FOURS,
    BAN_THREES,
    BLOCKED_ENDS,
    LENGTH,
    LONG_WINS,
    OVERLINE,
    SIZE,
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
PATTERNS = 10

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

# Slots of the tables vector behind the head: where the tables begin (that of cells for each
# colour), how far from a stone of each colour patterns may change, and what to multiply a cell by
# to get its row (see `spot_of`).
LINE_TABLE = LENGTH
CELL_TABLE = LENGTH + 1
SITUATION_TABLE = LENGTH + 3
REACH = LENGTH + 4
INVERSE = LENGTH + 6
TAIL = LENGTH + 7
_INVERSE_BITS = 16

POINTER = (1 << 32) - 1
"""Masks a place in a vector: what cannot be negative takes fewer steps to look up."""

# A line pattern takes four bits: those of both colours in eight windows fill a word, and those of
# one colour in four lines make the index of a cell.
_WINDOWS = 1 << 20
_CELLS = 1 << 16
_PER_WORD = 8

# An entry of the cell table: its kind; values to its owner when it is to move and, half a word
# higher, when it is not; priors for playing there and for keeping the enemy from it. All but the
# kind are shifted, to be never negative.
_MOVING_AT = 0
_KIND_AT = 14
_HARM_AT = 17
_WAITING_AT = 32
_GAIN_AT = 46
_VALUE_BITS = 0x3FFF
_VALUES = _VALUE_BITS << _WAITING_AT | _VALUE_BITS << _MOVING_AT
_PRIOR_BITS = 0x7FFF
_PRIOR_ZERO = 1 << 14

CODES = 715
"""Ways to choose four patterns of ten, in no order."""

WEIGHTS = Path(__file__).with_name("weights.json")
"""What each code, and each situation, is worth: found by `python bench/fit_gomoku.py`."""

Bools = npt.NDArray[np.bool_]


def make_pattern_tables(head: Vector) -> Vector:
    """The pattern tables of a variant, which follow the head of the tables vector."""
    blocked = bool(head[BLOCKED_ENDS])
    long_wins = [bool(head[OVERLINE + colour] == LONG_WINS) for colour in (0, 1)]
    parts = [
        _lines_of_both(long_wins[0], long_wins[1], blocked),
        *(_cells(bool(head[BAN_THREES + c]), bool(head[BAN_FOURS + c])) for c in (0, 1)),
        load_weights()["situations"],
    ]
    starts = TAIL + np.cumsum([0, *map(len, parts)])
    # A fifth stone may make a row too long, or be the end that blocks it.
    reaches = [4 if wins and not blocked else 5 for wins in long_wins]
    inverse = (1 << _INVERSE_BITS) // int(head[SIZE]) + 1
    return np.concatenate([vector([*starts[:4], *reaches, inverse]), *parts])


# The kernels' side.


@kernel
def read_both_patterns(black: int, white: int, place: int, tables: Vector) -> int:
    """Black's pattern of a stone at `place` of a line and, sixteen bits higher, white's.

    The line is given by the bits of both colours, walls are both. It has five walls before its
    first place.
    """
    black = black >> place
    white = white >> place
    # The ten cells around the middle, without it.
    black = (black & 31) | (black >> 1 & 992)
    white = (white & 31) | (white >> 1 & 992)
    word = tables[(tables[LINE_TABLE] & POINTER) + (black << 7 | white >> 3)]
    found: int = word >> ((white & 7) * 8)
    return (found & 15) | (found & 240) << 12


@kernel
def split_cell(cell: int, tables: Vector) -> tuple[int, int]:
    """Column and row, by a product and a shift: divisions took a tenth of the time of a search."""
    row: int = cell * tables[INVERSE] >> _INVERSE_BITS
    return cell - row * tables[SIZE], row


@kernel
def kind_of(entry: int) -> int:
    return entry >> _KIND_AT & 7


@kernel
def score_change(before: int, after: int) -> int:
    """What a cell is worth more by its new entry, if its colour is to move and if it is not.

    Such pairs can be added up as they are.
    """
    return (after & _VALUES) - (before & _VALUES)


@kernel
def sum_moving(pairs: int) -> int:
    """The sum of what cells are worth to a colour that is to move."""
    half = 1 << (_WAITING_AT - 1)
    return (pairs + half & 2 * half - 1) - half


@kernel
def sum_waiting(pairs: int) -> int:
    """The sum of what cells are worth to a colour that is not to move."""
    return pairs + (1 << (_WAITING_AT - 1)) >> _WAITING_AT


@kernel
def prior_of(own: int, enemy: int) -> int:
    """The prior of a stone on a cell, by its entries for both colours."""
    gain = own >> _GAIN_AT & _PRIOR_BITS
    harm = enemy >> _HARM_AT & _PRIOR_BITS
    return gain + harm - 2 * _PRIOR_ZERO


# Patterns of lines.


@cache
def build_line_patterns(long_wins: bool, blocked_ends: bool) -> npt.NDArray[np.uint8]:
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
def _lines_of_both(black_long_wins: bool, white_long_wins: bool, blocked_ends: bool) -> Vector:
    """Both colours' patterns of every window, black's stones in its upper ten bits."""
    index = np.arange(_WINDOWS)
    black = build_line_patterns(black_long_wins, blocked_ends)
    white = build_line_patterns(white_long_wins, blocked_ends)[(index & 1023) << 10 | index >> 10]
    words = (black | white << 4).reshape(-1, _PER_WORD).astype(np.uint64)
    shifts = np.arange(_PER_WORD, dtype=np.uint64) * np.uint64(8)
    packed: Vector = np.bitwise_or.reduce(words << shifts, axis=1).view(np.int64)
    return packed


# Cells.


@cache
def build_codes() -> Vector:
    """The code of each four patterns; 0 is that of nothing at all."""
    lines = _four_patterns()
    lines[:, (lines >= PATTERNS).any(0)] = NOTHING
    ordered = np.sort(lines, axis=0)
    ranks = ((ordered[3] * 16 + ordered[2]) * 16 + ordered[1]) * 16 + ordered[0]
    return np.unique(ranks, return_inverse=True)[1].astype(np.int64)


def _four_patterns() -> Vector:
    index = np.arange(_CELLS, dtype=np.int64)
    return np.stack([index >> 4 * direction & 15 for direction in range(4)])


@cache
def load_weights() -> dict[str, Vector]:
    given = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return {name: vector(row) for name, row in given.items()}


@cache
def _cells(ban_threes: bool, ban_fours: bool) -> Vector:
    """The entry of each four patterns."""
    lines = _four_patterns()
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

    entries: Vector = kinds << _KIND_AT
    for name, place, bits in (
        ("moving", _MOVING_AT, _VALUE_BITS),
        ("waiting", _WAITING_AT, _VALUE_BITS),
        ("gain", _GAIN_AT, _PRIOR_BITS),
        ("harm", _HARM_AT, _PRIOR_BITS),
    ):
        worth = load_weights()[name][build_codes()]
        # A stone that may not be put there is worth nothing.
        worth[kinds == LIKELY_FOUL] = 0
        half = (bits + 1) // 2
        entries = entries | np.clip(worth, -half, half - 1) + half << place
    return entries
