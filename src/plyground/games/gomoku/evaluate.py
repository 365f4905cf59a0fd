"""How good a position looks: the patterns of all empty cells, kept up to date move by move.

Memory: how many cells of each kind each colour has, the sum of each colour's values, a board to
judge fouls on, every line of the board as bits (a word for each colour, walls set in both), and
for every cell four patterns of black in the low sixteen bits and four of white above them. A cell
that is taken has none.
"""

from __future__ import annotations

from plyground.core.compiling import kernel
from plyground.core.contract import Vector
from plyground.games.gomoku.lines import MIDDLE, PLANE, STEPS
from plyground.games.gomoku.patterns import (
    CELL_TABLE,
    FOUR_AND_THREE,
    KINDS,
    LINE_TABLE,
    QUIET,
    REACH,
    SIMPLE_FOUR,
    TWO_THREES,
    WINNING,
    WINNING_FOUR,
    kind_of,
    pattern_at,
    prior_of,
    value_of,
)
from plyground.games.gomoku.rules import (
    BOARD,
    FIRST_CHOICE,
    LAST_CHOICE,
    PLAYING,
    STAGE,
    colour_to_move,
)
from plyground.games.gomoku.variants import SIZE

# Parts of the memory.
COUNTS = 0
SUMS = COUNTS + 2 * KINDS
SCRATCH = SUMS + 2
LINES = SCRATCH + 22
_LINES_PER_DIRECTION = 2 * 22
CELLS = LINES + 4 * 2 * _LINES_PER_DIRECTION

# What the colour that is to move may add to the difference of the cells, by what there is to do.
# `python bench/fit_gomoku.py` finds all but the first, in the unit of `SCALE`.
WIN_IN_SIGHT = 10_000
STOP_FIVE = -96
ANSWER_THREE = 157
ANSWER_THREE_BY_FOUR = 178
MAKE_FOUR_AND_THREE = 480
MAKE_TWO_THREES = 308
ANYTHING = 100

SCALE = 200.0

_WALLS = (1 << (22 + 2 * MIDDLE)) - 1


@kernel
def line_of(x: int, y: int, direction: int, size: int) -> int:
    """Where in the memory the line through a cell stands: black's word, then white's."""
    line = y
    if direction == 1:
        line = x
    elif direction == 2:
        line = x - y + size - 1
    elif direction == 3:
        line = x + y
    return LINES + 2 * (direction * _LINES_PER_DIRECTION + line)


@kernel
def place_of(x: int, y: int, direction: int) -> int:
    """The place of a cell in its line."""
    return y if direction == 1 else x


@kernel
def remember(state: Vector, memory: Vector, tables: Vector) -> None:
    size = tables[SIZE]
    for slot in range(CELLS):
        memory[slot] = 0
    for slot in range(LINES, CELLS):
        memory[slot] = _WALLS
    for cell in range(size * size):
        memory[CELLS + cell] = 0
        x, y = cell % size, cell // size
        stones = state[BOARD + y] >> x
        for direction in range(4):
            line = line_of(x, y, direction, size)
            bit = 1 << (place_of(x, y, direction) + MIDDLE)
            if stones & 1 == 0:
                memory[line] ^= bit
            if stones >> PLANE & 1 == 0:
                memory[line + 1] ^= bit
    memory[COUNTS + QUIET] = size * size
    memory[COUNTS + KINDS + QUIET] = size * size
    for cell in range(size * size):
        x, y = cell % size, cell // size
        stones = state[BOARD + y] >> x
        if (stones | stones >> PLANE) & 1 != 0:
            continue
        for colour in range(2):
            table = tables[LINE_TABLE + colour]
            patterns = 0
            for direction in range(4):
                line, place = line_of(x, y, direction, size), place_of(x, y, direction)
                own, enemy = memory[line + colour], memory[line + 1 - colour]
                patterns |= pattern_at(own, enemy, place, table, tables) << 4 * direction
            set_patterns(cell, colour, patterns, memory, tables)


@kernel
def follow(state: Vector, move: int, memory: Vector, tables: Vector) -> None:
    size = tables[SIZE]
    if move < size * size:
        change(move, colour_to_move(state), memory, tables)
        for colour in range(2):
            set_patterns(move, colour, 0, memory, tables)
        look_around(move, memory, tables)


@kernel
def forget(state: Vector, move: int, memory: Vector, tables: Vector) -> None:
    size = tables[SIZE]
    if move < size * size:
        change(move, colour_to_move(state), memory, tables)
        look_around(move, memory, tables)


@kernel
def change(cell: int, colour: int, memory: Vector, tables: Vector) -> None:
    """Put a stone into the four lines of its cell, or take it away."""
    size = tables[SIZE]
    x, y = cell % size, cell // size
    for direction in range(4):
        line = line_of(x, y, direction, size)
        memory[line + colour] ^= 1 << (place_of(x, y, direction) + MIDDLE)


@kernel
def look_around(cell: int, memory: Vector, tables: Vector) -> None:
    """Bring all patterns that depend on a cell up to date, its own among them."""
    size = tables[SIZE]
    reach = tables[REACH]
    x, y = cell % size, cell // size
    for direction in range(4):
        step_x, step_y = STEPS[direction]
        line = line_of(x, y, direction, size)
        taken = (memory[line] | memory[line + 1]) >> (place_of(x, y, direction) + MIDDLE - reach)
        for distance in range(-reach, reach + 1):
            # Walls are taken, too.
            if taken >> (reach + distance) & 1 == 0:
                look(x + distance * step_x, y + distance * step_y, direction, memory, tables)


@kernel
def look(x: int, y: int, direction: int, memory: Vector, tables: Vector) -> None:
    """Bring both colours' patterns of an empty cell in one direction up to date."""
    size = tables[SIZE]
    cell = y * size + x
    line, place = line_of(x, y, direction, size), place_of(x, y, direction)
    for colour in range(2):
        own, enemy = memory[line + colour], memory[line + 1 - colour]
        found = pattern_at(own, enemy, place, tables[LINE_TABLE + colour], tables)
        patterns = memory[CELLS + cell] >> 16 * colour & 0xFFFF
        if patterns >> 4 * direction & 15 != found:
            patterns = patterns & ~(15 << 4 * direction) | found << 4 * direction
            set_patterns(cell, colour, patterns, memory, tables)


@kernel
def set_patterns(cell: int, colour: int, patterns: int, memory: Vector, tables: Vector) -> None:
    """Give a cell a colour's four patterns, and keep counts and sums right."""
    before = memory[CELLS + cell] >> 16 * colour & 0xFFFF
    memory[CELLS + cell] ^= (before ^ patterns) << 16 * colour
    table = tables[CELL_TABLE + colour]
    old, new = tables[table + before], tables[table + patterns]
    memory[COUNTS + KINDS * colour + kind_of(old)] -= 1
    memory[COUNTS + KINDS * colour + kind_of(new)] += 1
    memory[SUMS + colour] += value_of(new) - value_of(old)


@kernel
def entry_of(cell: int, colour: int, memory: Vector, tables: Vector) -> int:
    """What a stone of a colour on an empty cell would be: an entry of the cell table."""
    patterns = memory[CELLS + cell] >> 16 * colour & 0xFFFF
    entry: int = tables[tables[CELL_TABLE + colour] + patterns]
    return entry


@kernel
def count_of(kind: int, colour: int, memory: Vector) -> int:
    count: int = memory[COUNTS + KINDS * colour + kind]
    return count


@kernel
def evaluate(state: Vector, memory: Vector, tables: Vector) -> int:
    if state[STAGE] == PLAYING:
        return appraise(colour_to_move(state), memory)
    # Whoever chooses will take the better colour. White moves next.
    worth = abs(appraise(1, memory))
    return worth if state[STAGE] in (FIRST_CHOICE, LAST_CHOICE) else -worth


@kernel
def appraise(own: int, memory: Vector) -> int:
    """How good the board looks to a colour that is to move."""
    enemy = 1 - own
    cells: int = memory[SUMS + own] - memory[SUMS + enemy]
    if count_of(WINNING, own, memory) > 0:
        return cells + WIN_IN_SIGHT
    if count_of(WINNING, enemy, memory) > 1:
        return cells - WIN_IN_SIGHT
    if count_of(WINNING, enemy, memory) > 0:
        return cells + STOP_FIVE
    if count_of(WINNING_FOUR, own, memory) > 0:
        return cells + WIN_IN_SIGHT
    fours = count_of(SIMPLE_FOUR, own, memory) + count_of(FOUR_AND_THREE, own, memory)
    if count_of(WINNING_FOUR, enemy, memory) > 0:
        return cells + (ANSWER_THREE_BY_FOUR if fours > 0 else ANSWER_THREE)
    if count_of(FOUR_AND_THREE, own, memory) > 0:
        return cells + MAKE_FOUR_AND_THREE
    if count_of(TWO_THREES, own, memory) > 0:
        return cells + MAKE_TWO_THREES
    return cells + ANYTHING


@kernel
def order(
    state: Vector, moves: Vector, count: int, priors: Vector, memory: Vector, tables: Vector
) -> None:
    size = tables[SIZE]
    own = colour_to_move(state)
    for index in range(count):
        cell = moves[index]
        priors[index] = 0
        if cell < size * size:
            gain = prior_of(entry_of(cell, own, memory, tables))
            harm = prior_of(entry_of(cell, 1 - own, memory, tables))
            # To make something is better than to keep the enemy from it.
            priors[index] = 2 * gain + max(harm, 0)
