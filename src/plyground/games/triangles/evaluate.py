"""What a search of Triangles wants to know beyond the rules.

The figures of `evaluate` are least-squares fits to exact values, in thousandths of a point:
`python bench/fit_triangles.py`. Without the extra move they are of 576 positions (2 to 18 segments
left, random sets of 7 to 14 points); the error that remains is 0.8 points where always saying
"even" leaves 1.9. With it they are of 9,600 (2 to 13 left, 7 to 10 points): 2.5 where that leaves
4.2.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.values import POINT
from plyground.games.triangles.rules import (
    BIT_NUMBERS,
    BITS,
    CLOSED,
    DRAWN,
    EXTRA_MOVE,
    IN_ALL,
    LEFT,
    LONE,
    PIECES,
    POINTS,
    PRIME,
    TRIANGLES,
    WORDS,
    gain_of,
    is_marked,
    segment_at,
)

SCALE = 1_000.0

# Whoever draws the last segment has the better end: so much, and so much for each triangle left
# (up to the number for which it was measured).
LAST = 465
LAST_EACH = 33
LAST_MOST = 12
# For the same side, each region that drawn segments enclose and that is no mere quadrilateral, and
# each point without a segment.
REGION = 784
LONELY = 188
# To be on move; and an odd number of quadrilaterals that wait for a diagonal.
MOVE = 303
QUADS_ODD = 940
# The best that can be taken at once, for each triangle of it.
TAKE = 179
# With the extra move all that is there can be taken, and what follows from it.
TAKE_ALL = 800
TAKE_ON = 290

# So large that killers and history count only between equals: measured, they mislead here. With a
# `CAPTURE` of 10,000 a solver looks at half as many positions again: `python bench/duel.py
# triangles:n=8,seed={} plyground.games.triangles.evaluate:CAPTURE - 10000 --count --exact
# --depth 60 --plies 0 --games 24`; the other two are compared in the same way.
CAPTURE = 10_000_000
CLOSES = 20_000
GIVES = 100_000

LOW_HALF = (1 << 31) - 1


@kernel
def score_bounds(state: Vector, out: Vector, tables: Vector) -> None:
    """Points ahead, and the least and most that can be added, whatever is played.

    A segment completes two triangles at most, and the last one at least one: so each side's share
    of those left is bounded by the number of its moves, and the side that draws last gets one.
    """
    side = state[0]
    own, other = state[POINTS + side], state[POINTS + 1 - side]
    rest = tables[IN_ALL] - own - other
    left = state[LEFT]
    own_most = rest
    other_most = rest
    if rest > 0 and tables[EXTRA_MOVE] == 0:
        own_most = min(rest - (1 - left % 2), 2 * ((left + 1) // 2))
        other_most = min(rest - left % 2, 2 * (left // 2))
    out[0] = own - other
    out[1] = rest - 2 * other_most
    out[2] = 2 * own_most - rest


@kernel
def key(state: Vector, tables: Vector) -> int:
    """A hash of the segments drawn: the future depends on nothing else, nor on who is to move."""
    mixed = 0
    for word in range(tables[WORDS]):
        mixed = stir(mixed ^ state[DRAWN + word])
    return stir(stir(mixed))


@kernel
def stir(value: int) -> int:
    """Mix 63 bits, with factors so small that no product overflows."""
    value = ((value & LOW_HALF) * 0x5BD1E995) ^ ((value >> 31) * 0x6C8E9CF5)
    return value ^ (value >> 32)


@kernel
def evaluate(state: Vector, features: Vector, tables: Vector) -> int:
    side = state[0]
    own, other = state[POINTS + side], state[POINTS + 1 - side]
    rest = tables[IN_ALL] - own - other
    best, together = captures(state, tables)
    hope = 0
    if tables[EXTRA_MOVE] != 0:
        if together > 0:
            hope = TAKE_ALL * min(together, rest) + TAKE_ON * rest
    elif rest > 0:
        quads = quadrilaterals(state, tables)
        last = LAST + LAST_EACH * min(rest, LAST_MOST)
        last += REGION * (regions(state, tables) - quads) + LONELY * state[LONE]
        hope = MOVE + TAKE * best + QUADS_ODD * (quads % 2)
        hope += last if state[LEFT] % 2 == 1 else -last
    score: int = (own - other) * POINT + hope
    return score


@kernel
def regions(state: Vector, tables: Vector) -> int:
    """How many regions drawn segments enclose that are no triangles yet.

    By Euler's formula, for the drawing as it is and as it will be.
    """
    rest = tables[IN_ALL] - state[POINTS] - state[POINTS + 1]
    count: int = state[PIECES] - 1 + rest - state[LEFT]
    return count


@kernel
def quadrilaterals(state: Vector, tables: Vector) -> int:
    """How many quadrilaterals wait for a diagonal, which is worth two triangles."""
    words = tables[WORDS]
    halves = 0
    for word in range(words):
        rest = state[DRAWN + 3 * words + word]
        while rest != 0:
            bit = rest & -rest
            rest ^= bit
            segment = word * BITS + tables[BIT_NUMBERS + bit % PRIME]
            # A convex one has two diagonals, which cross.
            halves += 2 if closes(state, segment, tables) == 1 else 1
    return halves // 2


@kernel
def captures(state: Vector, tables: Vector) -> tuple[int, int]:
    """The most triangles that one segment completes now, and the sum over all segments."""
    words = tables[WORDS]
    best = 0
    together = 0
    for word in range(2 * words):
        rest = state[DRAWN + 2 * words + word]
        if rest != 0:
            best = 1 if word < words else 2
        while rest != 0:
            rest &= rest - 1
            together += 1
    return best, together


@kernel
def priors(
    state: Vector, moves: Vector, count: int, priors: Vector, features: Vector, tables: Vector
) -> None:
    """Captures first, two triangles before one; then what gives the opponent nothing to take.

    Among these what closes most other segments: the tree below is smaller (a third fewer nodes).
    """
    for index in range(count):
        move = moves[index]
        gain = gain_of(state, move, tables)
        gives = 0
        entry = tables[TRIANGLES] + move
        for place in range(tables[entry], tables[entry + 1], 2):
            one, two = tables[place], tables[place + 1]
            if is_marked(state, one):
                gives += is_open(state, segment_at(two), tables)
            elif is_marked(state, two):
                gives += is_open(state, segment_at(one), tables)
        priors[index] = gain * CAPTURE - gives * GIVES + closes(state, move, tables) * CLOSES


@kernel
def is_open(state: Vector, segment: int, tables: Vector) -> int:
    word: int = state[DRAWN + tables[WORDS] + segment // BITS]
    return (word >> (segment % BITS)) & 1


@kernel
def closes(state: Vector, segment: int, tables: Vector) -> int:
    """How many segments can no longer be drawn once this one is."""
    words = tables[WORDS]
    count = 0
    for word in range(words):
        rest = state[DRAWN + words + word] & tables[CLOSED + segment * words + word]
        while rest != 0:
            rest &= rest - 1
            count += 1
    return count
