"""What Ctrl-C does: it ends the program at once, except where a command asks for something better.

Python runs the handler of a signal only between two of its own instructions, so native code in the
main thread would delay it; and it drops an exception that is raised in the callback of a weak
reference. So a thread waits for the signal and ends the process, whatever the others do. A command
that wants to finish its output instead says so by `record_interrupts` or `run_interruptibly`, and
lets native code run in a thread of its own.
"""

from __future__ import annotations

import atexit
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn, TypeVar

from plyground.agents.process_groups import kill_all_groups

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

CLEAN_UP_SECONDS = 2.0
"""How long flushing the output and ending other processes may take."""
PATIENCE_SECONDS = 1.0
"""How long work that was asked to return early may still take."""
POLL_SECONDS = 0.05
SHOW_CURSOR = "\x1b[?25h"

T = TypeVar("T")

_expected = 0
"""How many commands, one inside the other, handle Ctrl-C themselves."""


def end_on_interrupt() -> None:
    """From now on, Ctrl-C ends the program at once."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Started in the background of a script: Ctrl-C is meant for another program.
        return
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    threading.Thread(target=_wait_for_signal, args=(receiver, sender), daemon=True).start()
    signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, _end)
    # Almost the last that Python does: nothing is left to interrupt.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def _wait_for_signal(receiver: socket.socket, sender: socket.socket) -> None:
    """End the process when the signal arrives; `sender` is kept open by being an argument."""
    while numbers := receiver.recv(64):
        if signal.SIGINT in numbers and not _expected:
            end_now()


def _end(number: int, frame: FrameType | None) -> None:
    end_now()


def end_now() -> NoReturn:
    """End the process as after Ctrl-C, without waiting for its threads.

    An orderly exit would crash threads that still compile or search.
    """
    cleaning = threading.Thread(target=_clean_up, daemon=True)
    cleaning.start()
    cleaning.join(CLEAN_UP_SECONDS)
    os._exit(INTERRUPTED)


def _clean_up() -> None:
    kill_all_groups()
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), SHOW_CURSOR.encode())
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()


@contextmanager
def record_interrupts(is_raised: bool = True) -> Iterator[threading.Event]:
    """Ctrl-C sets this event, and raises KeyboardInterrupt; a second one ends the program.

    Python may drop the exception, so a loop has to look at the event as well.
    """
    global _expected
    interrupted = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        if interrupted.is_set():
            end_now()
        interrupted.set()
        if is_raised:
            raise KeyboardInterrupt

    # Other threads neither get signals nor may they handle them.
    if threading.current_thread() is not threading.main_thread():
        yield interrupted
        return
    before = signal.signal(signal.SIGINT, interrupt)
    _expected += 1
    try:
        yield interrupted
    finally:
        _expected -= 1
        signal.signal(signal.SIGINT, before)


def run_interruptibly(work: Callable[[], T], on_interrupt: Callable[[], None] | None = None) -> T:
    """Run `work` in a thread and return its result.

    At Ctrl-C call `on_interrupt`, which should make `work` return early. Without it, and if `work`
    does not return soon, the interrupt is raised and the thread is abandoned.
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

    # The exception could come at any line, and leave the work unasked to return.
    with record_interrupts(is_raised=False) as interrupted:
        threading.Thread(target=run, daemon=True).start()
        while not done.wait(POLL_SECONDS) and not interrupted.is_set():
            pass
        if interrupted.is_set() and on_interrupt is not None:
            on_interrupt()
            done.wait(PATIENCE_SECONDS)
    if interrupted.is_set() and (on_interrupt is None or not done.is_set()):
        raise KeyboardInterrupt
    if errors:
        raise errors[0]
    return results[0]
