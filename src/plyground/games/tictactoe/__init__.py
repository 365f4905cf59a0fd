"""Tic-tac-toe, and its larger kin: `line` marks in a row on a board of `width` by `height`."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from plyground.core.contract import Kernels, Rules, Vector, vector
from plyground.games.game import Game, ImpossiblePosition
from plyground.games.grid import (
    COORDINATES,
    STONE_BRUSHES,
    Coordinates,
    mark_rows,
    read_stones,
    spot_name,
    write_stones,
)
from plyground.games.options import Option
from plyground.games.scene import Path, Piece, Scene
from plyground.games.tictactoe import rules
from plyground.locale import Problem


class TicTacToe(Game):
    name = "tictactoe"
    options = (
        Option("width", 3, low=1, high=19),
        Option("height", 3, low=1, high=19),
        Option("line", 3, low=1, high=19),
        COORDINATES,
    )

    yardsticks: ClassVar = {"minimax": 9, "textbook": 9, "simulations": 10_000}
    # Boards of up to 16 squares, and larger ones that are won soon.
    atlas: ClassVar = [
        {"width": width, "height": height, "line": line}
        for width, height in ((3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5))
        for line in (3, 4)
        if line <= width and (width * height <= 16 or line == 3)
    ]
    brushes = STONE_BRUSHES

    def settle(self) -> None:
        if self.settings["line"] > max(self.width, self.height):
            raise Problem("game.tictactoe.problem.line", longest=max(self.width, self.height))

    @property
    def width(self) -> int:
        return int(self.settings["width"])

    @property
    def height(self) -> int:
        return int(self.settings["height"])

    @cached_property
    def coordinates(self) -> Coordinates:
        """The names of the squares for people."""
        return Coordinates(self.width, self.height, str(self.settings["coordinates"]))

    def build(self) -> Rules:
        cells = self.width * self.height
        return Rules(
            kernels=Kernels(moves=rules.moves, play=rules.play, outcome=rules.outcome),
            start=np.zeros(rules.CELLS + cells, np.int64),
            tables=vector([self.width, self.height, self.settings["line"]]),
            move_limit=cells,
            branching=cells,
        )

    def path(self, state: Vector, move: int) -> Path:
        return (self._spot(move),)

    def scene(self, state: Vector) -> Scene:
        pieces = tuple(
            Piece(self._spot(cell), side, "XO"[side])
            for side in (0, 1)
            for cell in self._marked_cells(state, side)
        )
        spots, edges = self.coordinates.spots(), self.coordinates.edges
        lines = mark_rows(spots, pieces, self.settings["line"])
        return Scene("cells", spots, pieces, edges=edges, winning=lines)

    def write_state(self, state: Vector) -> str:
        first, second = (
            [spot_name(cell % self.width, cell // self.width) for cell in cells]
            for cells in (self._marked_cells(state, side) for side in (0, 1))
        )
        return write_stones(first, second, int(state[0]))

    def read_state(self, text: str) -> Vector:
        first, second, side = read_stones(text, self.width, self.height)
        state = np.array(self.rules.start)
        for mark, stones in ((1, first), (2, second)):
            for column, row in stones:
                state[rules.CELLS + row * self.width + column] = mark
        state[0] = side
        state[rules.MARKS] = len(first) + len(second)
        lines = [
            [self.coordinates.name(*cell) for cell in own if self._is_in_line(state, *cell)]
            for own in (first, second)
        ]
        if lines[side]:
            key = "game.tictactoe.problem.line_to_move"
            raise ImpossiblePosition(key, state=state, spots=tuple(lines[side]))
        state[rules.LINE] = bool(lines[1 - side])
        return state

    def arrange(self, text: str, brush: str, spots: Path) -> str:
        return self.coordinates.arrange_stones(text, brush, spots)

    def reason(self, state: Vector) -> str:
        return "reason.line" if state[rules.LINE] else "reason.full"

    def tidy(self, text: str) -> str:
        return self.coordinates.name(*self.coordinates.parse(text))

    def _is_in_line(self, state: Vector, column: int, row: int) -> bool:
        cell = row * self.width + column
        return rules.makes_line(state, cell, state[rules.CELLS + cell], self.rules.tables)

    def _spot(self, cell: int) -> str:
        return self.coordinates.name(cell % self.width, cell // self.width)

    def _marked_cells(self, state: Vector, side: int) -> list[int]:
        return [int(cell) for cell in np.flatnonzero(state[rules.CELLS :] == side + 1)]
