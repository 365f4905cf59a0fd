"""An agent's turn: queue in the worker pool, play the agent's move.

While native code is on its way, the plain search plays in the agent's place.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from plyground.web.http_errors import TooManyRequests
from plyground.web.worker_pool import Job, UnresponsiveAgent

if TYPE_CHECKING:
    from plyground.web.live_game import LiveGame
    from plyground.web.turn_clock import TurnClock

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
"""Seconds to wait before trying a full pool again."""


class AgentTurn:
    """The task that makes an agent's move in one live game."""

    def __init__(self, live_game: LiveGame, turn_clock: TurnClock) -> None:
        self.side: int | None = None
        """The side to move while the agent is at work, else None."""
        self._live_game = live_game
        self._turn_clock = turn_clock
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.side = self._live_game.position.side
        self._task = self._live_game.spawn(self._run())

    def cancel(self) -> None:
        self.side = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        live_game, position = self._live_game, self._live_game.position
        spec = live_game.setup.seats[position.side].spec
        assert spec is not None
        try:
            job = await self._submit(spec)
            try:
                found = await asyncio.wrap_future(job.future)
            finally:
                job.cancel()
        except UnresponsiveAgent:
            await live_game.forfeit_agent(position, "reason.silent")
        except Exception:
            log.exception("agent %s failed at %r", spec, position)
            await live_game.forfeit_agent(position, "reason.crashed")
        else:
            await live_game.play_agent_move(position, found, job.seconds)

    async def _submit(self, spec: str) -> Job:
        """Queue the search, as soon as the pool accepts it."""
        live_game, position = self._live_game, self._live_game.position
        loop = asyncio.get_running_loop()

        def on_start() -> None:
            _call_soon(loop, self._on_start, position)

        while True:
            stand_in = await live_game.warm_up.needs_stand_in(spec)
            limit = live_game.session.clocks.limit(position.side)
            try:
                return live_game.services.pool.submit_move(
                    self._turn_clock.client_address, position, spec, limit, on_start, stand_in
                )
            except TooManyRequests:
                await asyncio.sleep(RETRY_SECONDS)

    def _on_start(self, position: object) -> None:
        """Start the clock when the search starts: waiting in the queue is not charged."""
        live_game = self._live_game
        if live_game.position is position and self.side is not None:
            self._turn_clock.start_clock()
            if live_game.setup.control.is_limited:
                live_game.notify_clients()


def _call_soon(
    loop: asyncio.AbstractEventLoop, callback: Callable[[Any], None], argument: object
) -> None:
    """Call back in the event loop from another thread; do nothing if the loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(callback, argument)
