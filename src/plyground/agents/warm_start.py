"""A warm start: plain Python plays while other processes compile what the agents need.

Only for a user at a terminal or in a notebook: a script, a match or a rated game waits for the
agents instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import wait

from plyground.agents.agent import list_kernels
from plyground.core.compile_pool import get_pool
from plyground.core.jit import Entry, is_cached, is_compiled
from plyground.games.game import Game


class WarmStart:
    """The compilation for agents while a game goes on."""

    def __init__(self, agents: Sequence[object], game: Game) -> None:
        self._request = get_pool().submit(lambda: _list_all(agents, game))
        self._request.planned.wait()

    @property
    def is_running(self) -> bool:
        """Is something still being compiled? If that has failed, the agents say why."""
        return not self._request.is_ready

    @property
    def seconds(self) -> int:
        """Expected seconds until the agents are ready."""
        return max(round(self._request.remaining_seconds or 0), 1)

    def wait(self, seconds: float) -> None:
        """Wait until the agents are ready, but for some seconds at most."""
        wait([self._request.ready], seconds)

    def call_when_ready(self, listener: Callable[[], None]) -> None:
        """Call `listener` as soon as the agents are ready, in another thread."""
        self._request.ready.add_done_callback(lambda _: listener())


def needs_compiling(agents: Sequence[object], game: Game) -> bool:
    """Would agents have to compile something before they can play this game?"""
    entries = _list_all(agents, game)
    return not all(is_compiled(*entry) or is_cached(entry[0]) for entry in entries)


def _list_all(agents: Sequence[object], game: Game) -> list[Entry]:
    return [entry for agent in agents for entry in list_kernels(agent, game)]
