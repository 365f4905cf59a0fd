"""Who chooses a move: anything with `choose`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis

OnDepth = Callable[[Analysis], None]


class Agent(Protocol):
    """Chooses a move for the side to move in an ongoing position."""

    def choose(self, position: Position, limit: Limit) -> Analysis: ...


class Thinker(Agent, Protocol):
    """An agent that searches: it can get ready, be watched and be stopped."""

    def prepare(self, game: Game) -> None:
        """Compile and allocate what `choose` will need."""

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis: ...


class Searcher(ABC):
    """A thinker whose answer is what it found when its time, or the work, was over."""

    @abstractmethod
    def prepare(self, game: Game) -> None: ...

    @abstractmethod
    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis: ...

    def own(self, limit: Limit) -> Limit:
        """The limit with what this agent was told when it was made."""
        return limit

    def choose(self, position: Position, limit: Limit) -> Analysis:
        # Getting ready is not on the clock.
        self.prepare(position.game)
        limit = self.own(limit)
        with Stop(limit.seconds) as stop:
            return self.think(position, limit, stop)
