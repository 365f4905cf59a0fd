"""Gomoku as kernels: every variant, and the swap2 opening as moves of the game.

State: side to move, result, number of stones, stage of the opening, the side that holds black,
then the rows of the board (see `lines`). A move is the number of its cell, row by row from below;
the choices of swap2 are numbered from the number of cells up.

Sides are people, colours are stones: side 0 makes the first move, and holds black unless a swap
gave it white. Fouls go by colour.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.values import DRAW, LOSS, ONGOING, WIN
from plyground.games.gomoku.fouls import DOUBLE_THREE, FIVE, PLAIN, find_suspects, judge
from plyground.games.gomoku.lines import PLANE, STEPS
from plyground.games.gomoku.variants import (
    BLOCKED_ENDS,
    FOULS,
    LONG_WINS,
    OVERLINE,
    SIZE,
)

# Slots of the state. The result is a verdict of `fouls` on the last move, `PLAIN` in play.
SIDE = 0
RESULT = 1
STONES = 2
STAGE = 3
BLACK_SIDE = 4
BOARD = 5

# Stages of the opening: three stones by side 0, a choice by side 1, perhaps two stones of side 1
# and a choice by side 0.
PLAYING = 0
FIRST_STONE = 1
FIRST_CHOICE = 4
FOURTH_STONE = 5
LAST_CHOICE = 7

TAKE_WHITE = 0
TAKE_BLACK = 1
PLACE_MORE = 2


@kernel
def moves(state: Vector, out: Vector, tables: Vector) -> int:
    """Every empty cell, or the choices of the opening."""
    stage = state[STAGE]
    if stage in (FIRST_CHOICE, LAST_CHOICE):
        choices = 3 if stage == FIRST_CHOICE else 2
        for choice in range(choices):
            out[choice] = tables[SIZE] * tables[SIZE] + choice
        return choices
    return empty_cells(state, out, tables)


@kernel
def moves_without_fouls(state: Vector, out: Vector, tables: Vector) -> int:
    """Beyond the last move `out` must have room for a copy of the board, to judge fouls on."""
    size = tables[SIZE]
    colour = colour_to_move(state)
    if state[STAGE] != PLAYING or not tables[FOULS + colour]:
        return moves(state, out, tables)
    scratch = size * size
    for y in range(size):
        out[scratch + y] = state[BOARD + y]
    count = 0
    for y in range(size):
        stones = state[BOARD + y]
        empty = ~(stones | stones >> PLANE)
        doubtful = find_suspects(state, BOARD, y, colour, tables) & empty
        for x in range(size):
            cell = y * size + x
            if (empty >> x) & 1 == 0:
                continue
            if (doubtful >> x) & 1 and judge(out, scratch, cell, colour, tables) >= DOUBLE_THREE:
                continue
            out[count] = cell
            count += 1
    return count


@kernel
def empty_cells(state: Vector, out: Vector, tables: Vector) -> int:
    size = tables[SIZE]
    count = 0
    cell = 0
    for y in range(size):
        stones = state[BOARD + y]
        empty = ~(stones | stones >> PLANE)
        for x in range(size):
            # Without a branch: each empty cell is kept by counting it, others are overwritten.
            out[count] = cell
            count += (empty >> x) & 1
            cell += 1
    return count


@kernel
def play(state: Vector, move: int, tables: Vector) -> None:
    if state[STAGE] == PLAYING:
        put_stone(state, move, PLAIN, tables)
    else:
        open_game(state, move, tables)


@kernel
def play_and_judge(state: Vector, move: int, tables: Vector) -> None:
    """Like `play`, but a foul is a legal move that loses."""
    colour = colour_to_move(state)
    if state[STAGE] != PLAYING:
        open_game(state, move, tables)
    elif tables[FOULS + colour]:
        put_stone(state, move, judge(state, BOARD, move, colour, tables), tables)
    else:
        put_stone(state, move, PLAIN, tables)


@kernel
def put_stone(state: Vector, cell: int, verdict: int, tables: Vector) -> None:
    size = tables[SIZE]
    colour = colour_to_move(state)
    state[RESULT] = FIVE if wins(state, cell, colour, tables) else verdict
    state[BOARD + cell // size] |= 1 << (cell % size + PLANE * colour)
    state[STONES] += 1
    state[SIDE] = 1 - state[SIDE]


@kernel
def open_game(state: Vector, move: int, tables: Vector) -> None:
    """A move of the swap2 opening."""
    size = tables[SIZE]
    stage, side = state[STAGE], state[SIDE]
    choice = move - size * size
    if choice < 0:
        state[BOARD + move // size] |= 1 << (move % size + PLANE * colour_to_move(state))
        state[STONES] += 1
        state[STAGE] = stage + 1
        if stage + 1 == FIRST_CHOICE or stage + 1 == LAST_CHOICE:
            state[SIDE] = 1 - side
    elif choice == PLACE_MORE:
        state[STAGE] = FOURTH_STONE
    else:
        # White moves next, whoever that is now.
        state[BLACK_SIDE] = side if choice == TAKE_BLACK else 1 - side
        state[SIDE] = 1 - state[BLACK_SIDE]
        state[STAGE] = PLAYING


@kernel
def outcome(state: Vector, tables: Vector) -> int:
    result = state[RESULT]
    if result == FIVE:
        return LOSS
    if result != PLAIN:
        return WIN
    if state[STONES] == tables[SIZE] * tables[SIZE]:
        return DRAW
    return ONGOING


@kernel
def colour_to_move(state: Vector) -> int:
    """0 black, 1 white: that of the next stone."""
    colour: int = state[STONES] & 1
    if state[STAGE] == PLAYING:
        colour = state[SIDE] ^ state[BLACK_SIDE]
    return colour


@kernel
def wins(state: Vector, cell: int, colour: int, tables: Vector) -> bool:
    """Does a stone of `colour` on `cell` win? The same as the verdict `FIVE`, but quicker."""
    size = tables[SIZE]
    x, y = cell % size, cell // size
    for step_x, step_y in STEPS:
        after = reach(state, x, y, step_x, step_y, colour, size)
        before = reach(state, x, y, -step_x, -step_y, colour, size)
        length = before + after + 1
        if length > 5:
            if tables[OVERLINE + colour] == LONG_WINS:
                return True
        elif length == 5:
            if not tables[BLOCKED_ENDS]:
                return True
            low, high = before + 1, after + 1
            if not (
                holds(state, x - low * step_x, y - low * step_y, 1 - colour, size)
                and holds(state, x + high * step_x, y + high * step_y, 1 - colour, size)
            ):
                return True
    return False


@kernel
def reach(state: Vector, x: int, y: int, step_x: int, step_y: int, colour: int, size: int) -> int:
    """How many stones of a colour follow each other from a cell in one direction."""
    length = 0
    while holds(state, x + step_x, y + step_y, colour, size):
        length += 1
        x += step_x
        y += step_y
    return length


@kernel
def holds(state: Vector, x: int, y: int, colour: int, size: int) -> bool:
    """Is there a stone of `colour` at column `x`, row `y`? Not beyond the edge."""
    if x < 0 or x >= size or y < 0 or y >= size:
        return False
    found: bool = (state[BOARD + y] >> (x + PLANE * colour)) & 1 == 1
    return found
