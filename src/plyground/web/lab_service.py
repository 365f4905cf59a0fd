"""Searches of the laboratory: a few at a time, within bounds, and kept for those who step through.

They are plain Python, so that threads do not make them faster; they only let the others be served
meanwhile. A search ends early when nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, TypeVar

from plyground.classic.textbook import Stopped
from plyground.lab.comparison import Effort, compare
from plyground.lab.trace import Trace, trace
from plyground.locale import Problem
from plyground.web.http_errors import Busy

MOST_STEPS = 300_000
"""Events of a search that is shown."""
MOST_SECONDS = 10.0
NODES_A_TRACE = 20_000
NODES_KEPT = 100_000
"""Nodes that can be shown, of one search and of all that are kept: some tens of megabytes."""
COMPARED_NODES = 300_000
COMPARED_SECONDS = 8.0
"""Of one of the searches that are compared."""
THREADS = 2
CLIENT_SEARCHES = 3
ALL_SEARCHES = 12
"""Searches that run or wait, of one guest and of all."""

PULSE = 0.1
"""Seconds between two looks whether somebody still waits."""
OFTEN = 64
"""Nodes between two looks at the clock."""

T = TypeVar("T")

IsGone = Callable[[], Awaitable[bool]]
"""Asked whether the guest has left."""


class Leash:
    """Asked by a search at every node whether it must stop."""

    def __init__(self) -> None:
        self.is_pulled = False
        self._until = math.inf
        self._nodes = 0

    def pull(self) -> None:
        self.is_pulled = True

    def pull_after(self, seconds: float) -> None:
        self._until = monotonic() + seconds

    def __call__(self) -> bool:
        self._nodes += 1
        if self._nodes % OFTEN == 0 and monotonic() > self._until:
            self.is_pulled = True
        return self.is_pulled


class Kept:
    """A trace, and a lock for those who look at it: its evaluation has one memory."""

    def __init__(self, traced: Trace) -> None:
        self.trace = traced
        self._lock = threading.Lock()

    def look(self, see: Callable[[Trace], T]) -> T:
        with self._lock:
            return see(self.trace)


class Laboratory:
    """Where searches run, and where the last ones are kept."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "laboratory")
        self._searches: Counter[str] = Counter()
        self._leashes: set[Leash] = set()
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    @property
    def running(self) -> int:
        return len(self._leashes)

    def close(self) -> None:
        for leash in self._leashes:
            leash.pull()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def trace(
        self, client: str, is_gone: IsGone, key: str, position: Any, **how: Any
    ) -> Kept:
        """A search as it was when it ran; run now if it is not kept any more."""
        known = self._kept.get(key)
        if known is None:
            known = Kept(await self._search(client, is_gone, position, how))
            self._keep(key, known)
        self._kept.move_to_end(key)
        return known

    async def compare(
        self, client: str, position: Any, depth: float, order: str
    ) -> AsyncIterator[Effort | tuple[str, int]]:
        """The work of every algorithm, each when it is done; between them, how far one is."""
        loop = asyncio.get_running_loop()
        told: asyncio.Queue[Effort | tuple[str, int] | Problem | None] = asyncio.Queue()

        def tell(news: Effort | tuple[str, int] | Problem | None) -> None:
            loop.call_soon_threadsafe(told.put_nowait, news)

        def count(algorithm: str, nodes: int) -> None:
            if leash.is_pulled:
                raise _Left
            tell((algorithm, nodes))

        def work() -> None:
            try:
                for effort in compare(
                    position, depth, order, count, COMPARED_NODES, COMPARED_SECONDS
                ):
                    tell(effort)
            except _Left:
                pass
            except Problem as problem:
                tell(problem)
            finally:
                tell(None)

        async with self._place(client) as leash:
            ended = loop.run_in_executor(self._threads, work)
            try:
                while (news := await told.get()) is not None:
                    if isinstance(news, Problem):
                        raise news
                    yield news
            finally:
                leash.pull()
                await asyncio.shield(ended)

    async def _search(
        self, client: str, is_gone: IsGone, position: Any, how: dict[str, Any]
    ) -> Trace:
        def work() -> Trace | None:
            leash.pull_after(MOST_SECONDS)
            try:
                return trace(position, **how, stop=leash, kept=NODES_A_TRACE, steps=MOST_STEPS)
            except Stopped:
                return None

        async with self._place(client) as leash:
            running = asyncio.get_running_loop().run_in_executor(self._threads, work)
            try:
                while not (await asyncio.wait({running}, timeout=PULSE))[0]:
                    if await is_gone():
                        leash.pull()
                traced = await running
            finally:
                if not running.done():
                    leash.pull()
        # Deepening answers even if it was stopped; but then its last round has no end.
        if traced is None or leash.is_pulled:
            raise Problem("web.lab.problem.slow", seconds=f"{MOST_SECONDS:g}")
        return traced

    @asynccontextmanager
    async def _place(self, client: str) -> AsyncIterator[Leash]:
        """A place among those who search, as long as there is one."""
        if self._searches[client] >= CLIENT_SEARCHES or self._searches.total() >= ALL_SEARCHES:
            raise Busy("web.lab.problem.busy")
        leash = Leash()
        self._searches[client] += 1
        self._leashes.add(leash)
        try:
            yield leash
        finally:
            self._leashes.discard(leash)
            self._searches[client] -= 1
            if not self._searches[client]:
                del self._searches[client]

    def _keep(self, key: str, known: Kept) -> None:
        self._kept[key] = known
        while len(self._kept) > 1 and sum(map(_size, self._kept.values())) > NODES_KEPT:
            self._kept.popitem(last=False)


class _Left(Exception):
    """Nobody waits for the comparison any more."""


def _size(known: Kept) -> int:
    return min(known.trace.found.nodes, NODES_A_TRACE)
