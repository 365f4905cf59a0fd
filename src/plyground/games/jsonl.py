"""JSON Lines files of known answers: one object a line; empty lines are skipped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from plyground.locale import Problem

OnProgress = Callable[[int, int], None]
"""Called with the number of lines done, and the number of all lines."""


def read_jsonl(path: str | Path, on_progress: OnProgress) -> Iterator[tuple[int, Any]]:
    """The objects of a file, each with its line number; None for a line that is not JSON."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise Problem("problem.file", path=path) from None
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    for done, (number, line) in enumerate(numbered):
        on_progress(done, len(numbered))
        try:
            yield number, json.loads(line)
        except ValueError:
            yield number, None
