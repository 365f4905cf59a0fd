"""Wins that can be seen at once, and the moves worth a thought.

What `tactics` claims is certain under every variant: where a foul, or a five that a stone at its
end would spoil, might come between, it claims nothing.
"""

from __future__ import annotations

from plyground.core.compiling import kernel
from plyground.core.contract import Vector
from plyground.core.values import lost_in, won_in
from plyground.games.gomoku.evaluate import SCRATCH, count_of, entry_of
from plyground.games.gomoku.fouls import DOUBLE_THREE, judge, suspects
from plyground.games.gomoku.lines import PLANE
from plyground.games.gomoku.patterns import WINNING, WINNING_FOUR, kind_of
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
from plyground.games.gomoku.variants import BLOCKED_ENDS, FOUL_LOSES, FOULS, SIZE


@kernel
def tactics(state: Vector, budget: int, line: Vector, memory: Vector, tables: Vector) -> int:
    """A five now; two enemy fives that no stone stops; an open four or two fours."""
    if state[STAGE] != PLAYING:
        return 0
    own = colour_to_move(state)
    enemy = 1 - own
    if count_of(WINNING, own, memory) > 0:
        line[0] = find_cell(WINNING, own, 0, memory, tables)
        line[1] = -1
        return won_in(1)
    if count_of(WINNING, enemy, memory) > 0:
        return losing_line(state, line, memory, tables)
    if count_of(WINNING_FOUR, own, memory) == 0 or not has_plain_move(state, enemy, tables):
        return 0
    cell = find_cell(WINNING_FOUR, own, 0, memory, tables)
    while cell >= 0:
        if is_surely_legal(state, cell, own, tables):
            line[0] = cell
            line[1] = -1
            return won_in(3)
        cell = find_cell(WINNING_FOUR, own, cell + 1, memory, tables)
    return 0


@kernel
def losing_line(state: Vector, line: Vector, memory: Vector, tables: Vector) -> int:
    """The enemy has a five: is there another one, so that it cannot be stopped?"""
    own = colour_to_move(state)
    enemy = 1 - own
    if count_of(WINNING, enemy, memory) < 2 or tables[BLOCKED_ENDS]:
        return 0
    first = find_cell(WINNING, enemy, 0, memory, tables)
    second = find_cell(WINNING, enemy, first + 1, memory, tables)
    line[2] = -1
    if is_surely_legal(state, first, own, tables):
        line[0], line[1] = first, second
        return lost_in(2)
    if is_surely_legal(state, second, own, tables):
        line[0], line[1] = second, first
        return lost_in(2)
    return 0


@kernel
def find_cell(kind: int, colour: int, start: int, memory: Vector, tables: Vector) -> int:
    """The first cell of a kind from `start` on, or -1."""
    for cell in range(start, tables[SIZE] * tables[SIZE]):
        if kind_of(entry_of(cell, colour, memory, tables)) == kind:
            return cell
    return -1


@kernel
def is_surely_legal(state: Vector, cell: int, colour: int, tables: Vector) -> bool:
    """Is a foul out of the question on an empty cell?"""
    if not tables[FOULS + colour]:
        return True
    size = tables[SIZE]
    doubtful = suspects(state, BOARD, cell // size, colour, tables)
    return bool(doubtful >> (cell % size) & 1 == 0)


@kernel
def has_plain_move(state: Vector, colour: int, tables: Vector) -> bool:
    """Will a colour have a legal move, whatever single stone the other one puts now?

    If not, the game might end as a draw before it is won.
    """
    if tables[FOUL_LOSES] or not tables[FOULS + colour]:
        return True
    size = tables[SIZE]
    found = False
    for y in range(size):
        stones = state[BOARD + y]
        doubtful = suspects(state, BOARD, y, colour, tables)
        plain = ~(stones | stones >> PLANE | doubtful) & ((1 << size) - 1)
        if plain & (plain - 1) != 0 or (found and plain != 0):
            return True
        found |= plain != 0
    return False


@kernel
def candidates(state: Vector, out: Vector, memory: Vector, tables: Vector) -> int:
    """One's own five; else the points that stop a five; else all near a stone."""
    stage = state[STAGE]
    if stage in (FIRST_CHOICE, LAST_CHOICE):
        return moves(state, out, tables)
    if stage == PLAYING:
        own = colour_to_move(state)
        if count_of(WINNING, own, memory) > 0:
            out[0] = find_cell(WINNING, own, 0, memory, tables)
            return 1
        # Where a stone at its end can spoil a five, there are other ways to stop it.
        if count_of(WINNING, 1 - own, memory) > 0 and not tables[BLOCKED_ENDS]:
            return all_cells(WINNING, 1 - own, out, memory, tables)
    return near_cells(state, out, tables)


@kernel
def candidates_without_fouls(state: Vector, out: Vector, memory: Vector, tables: Vector) -> int:
    count = candidates(state, out, memory, tables)
    if state[STAGE] != PLAYING or not tables[FOULS + colour_to_move(state)]:
        return count
    # If all of them are fouls, look farther.
    count = drop_fouls(state, out, count, memory, tables)
    if count == 0:
        count = drop_fouls(state, out, near_cells(state, out, tables), memory, tables)
    if count == 0:
        count = drop_fouls(state, out, empty_cells(state, out, tables), memory, tables)
    return count


@kernel
def drop_fouls(state: Vector, out: Vector, count: int, memory: Vector, tables: Vector) -> int:
    """Keep those of `out[:count]`, listed row by row, that are no fouls; tell how many."""
    size = tables[SIZE]
    colour = colour_to_move(state)
    for y in range(size):
        memory[SCRATCH + y] = state[BOARD + y]
    kept, row, doubtful = 0, -1, 0
    for index in range(count):
        cell = out[index]
        if cell // size != row:
            row = cell // size
            doubtful = suspects(state, BOARD, row, colour, tables)
        if doubtful >> (cell % size) & 1 == 0 or (
            judge(memory, SCRATCH, cell, colour, tables) < DOUBLE_THREE
        ):
            out[kept] = cell
            kept += 1
    return kept


@kernel
def all_cells(kind: int, colour: int, out: Vector, memory: Vector, tables: Vector) -> int:
    """Writes all cells of a kind, and tells how many."""
    count = 0
    cell = find_cell(kind, colour, 0, memory, tables)
    while cell >= 0:
        out[count] = cell
        count += 1
        cell = find_cell(kind, colour, cell + 1, memory, tables)
    return count


@kernel
def near_cells(state: Vector, out: Vector, tables: Vector) -> int:
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
