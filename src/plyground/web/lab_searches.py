"""Searches for the lab page, within bounds: they run in the process of heavy requests."""

from __future__ import annotations

import math
from time import monotonic
from typing import Any

from plyground.classic.textbook import Stopped
from plyground.lab.comparison import compare
from plyground.lab.search_recorder import Recorder
from plyground.lab.search_setup import TextbookSearch
from plyground.lab.trace import Trace
from plyground.locale import Problem
from plyground.web.heavy_context import Control
from plyground.web.trace_cache import MAX_TRACE_NODES

MAX_STEPS = 300_000
"""Events of one traced search."""
MAX_SECONDS = 10.0
MAX_COMPARED_NODES = 300_000
MAX_COMPARED_SECONDS = 8.0
"""Bounds of each search in a comparison."""
PROGRESS_SECONDS = 0.2
"""Seconds between two reports of a comparison."""
NODES_PER_CHECK = 64
"""Nodes between two readings of the clock."""


class StopCheck:
    """A stop flag with a deadline, called by a search at every node."""

    def __init__(self, control: Control, seconds: float) -> None:
        self.is_stopped = False
        self._control = control
        self._deadline = monotonic() + seconds
        self._nodes = 0

    def __call__(self) -> bool:
        self._nodes += 1
        is_due = self._nodes % NODES_PER_CHECK == 0 and monotonic() > self._deadline
        if is_due or self._control.is_stopped:
            self.is_stopped = True
        return self.is_stopped


def record_search(control: Control, position: Any, **how: Any) -> Trace:
    """The trace of a search; a Problem if it takes too long."""
    stop_check = StopCheck(control, MAX_SECONDS)
    try:
        recorder = Recorder(MAX_TRACE_NODES, MAX_STEPS)
        traced = Trace(TextbookSearch(position, **how), stop_check, recorder)
    except Stopped:
        pass
    else:
        # Iterative deepening returns even if it was stopped, but with an incomplete last round.
        if not stop_check.is_stopped:
            return traced
    raise Problem("web.lab.problem.slow", seconds=f"{MAX_SECONDS:g}")


def compare_searches(control: Control, position: Any, depth: float, order: str) -> None:
    """Report the effort of every algorithm as it finishes, and progress in between."""
    last = -math.inf

    def count(algorithm: str, nodes: int) -> None:
        nonlocal last
        if control.is_stopped:
            raise _Abandoned
        if monotonic() - last > PROGRESS_SECONDS:
            last = monotonic()
            control.report((algorithm, nodes))

    try:
        for effort in compare(
            position, depth, order, count, MAX_COMPARED_NODES, MAX_COMPARED_SECONDS
        ):
            control.report(effort)
    except _Abandoned:
        pass


class _Abandoned(Exception):
    """Nobody is waiting for the comparison any more."""
