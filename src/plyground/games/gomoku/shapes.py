"""What each colour could make next, as people name it, and the wins by fours that it has.

Only what the rules let a colour make: a stone that would be a foul makes nothing, and a three that
could become an open four by fouls alone is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Literal

import numpy as np

from plyground.core.contract import INFO_SIZE, LINE_SIZE, Vector
from plyground.core.values import DECIDED
from plyground.games.game import Game
from plyground.games.gomoku import patterns, rules
from plyground.games.gomoku.legality import is_foul
from plyground.games.gomoku.lines import PLANE, STEPS, count_fours, window
from plyground.games.gomoku.notation import coordinates
from plyground.games.gomoku.pattern_state import (
    CELLS,
    add_stone,
    count_of,
    next_cell,
    remove_stone,
)
from plyground.games.gomoku.variants import FOULS, SIZE

Shape = Literal["five", "open_four", "two_fours", "four_three", "two_threes", "four", "three"]

SHAPES: tuple[Shape, ...] = (
    "five",
    "open_four",
    "two_fours",
    "four_three",
    "two_threes",
    "four",
    "three",
)
"""The strongest first."""

ANYWHERE = -1
"""In a line: no stone helps, so the answer may be anywhere."""

# How many positions a search for a win by fours may look at: as native code, and as Python.
_NATIVE_BUDGET = 50_000
_PLAIN_BUDGET = 500


class BoardShapes:
    """One position, seen by both colours."""

    def __init__(self, game: Game, state: Vector) -> None:
        self.state: Vector = np.array(state)
        self.tables = game.rules.tables
        self.size = int(self.tables[SIZE])
        self.own = int(rules.colour_to_move(state))
        """The colour to move."""
        self._game = game
        self._name = coordinates(game).name
        self._features = np.zeros(game.rules.features_size, np.int64)
        self._call("init_features", self.state, self._features)

    def spot(self, cell: int) -> str:
        return self._name(cell % self.size, cell // self.size)

    @cached_property
    def shapes(self) -> tuple[dict[int, Shape], dict[int, Shape]]:
        """For both colours, what a stone would make on each empty cell where it makes something."""
        return dict(self._shapes(0)), dict(self._shapes(1))

    def cells(self, colour: int, *wanted: Shape) -> list[int]:
        """Where a colour could make one of some shapes."""
        return [cell for cell, shape in self.shapes[colour].items() if shape in wanted]

    def win(self, colour: int) -> tuple[int, ...]:
        """A win by fours of a colour, were it to move: its stones and the answers in turn, up to
        the five. Empty if none was found."""
        budget = _NATIVE_BUDGET if self._game.is_native else _PLAIN_BUDGET
        state = self.state.copy()
        if rules.colour_to_move(state) != colour:
            state[rules.SIDE] = 1 - state[rules.SIDE]
        line, info = np.full(LINE_SIZE, ANYWHERE), np.zeros(INFO_SIZE, np.int64)
        if self._call("threat_search", state, budget, line, info, self._features) < DECIDED:
            return ()
        found = line.tolist()
        return self._finish_line(found[: found.index(-1)], colour)

    def priors(self) -> dict[int, int]:
        """The prior of each candidate, by which the search orders them."""
        room = self._game.rules.branching
        moves, priors = np.zeros(room, np.int64), np.zeros(room, np.int64)
        info = np.zeros(INFO_SIZE, np.int64)
        count = int(self._call("candidates", self.state, moves, info, self._features))
        self._call("priors", self.state, moves, count, priors, self._features)
        return dict(zip(moves[:count].tolist(), priors[:count].tolist(), strict=True))

    def _call(self, name: str, *given: Any) -> Any:
        return self._game.kernel(name)(*given, self.tables)

    # What a stone makes.

    def _shapes(self, colour: int) -> Iterator[tuple[int, Shape]]:
        for cell in range(self.size * self.size):
            lines = self._patterns(cell, colour)
            if max(lines) >= patterns.OPEN_THREE and (shape := self._shape(cell, colour, lines)):
                yield cell, shape

    def _patterns(self, cell: int, colour: int) -> list[int]:
        word = int(self._features[CELLS + cell]) >> 16 * colour
        return [word >> 4 * direction & 15 for direction in range(4)]

    def _shape(self, cell: int, colour: int, lines: list[int]) -> Shape | None:
        if patterns.FIVE in lines:
            return "five"
        if is_foul(self.state, cell, colour, self._features, self.tables):
            return None
        opened = [d for d in range(4) if lines[d] == patterns.OPEN_FOUR]
        fours = len(opened) + lines.count(patterns.FOUR)
        # Two fours in one line are as little to be stopped as an open one.
        if any(self._fours(cell, direction, colour) == 1 for direction in opened):
            return "open_four"
        if opened or fours > 1:
            return "two_fours"
        threes = sum(
            self._is_three(cell, direction, colour)
            for direction in range(4)
            if lines[direction] == patterns.OPEN_THREE
        )
        if fours:
            return "four_three" if threes else "four"
        return "two_threes" if threes > 1 else "three" if threes else None

    def _fours(self, cell: int, direction: int, colour: int) -> int:
        seen = window(self.state, rules.BOARD, cell, direction, colour, self.tables)
        return int(count_fours(*seen, colour, self.tables))

    def _is_three(self, cell: int, direction: int, colour: int) -> bool:
        """Can the three that a stone makes become an open four without a foul?"""
        if not self.tables[FOULS + colour]:
            return True
        openings = list(self._openings(cell, direction, colour))
        self._put(cell, colour)
        found = any(
            not is_foul(self.state, next_, colour, self._features, self.tables)
            for next_ in openings
        )
        self._take(cell, colour)
        return found

    def _openings(self, cell: int, direction: int, colour: int) -> Iterator[int]:
        """Where another stone makes an open four of the three through a cell."""
        step_x, step_y = STEPS[direction]
        for distance in (-4, -3, -2, -1, 1, 2, 3, 4):
            x, y = cell % self.size + distance * step_x, cell // self.size + distance * step_y
            next_ = y * self.size + x
            if not (0 <= x < self.size and 0 <= y < self.size):
                continue
            # The one stone would make with the other what the other makes with it.
            if self._patterns(next_, colour)[direction] >= patterns.OPEN_THREE:
                self._put(next_, colour)
                made = self._patterns(cell, colour)[direction]
                self._take(next_, colour)
                if made == patterns.OPEN_FOUR:
                    yield next_

    # Stones on trial.

    def _put(self, cell: int, colour: int) -> None:
        add_stone(cell, colour, True, self._features, self.tables)
        self._turn(cell, colour)

    def _take(self, cell: int, colour: int) -> None:
        self._turn(cell, colour)
        remove_stone(cell, colour, self._features, self.tables)

    def _turn(self, cell: int, colour: int) -> None:
        """Put a stone on the board, or take it away."""
        self.state[rules.BOARD + cell // self.size] ^= 1 << (cell % self.size + PLANE * colour)

    def _fives(self, colour: int) -> list[int]:
        found: list[int] = []
        for _ in range(int(count_of(patterns.WINNING, colour, self._features))):
            start = found[-1] + 1 if found else 0
            found.append(int(next_cell(patterns.WINNING, colour, start, self._features)))
        return found

    def _finish_line(self, line: list[int], colour: int, ply: int = 0) -> tuple[int, ...]:
        """A line of the search from a ply on, played to its five; nothing if one of its moves is
        no four."""
        if ply == len(line):
            return self._end(colour)
        cell, mover = line[ply], colour ^ ply & 1
        if mover == colour and cell in self._fives(colour):
            return (cell,)
        self._put(cell, mover)
        rest: tuple[int, ...] = ()
        if mover != colour or self._fives(colour):
            rest = self._finish_line(line, colour, ply + 1)
        self._take(cell, mover)
        return (cell, *rest) if rest else ()

    def _end(self, colour: int) -> tuple[int, ...]:
        """A four was made that cannot be stopped: an answer, and the five."""
        fives = self._fives(colour)
        for answer in fives:
            if not is_foul(self.state, answer, 1 - colour, self._features, self.tables):
                self._put(answer, 1 - colour)
                left = self._fives(colour)
                self._take(answer, 1 - colour)
                return (answer, left[0]) if left else ()
        return ANYWHERE, fives[0]
