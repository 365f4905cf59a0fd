"""Points in convex position: a position is no more than a collection of polygons.

What is drawn cuts the convex polygon of all points into smaller ones. No segment that can still be
drawn leaves its polygon, and no triangle has sides in two of them. A polygon is convex itself, so
all that counts is how many sides it has and which of them are drawn: where it lies, how it is
turned, and whether it is reflected makes no difference. (A side that is not drawn is one of the
hull, since all others are drawn diagonals.)

A polygon is written as a number: a bit for each side, one after the other, set if it is drawn, of
all ways to turn and reflect them the least; and above these a bit that says how many there are.
"""

from __future__ import annotations

from plyground.core.bits import highest_bit, popcount
from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.games.triangles.rules import (
    CLOSED_MASKS,
    COMPONENTS,
    DRAWN,
    ENDPOINTS,
    FINISHED,
    HALF_FINISHED,
    ISOLATED,
    MASKS,
    POINT_COUNT,
    SCORE,
    SEGMENT_MATRIX,
    SEGMENTS_LEFT,
    UNCONNECTED,
    WORD_BITS,
    WORDS,
    count_completed,
    is_drawn,
    join_components,
)

# Two places on the hull in one number.
PLACE_BITS = 6
PLACE_MASK = (1 << PLACE_BITS) - 1


@kernel
def canonical(state: Vector, out: Vector, tables: Vector) -> None:
    """Lay out the polygons of a position in one way, with the side to move as side 0."""
    size = tables[POINT_COUNT]
    polygons = out[out.shape[0] - size :]
    count = list_polygons(state, polygons, out[DRAWN + tables[WORDS] :], tables)
    sort_polygons(polygons, count)
    draw_polygons(out, polygons, count, tables)
    side = state[0]
    out[0] = 0
    out[SCORE] = state[SCORE + side]
    out[SCORE + 1] = state[SCORE + 1 - side]
    out[SEGMENTS_LEFT] = state[SEGMENTS_LEFT]
    complete_state(out, tables)


@kernel
def find_segment(one: int, two: int, tables: Vector) -> int:
    """The number of the segment between two places on the hull."""
    number: int = tables[tables[SEGMENT_MATRIX] + one * tables[POINT_COUNT] + two]
    return number


@kernel
def list_polygons(state: Vector, polygons: Vector, stack: Vector, tables: Vector) -> int:
    """Write the polygons of a position; return how many they are."""
    count = 0
    # The sides behind which there is more: between two places on the hull, and none in another.
    stack[0] = tables[POINT_COUNT] - 1
    waiting = 1
    while waiting > 0:
        waiting -= 1
        low = stack[waiting] >> PLACE_BITS
        high = stack[waiting] & PLACE_MASK
        bits = is_drawn(state, find_segment(low, high, tables)) * 1
        sides = 1
        here = low
        while here != high:
            # The next corner is the farthest that is connected.
            there = high if here > low else high - 1
            while there > here + 1 and not is_drawn(state, find_segment(here, there, tables)):
                there -= 1
            if there > here + 1:
                stack[waiting] = here << PLACE_BITS | there
                waiting += 1
            bits |= is_drawn(state, find_segment(here, there, tables)) << sides
            sides += 1
            here = there
        polygons[count] = 1 << sides | find_least_turn(bits, sides)
        count += 1
    return count


@kernel
def find_least_turn(bits: int, sides: int) -> int:
    """The least number that the sides give, turned and reflected."""
    mirrored = 0
    for side in range(sides):
        mirrored = mirrored << 1 | ((bits >> side) & 1)
    least = min(bits, mirrored)
    for _ in range(sides - 1):
        bits = turn(bits, sides)
        mirrored = turn(mirrored, sides)
        least = min(least, bits, mirrored)
    return least


@kernel
def turn(bits: int, sides: int) -> int:
    return bits >> 1 | (bits & 1) << (sides - 1)


@kernel
def sort_polygons(polygons: Vector, count: int) -> None:
    """Sort by the number of drawn sides, most first; then put in front the last one with a side
    that is not drawn, if there is one."""
    for end in range(1, count):
        polygon = polygons[end]
        place = end
        while place > 0 and comes_before(polygon, polygons[place - 1]):
            polygons[place] = polygons[place - 1]
            place -= 1
        polygons[place] = polygon
    last = count - 1
    while last > 0 and is_fully_drawn(polygons[last]):
        last -= 1
    if is_fully_drawn(polygons[last]):
        last = count - 1
    polygon = polygons[last]
    for place in range(last, 0, -1):
        polygons[place] = polygons[place - 1]
    polygons[0] = polygon


@kernel
def comes_before(one: int, two: int) -> bool:
    drawn, other = popcount(one), popcount(two)
    return drawn > other or (drawn == other and one > two)


@kernel
def is_fully_drawn(polygon: int) -> bool:
    return polygon & (polygon + 1) == 0


@kernel
def draw_polygons(out: Vector, polygons: Vector, count: int, tables: Vector) -> None:
    """Draw sorted polygons into one another.

    Those with two drawn sides or more make a chain, and those with one are hung on the sides that
    remain. There is room for all: they come from a drawing of the same points, so there are two
    drawn sides for each line between two polygons.
    """
    for word in range(DRAWN, DRAWN + tables[WORDS]):
        out[word] = 0
    chain = 1
    while chain < count and popcount(polygons[chain]) > 2:
        chain += 1
    hung = chain
    low, high = 0, tables[POINT_COUNT] - 1
    for index in range(chain):
        sides = highest_bit(polygons[index])
        bits = polygons[index] ^ 1 << sides
        # The last side lies between `low` and `high`. In the first polygon it has nothing behind
        # it, so if possible it is not drawn.
        base = 1
        if index == 0 and not is_fully_drawn(polygons[0]):
            base = 0
        while bits >> (sides - 1) != base:
            bits = turn(bits, sides)
        if base == 1:
            draw(out, low, high, tables)
        # The next polygon of the chain lies behind the last drawn side.
        joint = -1
        if index + 1 < chain:
            joint = sides - 2
            while (bits >> joint) & 1 == 0:
                joint -= 1
        here = low
        next_low, next_high = low, high
        for side in range(sides - 1):
            there = here + 1
            if (bits >> side) & 1 == 1:
                if side == joint:
                    there = high - (sides - 2 - side)
                    next_low, next_high = here, there
                elif hung < count:
                    there = here + highest_bit(polygons[hung]) - 1
                    hung += 1
                draw(out, here, there, tables)
            here = there
        low, high = next_low, next_high


@kernel
def draw(out: Vector, one: int, two: int, tables: Vector) -> None:
    segment = find_segment(one, two, tables)
    out[DRAWN + segment // WORD_BITS] |= 1 << (segment % WORD_BITS)


@kernel
def complete_state(state: Vector, tables: Vector) -> None:
    """Compute what follows from the drawn segments."""
    words = tables[WORDS]
    size = tables[POINT_COUNT]
    for word in range(DRAWN + words, DRAWN + MASKS * words):
        state[word] = 0
    state[COMPONENTS] = size
    state[ISOLATED] = size
    for place in range(state.shape[0] - size, state.shape[0]):
        state[place] = UNCONNECTED
    for one in range(size):
        for two in range(one + 1, size):
            segment = find_segment(one, two, tables)
            word = DRAWN + segment // WORD_BITS
            bit = 1 << (segment % WORD_BITS)
            completed = count_completed(state, segment, tables)
            on_hull = two == one + 1 or two - one == size - 1
            if is_drawn(state, segment):
                ends = tables[ENDPOINTS] + 2 * segment
                join_components(state, tables[ends], tables[ends + 1], tables)
                if completed + on_hull >= 2:
                    state[word + FINISHED * words] |= bit
            elif is_free(state, segment, tables):
                state[word + words] |= bit
                if completed > 0:
                    state[word + 2 * words] |= bit
                if completed > 1:
                    state[word + 3 * words] |= bit
                completed = 0
            else:
                completed = 0
            if completed + on_hull > 0:
                state[word + HALF_FINISHED * words] |= bit


@kernel
def is_free(state: Vector, segment: int, tables: Vector) -> bool:
    """Does a segment that is not drawn cross none that is?"""
    words = tables[WORDS]
    for word in range(words):
        if state[DRAWN + word] & tables[CLOSED_MASKS + segment * words + word] != 0:
            return False
    return True
