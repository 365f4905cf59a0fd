"""Exact values of positions, within an effort that is stated in positions.

By the solver; in a game with a threat search, which is too large for it, a value is known where one
side has a win by threats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from plyground.core.iterative_deepening import AlphaBeta, RootLine
from plyground.core.limits import Limit, Stop
from plyground.core.solver import Solver
from plyground.core.values import DECIDED
from plyground.games.game import Game
from plyground.games.position import Position

EFFORT = 300_000
"""Positions that a value may take."""
MEBIBYTES = 64


@dataclass(frozen=True)
class ExactValue:
    """The value of a position for the side to move: 1, 0 or -1, or the margin."""

    value: int
    right_moves: tuple[int, ...] | None
    """All moves that keep it; None if they are not known."""
    best_move: int
    """One of them."""


class ExactValues(Protocol):
    """Knows values of positions of one game."""

    def solve(self, position: Position) -> ExactValue | None:
        """The value of an ongoing position; None if it takes too long."""

    def value_move(self, position: Position, move: int) -> int | None:
        """What a move leaves to the side that makes it; None if that takes too long."""


def know_values(game: Game, effort: int = EFFORT) -> ExactValues:
    """The way to exact values that a game has."""
    if game.kernels.threat_search is not None:
        return ThreatValues(game, effort)
    return SolverValues(game, effort)


class SolverValues:
    def __init__(self, game: Game, effort: int) -> None:
        self._solver = Solver(game.rules, game.native(), MEBIBYTES)
        self._effort = effort

    def solve(self, position: Position) -> ExactValue | None:
        with self._solver.limit_nodes(self._effort), Stop() as stop:
            found = self._solver.solve(position.state, stop, distance=False)
        if not found.complete or found.value is None:
            return None
        return ExactValue(found.value, found.best_moves, found.best_moves[0])

    def value_move(self, position: Position, move: int) -> int | None:
        after = position.play(move)
        if after.outcome is not None:
            return _value_end(position, after)
        with self._solver.limit_nodes(self._effort), Stop() as stop:
            value = self._solver.solve(after.state, stop, distance=False).value
        return None if value is None else value if after.side == position.side else -value


class ThreatValues:
    def __init__(self, game: Game, effort: int) -> None:
        self._search = AlphaBeta(game.rules, game.native(), MEBIBYTES)
        self._limit = Limit(nodes=effort)

    def solve(self, position: Position) -> ExactValue | None:
        best = self._prove(position)
        return None if best is None else ExactValue(1 if best.score > 0 else -1, None, best.move)

    def value_move(self, position: Position, move: int) -> int | None:
        after = position.play(move)
        if after.outcome is not None:
            return _value_end(position, after)
        best = self._prove(after)
        if best is None:
            return None
        return 1 if (best.score > 0) == (after.side == position.side) else -1

    def _prove(self, position: Position) -> RootLine | None:
        """The best line of a position that is proven to be won or lost."""
        with Stop() as stop:
            found = self._search.run(position.state, self._limit, stop)
        return found.best if found.proven and abs(found.best.score) >= DECIDED else None


def _value_end(before: Position, after: Position) -> int:
    """The value of a move that ends the game, for the side that makes it."""
    assert after.outcome is not None
    return after.outcome.value * (1 - 2 * before.side)
