"""Lines that somebody types, or that come from a file."""

from __future__ import annotations

import sys
from contextlib import suppress


def typed(prompt: str) -> str:
    """One line. Where nobody sees the prompt answered, the answer is written behind it."""
    if sys.stdin.isatty():
        _edit_lines()
        return input(f"{prompt} ")
    print(prompt, end=" ", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(line.rstrip())
    return line


def _edit_lines() -> None:
    """Let arrow keys work, where the system has what it takes."""
    with suppress(ImportError):
        import readline  # noqa: F401
