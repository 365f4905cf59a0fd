"""`VectorGame`: thousands of games of one kind, a move in each of them by one compiled call."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.core.batch import Batch, Mask
from plyground.core.contract import Vector
from plyground.core.values import DRAW, MARGIN, MARGIN_LIMIT, ONGOING
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.locale import Problem

MAX_GAMES = 1 << 20

Rewards = npt.NDArray[np.float32]


class VectorGame:
    """Games that are played at the same time. Their positions are rows of `states`.

    A game that ends starts again at once, so that every row always has a legal move.
    """

    def __init__(self, game: Game | str, count: int, seed: int = 0, **options: Any) -> None:
        if not 1 <= count <= MAX_GAMES:
            raise Problem("adapters.problem.count", given=count, most=MAX_GAMES)
        self.game = load_game(game, **options) if isinstance(game, str) else game
        self._batch = Batch(self.game.rules, self.game.native(), count, seed)

    @property
    def states(self) -> npt.NDArray[np.int64]:
        """The state vectors, one a row."""
        return self._batch.states

    @property
    def sides(self) -> Vector:
        """Who is to move in each game."""
        return self._batch.states[:, 0]

    @property
    def masks(self) -> Mask:
        """Which moves are legal: a row a game, a column a move."""
        return self._batch.masks

    def __len__(self) -> int:
        return len(self.states)

    def position(self, row: int) -> Position:
        """One of the games as a position, to be shown or asked."""
        return Position(self.game, self.states[row])

    def sample(self) -> Vector:
        """A random legal move for each game."""
        return self._batch.sample()

    def step(self, moves: npt.ArrayLike) -> tuple[Rewards, Mask]:
        """Play a move in each game: the values for side 0 of those that end, and which do."""
        chosen = np.ascontiguousarray(moves, np.int64)
        self._check_moves(chosen)
        self._batch.step(chosen)
        rewards, ended = self._read_rewards(), self._batch.outcomes != ONGOING
        if ended.any():
            self._batch.restart(ended)
        return rewards, ended

    def reset(self) -> None:
        """Start all games again."""
        self._batch.restart(np.ones(len(self), np.bool_))

    def _check_moves(self, moves: Vector) -> None:
        if moves.shape != (len(self),):
            raise Problem("adapters.problem.moves", wanted=len(self), given=moves.shape)
        known = (moves >= 0) & (moves < self.masks.shape[1])
        legal = known & self.masks[np.arange(len(self)), np.where(known, moves, 0)]
        if not legal.all():
            row = int(np.argmin(legal))
            raise Problem("adapters.problem.illegal", move=int(moves[row]), row=row)

    def _read_rewards(self) -> Rewards:
        """+1, 0 or -1, or the margin, for side 0; 0 while a game goes on."""
        outcomes = self._batch.outcomes
        mover = np.where(outcomes > MARGIN_LIMIT, outcomes - MARGIN, outcomes)
        mover = np.where((outcomes == DRAW) | (outcomes == ONGOING), 0, mover)
        return (mover * (1 - 2 * self.sides)).astype(np.float32)
