"""What the searches ask of a game, what they answer, and how they count and tell."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.classic.search_events import Cut, Ending, Enter, Leaf, Observer, Role, Value, Window
from plyground.locale import Problem

Line = tuple[Any, ...]


class Textbook(Protocol):
    """A position as the textbook has it. `to_move` may be a method or a plain attribute."""

    @property
    def to_move(self) -> Any:
        """0 is Max, 1 is Min. The same side may move twice."""

    def actions(self) -> Sequence[Any]: ...

    def result(self, action: Any) -> Any: ...

    def is_terminal(self) -> bool: ...

    def utility(self) -> float:
        """The value of a finished game, for side 0."""


Evaluate = Callable[[Any], float]
"""What a position is thought to be worth, for side 0, where the search must stop."""

Stop = Callable[[], bool]
"""Asked at every node; a search that hears True is over."""


class Stopped(Exception):
    """The search was told to stop before it had an answer."""


def even(position: Any) -> float:
    """The evaluation of those who have none."""
    return 0


def mover(position: Any) -> int:
    """Who is to move, whichever way the class says it."""
    side = position.to_move
    return int(side() if callable(side) else side)


@dataclass(frozen=True)
class Found:
    """The answer of a search, and the work it was."""

    value: float
    """For side 0, with best play as far as the search saw."""
    line: Line
    """The best actions of both sides, one after the other."""
    nodes: int
    """Positions looked at, the first one included."""
    leaves: int
    """Those at which the search went no deeper."""
    cuts: int
    depth: float
    """How many actions ahead the search was allowed to look."""
    complete: bool
    """Nothing was left out for lack of depth: the value is exact."""

    @property
    def action(self) -> Any:
        return self.line[0] if self.line else None


class Watch:
    """Counts what a search does, and tells whoever observes it."""

    def __init__(self, observer: Observer | None = None, stop: Stop | None = None) -> None:
        self.nodes = self.leaves = self.cuts = 0
        self.complete = True
        self._tell = observer
        self._stop = stop

    def enter(
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
        if self._tell is not None:
            self._tell(Enter(position, action, role, alpha, beta))

    def leaf(self, value: float, reason: Ending) -> tuple[float, Line]:
        self.leaves += 1
        self.complete = self.complete and reason != "depth"
        if self._tell is not None:
            self._tell(Leaf(value, reason))
        return value, ()

    def window(self, alpha: float, beta: float) -> None:
        if self._tell is not None:
            self._tell(Window(alpha, beta))

    def cut(self, value: float, bound: float, skipped: Sequence[Any]) -> None:
        """After the last action there is nothing left to cut."""
        if not skipped:
            return
        self.cuts += 1
        if self._tell is not None:
            self._tell(Cut(value, bound, tuple(skipped)))

    def value(self, value: float, line: Line) -> tuple[float, Line]:
        if not line:
            raise Problem("classic.problem.actions")
        if self._tell is not None:
            self._tell(Value(value, line[0]))
        return value, line

    def found(self, value: float, line: Line, depth: float) -> Found:
        return Found(value, line, self.nodes, self.leaves, self.cuts, depth, self.complete)
