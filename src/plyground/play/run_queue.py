"""How long an agent's threads waited for a core: time that the machine took, not the agent.

Linux counts for every thread how long it ran, and how long it was ready to run but waited in the
run queue. Sleeping, blocking and waiting for a lock are neither, so nobody gains by them. Elsewhere
nothing is known, and no delay is measured.

The delay of an agent is not the sum over its threads, since they wait at the same time, nor that of
one thread: when a timer is late to stop a search, the search itself has not waited at all. So it is
the share of waiting in all the time that the threads were ready to run, taken of the wall time.
With one thread that is exactly how long it waited. With more threads than cores they would wait for
each other on an idle machine, too; this share is the agent's own.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from plyground.agents.process_tree import list_threads, list_tree
from plyground.core.limits import SEARCH_THREAD

MOST_SECONDS = 5.0
"""No delay is longer: however busy the machine is, a move must come some time."""

Schedule = tuple[float, float]
"""Seconds that a thread ran, and that it waited for a core."""


def read_schedule(thread: str) -> Schedule | None:
    """The schedule of a thread, given by its folder in `/proc`; None if it is not known."""
    try:
        ran, waited, _ = Path(thread, "schedstat").read_text().split()
    except (OSError, ValueError):
        return None
    return int(ran) / 1e9, int(waited) / 1e9


class RunQueueDelay:
    """Measures from now on the delay of the agent that the current thread asks for a move.

    Counted are this thread, the threads of searches in this process and, if the agent has a process
    of its own, all threads of that and of its descendants. Of a thread that ends meanwhile nothing
    is known.
    """

    def __init__(
        self,
        find_process: Callable[[], int | None] = lambda: None,
        *,
        cores: int | None = None,
        read: Callable[[str], Schedule | None] = read_schedule,
    ) -> None:
        self._find_process = find_process
        self._cores = cores or count_cores()
        self._read = read
        self._before = self._read_all()

    def measure(self, seconds: float) -> float:
        """The delay during the `seconds` that have passed since this object was made."""
        ran = waited = 0.0
        for thread, (ran_until_now, waited_until_now) in self._read_all().items():
            # A thread that is new has done all of it since.
            ran_before, waited_before = self._before.get(thread, (0.0, 0.0))
            ran += ran_until_now - ran_before
            waited += waited_until_now - waited_before
        ready = ran + waited
        if waited <= 0 or seconds <= 0:
            return 0.0
        own_share = max(0.0, 1 - self._cores * seconds / ready)
        delay = max(0.0, waited / ready - own_share) * min(ready, seconds)
        return min(delay, MOST_SECONDS)

    def _read_all(self) -> dict[str, Schedule]:
        threads = [f"/proc/self/task/{threading.get_native_id()}", *_list_search_threads()]
        process = self._find_process()
        if process is not None:
            threads += [thread for pid in list_tree(process) for thread in list_threads(pid)]
        found = ((thread, self._read(thread)) for thread in threads)
        return {thread: schedule for thread, schedule in found if schedule is not None}


def count_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _list_search_threads() -> Iterator[str]:
    for thread in threading.enumerate():
        if thread.name == SEARCH_THREAD:
            yield f"/proc/self/task/{thread.native_id}"
