"""The agent `random`: uniformly random legal moves."""

from __future__ import annotations

from random import Random

from plyground.core.limits import Limit
from plyground.games.position import Position
from plyground.games.score import Analysis


class RandomAgent:
    """Plays any legal move; with a seed, the same ones every time."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, position: Position, limit: Limit) -> Analysis:
        return Analysis(position.moves[self._random.randrange(len(position.moves))])
