"""Detects stalls of the machine, so that a slow machine is not mistaken for a slow player."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass
from time import monotonic, process_time
from types import TracebackType

INTERVAL_SECONDS = 0.005
# On a busy machine a sleeping thread wakes up to four milliseconds late.
STALL_SECONDS = 0.010
# Late wake-ups that are kept; a move can only overlap the latest ones.
MAX_WAKEUPS = 1_000


@dataclass(frozen=True)
class _LateWakeup:
    """A sleep that lasted too long."""

    due: float
    woken: float
    cpu_seconds: float
    """CPU time of this process between `due` and `woken`."""

    def stall_within(self, since: float, until: float) -> float:
        """Seconds between `since` and `until` in which this process did not run at all."""
        late = self.woken - self.due
        idle_share = max(0.0, 1 - self.cpu_seconds / late)
        return idle_share * max(0.0, min(self.woken, until) - max(self.due, since))


class Watchdog:
    """A thread that only sleeps, and records how late it wakes up. A context manager.

    To wake up it needs the GIL, which an agent may hold for long. CPU time of this process is
    therefore not counted as a stall: an agent cannot excuse itself by its own work.
    """

    def __init__(self) -> None:
        self._wakeups: deque[_LateWakeup] = deque(maxlen=MAX_WAKEUPS)
        self._asleep_since = monotonic(), process_time()
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

    def measure_stall(self, since: float, until: float) -> float:
        """Seconds for which the machine stalled between two times of `monotonic`."""
        # The watchdog may not have woken yet from a stall that has just ended.
        wakeups = [*self._wakeups, self._check_sleep()]
        return sum(wakeup.stall_within(since, until) for wakeup in wakeups if wakeup is not None)

    def _watch(self) -> None:
        self._asleep_since = monotonic(), process_time()
        while not self._ended.is_set():
            time.sleep(INTERVAL_SECONDS)
            wakeup = self._check_sleep()
            if wakeup is not None:
                self._wakeups.append(wakeup)
            self._asleep_since = monotonic(), process_time()

    def _check_sleep(self) -> _LateWakeup | None:
        """The current sleep, if it already lasts too long."""
        began, cpu_began = self._asleep_since
        due, now = began + INTERVAL_SECONDS, monotonic()
        if now - due < STALL_SECONDS:
            return None
        return _LateWakeup(due, now, max(0.0, process_time() - cpu_began - INTERVAL_SECONDS))
