"""Iterative deepening: a search to depth 1, 2, 3 ... until the time or the game is over.

There is an answer at any time; with a table, what one depth found best is tried first at the next.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plyground.classic.alphabeta import alphabeta
from plyground.classic.search_events import Observer
from plyground.classic.table import Table
from plyground.classic.textbook import Evaluate, Found, Stop, Stopped, even


def deepening(
    position: Any,
    depth: float = math.inf,
    evaluate: Evaluate = even,
    observer: Observer | None = None,
    table: Table | None = None,
    stop: Stop | None = None,
    search: Callable[..., Found] = alphabeta,
) -> Found:
    """What the deepest finished search found; the counts are those of all of them together.

    Raises `Stopped` if not even the first was finished.
    """
    best: Found | None = None
    reached = 0
    while best is None or (reached < depth and not best.complete):
        # Step 1: search one deeper than before. Only what was best is remembered, for the order.
        reached += 1
        if table is not None:
            table.forget_values()
        try:
            found = search(position, min(reached, depth), evaluate, observer, table, stop)
        except Stopped:
            # Step 2: out of time; what the last finished depth found counts.
            if best is None:
                raise
            break

        # Step 3: the deeper search knows better.
        best = found if best is None else _after(best, found)
    return best


def _after(shallower: Found, found: Found) -> Found:
    """The new answer, with the work of both."""
    return replace(
        found,
        nodes=shallower.nodes + found.nodes,
        leaves=shallower.leaves + found.leaves,
        cuts=shallower.cuts + found.cuts,
    )
