"""Native code runs in its own thread, so that Ctrl-C works meanwhile."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


def run_interruptibly(work: Callable[[], T], on_interrupt: Callable[[], None] | None = None) -> T:
    """Run `work` in a thread and return its result.

    At Ctrl-C call `on_interrupt`, which should make `work` return early. Without it, and at the
    second Ctrl-C, the interrupt is raised and the thread is abandoned.
    """
    is_interrupted = False
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
            if on_interrupt is None or is_interrupted:
                raise
            is_interrupted = True
            on_interrupt()
    if errors:
        raise errors[0]
    return results[0]


@contextmanager
def record_interrupts() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets before it raises KeyboardInterrupt.

    Python drops the exception if it is raised in a callback of a weak reference, and every thread
    that ends has one. A loop that starts threads therefore has to look at the event as well.
    """
    interrupted = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        interrupted.set()
        signal.default_int_handler(number, frame)

    # Other threads neither get signals nor may they handle them.
    if threading.current_thread() is not threading.main_thread():
        yield interrupted
        return
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)
