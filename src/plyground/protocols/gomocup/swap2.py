"""The first three stones of swap2: balanced, and different every time.

The opponent takes the better colour, so the best stones give both colours the same chances. Stones
are sampled near each other, and the engine evaluates them with white to move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from plyground.agents.python_search import choose_at_once
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.protocols.gomocup.dialect import Dialect
from plyground.protocols.gomocup.search_thread import Player
from plyground.protocols.gomocup.wire_format import Point

SPREAD = 4
"""Rows and columns between the first stone and the others, at most."""
MAX_IMBALANCE = 0.05
"""How far the chances may be from one half."""
SAMPLES = 20
TIME_SHARE = 0.1
"""The share of the time for each sample."""


class Swap2Opening:
    """Searches for three balanced stones."""

    def __init__(self, game: Game, dialect: Dialect, random: Random) -> None:
        self._game = game
        self._dialect = dialect
        self._random = random

    def choose_first(self, is_ready: bool) -> tuple[Point, ...]:
        """Stones without a search: the most balanced of some samples, if native code is ready."""
        if not is_ready:
            return next(self._sample_stones())
        samples = islice(self._sample_stones(), SAMPLES)
        return min(samples, key=lambda stones: self._measure_imbalance(stones, _evaluate_quickly))

    def search(
        self, player: Player, limit: Limit, stop: Stop, improve: Callable[[tuple[Point, ...]], None]
    ) -> None:
        """Evaluate one sample after the other, and pass on each that is better balanced."""
        seconds = TIME_SHARE * (stop.seconds or 1.0)
        smallest = 1.0
        for stones in self._sample_stones():
            if stop.is_set:
                return

            def evaluate(position: Position) -> float:
                with Stop(seconds) as share:
                    score = player.think(position, limit, share).score
                return score.chance if score is not None else 0.5

            imbalance = self._measure_imbalance(stones, evaluate)
            if stop.is_set:
                return
            if imbalance < smallest:
                smallest = imbalance
                improve(stones)
            if smallest <= MAX_IMBALANCE:
                return

    def _measure_imbalance(
        self, stones: tuple[Point, ...], evaluate: Callable[[Position], float]
    ) -> float:
        black, white = stones[::2], stones[1::2]
        position = self._game.position(
            self._dialect.write_position(self._game, white, black, False)
        )
        return abs(evaluate(position) - 0.5)

    def _sample_stones(self) -> Iterator[tuple[Point, ...]]:
        size = self._dialect.get_size(self._game)
        while True:
            x, y = (self._random.randrange(size) for _ in range(2))
            near = [
                (column, row)
                for column in range(max(x - SPREAD, 0), min(x + SPREAD + 1, size))
                for row in range(max(y - SPREAD, 0), min(y + SPREAD + 1, size))
                if (column, row) != (x, y)
            ]
            yield ((x, y), *self._random.sample(near, 2))


def _evaluate_quickly(position: Position) -> float:
    score = choose_at_once(position).score
    return 0.0 if score is None else score.chance
