"""The stack of a proof search: a row for every ply, the shared context, and table entries.

A row holds the state of a node and space for its symmetric image, a few fields, and lists as long
as the game's branching. All nodes below the root are replaced by the representative of their
symmetry class, so moves found in the table are moves of the state in the row.

Three kinds of proof share one table. The highest bits of an entry's second word say how much work
it saves. The entry of a bucket that saves least is always replaced.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Rules, Vector
from plyground.core.jit import kernel
from plyground.core.pointers import (
    CANONICAL,
    PRIORS,
    canonical_of,
    moves_of,
    outcome_of,
    play_of,
)
from plyground.core.transposition_table import BUCKET_WORDS, position_key
from plyground.core.values import DRAW, ONGOING

# Slots of the context that all nodes of one thread share.
NODES = 0
"""Positions visited so far; may be read while the search runs."""
SIZE = 1
BRANCHING = 2
ROWS = 3
"""Number of rows."""
ORDERED = 4
"""Are the game's priors usable? (A proof search has no features for them.)"""
CONTEXT_SIZE = 5

# Fields of a row, behind the state and its image.
KEY = 0
WORD = 1
"""The table entry, or 0."""
FIRST = 2
"""The first of three fields whose meaning is up to the search."""
FIELDS = 5

LISTS = 4

# Returned instead of an answer; all answers are smaller.
UNKNOWN = 1 << 40
STOPPED = UNKNOWN + 1
TOO_DEEP = UNKNOWN + 2

EFFORT_SHIFT = 56
EFFORT_LIMIT = 127


def make_context(rules: Rules, addresses: Vector) -> Vector:
    context = np.zeros(CONTEXT_SIZE, np.int64)
    context[SIZE] = len(rules.start)
    context[BRANCHING] = rules.branching
    context[ORDERED] = addresses[PRIORS] != 0 and rules.features_size == 0
    return context


def make_rows(context: Vector, plies: int) -> npt.NDArray[np.int64]:
    """Rows for a search `plies` deep."""
    context[ROWS] = plies + 1
    width = 2 * context[SIZE] + FIELDS + LISTS * context[BRANCHING]
    return np.zeros((plies + 1, width), np.int64)


@kernel
def list_start(number: int, context: Vector) -> int:
    """The index in a row where a list begins."""
    start: int = 2 * context[SIZE] + FIELDS + number * context[BRANCHING]
    return start


@kernel
def make_child(
    ply: int, move: int, rows: Vector, context: Vector, kernels: Vector, tables: Vector
) -> bool:
    """Play a move into the next row; return whether the same side is to move again."""
    size = context[SIZE]
    state = rows[ply]
    child = rows[ply + 1][:size]
    for slot in range(size):
        child[slot] = state[slot]
    play_of(kernels)(child, move, tables)
    return bool(child[0] == state[0])


@kernel
def make_canonical(ply: int, rows: Vector, context: Vector, kernels: Vector, tables: Vector) -> int:
    """Replace the row's state by its symmetry representative; return its key."""
    size = context[SIZE]
    row = rows[ply]
    if kernels[CANONICAL] != 0:
        canonical_of(kernels)(row[:size], row[size : 2 * size], tables)
        for slot in range(size):
            row[slot] = row[size + slot]
    key: int = position_key(kernels, row[:size], tables)
    return key


@kernel
def find_entry(table: Vector, key: int) -> int:
    """The place of the entry of `key`, or else of the bucket's least valuable entry."""
    first = (key & (table.shape[0] // BUCKET_WORDS - 1)) * BUCKET_WORDS
    worst: int = first
    least = EFFORT_LIMIT + 1
    for place in range(first, first + BUCKET_WORDS, 2):
        word = table[place + 1]
        if table[place] ^ word == key:
            return place
        if word >> EFFORT_SHIFT < least:
            least = word >> EFFORT_SHIFT
            worst = place
    return worst


@kernel
def write_entry(table: Vector, place: int, key: int, word: int, nodes: int) -> None:
    """Write an entry that cost so many nodes: its value grows by four with each doubling."""
    effort = 1
    while nodes >= 8:
        nodes >>= 1
        effort += 4
    word |= min(effort + max(nodes - 4, 0), EFFORT_LIMIT) << EFFORT_SHIFT
    table[place] = key ^ word
    table[place + 1] = word


EXPAND_SIGNATURE = (
    "int64(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1])"
)


@kernel
def expand_root(
    rows: Vector,
    children: Vector,
    outcomes: Vector,
    context: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """Write the children of the state in the first row; return how many there are.

    The moves that lead to them are in the row's first list. `outcomes` holds theirs and, last, that
    of the state itself; a position without a move is a draw.
    """
    size = context[SIZE]
    moves = rows[0][list_start(0, context) : list_start(1, context)]
    spare = rows[0][list_start(1, context) : list_start(2, context)]
    own = outcome_of(kernels)(rows[0][:size], tables)
    count = 0
    if own == ONGOING:
        count = moves_of(kernels)(rows[0][:size], moves, tables)
    outcomes[context[BRANCHING]] = own if own != ONGOING or count > 0 else DRAW
    for index in range(count):
        child = children[index]
        for slot in range(size):
            child[slot] = rows[0, slot]
        play_of(kernels)(child, moves[index], tables)
        outcomes[index] = outcome_of(kernels)(child, tables)
        if outcomes[index] == ONGOING and moves_of(kernels)(child, spare, tables) == 0:
            outcomes[index] = DRAW
    return count


ENTRIES = ((expand_root, EXPAND_SIGNATURE),)
