"""Iterative deepening: a search to depth 1, 2, 3 ... until time runs out or the value is exact.

An answer is available at any time; with a table, the best action of one depth is tried first at the
next.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plyground.classic.alphabeta import alphabeta
from plyground.classic.search_events import Observer
from plyground.classic.table import Table
from plyground.classic.textbook import Evaluate, Stop, Stopped, TextbookResult, evaluate_as_draw


def deepening(
    position: Any,
    depth: float = math.inf,
    evaluate: Evaluate = evaluate_as_draw,
    observer: Observer | None = None,
    table: Table | None = None,
    stop: Stop | None = None,
    search: Callable[..., TextbookResult] = alphabeta,
) -> TextbookResult:
    """The result of the deepest finished search, with the counts of all searches added up.

    Raises `Stopped` if not even the first was finished.
    """
    best: TextbookResult | None = None
    reached = 0
    while best is None or (reached < depth and not best.complete):
        # Step 1: search one deeper than before. Only what was best is remembered, for the order.
        reached += 1
        if table is not None:
            table.clear_values()
        try:
            found = search(position, min(reached, depth), evaluate, observer, table, stop)
        except Stopped:
            # Step 2: out of time; what the last finished depth found counts.
            if best is None:
                raise
            break

        # Step 3: the deeper search knows better.
        best = found if best is None else _add_counts(best, found)
    return best


def _add_counts(shallower: TextbookResult, found: TextbookResult) -> TextbookResult:
    """The deeper result, with the counts of both searches."""
    return replace(
        found,
        nodes=shallower.nodes + found.nodes,
        leaves=shallower.leaves + found.leaves,
        cuts=shallower.cuts + found.cuts,
    )
