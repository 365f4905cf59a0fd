"""The interface of an agent: anything with `choose`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

from plyground.core.compile_pool import compile_all
from plyground.core.contract import Kernels, signature
from plyground.core.jit import Entry
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis

OnDepth = Callable[[Analysis], None]


class Agent(Protocol):
    """Chooses a move for the side to move in an ongoing position."""

    def choose(self, position: Position, limit: Limit) -> Analysis: ...


class SearchAgent(Agent, Protocol):
    """An agent whose search can be prepared, observed and stopped."""

    def list_kernels(self, game: Game) -> list[Entry]:
        """The entry kernels that `choose` will need."""

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


def list_rules(kernels: Kernels) -> list[Entry]:
    """A game's own kernels with their signatures."""
    return [(function, signature(name)) for name, function in kernels.present().items()]


def list_kernels(agent: object, game: Game) -> list[Entry]:
    """The entry kernels that an agent needs for a game: of one that does not say, the game's."""
    listing = getattr(agent, "list_kernels", None)
    return list_rules(game.kernels) if listing is None else list(listing(game))


class TimedSearchAgent(ABC):
    """A search agent that plays what its search has found when its limit is reached."""

    def list_kernels(self, game: Game) -> list[Entry]:
        return list_rules(game.kernels)

    def prepare(self, game: Game) -> None:
        compile_all(self.list_kernels(game))
        game.native()

    @abstractmethod
    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis: ...

    def tighten_limit(self, limit: Limit) -> Limit:
        """The limit of a search, tightened by the agent's own settings."""
        return limit

    def choose(self, position: Position, limit: Limit) -> Analysis:
        # Compilation does not count as thinking time.
        self.prepare(position.game)
        limit = self.tighten_limit(limit)
        with Stop(limit.seconds) as stop:
            return self.think(position, limit, stop)
