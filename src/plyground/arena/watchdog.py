"""Telling a machine that stood still from a player who was slow."""

from __future__ import annotations

import threading
import time
from collections import deque
from time import monotonic
from types import TracebackType

INTERVAL_SECONDS = 0.005
# A thread that only sleeps is woken within a millisecond or two, even on a busy machine.
STALL_SECONDS = 0.010
# Older stalls than these are of no interest to anybody.
KEPT = 1_000


class Watchdog:
    """A thread that only sleeps, and notes by how much it overslept. Use as a context.

    It needs Python's lock to note anything. So an agent that keeps this lock to itself for long
    looks like a stall, too; this is why stalls are listed, and never just forgiven.
    """

    def __init__(self) -> None:
        self._stalls: deque[tuple[float, float]] = deque(maxlen=KEPT)
        """When each stall began and ended."""
        self._due = monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True, name="watchdog")

    def __enter__(self) -> Watchdog:
        self._due = monotonic() + INTERVAL_SECONDS
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.is_set():
            self._due = monotonic() + INTERVAL_SECONDS
            time.sleep(INTERVAL_SECONDS)
            woken = monotonic()
            if woken - self._due >= STALL_SECONDS:
                self._stalls.append((self._due, woken))

    def overslept(self, since: float, until: float) -> float:
        """For how long of this time, told by `monotonic`, the machine stood still."""
        stalls = [*self._stalls]
        due, now = self._due, monotonic()
        if now - due >= STALL_SECONDS:
            # The watchdog has not woken from this one yet.
            stalls.append((due, now))
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in stalls)
