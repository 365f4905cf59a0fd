"""Negamax: alpha-beta in half as many words, since what is good for one side is bad for the other.

Every number is for the side to move, so both sides maximise; a value changes its sign when the
turn changes hands.
"""

from __future__ import annotations

import math
from typing import Any

from plyground.classic.search_events import Observer
from plyground.classic.table import Table
from plyground.classic.textbook import Evaluate, Found, Line, Stop, Watch, even, mover


def negamax(
    position: Any,
    depth: float = math.inf,
    evaluate: Evaluate = even,
    observer: Observer | None = None,
    table: Table | None = None,
    stop: Stop | None = None,
) -> Found:
    """The value of a position with best play of both sides; `evaluate` still speaks for side 0."""
    watch = Watch(observer, stop)

    def value_of(
        position: Any, depth: float, alpha: float, beta: float, action: Any = None
    ) -> tuple[float, Line]:
        # Step 1: a new node, with the window of the side to move.
        watch.enter(position, action, "mover", alpha, beta)
        side = mover(position)
        sign = 1 if side == 0 else -1

        # Step 2: stop where the game is over, the depth is used up, or the value is known.
        if position.is_terminal():
            return watch.leaf(sign * position.utility(), "end")
        if depth == 0:
            return watch.leaf(sign * evaluate(position), "depth")
        if table is not None and (known := table.find(position, depth, alpha, beta)):
            return watch.leaf(known.value, "table")

        # Step 3: try the actions, most promising first; keep the first that is best.
        window = alpha, beta
        best, line = -math.inf, ()
        actions = position.actions() if table is None else table.sort(position)
        for number, action in enumerate(actions, start=1):
            after = position.result(action)
            if mover(after) == side:
                value, rest = value_of(after, depth - 1, alpha, beta, action)
            else:
                value, rest = value_of(after, depth - 1, -beta, -alpha, action)
                value = -value
            if not line or value > best:
                best, line = value, (action, *rest)

            # Step 4: cut if the other side will not let it come to this.
            if best >= beta:
                watch.cut(best, beta, actions[number:])
                break

            # Step 5: narrow the window by what the side to move has now.
            if best > alpha:
                alpha = best
                watch.window(alpha, beta)

        # Step 6: that is the value of the node, or a bound of it if it lies outside the window.
        if table is not None:
            table.keep(position, depth, best, line, *window)
        return watch.value(best, line)

    value, line = value_of(position, depth, -math.inf, math.inf)
    return watch.found(value if mover(position) == 0 else -value, line, depth)
