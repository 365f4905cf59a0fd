"""Alpha-beta: the value that minimax finds, without searching what cannot change it."""

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


def alphabeta(
    position: Any,
    depth: float = math.inf,
    evaluate: Evaluate = evaluate_as_draw,
    observer: Observer | None = None,
    table: Table | None = None,
    stop: Stop | None = None,
) -> TextbookResult:
    """The value of a position if Max (side 0) and Min (side 1) both play their best.

    Alpha is what Max can already be sure of, by a choice higher in the tree; beta is the same for
    Min. A value outside of this window is never reached: one of them would choose otherwise before.
    """
    monitor = SearchMonitor(observer, stop)

    def search(
        position: Any, depth: float, alpha: float, beta: float, action: Any = None
    ) -> tuple[float, Line]:
        # Step 1: a new node, with the window that it was given.
        is_max = side_to_move(position) == 0
        monitor.emit_enter(position, action, "max" if is_max else "min", alpha, beta)

        # Step 2: stop where the game is over, the depth is used up, or the value is known.
        if position.is_terminal():
            return monitor.emit_leaf(position.utility(), "end")
        if depth == 0:
            return monitor.emit_leaf(evaluate(position), "depth")
        if table is not None and (known := table.probe(position, depth, alpha, beta)):
            return monitor.emit_leaf(known.value, "table")

        # Step 3: try the actions, most promising first; keep the first that is best.
        window = alpha, beta
        best, line = -math.inf if is_max else math.inf, ()
        actions = position.actions() if table is None else table.sort_actions(position)
        for number, action in enumerate(actions, start=1):
            value, rest = search(position.result(action), depth - 1, alpha, beta, action)
            if not line or (value > best if is_max else value < best):
                best, line = value, (action, *rest)

            # Step 4: cut if the other side will not let it come to this.
            if best >= beta if is_max else best <= alpha:
                monitor.emit_cut(best, beta if is_max else alpha, actions[number:])
                break

            # Step 5: narrow the window by what the side to move has now.
            if is_max and best > alpha:
                alpha = best
                monitor.emit_window(alpha, beta)
            elif not is_max and best < beta:
                beta = best
                monitor.emit_window(alpha, beta)

        # Step 6: that is the value of the node, or a bound of it if it lies outside the window.
        if table is not None:
            table.store(position, depth, best, line, *window)
        return monitor.emit_value(best, line)

    return monitor.make_result(*search(position, depth, -math.inf, math.inf), depth)
