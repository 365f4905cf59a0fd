"""An agent's turn at a table: wait until it is compiled, queue for the pool, play what it says."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from plyground.web.http_errors import Busy
from plyground.web.worker_pool import Job, Silent

if TYPE_CHECKING:
    from plyground.web.compile_queue import Preparation
    from plyground.web.live_game import Table
    from plyground.web.turn_clock import Turn

log = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds after which a full pool is asked again."""
OFTEN = 0.25
"""Seconds between two words about the progress of compiling."""


class Thinking:
    """What the agent of one table is at."""

    def __init__(self, table: Table, turn: Turn) -> None:
        self.side: int | None = None
        """Whose turn it is, if an agent's."""
        self._table = table
        self._turn = turn
        self._task: asyncio.Task[None] | None = None
        self._preparation: Preparation | None = None
        self._told = 0.0

    @property
    def progress(self) -> dict[str, int] | None:
        """How far compiling is, if that is what is waited for."""
        if self._preparation is None:
            return None
        return {"done": self._preparation.done, "total": self._preparation.total}

    def begin(self) -> None:
        self.side = self._table.position.side
        self._task = self._table.spawn(self._run())

    def cancel(self) -> None:
        self.side = None
        self._preparation = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        table, position = self._table, self._table.position
        spec = table.setup.seats[position.side].spec
        assert spec is not None
        try:
            await self._prepared(spec)
            job = await self._queued(spec)
            try:
                found = await asyncio.wrap_future(job.future)
            finally:
                job.cancel()
        except Silent:
            await table.agent_fails(position, "reason.silent")
        except Exception:
            log.exception("agent %s failed at %r", spec, position)
            await table.agent_fails(position, "reason.crashed")
        else:
            await table.agent_moves(position, found, job.seconds)

    async def _prepared(self, spec: str) -> None:
        """Wait until there is native code, and let people see how far it is."""
        preparation = self._table.house.workshop.prepare(self._table.position.game, spec)
        if preparation.is_ready:
            return
        loop = asyncio.get_running_loop()
        self._preparation = preparation

        def on_step() -> None:
            _call_in(loop, self._progressed, preparation)

        preparation.listen(on_step)
        self._table.announce()
        await asyncio.wrap_future(preparation.ready)
        self._preparation = None
        self._table.position.game.native()

    def _progressed(self, preparation: Preparation) -> None:
        if self._preparation is preparation and monotonic() - self._told > OFTEN:
            self._told = monotonic()
            self._table.announce()

    async def _queued(self, spec: str) -> Job:
        """A place in the queue, as soon as there is one."""
        table, position = self._table, self._table.position
        loop = asyncio.get_running_loop()

        def on_start() -> None:
            _call_in(loop, self._started, position)

        while True:
            limit = table.contest.clocks.limit(position.side)
            try:
                return table.house.pool.ask_move(self._turn.client, position, spec, limit, on_start)
            except Busy:
                await asyncio.sleep(AGAIN)

    def _started(self, position: object) -> None:
        """The agent thinks now; waiting in the queue was not its fault."""
        table = self._table
        if table.position is position and self.side is not None:
            self._turn.start_clock()
            if table.setup.control.is_limited:
                table.announce()


def _call_in(
    loop: asyncio.AbstractEventLoop, callback: Callable[[Any], None], what: object
) -> None:
    """Tell the event loop something from another thread; nobody minds if it has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(callback, what)
