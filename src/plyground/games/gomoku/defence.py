"""Which stones stop a win by fours that the enemy threatens.

Which stones do is not guessed from shapes: the threatened win is searched for as if the side to
move passed, and followed to its end. A stone that touches nothing of it does not stop it.
"""

from __future__ import annotations

from plyground.core.contract import LINE_SIZE, Vector
from plyground.core.jit import kernel
from plyground.games.gomoku.fouls import DOUBLE_THREE, judge
from plyground.games.gomoku.legality import has_room, is_foul, is_surely_legal
from plyground.games.gomoku.lines import PLANE, STEPS
from plyground.games.gomoku.pattern_state import (
    CELLS,
    count_of,
    has_no_fours_mark,
    kind_at,
    mark_no_fours,
    next_cell,
)
from plyground.games.gomoku.patterns import (
    BLOCKED_THREE,
    FOUR_AND_THREE,
    LIKELY_FOUL,
    SIMPLE_FOUR,
    WINNING,
    WINNING_FOUR,
)
from plyground.games.gomoku.rules import BOARD, SIDE, colour_to_move
from plyground.games.gomoku.variants import ALLOW_FORCED, BLOCKED_ENDS, SIMPLE_THREE, SIZE
from plyground.games.gomoku.vcf import (
    FOURS_END,
    WON,
    has_fours,
    place_stone,
    search_attack,
    set_budget,
    take_stone,
)

# Parts of the features behind those of `vcf`: a line, and a word of marks for each row.
LINE = FOURS_END
MARKS = LINE + LINE_SIZE
DEFENCE_END = MARKS + 22

DEFENCE_BUDGET = 30
"""Positions that the search for what is threatened may look at."""


@kernel
def list_four_defences(state: Vector, out: Vector, features: Vector, tables: Vector) -> int:
    """Writes the stones that may stop what the enemy threatens; returns how many, 0 if none."""
    own = colour_to_move(state)
    # Where a stone at the end of a five spoils it, a line of fours shows one of several answers.
    if tables[BLOCKED_ENDS]:
        return 0
    if not has_fours(1 - own, features) or has_no_fours_mark(1 - own, True, features):
        mark_no_fours(1 - own, features)
        return 0
    line = features[LINE : LINE + LINE_SIZE]
    set_budget(DEFENCE_BUDGET, features)
    state[SIDE] = 1 - state[SIDE]
    plies = 0
    if search_attack(0, state, line, features, tables) == WON:
        clear_marks(features, tables)
        plies = mark_line(state, line, features, tables)
    else:
        mark_no_fours(1 - own, features)
    state[SIDE] = 1 - state[SIDE]
    if plies == 0:
        return 0
    mark_fours(own, features, tables)
    return list_marked(state, out, features, tables)


@kernel
def mark(cell: int, features: Vector, tables: Vector) -> None:
    features[MARKS + cell // tables[SIZE]] |= 1 << (cell % tables[SIZE])


@kernel
def clear_marks(features: Vector, tables: Vector) -> None:
    for row in range(tables[SIZE]):
        features[MARKS + row] = 0


@kernel
def mark_fours(colour: int, features: Vector, tables: Vector) -> None:
    """Mark every cell where a colour may make a four, and so gain time."""
    for kind in (SIMPLE_FOUR, FOUR_AND_THREE, WINNING_FOUR, LIKELY_FOUL):
        cell = next_cell(kind, colour, 0, features)
        while cell >= 0:
            mark(cell, features, tables)
            cell = next_cell(kind, colour, cell + 1, features)


@kernel
def mark_line(state: Vector, line: Vector, features: Vector, tables: Vector) -> int:
    """Mark what may stop a line of fours of the side to move, following it to its end and back.

    That is: a cell of the line, or of the five it ends in; one that makes an answer of the other
    side a four; and one that makes a four of the line a foul, or that answer legal whose being a
    foul ends it. Other stones take no cell from any four. Returns in how many plies the line wins
    whatever else is played first, or 0 if it does not, or that is not certain.
    """
    own = colour_to_move(state)
    length = 0
    is_sure = True
    while line[length] >= 0 and is_sure:
        cell = line[length]
        is_sure = is_playable_four(state, cell, features, tables)
        if is_sure:
            mark(cell, features, tables)
            place_stone(cell, state, features, tables)
            length += 1
            if line[length] < 0 or count_of(WINNING, own, features) != 1:
                break
            is_sure = kind_at(line[length], own, features) == WINNING
            mark_threes(line[length], state, features, tables)
            place_stone(line[length], state, features, tables)
            length += 1
    plies = 0
    if is_sure and length % 2 == 1 and has_room(state, 1 - own, tables):
        plies = length + 2
        five = next_cell(WINNING, own, 0, features)
        if five < 0:
            plies = 0
        elif count_of(WINNING, own, features) == 1:
            # It is not stopped only because that would be a foul.
            mark_changes(state, five, 1 - own, 1 - own, features, tables)
            if not is_foul(state, five, 1 - own, features, tables):
                plies = 0
        while five >= 0:
            mark(five, features, tables)
            five = next_cell(WINNING, own, five + 1, features)
    while length > 0:
        length -= 1
        take_stone(line[length], state, features, tables)
    return plies


@kernel
def is_playable_four(state: Vector, cell: int, features: Vector, tables: Vector) -> bool:
    """May the side to move go on with a four there? Marks what would make it a foul."""
    own = colour_to_move(state)
    fives = count_of(WINNING, 1 - own, features)
    if fives > 1 or (fives == 1 and kind_at(cell, 1 - own, features) != WINNING):
        return False
    if not is_surely_legal(state, cell, own, features, tables):
        if is_foul(state, cell, own, features, tables):
            return False
        # An enemy stone makes it a foul only if it was one but for a foul farther on.
        if kind_at(cell, own, features) == LIKELY_FOUL or tables[ALLOW_FORCED]:
            mark_changes(state, cell, own, 1 - own, features, tables)
    return True


@kernel
def mark_changes(
    state: Vector, cell: int, colour: int, other: int, features: Vector, tables: Vector
) -> None:
    """Mark where a stone of a colour `other` changes whether one on a cell is a foul."""
    size = tables[SIZE]
    verdict = judge(state, BOARD, cell, colour, tables)
    looks_ahead = verdict <= DOUBLE_THREE and not tables[SIMPLE_THREE]
    for spot in range(size * size):
        x, y = spot % size, spot // size
        across, along = abs(x - cell % size), abs(y - cell // size)
        in_line = across == along or across == 0 or along == 0
        stones = state[BOARD + y] >> x
        if (stones | stones >> PLANE | features[MARKS + y] >> x) & 1 or spot == cell:
            continue
        if looks_ahead or (in_line and across <= 5 and along <= 5):
            state[BOARD + y] ^= 1 << (x + PLANE * other)
            after = judge(state, BOARD, cell, colour, tables)
            state[BOARD + y] ^= 1 << (x + PLANE * other)
            if (verdict >= DOUBLE_THREE) != (after >= DOUBLE_THREE):
                features[MARKS + y] |= 1 << x


@kernel
def mark_threes(cell: int, state: Vector, features: Vector, tables: Vector) -> None:
    """Mark a cell, and those in line with it where the side to move gets a three by it: one more
    stone there makes it a four."""
    size = tables[SIZE]
    x, y = cell % size, cell // size
    mark(cell, features, tables)
    patterns = features[CELLS + cell] >> 16 * colour_to_move(state)
    for direction in range(4):
        if patterns >> 4 * direction & 15 < BLOCKED_THREE:
            continue
        step_x, step_y = STEPS[direction]
        for distance in range(-4, 5):
            column, row = x + distance * step_x, y + distance * step_y
            if 0 <= column < size and 0 <= row < size:
                features[MARKS + row] |= 1 << column


@kernel
def list_marked(state: Vector, out: Vector, features: Vector, tables: Vector) -> int:
    """Writes the marked cells that are empty and returns how many."""
    size = tables[SIZE]
    count = 0
    for y in range(size):
        stones = state[BOARD + y]
        wanted = features[MARKS + y] & ~(stones | stones >> PLANE)
        for x in range(size):
            out[count] = y * size + x
            count += wanted >> x & 1
    return count
