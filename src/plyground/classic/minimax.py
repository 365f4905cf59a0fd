"""Minimax: the value of a position, found by searching the whole tree."""

from __future__ import annotations

import math
from typing import Any

from plyground.classic.search_events import Observer
from plyground.classic.table import Table
from plyground.classic.textbook import (
    Evaluate,
    Line,
    SearchMonitor,
    Stop,
    TextbookResult,
    evaluate_as_draw,
    side_to_move,
)


def minimax(
    position: Any,
    depth: float = math.inf,
    evaluate: Evaluate = evaluate_as_draw,
    observer: Observer | None = None,
    table: Table | None = None,
    stop: Stop | None = None,
) -> TextbookResult:
    """The value of a position if Max (side 0) and Min (side 1) both play their best."""
    monitor = SearchMonitor(observer, stop)

    def search(position: Any, depth: float, action: Any = None) -> tuple[float, Line]:
        # Step 1: a new node. Whose turn is it?
        is_max = side_to_move(position) == 0
        monitor.emit_enter(position, action, "max" if is_max else "min")

        # Step 2: stop where the game is over, the depth is used up, or the value is known.
        if position.is_terminal():
            return monitor.emit_leaf(position.utility(), "end")
        if depth == 0:
            return monitor.emit_leaf(evaluate(position), "depth")
        if table is not None and (known := table.probe(position, depth)):
            return monitor.emit_leaf(known.value, "table")

        # Step 3: try every action; keep the first that is best for the side to move.
        best, line = -math.inf if is_max else math.inf, ()
        for action in position.actions():
            value, rest = search(position.result(action), depth - 1, action)
            if not line or (value > best if is_max else value < best):
                best, line = value, (action, *rest)

        # Step 4: that is the value of the node.
        if table is not None:
            table.store(position, depth, best, line)
        return monitor.emit_value(best, line)

    return monitor.make_result(*search(position, depth), depth)
