"""Forced wins that need no search, and the candidate moves.

What `threat_search` claims is certain under every variant: where a foul, or a five that a stone at
its end would spoil, might come between, it claims nothing.
"""

from __future__ import annotations

from plyground.core.contract import REST_LOSES, RESUMABLE, Vector
from plyground.core.jit import kernel
from plyground.core.values import lost_in, won_in
from plyground.games.gomoku.defence import list_four_defences
from plyground.games.gomoku.fouls import DOUBLE_THREE, find_suspects, judge
from plyground.games.gomoku.legality import has_plain_move, is_surely_legal
from plyground.games.gomoku.lines import PLANE
from plyground.games.gomoku.pattern_state import (
    SCRATCH,
    count_of,
    has_no_fours_mark,
    mark_no_fours,
    next_cell,
)
from plyground.games.gomoku.patterns import WINNING, WINNING_FOUR
from plyground.games.gomoku.rules import (
    BOARD,
    FIRST_CHOICE,
    LAST_CHOICE,
    PLAYING,
    STAGE,
    STONES,
    colour_to_move,
    empty_cells,
    moves,
)
from plyground.games.gomoku.variants import BLOCKED_ENDS, FOULS, SIZE
from plyground.games.gomoku.vcf import search_fours
from plyground.games.gomoku.vct import search_threats

THREATS_BUDGET = 1_000
"""From so many positions on it is worth while to look for threats that are not fours."""


@kernel
def threat_search(
    state: Vector, budget: int, line: Vector, info: Vector, features: Vector, tables: Vector
) -> int:
    """A five now; two enemy fives that no stone stops; an open four or two fours.

    With a budget, every win by fours, and with a large one by threats.
    """
    if state[STAGE] != PLAYING:
        return 0
    own = colour_to_move(state)
    enemy = 1 - own
    if count_of(WINNING, own, features) > 0:
        line[0] = next_cell(WINNING, own, 0, features)
        line[1] = -1
        return won_in(1)
    if count_of(WINNING, enemy, features) > 0:
        lost = find_double_five(state, line, features, tables)
        if lost != 0 or budget == 0:
            return lost
    if budget > 0:
        if budget < THREATS_BUDGET:
            return search_fours_once(state, budget, line, info, features, tables)
        found = search_fours(state, budget // 2, line, info, features, tables)
        if found != 0:
            return found
        return search_threats(state, budget // 2, line, info, features, tables)
    if count_of(WINNING_FOUR, own, features) == 0 or not has_plain_move(state, enemy, tables):
        return 0
    cell = next_cell(WINNING_FOUR, own, 0, features)
    while cell >= 0:
        if is_surely_legal(state, cell, own, features, tables):
            line[0] = cell
            line[1] = -1
            return won_in(3)
        cell = next_cell(WINNING_FOUR, own, cell + 1, features)
    return 0


@kernel
def search_fours_once(
    state: Vector, budget: int, line: Vector, info: Vector, features: Vector, tables: Vector
) -> int:
    """Like `search_fours`, unless nothing has changed since a search without result."""
    own = colour_to_move(state)
    found = 0
    if not has_no_fours_mark(own, False, features):
        found = search_fours(state, budget, line, info, features, tables)
    if found == 0:
        mark_no_fours(own, features)
        # A larger budget would search for threats as well.
        info[RESUMABLE] = 1
    return found


@kernel
def find_double_five(state: Vector, line: Vector, features: Vector, tables: Vector) -> int:
    """The loss if the enemy has two fives, which no stone stops, with its line; else 0."""
    own = colour_to_move(state)
    enemy = 1 - own
    if count_of(WINNING, enemy, features) < 2 or tables[BLOCKED_ENDS]:
        return 0
    first = next_cell(WINNING, enemy, 0, features)
    second = next_cell(WINNING, enemy, first + 1, features)
    line[2] = -1
    if is_surely_legal(state, first, own, features, tables):
        line[0], line[1] = first, second
        return lost_in(2)
    if is_surely_legal(state, second, own, features, tables):
        line[0], line[1] = second, first
        return lost_in(2)
    return 0


@kernel
def candidates(state: Vector, out: Vector, info: Vector, features: Vector, tables: Vector) -> int:
    """One's own five; else what stops an enemy's five, or a win by fours; else all near a stone."""
    stage = state[STAGE]
    if stage in (FIRST_CHOICE, LAST_CHOICE):
        return moves(state, out, tables)
    if stage == PLAYING:
        own = colour_to_move(state)
        if count_of(WINNING, own, features) > 0:
            out[0] = next_cell(WINNING, own, 0, features)
            return 1
        # Where a stone at its end can spoil a five, there are other ways to stop it.
        if count_of(WINNING, 1 - own, features) > 0 and not tables[BLOCKED_ENDS]:
            return list_cells(WINNING, 1 - own, out, features)
        count = list_four_defences(state, out, features, tables)
        if count > 0:
            info[REST_LOSES] = 1
            return count
    return list_near_cells(state, out, tables)


@kernel
def candidates_without_fouls(
    state: Vector, out: Vector, info: Vector, features: Vector, tables: Vector
) -> int:
    count = candidates(state, out, info, features, tables)
    if state[STAGE] != PLAYING or not tables[FOULS + colour_to_move(state)]:
        return count
    count = drop_fouls(state, out, count, features, tables)
    # If all of them are fouls, look farther.
    if count == 0:
        info[REST_LOSES] = 0
        count = drop_fouls(state, out, list_near_cells(state, out, tables), features, tables)
    if count == 0:
        count = drop_fouls(state, out, empty_cells(state, out, tables), features, tables)
    return count


@kernel
def drop_fouls(state: Vector, out: Vector, count: int, features: Vector, tables: Vector) -> int:
    """Keep those of `out[:count]`, listed row by row, that are no fouls; return how many."""
    size = tables[SIZE]
    colour = colour_to_move(state)
    for y in range(size):
        features[SCRATCH + y] = state[BOARD + y]
    kept, row, doubtful = 0, -1, 0
    for index in range(count):
        cell = out[index]
        if cell // size != row:
            row = cell // size
            doubtful = find_suspects(state, BOARD, row, colour, tables)
        if doubtful >> (cell % size) & 1 == 0 or (
            judge(features, SCRATCH, cell, colour, tables) < DOUBLE_THREE
        ):
            out[kept] = cell
            kept += 1
    return kept


@kernel
def list_cells(kind: int, colour: int, out: Vector, features: Vector) -> int:
    """Writes all cells of a kind and returns how many."""
    count = 0
    cell = next_cell(kind, colour, 0, features)
    while cell >= 0:
        out[count] = cell
        count += 1
        cell = next_cell(kind, colour, cell + 1, features)
    return count


@kernel
def list_near_cells(state: Vector, out: Vector, tables: Vector) -> int:
    """Writes the empty cells at most two rows and columns from a stone, or else the centre."""
    size = tables[SIZE]
    if state[STONES] == 0:
        out[0] = size // 2 * (size + 1)
        return 1
    count = 0
    for y in range(size):
        near = 0
        for row in range(max(y - 2, 0), min(y + 3, size)):
            near |= state[BOARD + row] | state[BOARD + row] >> PLANE
        near |= near << 1 | near >> 1
        near |= near << 1 | near >> 1
        stones = state[BOARD + y]
        wanted = near & ~(stones | stones >> PLANE)
        for x in range(size):
            out[count] = y * size + x
            count += wanted >> x & 1
    return count
