"""Whose turn it is at a table: the clock that runs, the flag that falls, the agent that thinks.

A clock begins to run when all who play have come. After a restart of the server it begins anew,
with what it showed at the last move, when one of them is back: the time between is nobody's.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from plyground.games.position import Position
from plyground.web.agent_turn import Thinking
from plyground.web.client import Watcher

if TYPE_CHECKING:
    from plyground.web.live_game import Table

GRACE = 2.0
"""Seconds that an agent may come late: the machine is busy with the games of others."""


class Turn:
    """The present turn of one table."""

    def __init__(self, table: Table) -> None:
        self.client = ""
        """Whose limits an agent's thinking counts to: who came to play here last."""
        self._table = table
        self._thinking = Thinking(table, self)
        self._is_awake = False
        """Has anybody who plays been here since the server began? Before, no clock runs."""
        self._began: float | None = None
        self._flag: asyncio.TimerHandle | None = None

    @property
    def is_clock_running(self) -> bool:
        return self._began is not None

    @property
    def thought(self) -> float:
        """For how long the side to move has been thinking."""
        return 0.0 if self._began is None else monotonic() - self._began

    @property
    def thinker(self) -> int | None:
        """The side for which an agent thinks now."""
        return self._thinking.side

    @property
    def progress(self) -> dict[str, int] | None:
        """How far compiling is, if that is what an agent waits for."""
        return self._thinking.progress

    def begin(self, is_watched: bool = False) -> None:
        """Whoever is to move now begins to think."""
        self.stop()
        table = self._table
        if table.contest.is_over or not self._is_awake or not all(table.joined):
            return
        if table.setup.seats[table.position.side].is_human:
            self.start_clock()
        elif table.watchers or table.humans or is_watched:
            # Agents among themselves play for those who watch.
            self._thinking.begin()

    def stop(self) -> None:
        self._thinking.cancel()
        self._began = None
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def wake(self, watcher: Watcher, is_new: bool) -> None:
        """Somebody has come; if that was what the game waited for, it goes on."""
        table = self._table
        if not watcher.seats and table.humans:
            return
        self.client = watcher.client
        is_paused = not self.is_clock_running and self.thinker is None
        if is_new or is_paused or not self._is_awake:
            self._is_awake = True
            self.begin(is_watched=True)

    def start_clock(self) -> None:
        """The side to move thinks from now on."""
        self._began = monotonic()
        table, position = self._table, self._table.position
        allowed = table.contest.clocks.seconds_left(position.side)
        if allowed is not None:
            late = allowed + (0.0 if table.setup.seats[position.side].is_human else GRACE)
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(late, self._fall, position)

    def _fall(self, position: Position) -> None:
        self._table.spawn(self._table.time_is_up(position))
