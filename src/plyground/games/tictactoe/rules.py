"""Tic-tac-toe as kernels.

State: the side to move, whether the last move made a line, the number of marks, then the cells (0
empty, 1 first, 2 second) row by row from below. Tables: width, height, length of a winning line.
A move is the number of its cell.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.values import DRAW, LOSS, ONGOING

LINE = 1
MARKS = 2
CELLS = 3


@kernel
def moves(state: Vector, out: Vector, tables: Vector) -> int:
    count = 0
    for cell in range(tables[0] * tables[1]):
        if state[CELLS + cell] == 0:
            out[count] = cell
            count += 1
    return count


@kernel
def play(state: Vector, move: int, tables: Vector) -> None:
    mark = state[0] + 1
    state[CELLS + move] = mark
    state[LINE] = makes_line(state, move, mark, tables)
    state[MARKS] += 1
    state[0] = 1 - state[0]


@kernel
def outcome(state: Vector, tables: Vector) -> int:
    if state[LINE] != 0:
        return LOSS
    if state[MARKS] == tables[0] * tables[1]:
        return DRAW
    return ONGOING


@kernel
def makes_line(state: Vector, cell: int, mark: int, tables: Vector) -> bool:
    """Is `mark` on `cell` part of a line that is long enough?"""
    width, height, needed = int(tables[0]), int(tables[1]), int(tables[2])
    column, row = cell % width, cell // width
    for step_x, step_y in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            x, y = column + sign * step_x, row + sign * step_y
            while 0 <= x < width and 0 <= y < height and state[CELLS + y * width + x] == mark:
                length += 1
                x += sign * step_x
                y += sign * step_y
        if length >= needed:
            return True
    return False
