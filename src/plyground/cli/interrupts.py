"""Native code runs in its own thread, so that Ctrl-C works meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def run_interruptibly(work: Callable[[], T], on_interrupt: Callable[[], None] | None = None) -> T:
    """Run `work` in a thread and return its result.

    At Ctrl-C call `on_interrupt`, which should make `work` return early. Without it, the interrupt
    is raised and the thread is abandoned.
    """
    results: list[T] = []
    errors: list[BaseException] = []
    # Not `join`: an interrupt inside it marks the thread as ended while it still runs.
    done = threading.Event()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    threading.Thread(target=run, daemon=True).start()
    while not done.is_set():
        try:
            done.wait(0.1)
        except KeyboardInterrupt:
            if on_interrupt is None:
                raise
            on_interrupt()
    if errors:
        raise errors[0]
    return results[0]
