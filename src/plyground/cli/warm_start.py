"""A warm start: plain Python plays while other processes compile what the agents need.

Only for a user at a terminal: a script, a match or a rated game waits for the agents instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from plyground.agents.agent import list_kernels
from plyground.agents.python_search import PythonSearch
from plyground.core.compile_pool import get_pool
from plyground.core.jit import Entry, is_cached, is_compiled
from plyground.games.game import Game


class WarmStart:
    """What plays for agents until their native code is ready."""

    def __init__(self, agents: Sequence[object], game: Game) -> None:
        self.agent = PythonSearch()
        self._request = get_pool().submit(lambda: _list_all(agents, game))

    @property
    def is_running(self) -> bool:
        """Is something still being compiled? If that has failed, the agents say why."""
        return not self._request.is_ready

    @property
    def seconds(self) -> int | None:
        """Expected seconds until the agents are ready, if that is known."""
        left = self._request.remaining_seconds
        return None if left is None else max(round(left), 1)


def needs_compiling(agents: Sequence[object], game: Game) -> bool:
    """Would agents have to compile something before they can play this game?"""
    entries = _list_all(agents, game)
    return not all(is_compiled(*entry) or is_cached(entry[0]) for entry in entries)


def _list_all(agents: Sequence[object], game: Game) -> list[Entry]:
    return [entry for agent in agents for entry in list_kernels(agent, game)]
