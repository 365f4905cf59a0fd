"""Traced searches for the lab page: a few at a time, within bounds, cached for stepping through.

They run in plain Python, so threads do not make them faster; they only keep the event loop free.
A search stops early when its client disconnects.
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, TypeVar

from plyground.classic.textbook import Stopped
from plyground.lab.comparison import Effort, compare
from plyground.lab.search_recorder import Recorder
from plyground.lab.search_setup import TextbookSearch
from plyground.lab.trace import Trace
from plyground.locale import Problem
from plyground.web.http_errors import TooManyRequests
from plyground.web.rate_limits import ConcurrencyLimit

MAX_STEPS = 300_000
"""Events of one traced search."""
MAX_SECONDS = 10.0
MAX_TRACE_NODES = 20_000
MAX_CACHED_NODES = 100_000
"""Nodes that can be shown, of one search and of the whole cache: some tens of megabytes."""
MAX_COMPARED_NODES = 300_000
MAX_COMPARED_SECONDS = 8.0
"""Bounds of each search in a comparison."""
THREADS = 2
MAX_CLIENT_SEARCHES = 3
MAX_SEARCHES = 12
"""Searches that run or wait, of one client and in total."""

POLL_SECONDS = 0.1
"""Seconds between two checks whether the client is still connected."""
NODES_PER_CHECK = 64
"""Nodes between two readings of the clock."""

T = TypeVar("T")

IsDisconnected = Callable[[], Awaitable[bool]]
"""Tells whether the client has disconnected, as Starlette's requests do."""


class StopCheck:
    """A stop flag with a deadline, called by a search at every node."""

    def __init__(self) -> None:
        self.is_stopped = False
        self._deadline = math.inf
        self._nodes = 0

    def stop(self) -> None:
        self.is_stopped = True

    def stop_after(self, seconds: float) -> None:
        self._deadline = monotonic() + seconds

    def __call__(self) -> bool:
        self._nodes += 1
        if self._nodes % NODES_PER_CHECK == 0 and monotonic() > self._deadline:
            self.is_stopped = True
        return self.is_stopped


class CachedTrace:
    """A trace with a lock for its readers: they share the working vectors of its evaluation."""

    def __init__(self, traced: Trace) -> None:
        self.trace = traced
        self._lock = threading.Lock()

    def read(self, function: Callable[[Trace], T]) -> T:
        with self._lock:
            return function(self.trace)


class LabService:
    """Runs searches in threads, and caches the most recent traces."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "lab")
        self._limit = ConcurrencyLimit(MAX_CLIENT_SEARCHES, MAX_SEARCHES)
        self._stop_checks: set[StopCheck] = set()
        self._cached: OrderedDict[str, CachedTrace] = OrderedDict()

    @property
    def running(self) -> int:
        return len(self._stop_checks)

    def close(self) -> None:
        for stop_check in self._stop_checks:
            stop_check.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def trace(
        self,
        client_address: str,
        is_disconnected: IsDisconnected,
        key: str,
        position: Any,
        **how: Any,
    ) -> CachedTrace:
        """The trace of a search, from the cache or run now."""
        cached = self._cached.get(key)
        if cached is None:
            cached = CachedTrace(await self._search(client_address, is_disconnected, position, how))
            self._insert(key, cached)
        self._cached.move_to_end(key)
        return cached

    async def compare(
        self, client_address: str, position: Any, depth: float, order: str
    ) -> AsyncIterator[Effort | tuple[str, int]]:
        """Yield the effort of every algorithm as it finishes, and progress in between."""
        loop = asyncio.get_running_loop()
        messages: asyncio.Queue[Effort | tuple[str, int] | Problem | None] = asyncio.Queue()

        def put(message: Effort | tuple[str, int] | Problem | None) -> None:
            loop.call_soon_threadsafe(messages.put_nowait, message)

        def count(algorithm: str, nodes: int) -> None:
            if stop_check.is_stopped:
                raise _Abandoned
            put((algorithm, nodes))

        def work() -> None:
            try:
                for effort in compare(
                    position, depth, order, count, MAX_COMPARED_NODES, MAX_COMPARED_SECONDS
                ):
                    put(effort)
            except _Abandoned:
                pass
            except Problem as problem:
                put(problem)
            finally:
                put(None)

        async with self._reserve_slot(client_address) as stop_check:
            ended = loop.run_in_executor(self._threads, work)
            try:
                while (message := await messages.get()) is not None:
                    if isinstance(message, Problem):
                        raise message
                    yield message
            finally:
                stop_check.stop()
                await asyncio.shield(ended)

    async def _search(
        self,
        client_address: str,
        is_disconnected: IsDisconnected,
        position: Any,
        how: dict[str, Any],
    ) -> Trace:
        def work() -> Trace | None:
            stop_check.stop_after(MAX_SECONDS)
            try:
                search, recorder = (
                    TextbookSearch(position, **how),
                    Recorder(MAX_TRACE_NODES, MAX_STEPS),
                )
                return Trace(search, stop_check, recorder)
            except Stopped:
                return None

        async with self._reserve_slot(client_address) as stop_check:
            running = asyncio.get_running_loop().run_in_executor(self._threads, work)
            try:
                while not (await asyncio.wait({running}, timeout=POLL_SECONDS))[0]:
                    if await is_disconnected():
                        stop_check.stop()
                traced = await running
            finally:
                if not running.done():
                    stop_check.stop()
        # Iterative deepening returns even if it was stopped, but with an incomplete last round.
        if traced is None or stop_check.is_stopped:
            raise Problem("web.lab.problem.slow", seconds=f"{MAX_SECONDS:g}")
        return traced

    @asynccontextmanager
    async def _reserve_slot(self, client_address: str) -> AsyncIterator[StopCheck]:
        """Hold one of the limited places for a search, or raise TooManyRequests."""
        if not self._limit.acquire(client_address):
            raise TooManyRequests("web.lab.problem.busy")
        stop_check = StopCheck()
        self._stop_checks.add(stop_check)
        try:
            yield stop_check
        finally:
            self._stop_checks.discard(stop_check)
            self._limit.release(client_address)

    def _insert(self, key: str, cached: CachedTrace) -> None:
        self._cached[key] = cached
        while len(self._cached) > 1 and self._count_nodes() > MAX_CACHED_NODES:
            self._cached.popitem(last=False)

    def _count_nodes(self) -> int:
        return sum(min(each.trace.found.nodes, MAX_TRACE_NODES) for each in self._cached.values())


class _Abandoned(Exception):
    """Nobody is waiting for the comparison any more."""
