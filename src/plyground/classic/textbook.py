"""What the searches of the textbook share: the interface of a position, the result, the events."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.classic.search_events import Cut, Ending, Enter, Leaf, Observer, Role, Value, Window
from plyground.locale import Problem

Line = tuple[Any, ...]


class TextbookPosition(Protocol):
    """The interface of a position in the textbook. `to_move` may be a method or an attribute."""

    @property
    def to_move(self) -> Any:
        """0 is Max, 1 is Min. The same side may move twice."""

    def actions(self) -> Sequence[Any]: ...

    def result(self, action: Any) -> Any: ...

    def is_terminal(self) -> bool: ...

    def utility(self) -> float:
        """The value of a finished game, for side 0."""


Evaluate = Callable[[Any], float]
"""The estimated value of a position, for side 0, where the search stops."""

Stop = Callable[[], bool]
"""Called at every node; the search stops if it returns True."""


class Stopped(Exception):
    """The search was stopped before it had a result."""


def evaluate_as_draw(position: Any) -> float:
    """The evaluation of a game that has none: every position counts as a draw."""
    return 0


def side_to_move(position: Any) -> int:
    """The side to move, whether `to_move` is a method or an attribute."""
    side = position.to_move
    return int(side() if callable(side) else side)


@dataclass(frozen=True)
class TextbookResult:
    """The result of a search, and how much was searched."""

    value: float
    """For side 0, with best play within the depth of the search."""
    line: Line
    """The principal variation: the best actions of both sides in turn."""
    nodes: int
    """Nodes entered, including the root."""
    leaves: int
    """Nodes at which the search went no deeper."""
    cuts: int
    depth: float
    """The depth limit of the search."""
    complete: bool
    """No leaf was reached by the depth limit: the value is exact."""

    @property
    def action(self) -> Any:
        return self.line[0] if self.line else None


class SearchMonitor:
    """Counts the nodes of a search, and sends its events to the observer."""

    def __init__(self, observer: Observer | None = None, stop: Stop | None = None) -> None:
        self.nodes = self.leaves = self.cuts = 0
        self.complete = True
        self._observer = observer
        self._stop = stop

    def emit_enter(
        self,
        position: Any,
        action: Any,
        role: Role,
        alpha: float = -math.inf,
        beta: float = math.inf,
    ) -> None:
        if self._stop is not None and self._stop():
            raise Stopped
        self.nodes += 1
        if self._observer is not None:
            self._observer(Enter(position, action, role, alpha, beta))

    def emit_leaf(self, value: float, reason: Ending) -> tuple[float, Line]:
        self.leaves += 1
        self.complete = self.complete and reason != "depth"
        if self._observer is not None:
            self._observer(Leaf(value, reason))
        return value, ()

    def emit_window(self, alpha: float, beta: float) -> None:
        if self._observer is not None:
            self._observer(Window(alpha, beta))

    def emit_cut(self, value: float, bound: float, skipped: Sequence[Any]) -> None:
        """A cut after the last action skips nothing, and is not counted."""
        if not skipped:
            return
        self.cuts += 1
        if self._observer is not None:
            self._observer(Cut(value, bound, tuple(skipped)))

    def emit_value(self, value: float, line: Line) -> tuple[float, Line]:
        if not line:
            raise Problem("classic.problem.actions")
        if self._observer is not None:
            self._observer(Value(value, line[0]))
        return value, line

    def make_result(self, value: float, line: Line, depth: float) -> TextbookResult:
        return TextbookResult(value, line, self.nodes, self.leaves, self.cuts, depth, self.complete)
