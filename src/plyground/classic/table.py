"""A transposition table: what a search remembers of positions that it may meet again.

Positions must be hashable. An entry of alpha-beta may be a bound only, because a cut or a narrow
window kept the search from the exact value; it helps when it lies outside the window asked for.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from plyground.classic.textbook import Line


@dataclass(frozen=True, slots=True)
class Entry:
    value: float
    bound: Literal["exact", "lower", "upper"]
    """The true value is this one, at least this, at most this."""

    def settles(self, alpha: float, beta: float) -> bool:
        """Is this all that a search with such a window would find out?"""
        if self.bound == "lower":
            return self.value >= beta
        if self.bound == "upper":
            return self.value <= alpha
        return True


class Table:
    """Entries by position and depth. One table serves one search, or the steps of a deepening."""

    def __init__(self) -> None:
        self._entries: dict[tuple[Hashable, float], Entry] = {}
        self._best: dict[Hashable, Any] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def forget_values(self) -> None:
        """Before a deeper search: keep only which action was best."""
        self._entries.clear()

    def find(
        self, position: Any, depth: float, alpha: float = -math.inf, beta: float = math.inf
    ) -> Entry | None:
        """What is known of a position to just this depth, if it is enough for the window."""
        entry = self._entries.get((position, depth))
        return entry if entry is not None and entry.settles(alpha, beta) else None

    def sort(self, position: Any) -> Sequence[Any]:
        """The actions, the one first that was best when the position was last searched."""
        actions = position.actions()
        best = self._best.get(position)
        if best is None:
            return list(actions)
        return [best, *(action for action in actions if action != best)]

    def keep(
        self,
        position: Any,
        depth: float,
        value: float,
        line: Line,
        alpha: float = -math.inf,
        beta: float = math.inf,
    ) -> None:
        """Remember the value found with a window."""
        bound: Literal["exact", "lower", "upper"] = "exact"
        if value >= beta:
            bound = "lower"
        elif value <= alpha:
            bound = "upper"
        self._entries[position, depth] = Entry(value, bound)
        self._best[position] = line[0]
