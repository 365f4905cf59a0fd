"""An agent's turn: wait for the compiler, queue in the worker pool, play the agent's move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from plyground.web.http_errors import TooManyRequests
from plyground.web.worker_pool import Job, UnresponsiveAgent

if TYPE_CHECKING:
    from plyground.web.compile_queue import CompileJob
    from plyground.web.live_game import LiveGame
    from plyground.web.turn_clock import TurnClock

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
"""Seconds to wait before trying a full pool again."""
PROGRESS_SECONDS = 0.25
"""Seconds between two notices of the compiler's progress."""


class AgentTurn:
    """The task that makes an agent's move in one live game."""

    def __init__(self, live_game: LiveGame, turn_clock: TurnClock) -> None:
        self.side: int | None = None
        """The side to move while the agent is at work, else None."""
        self._live_game = live_game
        self._turn_clock = turn_clock
        self._task: asyncio.Task[None] | None = None
        self._compile_job: CompileJob | None = None
        self._reported_at = 0.0

    @property
    def progress(self) -> dict[str, int] | None:
        """Progress of the compiler, while the agent is waiting for it."""
        if self._compile_job is None:
            return None
        return {"done": self._compile_job.done, "total": self._compile_job.total}

    def start(self) -> None:
        self.side = self._live_game.position.side
        self._task = self._live_game.spawn(self._run())

    def cancel(self) -> None:
        self.side = None
        self._compile_job = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        live_game, position = self._live_game, self._live_game.position
        spec = live_game.setup.seats[position.side].spec
        assert spec is not None
        try:
            await self._wait_for_compiler(spec)
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

    async def _wait_for_compiler(self, spec: str) -> None:
        """Wait for native code, and show clients the progress."""
        compile_job = self._live_game.services.compile_queue.submit(
            self._live_game.position.game, spec
        )
        if compile_job.is_ready:
            return
        loop = asyncio.get_running_loop()
        self._compile_job = compile_job

        def on_step() -> None:
            _call_soon(loop, self._report_progress, compile_job)

        compile_job.add_listener(on_step)
        self._live_game.notify_clients()
        await asyncio.wrap_future(compile_job.ready)
        self._compile_job = None
        self._live_game.position.game.native()

    def _report_progress(self, compile_job: CompileJob) -> None:
        if self._compile_job is compile_job and monotonic() - self._reported_at > PROGRESS_SECONDS:
            self._reported_at = monotonic()
            self._live_game.notify_clients()

    async def _submit(self, spec: str) -> Job:
        """Queue the search, as soon as the pool accepts it."""
        live_game, position = self._live_game, self._live_game.position
        loop = asyncio.get_running_loop()

        def on_start() -> None:
            _call_soon(loop, self._on_start, position)

        while True:
            limit = live_game.session.clocks.limit(position.side)
            try:
                return live_game.services.pool.submit_move(
                    self._turn_clock.client_address, position, spec, limit, on_start
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
