"""Minimax: the value of a position, found by looking at everything."""

from __future__ import annotations

import math
from typing import Any

from plyground.classic.search_events import Observer
from plyground.classic.table import Table
from plyground.classic.textbook import Evaluate, Found, Line, Stop, Watch, even, mover


def minimax(
    position: Any,
    depth: float = math.inf,
    evaluate: Evaluate = even,
    observer: Observer | None = None,
    table: Table | None = None,
    stop: Stop | None = None,
) -> Found:
    """The value of a position if Max (side 0) and Min (side 1) both play their best."""
    watch = Watch(observer, stop)

    def value_of(position: Any, depth: float, action: Any = None) -> tuple[float, Line]:
        # Step 1: a new node. Whose turn is it?
        is_max = mover(position) == 0
        watch.enter(position, action, "max" if is_max else "min")

        # Step 2: stop where the game is over, the depth is used up, or the value is known.
        if position.is_terminal():
            return watch.leaf(position.utility(), "end")
        if depth == 0:
            return watch.leaf(evaluate(position), "depth")
        if table is not None and (known := table.find(position, depth)):
            return watch.leaf(known.value, "table")

        # Step 3: try every action; keep the first that is best for the side to move.
        best, line = -math.inf if is_max else math.inf, ()
        for action in position.actions():
            value, rest = value_of(position.result(action), depth - 1, action)
            if not line or (value > best if is_max else value < best):
                best, line = value, (action, *rest)

        # Step 4: that is the value of the node.
        if table is not None:
            table.keep(position, depth, best, line)
        return watch.value(best, line)

    return watch.found(*value_of(position, depth), depth)
