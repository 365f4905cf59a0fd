"""The stones of swap2: three that leave nobody better off, never the same twice.

The opponent takes the better colour, so the best stones are those after which both have the same
chances. Stones are drawn by lot near each other; the engine judges them, white to move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from plyground.agents.fallback_move import glance
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.protocols.gomocup.dialect import Dialect
from plyground.protocols.gomocup.message_parsing import Point

if TYPE_CHECKING:
    from plyground.agents.engine import Engine

SPREAD = 4
"""How far, in rows and columns, the second and third stone may stand from the first."""
EVEN = 0.05
"""By how much the chances may differ from one half."""
GLANCES = 20
SHARE = 0.1
"""Of the time, for each lot that is looked at."""


class Opening:
    """Looks for three stones on a board."""

    def __init__(self, game: Game, dialect: Dialect, random: Random) -> None:
        self._game = game
        self._dialect = dialect
        self._random = random

    def first(self, is_ready: bool) -> tuple[Point, ...]:
        """Stones at once: the most even of some lots, at a glance if that takes no time."""
        if not is_ready:
            return next(self._lots())
        lots = islice(self._lots(), GLANCES)
        return min(lots, key=lambda stones: self._unevenness(stones, _at_a_glance))

    def search(
        self, engine: Engine, limit: Limit, stop: Stop, improve: Callable[[tuple[Point, ...]], None]
    ) -> None:
        """Look at lots one after the other; hand over each that is more even than the last."""
        seconds = SHARE * (stop.seconds or 1.0)
        least = 1.0
        for stones in self._lots():
            if stop.is_set:
                return

            def judge(position: Position) -> float:
                with Stop(seconds) as soon:
                    score = engine.think(position, limit, soon).score
                return score.chance if score is not None else 0.5

            unevenness = self._unevenness(stones, judge)
            if stop.is_set:
                return
            if unevenness < least:
                least = unevenness
                improve(stones)
            if least <= EVEN:
                return

    def _unevenness(self, stones: tuple[Point, ...], judge: Callable[[Position], float]) -> float:
        black, white = stones[::2], stones[1::2]
        position = self._game.position(self._dialect.text(self._game, white, black, False))
        return abs(judge(position) - 0.5)

    def _lots(self) -> Iterator[tuple[Point, ...]]:
        size = self._dialect.size(self._game)
        while True:
            x, y = (self._random.randrange(size) for _ in range(2))
            near = [
                (column, row)
                for column in range(max(x - SPREAD, 0), min(x + SPREAD + 1, size))
                for row in range(max(y - SPREAD, 0), min(y + SPREAD + 1, size))
                if (column, row) != (x, y)
            ]
            yield ((x, y), *self._random.sample(near, 2))


def _at_a_glance(position: Position) -> float:
    score = glance(position).score
    return 0.0 if score is None else score.chance
