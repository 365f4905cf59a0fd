"""Alpha-beta: the value that minimax finds, without looking at what cannot matter."""

from __future__ import annotations

import math
from typing import Any

from plyground.classic.search_events import Observer
from plyground.classic.table import Table
from plyground.classic.textbook import Evaluate, Found, Line, Stop, Watch, even, mover


def alphabeta(
    position: Any,
    depth: float = math.inf,
    evaluate: Evaluate = even,
    observer: Observer | None = None,
    table: Table | None = None,
    stop: Stop | None = None,
) -> Found:
    """The value of a position if Max (side 0) and Min (side 1) both play their best.

    Alpha is what Max has already, somewhere above; beta is what Min has. A value outside this
    window will never be reached, because one of them would have turned off earlier.
    """
    watch = Watch(observer, stop)

    def value_of(
        position: Any, depth: float, alpha: float, beta: float, action: Any = None
    ) -> tuple[float, Line]:
        # Step 1: a new node, with the window that it was given.
        is_max = mover(position) == 0
        watch.enter(position, action, "max" if is_max else "min", alpha, beta)

        # Step 2: stop where the game is over, the depth is used up, or the value is known.
        if position.is_terminal():
            return watch.leaf(position.utility(), "end")
        if depth == 0:
            return watch.leaf(evaluate(position), "depth")
        if table is not None and (known := table.find(position, depth, alpha, beta)):
            return watch.leaf(known.value, "table")

        # Step 3: try the actions, most promising first; keep the first that is best.
        window = alpha, beta
        best, line = -math.inf if is_max else math.inf, ()
        actions = position.actions() if table is None else table.sort(position)
        for number, action in enumerate(actions, start=1):
            value, rest = value_of(position.result(action), depth - 1, alpha, beta, action)
            if not line or (value > best if is_max else value < best):
                best, line = value, (action, *rest)

            # Step 4: cut if the other side will not let it come to this.
            if best >= beta if is_max else best <= alpha:
                watch.cut(best, beta if is_max else alpha, actions[number:])
                break

            # Step 5: narrow the window by what the side to move has now.
            if is_max and best > alpha:
                alpha = best
                watch.window(alpha, beta)
            elif not is_max and best < beta:
                beta = best
                watch.window(alpha, beta)

        # Step 6: that is the value of the node, or a bound of it if it lies outside the window.
        if table is not None:
            table.keep(position, depth, best, line, *window)
        return watch.value(best, line)

    return watch.found(*value_of(position, depth, -math.inf, math.inf), depth)
