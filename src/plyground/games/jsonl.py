"""Files of known answers: one JSON object a line; empty lines are passed over."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from plyground.locale import Problem

Tell = Callable[[int, int], None]
"""Is called with how much is done, and of how much."""


def read_answers(path: str | Path, tell: Tell) -> Iterator[tuple[int, Any]]:
    """The objects of a file, each with the number of its line; what is no JSON is None."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise Problem("problem.file", path=path) from None
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    for done, (number, line) in enumerate(numbered):
        tell(done, len(numbered))
        try:
            yield number, json.loads(line)
        except ValueError:
            yield number, None
