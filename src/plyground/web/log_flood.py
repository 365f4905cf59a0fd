"""A log that clients cannot flood: what a line of code says again and again is counted."""

from __future__ import annotations

import logging
import sys
from time import monotonic

MOST = 5
SECONDS = 60.0
"""One line of code may write so many records in so many seconds."""


class FloodFilter(logging.Filter):
    """Lets the first records of every line of code through, and counts the others."""

    def __init__(self) -> None:
        super().__init__()
        self._windows: dict[tuple[str, int], tuple[float, int]] = {}
        """When the window of a line of code began, and its records since."""

    def filter(self, record: logging.LogRecord) -> bool:
        place = (record.pathname, record.lineno)
        now = monotonic()
        began, count = self._windows.get(place, (now, 0))
        if now - began > SECONDS:
            if count > MOST:
                record.msg = f"{record.msg} (and {count - MOST} more like the last)"
            began, count = now, 0
        self._windows[place] = began, count + 1
        return count < MOST


def set_up_logging() -> None:
    """Write warnings and errors of all libraries to standard error, without floods."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(FloodFilter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
