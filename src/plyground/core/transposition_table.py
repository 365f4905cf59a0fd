"""The transposition table: results of earlier searches in a fixed amount of memory.

Entries are two words in buckets of four, one cache line each. Threads share the table without
locks, and that is safe: the first word is the position's key xor the second word (Hyatt and Mann,
2002). If two threads write the same entry at once and the words of both get mixed, then the first
word no longer matches the second, and the entry reads as absent. A wrong entry would need two
positions with the same 64-bit key in one bucket.

The second word of alpha-beta holds, from the low end: move (16 bits, all ones: none), depth (8),
bound (2), proven (1), age (5), score (32). A score of a forced win counts from the position itself,
not from the root (see `to_table`). Proof searches fill the word in their own ways.
"""

from __future__ import annotations

import numpy as np

from plyground.core.context import tables_of
from plyground.core.contract import Vector
from plyground.core.hashing import hash_vector
from plyground.core.jit import kernel
from plyground.core.pointers import KEY, key_of
from plyground.core.values import DECIDED

BUCKET_WORDS = 8
NO_MOVE = 0xFFFF

LOWER = 1
UPPER = 2
EXACT = 3

DEPTH_LIMIT = 255
_AGES = 32

# Entries of proofs are replaced by the effort that they save, in the highest bits of the second
# word, instead of by depth and age.
BY_EFFORT = -1
EFFORT_SHIFT = 56
EFFORT_LIMIT = 127


def make_table(mebibytes: float) -> Vector:
    """An empty table: the largest power of two of buckets within the given memory.

    Every page is touched here, so that no search waits for memory.
    """
    buckets = max(1, int(mebibytes * 2**20) // (BUCKET_WORDS * 8))
    return np.full((1 << (buckets.bit_length() - 1)) * BUCKET_WORDS, 0, np.int64)


@kernel
def position_key(context: Vector, state: Vector) -> int:
    """The game's own key, else a hash of the whole vector; never 0."""
    own = context[KEY] != 0
    found = key_of(context)(state, tables_of(context)) if own else hash_vector(state)
    # Key 0 would match an entry that was never written.
    return found if found != 0 else 1


@kernel
def probe(table: Vector, key: int) -> int:
    """The second word of the entry of `key`, or 0."""
    first = (key & (table.shape[0] // BUCKET_WORDS - 1)) * BUCKET_WORDS
    for place in range(first, first + BUCKET_WORDS, 2):
        data: int = table[place + 1]
        if table[place] ^ data == key:
            return data
    return 0


@kernel
def find_entry(table: Vector, key: int, age: int) -> int:
    """The place of the entry of `key`, or else of the bucket's least valuable entry.

    By depth, an entry is worth its depth, less four for each search since; `BY_EFFORT`, what it
    cost.
    """
    first = (key & (table.shape[0] // BUCKET_WORDS - 1)) * BUCKET_WORDS
    worst: int = first
    least = 1 << 30
    for place in range(first, first + BUCKET_WORDS, 2):
        data = table[place + 1]
        if table[place] ^ data == key:
            return place
        if age == BY_EFFORT:
            worth = data >> EFFORT_SHIFT
        elif data == 0:
            worth = -1
        else:
            worth = entry_depth(data) - 4 * ((age - entry_age(data)) & (_AGES - 1)) + 256
        if worth < least:
            least = worth
            worst = place
    return worst


@kernel
def store(table: Vector, key: int, data: int, age: int) -> None:
    """Store a result of alpha-beta, replacing the least valuable entry of the bucket.

    The entry of the same position is replaced unless it is deeper and from the current search.
    """
    place = find_entry(table, key, age)
    known = table[place + 1]
    if table[place] ^ known == key:
        if (
            entry_depth(known) > entry_depth(data)
            and entry_age(known) == age
            and entry_bound(data) != EXACT
        ):
            return
        if entry_move(data) == NO_MOVE:
            data = data & ~NO_MOVE | entry_move(known)
    data |= (age & (_AGES - 1)) << 27
    table[place] = key ^ data
    table[place + 1] = data


@kernel
def write_entry(table: Vector, place: int, key: int, word: int, nodes: int) -> None:
    """Write an entry of a proof that cost so many nodes: each doubling makes it worth four more."""
    effort = 1
    while nodes >= 8:
        nodes >>= 1
        effort += 4
    word |= min(effort + max(nodes - 4, 0), EFFORT_LIMIT) << EFFORT_SHIFT
    table[place] = key ^ word
    table[place + 1] = word


@kernel
def pack_entry(score: int, depth: int, bound: int, proven: int, move: int) -> int:
    """The second word of an entry, but for its age."""
    return (
        (score << 32)
        | (proven << 26)
        | (bound << 24)
        | (min(depth, DEPTH_LIMIT) << 16)
        | min(move, NO_MOVE)
    )


@kernel
def entry_move(data: int) -> int:
    return data & 0xFFFF


@kernel
def entry_depth(data: int) -> int:
    return (data >> 16) & 0xFF


@kernel
def entry_bound(data: int) -> int:
    return (data >> 24) & 3


@kernel
def entry_proven(data: int) -> int:
    return (data >> 26) & 1


@kernel
def entry_age(data: int) -> int:
    return (data >> 27) & (_AGES - 1)


@kernel
def entry_score(data: int) -> int:
    return data >> 32


@kernel
def to_table(score: int, ply: int, base: int) -> int:
    """A score relative to the position: wins counted from it, points without the lead `base`."""
    if score >= DECIDED:
        return score + ply
    if score <= -DECIDED:
        return score - ply
    return score - base


@kernel
def from_table(score: int, ply: int, base: int) -> int:
    """The reverse of `to_table`."""
    if score >= DECIDED:
        return score - ply
    if score <= -DECIDED:
        return score + ply
    return score + base
