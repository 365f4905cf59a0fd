"""Output of commands: text, boards and JSON to standard output, errors to standard error."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from rich.console import Console

# Longer than any text of the catalogue; only user input can exceed it.
_MAX_LENGTH = 600


def make_console() -> Console:
    """A console for text and boards, without markup, highlighting and wrapping."""
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def print_json(value: Any) -> None:
    is_utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not is_utf8, indent=2))


def print_error(sentence: object) -> None:
    """Print one line to standard error, without control characters."""
    line = " ".join(str(sentence).split())
    line = "".join(char if char.isprintable() else "?" for char in line)
    if len(line) > _MAX_LENGTH:
        line = f"{line[: _MAX_LENGTH - 150]} ... {line[-145:]}"
    print(line, file=sys.stderr)


def ignore_empty_screen() -> None:
    """A terminal of no columns or lines does not know its size; nothing would fit on it."""
    for name in ("COLUMNS", "LINES"):
        if not os.environ.get(name, "1").strip("0"):
            del os.environ[name]


def tolerate_unencodable() -> None:
    """Replace characters that the terminal cannot encode instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
