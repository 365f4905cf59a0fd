"""What an agent is: anything with `choose`, and what some agents can do besides.

Whoever uses agents asks for these protocols: `isinstance(agent, SearchAgent)`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from plyground.core.compile_pool import compile_all
from plyground.core.contract import Kernels, signature
from plyground.core.jit import Entry
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis

OnDepth = Callable[[Analysis], None]


@runtime_checkable
class Agent(Protocol):
    """Chooses a move for the side to move in an ongoing position."""

    def choose(self, position: Position, limit: Limit) -> Analysis: ...


@runtime_checkable
class Preparable(Protocol):
    """Compiles and allocates what `choose` will need, before a clock runs."""

    def prepare(self, game: Game) -> None: ...


@runtime_checkable
class Releasable(Protocol):
    """Frees its hash tables, or ends its process, when it is no longer needed."""

    def release(self) -> None: ...


@runtime_checkable
class ProcessAgent(Protocol):
    """Thinks in a process of its own."""

    @property
    def process_id(self) -> int | None:
        """None while the process is not running."""


@runtime_checkable
class CompiledAgent(Protocol):
    """Searches in native code."""

    def list_kernels(self, game: Game) -> list[Entry]:
        """The entry kernels that `choose` will need."""


@runtime_checkable
class SearchAgent(Agent, Preparable, Protocol):
    """An agent whose search can be observed and stopped."""

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis: ...


def prepare_agent(agent: object, game: Game) -> None:
    """Let an agent prepare for a game, if it can."""
    if isinstance(agent, Preparable):
        agent.prepare(game)


def release_agent(agent: object) -> None:
    """Let an agent free what it holds, if it can."""
    if isinstance(agent, Releasable):
        agent.release()


def get_process_id(agent: object) -> int | None:
    """The process in which an agent thinks, unless that is this one."""
    return agent.process_id if isinstance(agent, ProcessAgent) else None


def list_rules(kernels: Kernels) -> list[Entry]:
    """A game's own kernels with their signatures."""
    return [(function, signature(name)) for name, function in kernels.present().items()]


def list_kernels(agent: object, game: Game) -> list[Entry]:
    """The entry kernels that an agent needs for a game: of one that does not say, the game's."""
    if isinstance(agent, CompiledAgent):
        return agent.list_kernels(game)
    return list_rules(game.kernels)


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
