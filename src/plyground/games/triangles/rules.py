"""Triangles as kernels.

A move is the number of a segment: the segments that hold no third point, numbered once for a set
of points. A set of segments is a bit mask over `words` words of `BITS` bits.

State: side to move, points of both sides, segments left to draw, pieces of the drawing (points
that segments connect are one piece), points that are alone; then four masks: the segments drawn;
those *open* (not drawn, and crossing none that is); and of the open ones those that complete a
triangle, and those that complete two; then for each point the lowest of its piece, or `ALONE`. How
many segments will be drawn is known from the start, for every finished game is a triangulation.

Tables: a head (the number of triangles in every finished game among it), then for each segment
the mask of those it *closes* when it is drawn (itself and all that cross it), then for each
segment the empty triangles it belongs to, each as the spots of its two other sides: word and bit
as one number, for to divide by `BITS` takes time. At most two of them can be complete at once, one
on each side.
"""

from __future__ import annotations

import numpy as np

from plyground.core.contract import Vector, vector
from plyground.core.jit import kernel
from plyground.core.values import ONGOING, margin
from plyground.games.triangles.geometry import Figure, Flags

POINTS = 1
LEFT = 3
PIECES = 4
LONE = 5
DRAWN = 6

ALONE = -1

BITS = 62
# Powers of two leave different remainders by 67, which tells the number of a single bit.
PRIME = 67
# A spot is word << SPOT_BITS | bit.
SPOT_BITS = 6
SPOT_MASK = (1 << SPOT_BITS) - 1

WORDS = 0
EXTRA_MOVE = 1
IN_ALL = 2
TRIANGLES = 3
ENDS = 4
SIZE = 5
BIT_NUMBERS = 6
CLOSED = BIT_NUMBERS + PRIME


def build_tables(figure: Figure, extra_move: bool) -> Vector:
    """All that the kernels need to know about a set of points."""
    number = {segment: index for index, segment in enumerate(figure.segments)}
    sides: list[list[int]] = [[] for _ in number]
    for a, b, c in figure.triangles:
        ab, ac, bc = number[a, b], number[a, c], number[b, c]
        for own, others in ((ab, (ac, bc)), (ac, (ab, bc)), (bc, (ab, ac))):
            sides[own] += map(spot_of, others)
    words = -(-len(number) // BITS)
    bit_numbers = [0] * PRIME
    for bit in range(BITS):
        bit_numbers[(1 << bit) % PRIME] = bit
    closed = figure.crossings | np.eye(len(number), dtype=bool)
    first = CLOSED + len(number) * words
    # The lists lie behind each other; entry s tells where that of segment s begins.
    begins = first + len(number) + 1 + np.cumsum([0, *map(len, sides)])
    return vector(
        [words, extra_move, figure.triangles_in_all, first, begins[-1], figure.size, *bit_numbers]
        + [*masks(closed, words), *begins]
        + [other for others in sides for other in others]
        + [end for ends in figure.segments for end in ends]
    )


def build_start(figure: Figure) -> Vector:
    words = -(-len(figure.segments) // BITS)
    start = np.zeros(DRAWN + 4 * words + figure.size, np.int64)
    start[LEFT] = figure.segments_in_all
    start[PIECES] = start[LONE] = figure.size
    start[-figure.size :] = ALONE
    everything = np.ones(len(figure.segments), dtype=bool)
    start[DRAWN + words : DRAWN + 2 * words] = masks(everything, words)
    return start


def masks(flags: Flags, words: int) -> Vector:
    """The words of bit masks, from flags for each segment (the last axis)."""
    size = flags.shape[-1]
    padded = np.zeros((flags.size // size, words * BITS), np.int64)
    padded[:, :size] = flags.reshape(-1, size)
    return vector(padded.reshape(-1, BITS) @ (1 << np.arange(BITS, dtype=np.int64)))


def triangles_at(segment: int, tables: Vector) -> list[tuple[int, int]]:
    """The two other sides of each empty triangle that a segment belongs to."""
    begin, end = tables[tables[TRIANGLES] + segment :][:2]
    sides = map(segment_at, tables[begin:end].tolist())
    return list(zip(sides, sides, strict=True))


@kernel
def spot_of(segment: int) -> int:
    return segment // BITS << SPOT_BITS | segment % BITS


@kernel
def segment_at(spot: int) -> int:
    return (spot >> SPOT_BITS) * BITS + (spot & SPOT_MASK)


@kernel
def moves(state: Vector, out: Vector, tables: Vector) -> int:
    words = tables[WORDS]
    count = 0
    for word in range(words):
        rest = state[DRAWN + words + word]
        while rest != 0:
            bit = rest & -rest
            out[count] = word * BITS + tables[BIT_NUMBERS + bit % PRIME]
            count += 1
            rest ^= bit
    return count


@kernel
def play(state: Vector, move: int, tables: Vector) -> None:
    side = state[0]
    words = tables[WORDS]
    gain = gain_of(state, move, tables)
    state[POINTS + side] += gain
    state[LEFT] -= 1
    state[DRAWN + move // BITS] |= 1 << (move % BITS)
    for word in range(words):
        still = ~tables[CLOSED + move * words + word]
        state[DRAWN + words + word] &= still
        state[DRAWN + 2 * words + word] &= still
        state[DRAWN + 3 * words + word] &= still
    prepare(state, move, tables)
    if state[PIECES] > 1:
        join(state, tables[tables[ENDS] + 2 * move], tables[tables[ENDS] + 2 * move + 1], tables)
    if gain == 0 or tables[EXTRA_MOVE] == 0:
        state[0] = 1 - side


@kernel
def prepare(state: Vector, segment: int, tables: Vector) -> None:
    """Note the triangles that lack one side only, now that this segment is drawn."""
    words = tables[WORDS]
    entry = tables[TRIANGLES] + segment
    for place in range(tables[entry], tables[entry + 1], 2):
        one, two = tables[place], tables[place + 1]
        is_one = is_marked(state, one)
        if is_one == is_marked(state, two):
            continue
        third = two if is_one else one
        word = DRAWN + words + (third >> SPOT_BITS)
        bit = 1 << (third & SPOT_MASK)
        if state[word] & bit != 0:
            state[word + 2 * words] |= state[word + words] & bit
            state[word + words] |= bit


@kernel
def join(state: Vector, one: int, two: int, tables: Vector) -> None:
    """Make one piece of the drawing of those to which two points belong."""
    first = DRAWN + 4 * tables[WORDS]
    ours, theirs = state[first + one], state[first + two]
    if ours == ALONE:
        state[LONE] -= 1
        ours = one
    if theirs == ALONE:
        state[LONE] -= 1
        theirs = two
    if ours == theirs:
        return
    state[PIECES] -= 1
    lowest = min(ours, theirs)
    highest = max(ours, theirs)
    state[first + one] = lowest
    state[first + two] = lowest
    for place in range(first, first + tables[SIZE]):
        if state[place] == highest:
            state[place] = lowest


@kernel
def outcome(state: Vector, tables: Vector) -> int:
    if state[LEFT] > 0:
        return ONGOING
    side = state[0]
    return margin(state[POINTS + side] - state[POINTS + 1 - side])


@kernel
def gain_of(state: Vector, segment: int, tables: Vector) -> int:
    """How many triangles an open segment completes."""
    words = tables[WORDS]
    word = DRAWN + 2 * words + segment // BITS
    bit = segment % BITS
    gain: int = ((state[word] >> bit) & 1) + ((state[word + words] >> bit) & 1)
    return gain


@kernel
def completed(state: Vector, segment: int, tables: Vector) -> int:
    """How many empty triangles lack only this segment."""
    count = 0
    entry = tables[TRIANGLES] + segment
    for place in range(tables[entry], tables[entry + 1], 2):
        if is_marked(state, tables[place]) and is_marked(state, tables[place + 1]):
            count += 1
    return count


@kernel
def is_drawn(state: Vector, segment: int) -> bool:
    return bool((state[DRAWN + segment // BITS] >> (segment % BITS)) & 1)


@kernel
def is_marked(state: Vector, spot: int) -> bool:
    """Is the segment with this spot drawn?"""
    return bool((state[DRAWN + (spot >> SPOT_BITS)] >> (spot & SPOT_MASK)) & 1)
