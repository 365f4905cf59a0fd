"""What a search of Triangles needs beyond the rules: hash, bounds, evaluation, move priors.

The weights of `evaluate` are least-squares fits to exact values, in thousandths of a point:
`python bench/fit_triangles.py`. Without the extra move they are of 576 positions (2 to 18 segments
left, random sets of 7 to 14 points); the error that remains is 0.8 points, against 1.9 if every
position is called even. With it they are of 9,600 (2 to 13 left, 7 to 10 points): 2.5 against 4.2.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.values import POINT
from plyground.games.triangles.rules import (
    BIT_NUMBERS,
    CLOSED_MASKS,
    COMPONENTS,
    DRAWN,
    EXTRA_MOVE,
    FINISHED,
    ISOLATED,
    PRIME,
    SCORE,
    SEGMENTS_LEFT,
    TRIANGLE_INDEX,
    TRIANGLE_TOTAL,
    WORD_BITS,
    WORDS,
    count_gain,
    is_drawn_at,
    to_segment,
)

SCALE = 1_000.0

# Whoever draws the last segment has the better endgame: so much, and so much for each triangle left
# (up to the number for which it was measured).
LAST_MOVE = 465
LAST_MOVE_PER_TRIANGLE = 33
LAST_MOVE_CAP = 12
# For the same side: each enclosed region that is not a quadrilateral, and each isolated point.
REGION = 784
ISOLATED_POINT = 188
# The side to move, and an odd number of quadrilaterals that lack a diagonal.
TEMPO = 303
ODD_QUADRILATERALS = 940
# For each triangle of the best capture.
BEST_CAPTURE = 179
# With the extra move, all captures can be made, and those that follow from them.
ALL_CAPTURES = 800
FOLLOWING_CAPTURES = 290

# So large that killers and history count only between equals: measured, they mislead here. With a
# `CAPTURE_PRIOR` of 10,000 a solver visits half as many positions again: `python bench/duel.py
# triangles:n=8,seed={} plyground.games.triangles.evaluate:CAPTURE_PRIOR - 10000 --count --exact
# --depth 60 --plies 0 --games 24`; the other two are compared in the same way.
CAPTURE_PRIOR = 10_000_000
CLOSING_PRIOR = 20_000
GIVING_PRIOR = 100_000

LOW_HALF = (1 << 31) - 1


@kernel
def score_bounds(state: Vector, out: Vector, tables: Vector) -> None:
    """The lead of the side to move, and the least and most that play can add to it.

    A segment completes two triangles at most, and the last one at least one: so each side's share
    of those left is bounded by the number of its moves, and the side that draws last gets one.
    """
    side = state[0]
    own, other = state[SCORE + side], state[SCORE + 1 - side]
    rest = tables[TRIANGLE_TOTAL] - own - other
    left = state[SEGMENTS_LEFT]
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
    """A hash of what the future depends on: the open segments, and the drawn ones that may yet be
    sides of a triangle. Who is to move does not matter."""
    mixed = 0
    words = tables[WORDS]
    for word in range(words):
        mixed = mix_bits(mixed ^ (state[DRAWN + word] & ~state[DRAWN + FINISHED * words + word]))
        mixed = mix_bits(mixed ^ state[DRAWN + words + word])
    return mix_bits(mix_bits(mixed))


@kernel
def mix_bits(value: int) -> int:
    """Mix 63 bits, with factors so small that no product overflows."""
    value = ((value & LOW_HALF) * 0x5BD1E995) ^ ((value >> 31) * 0x6C8E9CF5)
    return value ^ (value >> 32)


@kernel
def evaluate(state: Vector, features: Vector, tables: Vector) -> int:
    side = state[0]
    own, other = state[SCORE + side], state[SCORE + 1 - side]
    rest = tables[TRIANGLE_TOTAL] - own - other
    best, total = count_captures(state, tables)
    expected = 0
    if tables[EXTRA_MOVE] != 0:
        if total > 0:
            expected = ALL_CAPTURES * min(total, rest) + FOLLOWING_CAPTURES * rest
    elif rest > 0:
        quads = count_quadrilaterals(state, tables)
        last = LAST_MOVE + LAST_MOVE_PER_TRIANGLE * min(rest, LAST_MOVE_CAP)
        last += REGION * (count_regions(state, tables) - quads) + ISOLATED_POINT * state[ISOLATED]
        expected = TEMPO + BEST_CAPTURE * best + ODD_QUADRILATERALS * (quads % 2)
        expected += last if state[SEGMENTS_LEFT] % 2 == 1 else -last
    score: int = (own - other) * POINT + expected
    return score


@kernel
def count_regions(state: Vector, tables: Vector) -> int:
    """How many enclosed regions are not yet triangles.

    By Euler's formula, for the drawing as it is and as it ends.
    """
    rest = tables[TRIANGLE_TOTAL] - state[SCORE] - state[SCORE + 1]
    count: int = state[COMPONENTS] - 1 + rest - state[SEGMENTS_LEFT]
    return count


@kernel
def count_quadrilaterals(state: Vector, tables: Vector) -> int:
    """How many quadrilaterals lack a diagonal, which completes two triangles."""
    words = tables[WORDS]
    halves = 0
    for word in range(words):
        rest = state[DRAWN + 3 * words + word]
        while rest != 0:
            bit = rest & -rest
            rest ^= bit
            segment = word * WORD_BITS + tables[BIT_NUMBERS + bit % PRIME]
            # A convex one has two diagonals, which cross.
            halves += 2 if count_closed(state, segment, tables) == 1 else 1
    return halves // 2


@kernel
def count_captures(state: Vector, tables: Vector) -> tuple[int, int]:
    """The most triangles that one segment completes, and the sum over all segments."""
    words = tables[WORDS]
    best = 0
    total = 0
    for word in range(2 * words):
        rest = state[DRAWN + 2 * words + word]
        if rest != 0:
            best = 1 if word < words else 2
        while rest != 0:
            rest &= rest - 1
            total += 1
    return best, total


@kernel
def priors(
    state: Vector, moves: Vector, count: int, out: Vector, features: Vector, tables: Vector
) -> None:
    """Captures first, two triangles before one; then moves that give the opponent no capture.

    Among these, those that close most other segments: the tree below is smaller (a third fewer
    nodes).
    """
    for index in range(count):
        move = moves[index]
        gain = count_gain(state, move, tables)
        gives = 0
        entry = tables[TRIANGLE_INDEX] + move
        for place in range(tables[entry], tables[entry + 1], 2):
            one, two = tables[place], tables[place + 1]
            if is_drawn_at(state, one):
                gives += is_open(state, to_segment(two), tables)
            elif is_drawn_at(state, two):
                gives += is_open(state, to_segment(one), tables)
        out[index] = (
            gain * CAPTURE_PRIOR
            - gives * GIVING_PRIOR
            + count_closed(state, move, tables) * CLOSING_PRIOR
        )


@kernel
def is_open(state: Vector, segment: int, tables: Vector) -> int:
    word: int = state[DRAWN + tables[WORDS] + segment // WORD_BITS]
    return (word >> (segment % WORD_BITS)) & 1


@kernel
def count_closed(state: Vector, segment: int, tables: Vector) -> int:
    """How many segments can no longer be drawn once this one is."""
    words = tables[WORDS]
    count = 0
    for word in range(words):
        rest = state[DRAWN + words + word] & tables[CLOSED_MASKS + segment * words + word]
        while rest != 0:
            rest &= rest - 1
            count += 1
    return count
