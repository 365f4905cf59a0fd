"""Lines that somebody types, or that come from a file."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class TimeUp(Exception):
    """Nobody answered in time."""


def typed(prompt: str, seconds: float | None = None) -> str:
    """One line, or `TimeUp`. Where nobody sees the prompt answered, the answer is repeated."""
    if sys.stdin.isatty():
        _edit_lines()
        with _alarm(seconds):
            return input(f"{prompt} ")
    print(prompt, end=" ", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(line.rstrip())
    return line


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Interrupt the wait for a line, where the system can; elsewhere lateness shows afterwards."""
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not can:
        yield
        return

    def ring(*_: object) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _edit_lines() -> None:
    """Let arrow keys work, where the system has what it takes."""
    with suppress(ImportError):
        import readline  # noqa: F401
