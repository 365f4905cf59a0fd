"""Telling a machine that stood still from a player who was slow."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass
from time import monotonic, process_time
from types import TracebackType

INTERVAL_SECONDS = 0.005
# On a machine with something else to do, a sleeper wakes up to four milliseconds late.
STALL_SECONDS = 0.010
# Older nights than these are of no interest to anybody.
KEPT = 1_000


@dataclass(frozen=True)
class _Night:
    """A sleep that lasted too long."""

    due: float
    woken: float
    used: float
    """Seconds that this process computed while the watchdog should have been awake."""

    def within(self, since: float, until: float) -> float:
        """For how long of this time nobody in this process got to do anything."""
        overslept = self.woken - self.due
        stood_still = max(0.0, 1 - self.used / overslept)
        return stood_still * max(0.0, min(self.woken, until) - max(self.due, since))


class Watchdog:
    """A thread that only sleeps, and notes by how much it overslept. Use as a context.

    To wake up it needs Python's lock, which an agent may hold for long. So time in which this
    process computed is no stall: an agent cannot excuse itself by its own work.
    """

    def __init__(self) -> None:
        self._nights: deque[_Night] = deque(maxlen=KEPT)
        self._asleep = monotonic(), process_time()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True, name="watchdog")

    def __enter__(self) -> Watchdog:
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

    def overslept(self, since: float, until: float) -> float:
        """For how long of this time, told by `monotonic`, the machine stood still."""
        # The watchdog may not have woken yet from a stall that has just ended.
        nights = [*self._nights, self._night()]
        return sum(night.within(since, until) for night in nights if night is not None)

    def _watch(self) -> None:
        self._asleep = monotonic(), process_time()
        while not self._ended.is_set():
            time.sleep(INTERVAL_SECONDS)
            night = self._night()
            if night is not None:
                self._nights.append(night)
            self._asleep = monotonic(), process_time()

    def _night(self) -> _Night | None:
        """The sleep up to now, if it is too long already."""
        began, computed = self._asleep
        due, now = began + INTERVAL_SECONDS, monotonic()
        if now - due < STALL_SECONDS:
            return None
        return _Night(due, now, max(0.0, process_time() - computed - INTERVAL_SECONDS))
