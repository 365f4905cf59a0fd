"""Threads for the recursion of proof searches, and running them while progress is reported."""

from __future__ import annotations

import threading
from collections.abc import Callable

from plyground.core.limits import Stop

# Seconds between two reports of progress.
_PROGRESS_SECONDS = 0.1
# Native code recurses once a ply; this is enough stack for the deepest search.
_THREAD_STACK = 64 << 20


class Worker:
    """A thread with a large stack; `finish` raises its error."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._error: BaseException | None = None
        # Not `join`: an interrupt inside it leaves the thread marked as ended while it still runs.
        self.done = threading.Event()
        before = threading.stack_size(_THREAD_STACK)
        try:
            threading.Thread(target=self._run, daemon=True).start()
        finally:
            threading.stack_size(before)

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self._error = error
        finally:
            self.done.set()

    def finish(self) -> None:
        self.done.wait()
        if self._error is not None:
            raise self._error


def run_watched(
    work: Callable[[], None], stop: Stop, report: Callable[[], None] = lambda: None
) -> None:
    """Run work in a thread and report progress meanwhile. Ctrl-C stops it."""
    worker = Worker(work)
    try:
        while not worker.done.wait(_PROGRESS_SECONDS):
            report()
    except KeyboardInterrupt:
        stop.set("interrupt")
    except BaseException:
        stop.set("error")
        raise
    finally:
        worker.finish()
