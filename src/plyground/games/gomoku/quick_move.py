"""A move in a few milliseconds of plain Python, for when nothing is compiled yet.

It wins at once, stops a five, breaks no rule, and else lengthens or blocks rows of stones.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plyground.core.contract import Vector
from plyground.games.gomoku import rules
from plyground.games.gomoku.fouls import DOUBLE_THREE, judge
from plyground.games.gomoku.notation import cells_of
from plyground.games.gomoku.variants import FOULS, SIZE

_EMPTY, _OWN, _ENEMY, _WALL = range(4)
_NEAR = 2
"""How far from a stone a move may be."""
_ROW = 4
"""Stones that a fifth would complete."""
# By the number of stones that a new one joins, and of open ends; of the enemy's, a bit less.
_WORTH = ((0, 0, 1), (0, 2, 10), (0, 12, 100), (0, 110, 1000))
_ENEMY_SHARE = 0.8


def choose_quick_move(state: Vector, tables: Vector) -> int:
    """The cell of a legal move in an ongoing position, after the opening."""
    size, own = int(tables[SIZE]), int(rules.colour_to_move(state))
    grid = _grid(state, size, own)
    worth: dict[int, float] = {}
    for cell in _near(grid, size):
        worth[cell], rows = _look(grid, size, cell)
        for row, colour, prize in ((rows[0], own, 2e6), (rows[1], 1 - own, 1e6)):
            if row >= _ROW and rules.wins(state, cell, colour, tables):
                worth[cell] += prize
    ranked = sorted(worth, key=lambda cell: -worth[cell])
    middle = size // 2 * (size + 1)
    order = (*ranked, middle, *range(size * size))
    free = (cell for cell in order if grid[_place(cell, size)] == _EMPTY)
    return next((cell for cell in free if _is_legal(state, cell, own, tables)), middle)


def _place(cell: int, size: int) -> int:
    """Where a cell is in the grid, which has a wall around."""
    return (cell // size + 1) * (size + 2) + cell % size + 1


def _grid(state: Vector, size: int, own: int) -> bytearray:
    grid = bytearray([_WALL]) * (size + 2) ** 2
    for row in range(1, size + 1):
        start = row * (size + 2) + 1
        grid[start : start + size] = bytes(size)
    for colour, sign in ((own, _OWN), (1 - own, _ENEMY)):
        for cell in cells_of(state, colour, size):
            grid[_place(cell, size)] = sign
    return grid


def _near(grid: bytearray, size: int) -> Iterator[int]:
    """The empty cells near a stone, row by row."""
    rows = [grid[row * (size + 2) : (row + 1) * (size + 2)] for row in range(size + 2)]
    taken = [[sign in (_OWN, _ENEMY) for sign in row] for row in rows]
    for y in range(size):
        around = taken[max(y + 1 - _NEAR, 0) : y + 2 + _NEAR]
        columns = [any(column) for column in zip(*around, strict=True)]
        for x in range(size):
            if not rows[y + 1][x + 1] and any(columns[max(x + 1 - _NEAR, 0) : x + 2 + _NEAR]):
                yield y * size + x


def _look(grid: bytearray, size: int, cell: int) -> tuple[float, tuple[int, int]]:
    """What a stone on a cell is worth, and the most stones it joins: of ours, of the enemy's."""
    place, worth = _place(cell, size), 0.0
    longest = [0, 0]
    for step in (1, size + 2, size + 3, size + 1):
        for side, share in ((_OWN, 1.0), (_ENEMY, _ENEMY_SHARE)):
            after = place + step
            while grid[after] == side:
                after += step
            before = place - step
            while grid[before] == side:
                before -= step
            row = (after - before) // step - 2
            ends = (grid[after] == _EMPTY) + (grid[before] == _EMPTY)
            worth += share * _WORTH[min(row, _ROW - 1)][ends]
            longest[side - _OWN] = max(longest[side - _OWN], row)
    return worth, (longest[0], longest[1])


def _is_legal(state: Vector, cell: int, colour: int, tables: Vector) -> bool:
    if not tables[FOULS + colour]:
        return True
    return bool(judge(np.array(state), rules.BOARD, cell, colour, tables) < DOUBLE_THREE)
