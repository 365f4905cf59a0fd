"""Line patterns at every empty cell, updated incrementally.

Features: how many cells of each kind each colour has, and which; the sum of each colour's values (a
pair: for when it is to move, and for when it is not); a hash of all stones; a board to judge fouls
on; every line of the board as bits (a word for each colour, walls set in both); for every cell its
word; what `revert_features` needs of each move; and behind all that the scratch space of searches.

The word of a cell: four patterns of black in the low sixteen bits, four of white above them, then
the kind that it is to black, and to white. A cell that is taken has none.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.games.gomoku.lines import MIDDLE, PLANE, STEPS
from plyground.games.gomoku.patterns import (
    BLOCKED_THREE,
    CELL_TABLE,
    KINDS,
    OPEN_FOUR,
    POINTER,
    QUIET,
    REACH,
    kind_of,
    read_both_patterns,
    score_change,
    split_cell,
)
from plyground.games.gomoku.rules import BOARD, colour_to_move
from plyground.games.gomoku.variants import SIZE

MOST_CELLS = 22 * 22

# Parts of the features.
COUNTS = 0
SUMS = COUNTS + 2 * KINDS
HASH = SUMS + 2
SCRATCH = HASH + 1
LINES = SCRATCH + 22
_LINES_PER_DIRECTION = 2 * 22
SETS = LINES + 4 * 2 * _LINES_PER_DIRECTION
_SET_WORDS = 16
CELLS = SETS + 2 * KINDS * _SET_WORDS
TOP = CELLS + MOST_CELLS
TRAIL = TOP + 3
# A move changes at most its own cell and ten on each of four lines; then come two sums, what is
# known after the move, and where its part of the trail begins. Before all moves stand the last two.
_TRAIL_STEP = 1 + 40 + 2 + 2
SIGHT_SIZE = TRAIL + _TRAIL_STEP * (MOST_CELLS + 1)

# Where in a cell's word the kinds begin, and in an entry of the trail the cell.
_KINDS_AT = 32
_CELL_AT = 40
_CELL_BITS = 511
# Both colours' patterns of one line; what makes the highest bit of each that is a three be set; and
# these bits.
_BOTH = 0xF000F
_TO_THREES = (8 - BLOCKED_THREE) * 0x10001
_THREES = 0x80008

# Odd, and so small that a product with a number of a cell, or with half a word, stays in a word.
_MIX = 0xE3779B97F4A7D
_MIX_LOW = 0x7FEB352D
_MIX_HIGH = 0x5846CA69
_HALF = 0xFFFFFFFF

_WALLS = (1 << (22 + 2 * MIDDLE)) - 1


@kernel
def line_index(x: int, y: int, direction: int, size: int) -> int:
    """Where in the features the line through a cell stands: black's word, then white's."""
    line = y
    if direction == 1:
        line = x
    elif direction == 2:
        line = x - y + size - 1
    elif direction == 3:
        line = x + y
    return LINES + 2 * (direction * _LINES_PER_DIRECTION + line)


@kernel
def line_place(x: int, y: int, direction: int) -> int:
    """The place of a cell in its line."""
    return y if direction == 1 else x


@kernel
def init_features(state: Vector, features: Vector, tables: Vector) -> None:
    size = tables[SIZE]
    for slot in range(TRAIL):
        features[slot] = 0
    for slot in range(LINES, SETS):
        features[slot] = _WALLS
    for cell in range(size * size):
        x, y = cell % size, cell // size
        stones = state[BOARD + y] >> x
        for direction in range(4):
            line = line_index(x, y, direction, size)
            bit = 1 << (line_place(x, y, direction) + MIDDLE)
            if stones & 1 == 0:
                features[line] ^= bit
            if stones >> PLANE & 1 == 0:
                features[line + 1] ^= bit
        if stones & 1:
            features[HASH] ^= stone_hash(cell, 0)
        elif stones >> PLANE & 1:
            features[HASH] ^= stone_hash(cell, 1)
    features[COUNTS + QUIET] = size * size
    features[COUNTS + KINDS + QUIET] = size * size
    for cell in range(size * size):
        x, y = cell % size, cell // size
        stones = state[BOARD + y] >> x
        if (stones | stones >> PLANE) & 1 != 0:
            continue
        patterns = 0
        for direction in range(4):
            line, place = line_index(x, y, direction, size), line_place(x, y, direction)
            black, white = features[line], features[line + 1]
            patterns |= read_both_patterns(black, white, place, tables) << 4 * direction
        set_patterns(cell, patterns, features, tables)
    features[TOP] = TRAIL
    features[TRAIL - 1] = TRAIL


@kernel
def update_features(state: Vector, move: int, features: Vector, tables: Vector) -> None:
    if move < tables[SIZE] * tables[SIZE]:
        add_stone(move, colour_to_move(state), True, features, tables)


@kernel
def revert_features(state: Vector, move: int, features: Vector, tables: Vector) -> None:
    if move < tables[SIZE] * tables[SIZE]:
        remove_stone(move, colour_to_move(state), features, tables)


@kernel
def add_stone(cell: int, colour: int, whole: bool, features: Vector, tables: Vector) -> None:
    """Put a stone on an empty cell, and keep patterns up to date.

    If not the `whole`, then those alone that are or were a three at least: all that fours need, and
    so all kinds but not the sums. Then stones that are added until this one is taken away must not
    ask for the whole, either.
    """
    features[HASH] ^= stone_hash(cell, colour)
    start = features[TOP]
    top = start
    sums = features[SUMS], features[SUMS + 1]
    features[top] = features[CELLS + cell] | cell << _CELL_AT
    top += 1
    set_patterns(cell, 0, features, tables)

    size, reach = tables[SIZE], tables[REACH + colour]
    x, y = split_cell(cell, tables)
    for direction in range(4):
        step = STEPS[direction][0] + STEPS[direction][1] * size
        line, place = line_index(x, y, direction, size), line_place(x, y, direction)
        features[line + colour] ^= 1 << (place + MIDDLE)
        black, white = features[line], features[line + 1]
        if not (whole or has_pair(black & ~white, place) or has_pair(white & ~black, place)):
            continue
        # Walls are taken, too.
        taken = (black | white) >> (place + MIDDLE - reach)
        for distance in range(-reach, reach + 1):
            if taken >> (reach + distance) & 1:
                continue
            other = cell + distance * step & _CELL_BITS
            word = features[CELLS + other]
            before = word >> 4 * direction & _BOTH
            found = read_both_patterns(black, white, place + distance, tables)
            if before == found:
                continue
            if whole or (before + _TO_THREES | found + _TO_THREES) & _THREES:
                features[top & POINTER] = word | other << _CELL_AT
                top += 1
                changed = (before ^ found) << 4 * direction
                set_patterns(other, (word ^ changed) & 0xFFFFFFFF, features, tables)

    features[top] = sums[0]
    features[top + 1] = sums[1]
    features[top + 2] = 0
    features[top + 3] = start
    features[TOP] = top + 4


@kernel
def has_pair(stones: int, place: int) -> bool:
    """Are there two stones of a line so near a place that one there matters to a three of them?"""
    nearby = stones >> place & (2 << 2 * MIDDLE) - 1
    return nearby & (nearby - 1) != 0


@kernel
def remove_stone(cell: int, colour: int, features: Vector, tables: Vector) -> None:
    """Take the stone away that was added last."""
    features[HASH] ^= stone_hash(cell, colour)
    size = tables[SIZE]
    x, y = split_cell(cell, tables)
    for direction in range(4):
        line = line_index(x, y, direction, size)
        features[line + colour] ^= 1 << (line_place(x, y, direction) + MIDDLE)
    top = features[TOP] - 4
    start = features[top + 3]
    features[SUMS] = features[top]
    features[SUMS + 1] = features[top + 1]
    for place in range(start, top):
        entry = features[place & POINTER]
        put_word(entry >> _CELL_AT, entry & ((1 << _CELL_AT) - 1), features)
    features[TOP] = start


@kernel
def stone_hash(cell: int, colour: int) -> int:
    """A number for a stone on a cell; no product in it overflows, also in plain Python."""
    mixed = (2 * cell + colour + 1) * _MIX
    mixed ^= (mixed & _HALF) * _MIX_LOW
    mixed ^= (mixed >> 29 & _HALF) * _MIX_HIGH
    return mixed ^ mixed >> 31


@kernel
def set_patterns(cell: int, patterns: int, features: Vector, tables: Vector) -> None:
    """Give a cell both colours' patterns, and keep all that depends on them right."""
    cell &= _CELL_BITS
    before = features[CELLS + cell]
    word = before & ~0xFFFFFFFF | patterns
    for colour in range(2):
        if (before ^ patterns) >> 16 * colour & 0xFFFF == 0:
            continue
        table = tables[CELL_TABLE + colour] & POINTER
        old = tables[table + (before >> 16 * colour & 0xFFFF)]
        new = tables[table + (patterns >> 16 * colour & 0xFFFF)]
        word ^= (kind_of(old) ^ kind_of(new)) << (_KINDS_AT + 4 * colour)
        features[SUMS + colour] += score_change(old, new)
    put_word(cell, word, features)


@kernel
def put_word(cell: int, word: int, features: Vector) -> None:
    """Give a cell its word, and keep counts and sets of kinds right."""
    cell &= _CELL_BITS
    before = features[CELLS + cell]
    features[CELLS + cell] = word
    if (before ^ word) >> _KINDS_AT == 0:
        return
    for colour in range(2):
        old = before >> (_KINDS_AT + 4 * colour) & 15
        new = word >> (_KINDS_AT + 4 * colour) & 15
        if old != new:
            old += KINDS * colour
            new += KINDS * colour
            features[COUNTS + old] -= 1
            features[COUNTS + new] += 1
            features[SETS + _SET_WORDS * old + (cell >> 5)] ^= 1 << (cell & 31)
            features[SETS + _SET_WORDS * new + (cell >> 5)] ^= 1 << (cell & 31)


# What is known of wins by fours.


@kernel
def mark_no_fours(colour: int, features: Vector) -> None:
    """Mark that no win by fours was found for a colour, if it were to move now."""
    features[features[TOP] - 2] |= 1 << colour


@kernel
def has_no_fours_mark(colour: int, moved_last: bool, features: Vector) -> bool:
    """Is a colour marked as without a win by fours, and has no stone since then brought it one?

    A stone of the enemy brings none, nor, as a rule, one of its own that makes no three.
    """
    last = features[TOP]
    for _ in range(2):
        before = features[last - 1]
        if before == last or (moved_last and find_threes(features[before] >> 16 * colour)):
            return False
        if features[before - 2] >> colour & 1:
            return True
        last = before
        moved_last = not moved_last
    return False


@kernel
def find_threes(word: int) -> int:
    """A bit for each of the four patterns in the low bits of a word that is a three at least."""
    # Each that is so large gets its highest bit set.
    return ((word & 0xFFFF) + (8 - BLOCKED_THREE) * 0x1111) & 0x8888


@kernel
def has_open_four(word: int) -> bool:
    """Is any of the four patterns in the low bits of a word an open four at least?"""
    return bool(((word & 0xFFFF) + (8 - OPEN_FOUR) * 0x1111) & 0x8888 != 0)


# Questions.


@kernel
def read_entry(cell: int, colour: int, features: Vector, tables: Vector) -> int:
    """What a stone of a colour on an empty cell would be: an entry of the cell table."""
    patterns = features[CELLS + cell] >> 16 * colour & 0xFFFF
    entry: int = tables[tables[CELL_TABLE + colour] + patterns]
    return entry


@kernel
def makes_long_row(cell: int, colour: int, features: Vector, tables: Vector) -> bool:
    """Is there a row of six in any line through an empty cell once a colour has a stone there?"""
    size = tables[SIZE]
    x, y = split_cell(cell, tables)
    for direction in range(4):
        line, place = line_index(x, y, direction, size), line_place(x, y, direction)
        row = features[line + colour] & ~features[line + 1 - colour]
        # Mostly there is not even one stone beside it.
        if row >> (place + MIDDLE - 1) & 0b101 == 0:
            continue
        row |= 1 << (place + MIDDLE)
        row &= row >> 1
        row &= row >> 2
        if row & row >> 2:
            return True
    return False


@kernel
def kind_at(cell: int, colour: int, features: Vector) -> int:
    """What a stone of a colour on an empty cell would make."""
    kind: int = features[CELLS + cell] >> (_KINDS_AT + 4 * colour) & 15
    return kind


@kernel
def count_of(kind: int, colour: int, features: Vector) -> int:
    count: int = features[COUNTS + KINDS * colour + kind]
    return count


@kernel
def next_cell(kind: int, colour: int, start: int, features: Vector) -> int:
    """The first cell of a kind, other than `QUIET`, from `start` on, or -1."""
    base = SETS + _SET_WORDS * (KINDS * colour + kind)
    word = start >> 5
    if word >= _SET_WORDS:
        return -1
    bits = features[base + word] >> (start & 31) << (start & 31)
    while bits == 0:
        word += 1
        if word == _SET_WORDS:
            return -1
        bits = features[base + word]
    return (word << 5) + lowest_bit(bits)


@kernel
def lowest_bit(bits: int) -> int:
    """The number of the lowest bit set in a word of 32 bits, which must not be 0."""
    # One less than the lowest bit alone has as many bits set; they are added up side by side.
    ones = (bits & -bits) - 1
    ones = ones - (ones >> 1 & 0x55555555)
    ones = (ones & 0x33333333) + (ones >> 2 & 0x33333333)
    ones = (ones + (ones >> 4)) & 0x0F0F0F0F
    return (ones * 0x01010101 & 0xFFFFFFFF) >> 24
