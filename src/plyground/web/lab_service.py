"""Searches for the lab page: a few at a time, which stop early when their client disconnects.

They run in the process of heavy requests; a thread waits for each.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from typing import Any

from plyground.web.heavy_context import Control
from plyground.web.http_errors import TooManyRequests
from plyground.web.rate_limits import ConcurrencyLimit

THREADS = 2
MAX_CLIENT_SEARCHES = 3
MAX_SEARCHES = 12
"""Searches that run or wait, of one client and in total."""

POLL_SECONDS = 0.1
"""Seconds between two checks whether the client is still connected."""

IsDisconnected = Callable[[], Awaitable[bool]]
"""Tells whether the client has disconnected, as Starlette's requests do."""
Search = Callable[[Control], None]
"""Searches until it is done, or until it is told to stop."""


class LabService:
    """Threads that wait for searches."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "lab")
        self._limit = ConcurrencyLimit(MAX_CLIENT_SEARCHES, MAX_SEARCHES)
        self._controls: set[Control] = set()

    @property
    def running(self) -> int:
        return len(self._controls)

    def close(self) -> None:
        for control in self._controls:
            control.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(
        self, client_address: str, is_disconnected: IsDisconnected, search: Search
    ) -> None:
        """Search, when it is this search's turn."""
        async with self._reserve_slot(client_address) as control:
            running = self._start(search, control)
            try:
                while not (await asyncio.wait({running}, timeout=POLL_SECONDS))[0]:
                    if await is_disconnected():
                        control.stop()
                await running
            finally:
                control.stop()

    async def stream(self, client_address: str, search: Search) -> AsyncIterator[Any]:
        """Yield what a search reports."""
        loop = asyncio.get_running_loop()
        reports: asyncio.Queue[Any] = asyncio.Queue()

        def put(report: Any) -> None:
            loop.call_soon_threadsafe(reports.put_nowait, report)

        async with self._reserve_slot(client_address, put) as control:
            running = self._start(search, control)
            # In the loop only after all reports have been put there.
            running.add_done_callback(lambda _: reports.put_nowait(None))
            try:
                while (report := await reports.get()) is not None:
                    yield report
                await running
            finally:
                control.stop()
                await asyncio.wait({running})

    def _start(self, search: Search, control: Control) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self._threads, copy_context().run, search, control)

    @asynccontextmanager
    async def _reserve_slot(
        self, client_address: str, on_report: Callable[[Any], None] | None = None
    ) -> AsyncIterator[Control]:
        """Hold one of the limited places for a search, or raise TooManyRequests."""
        if not self._limit.acquire(client_address):
            raise TooManyRequests("web.lab.problem.busy")
        control = Control(on_report)
        self._controls.add(control)
        try:
            yield control
        finally:
            self._controls.discard(control)
            self._limit.release(client_address)
