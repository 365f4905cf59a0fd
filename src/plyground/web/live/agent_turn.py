"""An agent's turn: queue in the worker pool, and return the agent's move.

While native code is on its way, the plain search plays in the agent's place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from plyground.core.limits import Limit
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.web.http_errors import TooManyRequests
from plyground.web.live.warm_up import WarmUp
from plyground.web.worker_pool import Job, WorkerPool

RETRY_SECONDS = 1.0
"""Seconds to wait before trying a full pool again."""


@dataclass(frozen=True)
class AgentTurn:
    """One move that an agent is to make."""

    spec: str
    position: Position
    limit: Limit
    client_address: str
    """The client whose limits the search counts against."""
    on_start: Callable[[], None]
    """Called in the event loop when the search starts: waiting in the queue is not charged."""

    async def run(self, pool: WorkerPool, warm_up: WarmUp) -> tuple[Analysis, float]:
        """The agent's analysis, and the seconds that it took, without waiting for a core."""
        job = await self._submit(pool, warm_up)
        try:
            return await asyncio.wrap_future(job.future), job.seconds - job.delay
        finally:
            job.cancel()

    async def _submit(self, pool: WorkerPool, warm_up: WarmUp) -> Job:
        """Queue the search, as soon as the pool accepts it."""
        loop = asyncio.get_running_loop()

        def on_start() -> None:
            # In a thread of the pool; the loop may have ended.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self.on_start)

        while True:
            stand_in = await warm_up.needs_stand_in(self.spec)
            try:
                return pool.submit_move(
                    self.client_address, self.position, self.spec, self.limit, on_start, stand_in
                )
            except TooManyRequests:
                await asyncio.sleep(RETRY_SECONDS)
