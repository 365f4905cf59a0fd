"""Triangles as kernels.

A move is the number of a segment: the segments that pass through no third point, numbered once
for a set of points. A set of segments is a bit mask over `words` words of `WORD_BITS` bits.

State: side to move, score of both sides, segments left to draw, connected components of the
drawing, isolated points; then six masks: the segments drawn; those *open* (not drawn, and
crossing none that is); of the open ones those that complete a triangle, and those that complete
two; those with a completed triangle, or the outside, on at least one side; and the *finished* ones,
drawn with that on both sides, on which nothing depends any more; then for each point the lowest
point of its component, or `UNCONNECTED`. How many segments will be drawn is known from the start,
because every finished game is a triangulation.

Tables: a header (the number of triangles in every finished game is in it), then for each segment
the mask of those it *closes* when it is drawn (itself and all that cross it), then for each
segment the empty triangles it belongs to, each as the addresses of its two other sides: word and
bit packed into one number, because dividing by `WORD_BITS` takes time. At most two of them can be
complete at once, one on each side. Behind the ends of all segments, if the points are in convex
position, is for each pair of places on the hull the number of the segment between them.
"""

from __future__ import annotations

import numpy as np

from plyground.core.contract import Vector, vector
from plyground.core.jit import kernel
from plyground.core.values import ONGOING, margin
from plyground.games.triangles.geometry import Flags, PointSet

SCORE = 1
SEGMENTS_LEFT = 3
COMPONENTS = 4
ISOLATED = 5
DRAWN = 6
# The masks, which follow each other: their numbers from `DRAWN` on, and how many they are.
HALF_FINISHED = 4
FINISHED = 5
MASKS = 6

UNCONNECTED = -1

WORD_BITS = 62
# Powers of two leave different remainders modulo 67, which identifies a single bit.
PRIME = 67
# An address is word << ADDRESS_BITS | bit.
ADDRESS_BITS = 6
ADDRESS_MASK = (1 << ADDRESS_BITS) - 1

WORDS = 0
EXTRA_MOVE = 1
TRIANGLE_TOTAL = 2
TRIANGLE_INDEX = 3
ENDPOINTS = 4
POINT_COUNT = 5
SEGMENT_MATRIX = 6
BIT_NUMBERS = 7
CLOSED_MASKS = BIT_NUMBERS + PRIME


def build_tables(point_set: PointSet, extra_move: bool) -> Vector:
    """What the kernels need to know about a set of points."""
    number = {segment: index for index, segment in enumerate(point_set.segments)}
    sides: list[list[int]] = [[] for _ in number]
    for a, b, c in point_set.triangles:
        ab, ac, bc = number[a, b], number[a, c], number[b, c]
        for own, others in ((ab, (ac, bc)), (ac, (ab, bc)), (bc, (ab, ac))):
            sides[own] += map(to_address, others)
    words = -(-len(number) // WORD_BITS)
    bit_numbers = [0] * PRIME
    for bit in range(WORD_BITS):
        bit_numbers[(1 << bit) % PRIME] = bit
    closed = point_set.crossings | np.eye(len(number), dtype=bool)
    first = CLOSED_MASKS + len(number) * words
    # The lists follow each other; entry s is the index at which that of segment s begins.
    offsets = first + len(number) + 1 + np.cumsum([0, *map(len, sides)])
    return vector(
        [
            words,
            extra_move,
            point_set.triangle_total,
            first,
            offsets[-1],
            point_set.size,
            offsets[-1] + 2 * len(number),
            *bit_numbers,
        ]
        + [*build_masks(closed, words), *offsets]
        + [other for others in sides for other in others]
        + [end for ends in point_set.segments for end in ends]
        + [
            number.get((min(one, two), max(one, two)), 0)
            for one in point_set.convex_order
            for two in point_set.convex_order
        ]
    )


def build_start(point_set: PointSet) -> Vector:
    words = -(-len(point_set.segments) // WORD_BITS)
    start = np.zeros(DRAWN + MASKS * words + point_set.size, np.int64)
    start[SEGMENTS_LEFT] = point_set.segment_total
    start[COMPONENTS] = start[ISOLATED] = point_set.size
    start[-point_set.size :] = UNCONNECTED
    all_open = np.ones(len(point_set.segments), dtype=bool)
    start[DRAWN + words : DRAWN + 2 * words] = build_masks(all_open, words)
    on_hull = np.zeros(len(point_set.segments), dtype=bool)
    on_hull[point_set.hull_edges] = True
    start[DRAWN + HALF_FINISHED * words : DRAWN + FINISHED * words] = build_masks(on_hull, words)
    return start


def build_masks(flags: Flags, words: int) -> Vector:
    """Pack flags, one for each segment along the last axis, into the words of bit masks."""
    size = flags.shape[-1]
    padded = np.zeros((flags.size // size, words * WORD_BITS), np.int64)
    padded[:, :size] = flags.reshape(-1, size)
    return vector(padded.reshape(-1, WORD_BITS) @ (1 << np.arange(WORD_BITS, dtype=np.int64)))


def list_triangles(segment: int, tables: Vector) -> list[tuple[int, int]]:
    """The two other sides of each empty triangle that a segment belongs to."""
    begin, end = tables[tables[TRIANGLE_INDEX] + segment :][:2]
    sides = map(to_segment, tables[begin:end].tolist())
    return list(zip(sides, sides, strict=True))


@kernel
def to_address(segment: int) -> int:
    """Where the bit of a segment lies in a mask."""
    return segment // WORD_BITS << ADDRESS_BITS | segment % WORD_BITS


@kernel
def to_segment(address: int) -> int:
    return (address >> ADDRESS_BITS) * WORD_BITS + (address & ADDRESS_MASK)


@kernel
def moves(state: Vector, out: Vector, tables: Vector) -> int:
    words = tables[WORDS]
    count = 0
    for word in range(words):
        rest = state[DRAWN + words + word]
        while rest != 0:
            bit = rest & -rest
            out[count] = word * WORD_BITS + tables[BIT_NUMBERS + bit % PRIME]
            count += 1
            rest ^= bit
    return count


@kernel
def play(state: Vector, move: int, tables: Vector) -> None:
    side = state[0]
    words = tables[WORDS]
    gain = count_gain(state, move, tables)
    state[SCORE + side] += gain
    state[SEGMENTS_LEFT] -= 1
    state[DRAWN + move // WORD_BITS] |= 1 << (move % WORD_BITS)
    for word in range(words):
        kept = ~tables[CLOSED_MASKS + move * words + word]
        state[DRAWN + words + word] &= kept
        state[DRAWN + 2 * words + word] &= kept
        state[DRAWN + 3 * words + word] &= kept
    mark_captures(state, move, tables)
    if gain > 0:
        mark_finished(state, move, tables)
    if state[COMPONENTS] > 1:
        ends = tables[ENDPOINTS] + 2 * move
        join_components(state, tables[ends], tables[ends + 1], tables)
    if gain == 0 or tables[EXTRA_MOVE] == 0:
        state[0] = 1 - side


@kernel
def mark_captures(state: Vector, segment: int, tables: Vector) -> None:
    """Mark the open segments that complete a triangle now that this segment is drawn."""
    words = tables[WORDS]
    entry = tables[TRIANGLE_INDEX] + segment
    for place in range(tables[entry], tables[entry + 1], 2):
        one, two = tables[place], tables[place + 1]
        is_one = is_drawn_at(state, one)
        if is_one == is_drawn_at(state, two):
            continue
        third = two if is_one else one
        word = DRAWN + words + (third >> ADDRESS_BITS)
        bit = 1 << (third & ADDRESS_MASK)
        if state[word] & bit != 0:
            state[word + 2 * words] |= state[word + words] & bit
            state[word + words] |= bit


@kernel
def mark_finished(state: Vector, segment: int, tables: Vector) -> None:
    """Mark the sides of the triangles that a segment has completed."""
    words = tables[WORDS]
    entry = tables[TRIANGLE_INDEX] + segment
    for place in range(tables[entry], tables[entry + 1], 2):
        one, two = tables[place], tables[place + 1]
        if is_drawn_at(state, one) and is_drawn_at(state, two):
            mark_side(state, to_address(segment), words)
            mark_side(state, one, words)
            mark_side(state, two, words)


@kernel
def mark_side(state: Vector, address: int, words: int) -> None:
    """Mark a side of a completed triangle, and as finished if its other side was marked before."""
    word = DRAWN + HALF_FINISHED * words + (address >> ADDRESS_BITS)
    bit = 1 << (address & ADDRESS_MASK)
    state[word + words] |= state[word] & bit
    state[word] |= bit


@kernel
def join_components(state: Vector, one: int, two: int, tables: Vector) -> None:
    """Merge the components of two points that a segment connects."""
    first = DRAWN + MASKS * tables[WORDS]
    root_one, root_two = state[first + one], state[first + two]
    if root_one == UNCONNECTED:
        state[ISOLATED] -= 1
        root_one = one
    if root_two == UNCONNECTED:
        state[ISOLATED] -= 1
        root_two = two
    if root_one == root_two:
        return
    state[COMPONENTS] -= 1
    lowest = min(root_one, root_two)
    highest = max(root_one, root_two)
    state[first + one] = lowest
    state[first + two] = lowest
    for place in range(first, first + tables[POINT_COUNT]):
        if state[place] == highest:
            state[place] = lowest


@kernel
def outcome(state: Vector, tables: Vector) -> int:
    if state[SEGMENTS_LEFT] > 0:
        return ONGOING
    side = state[0]
    return margin(state[SCORE + side] - state[SCORE + 1 - side])


@kernel
def count_gain(state: Vector, segment: int, tables: Vector) -> int:
    """How many triangles an open segment completes."""
    words = tables[WORDS]
    word = DRAWN + 2 * words + segment // WORD_BITS
    bit = segment % WORD_BITS
    gain: int = ((state[word] >> bit) & 1) + ((state[word + words] >> bit) & 1)
    return gain


@kernel
def count_completed(state: Vector, segment: int, tables: Vector) -> int:
    """How many empty triangles lack only this segment: `count_gain`, from the drawn ones alone."""
    count = 0
    entry = tables[TRIANGLE_INDEX] + segment
    for place in range(tables[entry], tables[entry + 1], 2):
        if is_drawn_at(state, tables[place]) and is_drawn_at(state, tables[place + 1]):
            count += 1
    return count


@kernel
def is_drawn(state: Vector, segment: int) -> bool:
    return bool((state[DRAWN + segment // WORD_BITS] >> (segment % WORD_BITS)) & 1)


@kernel
def is_drawn_at(state: Vector, address: int) -> bool:
    """`is_drawn`, for a segment given by its address."""
    return bool((state[DRAWN + (address >> ADDRESS_BITS)] >> (address & ADDRESS_MASK)) & 1)
