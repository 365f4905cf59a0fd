"""A transposition table: results of positions that a search may reach again.

Positions must be hashable. An entry of alpha-beta may be only a bound, because a cut or a narrow
window kept the search from the exact value; a bound is used if it lies outside of the window.
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
    """The true value equals this value, is at least or is at most this value."""

    def is_sufficient(self, alpha: float, beta: float) -> bool:
        """Does the entry make a search with this window unnecessary?"""
        if self.bound == "lower":
            return self.value >= beta
        if self.bound == "upper":
            return self.value <= alpha
        return True


class Table:
    """Entries by position and depth, for one search or one iterative deepening."""

    def __init__(self) -> None:
        self._entries: dict[tuple[Hashable, float], Entry] = {}
        self._best: dict[Hashable, Any] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def clear_values(self) -> None:
        """Clear the values before a deeper search, and keep the best actions."""
        self._entries.clear()

    def probe(
        self, position: Any, depth: float, alpha: float = -math.inf, beta: float = math.inf
    ) -> Entry | None:
        """The entry of a position at exactly this depth, if it is sufficient for the window."""
        entry = self._entries.get((position, depth))
        return entry if entry is not None and entry.is_sufficient(alpha, beta) else None

    def sort_actions(self, position: Any) -> Sequence[Any]:
        """The actions, beginning with the best of the last search of this position."""
        actions = position.actions()
        best = self._best.get(position)
        if best is None:
            return list(actions)
        return [best, *(action for action in actions if action != best)]

    def store(
        self,
        position: Any,
        depth: float,
        value: float,
        line: Line,
        alpha: float = -math.inf,
        beta: float = math.inf,
    ) -> None:
        """Store the value found with a window."""
        bound: Literal["exact", "lower", "upper"] = "exact"
        if value >= beta:
            bound = "lower"
        elif value <= alpha:
            bound = "upper"
        self._entries[position, depth] = Entry(value, bound)
        self._best[position] = line[0]
