"""What commands print: words and boards to standard output, trouble to standard error."""

from __future__ import annotations

import json
import sys
from typing import Any

from rich.console import Console

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

# Longer than any sentence of ours; only what a user typed can make one longer.
_LONGEST = 600


def console() -> Console:
    """A console for words and boards: no markup, no guessing at colours, no wrapping."""
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def print_json(value: Any) -> None:
    is_unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not is_unicode, indent=2))


def complain(sentence: object) -> None:
    """One line on standard error, free of what could disturb a terminal."""
    line = " ".join(str(sentence).split())
    line = "".join(sign if sign.isprintable() else "?" for sign in line)
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST - 150]} ... {line[-145:]}"
    print(line, file=sys.stderr)


def write_anything() -> None:
    """Let no character that the terminal lacks stop the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
