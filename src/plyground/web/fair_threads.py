"""Threads for heavy requests, in which clients take turns.

Replaying a long game or drawing a large study holds a core for seconds, in plain Python: more
threads would only slow down the event loop. So there are few, no client has all of them, and a
client's first request waits for nobody's second one. Light requests have threads of their own.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from plyground.web.client_address import current_client
from plyground.web.http_errors import TooManyRequests

THREADS = 2
MAX_CLIENT_THREADS = 1
MAX_CLIENT_WAITING = 16
"""Heavy requests of one client that wait for a thread."""

T = TypeVar("T")


class FairThreads:
    """A few threads. Not thread-safe: use it in the event loop only."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "heavy")
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """What waits, by client: the client whose turn is next first."""

    @property
    def queue_length(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work for the current client in a thread, when it is the client's turn."""
        client_address = current_client()
        await self._wait_for_turn(client_address)
        loop = asyncio.get_running_loop()

        def finish(_: Future[T]) -> None:
            # In the thread: even if nobody waits for the result any more, it was busy until now.
            loop.call_soon_threadsafe(self._finish, client_address)

        running = self._threads.submit(copy_context().run, work)
        running.add_done_callback(finish)
        return await asyncio.wrap_future(running)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _wait_for_turn(self, client_address: str) -> None:
        waiting = self._waiting.setdefault(client_address, deque())
        if len(waiting) >= MAX_CLIENT_WAITING:
            raise TooManyRequests("server.problem.often")
        turn = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        self._start_next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._finish(client_address)
            raise

    def _start_next(self) -> None:
        """Let those begin whose turn it is, as long as threads are free."""
        for client_address in list(self._waiting):
            if self._running.total() >= THREADS:
                return
            waiting = self._waiting[client_address]
            while waiting and waiting[0].cancelled():
                waiting.popleft()
            if waiting and self._running[client_address] < MAX_CLIENT_THREADS:
                self._running[client_address] += 1
                waiting.popleft().set_result(None)
                # Behind all other clients.
                self._waiting.move_to_end(client_address)
            if not waiting:
                del self._waiting[client_address]

    def _finish(self, client_address: str) -> None:
        self._running[client_address] -= 1
        if not self._running[client_address]:
            del self._running[client_address]
        self._start_next()
