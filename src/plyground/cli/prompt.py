"""Input lines, from a terminal or from a file."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class TimeUp(Exception):
    """No line was entered in time."""


def read_line(prompt: str, seconds: float | None = None) -> str:
    """Read one line, or raise `TimeUp`. Input from a file is echoed after the prompt."""
    if sys.stdin.isatty():
        _enable_line_editing()
        with _limit_time(seconds):
            return input(f"{prompt} ")
    print(prompt, end=" ", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(line.rstrip())
    return line


@contextmanager
def _limit_time(seconds: float | None) -> Iterator[None]:
    """Interrupt the wait for a line, where the system can; elsewhere the caller sees the delay."""
    can_interrupt = (
        hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    )
    if seconds is None or not can_interrupt:
        yield
        return

    def raise_time_up(*_: object) -> None:
        raise TimeUp

    previous = signal.signal(signal.SIGALRM, raise_time_up)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _enable_line_editing() -> None:
    """Enable arrow keys and history, where the system has readline."""
    with suppress(ImportError):
        import readline  # noqa: F401
