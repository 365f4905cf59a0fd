"""Games to take positions from, chosen by a seed: random ones, and ones of players who make sense.

In a random game each move is any legal one, all alike. In a sensible one two levels of the engine
play, and one in `NOISE` of their moves is random too, so that positions arise that good players
avoid. These levels are limited by depth and positions, not by time: a seed gives the same games on
every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Literal

from plyground.agents.engine import Engine
from plyground.core.limits import Limit
from plyground.games.position import Position

Source = Literal["random", "sensible", "stored", "every"]
"""Where a position is from: a sampled game, a stored one, or the list of all positions."""

LEVELS = (2, 3, 4, 5, 6)
NOISE = 8
MOST_PLIES = 1_000
"""A game that lasts longer is cut off there."""
MOST_POSITIONS = 10_000
"""A game with no more positions is small enough to list them all."""
MEBIBYTES = 4


class GameSampler:
    """Plays games by a seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._engines: dict[int, Engine] = {}

    def play_games(self, starts: Iterable[Position]) -> Iterator[tuple[Source, Position]]:
        """The ends of two games from each start, a random and a sensible one. Where threats decide,
        random games have nothing to show."""
        for start in starts:
            if start.game.kernels.threat_search is None:
                yield "random", self.play_randomly(start)
            yield "sensible", self.play_sensibly(start)

    def play_randomly(self, start: Position) -> Position:
        return self._play(start, lambda position: self._random.choice(position.codes))

    def play_sensibly(self, start: Position) -> Position:
        levels = [self._random.choice(LEVELS) for _ in range(2)]

        def choose(position: Position) -> int:
            if self._random.randrange(NOISE) == 0:
                return self._random.choice(position.codes)
            engine = self._engine(levels[position.side])
            return position.find(engine.choose(position, Limit()).move)

        return self._play(start, choose)

    def _engine(self, level: int) -> Engine:
        if level not in self._engines:
            seed = self._random.randrange(2**32)
            self._engines[level] = Engine(level, hash=MEBIBYTES, seed=seed, book=False)
        return self._engines[level]

    def _play(self, start: Position, choose: Callable[[Position], int]) -> Position:
        position = start
        for _ in range(MOST_PLIES):
            if position.is_over:
                break
            position = position.play(choose(position))
        return position


def list_choices(end: Position) -> list[Position]:
    """The positions of a game in which there was something to choose, the last one first."""
    found: list[Position] = []
    here: Position | None = end
    while here is not None:
        if len(here.codes) > 1:
            found.append(here)
        here = here.before
    return found


def list_all_choices(start: Position, most: int = MOST_POSITIONS) -> list[Position] | None:
    """The same for all games from a position; None if there are more than `most` positions, ends
    of games included."""
    seen, waiting = {start.state.tobytes()}, [start]
    for position in waiting:
        for move in position.codes:
            after = position.play(move)
            key = after.state.tobytes()
            if key not in seen:
                seen.add(key)
                waiting.append(after)
        if len(waiting) > most:
            return None
    return [position for position in waiting if len(position.codes) > 1]
