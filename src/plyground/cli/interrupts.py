"""Native code in a thread of its own, so that Ctrl-C is heard while it runs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def interruptible(work: Callable[[], T], on_interrupt: Callable[[], None] | None = None) -> T:
    """Run `work`. At Ctrl-C `on_interrupt` ends it early and its result counts, or it is left."""
    results: list[T] = []
    errors: list[BaseException] = []
    # Not `join`: an interrupt inside it leaves the thread marked as ended while it still runs.
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
