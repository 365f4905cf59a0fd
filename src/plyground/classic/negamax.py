"""Negamax: alpha-beta without separate cases for Max and Min. Every number is for the side to
move, so both sides maximise; a value changes its sign with the turn.
"""

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


def negamax(
    position: Any,
    depth: float = math.inf,
    evaluate: Evaluate = evaluate_as_draw,
    observer: Observer | None = None,
    table: Table | None = None,
    stop: Stop | None = None,
) -> TextbookResult:
    """The value of a position with best play by both sides; `evaluate` is still for side 0."""
    monitor = SearchMonitor(observer, stop)

    def search(
        position: Any, depth: float, alpha: float, beta: float, action: Any = None
    ) -> tuple[float, Line]:
        # Step 1: a new node, with the window of the side to move.
        monitor.emit_enter(position, action, "mover", alpha, beta)
        side = side_to_move(position)
        sign = 1 if side == 0 else -1

        # Step 2: stop where the game is over, the depth is used up, or the value is known.
        if position.is_terminal():
            return monitor.emit_leaf(sign * position.utility(), "end")
        if depth == 0:
            return monitor.emit_leaf(sign * evaluate(position), "depth")
        if table is not None and (known := table.probe(position, depth, alpha, beta)):
            return monitor.emit_leaf(known.value, "table")

        # Step 3: try the actions, most promising first; keep the first that is best.
        window = alpha, beta
        best, line = -math.inf, ()
        actions = position.actions() if table is None else table.sort_actions(position)
        for number, action in enumerate(actions, start=1):
            after = position.result(action)
            if side_to_move(after) == side:
                value, rest = search(after, depth - 1, alpha, beta, action)
            else:
                value, rest = search(after, depth - 1, -beta, -alpha, action)
                value = -value
            if not line or value > best:
                best, line = value, (action, *rest)

            # Step 4: cut if the other side will not let it come to this.
            if best >= beta:
                monitor.emit_cut(best, beta, actions[number:])
                break

            # Step 5: narrow the window by what the side to move has now.
            if best > alpha:
                alpha = best
                monitor.emit_window(alpha, beta)

        # Step 6: that is the value of the node, or a bound of it if it lies outside the window.
        if table is not None:
            table.store(position, depth, best, line, *window)
        return monitor.emit_value(best, line)

    value, line = search(position, depth, -math.inf, math.inf)
    return monitor.make_result(value if side_to_move(position) == 0 else -value, line, depth)
