"""A search as it happened, kept small: which nodes there were, and at which step what befell them.

Steps count the events of a search from 1, so the state of every node after any step can be told.
A node is numbered by how many were entered before it; a subtree is then a run of numbers, and its
size is known even if none of its nodes is kept. When there are more nodes than are kept, the
deepest ply is forgotten, then the next: what is left is fair to all branches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from plyground.classic.search_events import Cut, Ending, Enter, Event, Leaf, Role, Value, Window
from plyground.locale import Problem

KEPT = 100_000
"""Nodes; some tens of megabytes."""
STEPS = 2_000_000
"""A search that goes on longer is stopped: nobody can look at it."""

NEVER = 1 << 62

_KINDS: dict[type, int] = {Enter: 0, Leaf: 1, Window: 2, Cut: 3, Value: 4}
_NAMES = ("enter", "leaf", "window", "cut", "value")
_LETTERS = bytes.maketrans(bytes(range(5)), b"elwcv")


@dataclass(slots=True, eq=False)
class Visit:
    """One node, and the steps at which things happened to it."""

    number: int
    parent: Visit | None
    place: int
    """Which of the parent's actions led here, from 0 in the order they were tried."""
    action: Any
    role: Role
    entered: int
    alpha: float
    beta: float
    windows: list[tuple[int, float, float]] | None = None
    """Step, alpha and beta of each narrowing."""
    cut: Cut | None = None
    cut_at: int = NEVER
    closed: int = NEVER
    value: float = 0
    reason: Ending | None = None
    """Why it is a leaf."""
    best: Any = None
    """The action that reaches its value."""
    size: int = 0
    """Nodes of its subtree, itself included, once it is closed."""
    tried: int = 0
    """How many actions were tried."""
    children: list[Visit] = field(default_factory=list)
    """Those that are kept, in the order they were tried."""

    def window(self, step: int) -> tuple[float, float]:
        """Alpha and beta as they were after a step."""
        for at, alpha, beta in reversed(self.windows or ()):
            if at <= step:
                return alpha, beta
        return self.alpha, self.beta

    def happened(self, step: int) -> bool:
        """Was this step about this node?"""
        narrowed = any(at == step for at, _, _ in self.windows or ())
        return narrowed or step in (self.entered, self.closed, self.cut_at)


class Recorder:
    """An observer of a search."""

    def __init__(self, kept: int = KEPT, steps: int = STEPS) -> None:
        self.roots: list[Visit] = []
        """More than one in iterative deepening: one a round."""
        self._kinds = bytearray()
        self._most_kept = kept
        self._most_steps = steps
        self._plies: list[list[Visit]] = []
        self._deepest = NEVER
        self._kept = 0
        self._entered = 0
        self._open: list[Visit | None] = []
        """The way to the node at work; what is not kept stands as None."""

    def __call__(self, event: Event) -> None:
        if len(self._kinds) == self._most_steps:
            raise Problem("lab.problem.large", steps=f"{self._most_steps:,}")
        self._kinds.append(_KINDS[type(event)])
        if isinstance(event, Enter):
            self._enter(event)
            return
        visit = self._open[-1]
        if visit is not None:
            self._note(visit, event)
        if isinstance(event, Leaf | Value):
            self._open.pop()

    @property
    def steps(self) -> int:
        return len(self._kinds)

    @property
    def letters(self) -> str:
        """All that happened, in a row: the first letter of each event's name."""
        return self._kinds.translate(_LETTERS).decode()

    def kind(self, step: int) -> str:
        """What happened at a step: enter, leaf, window, cut or value."""
        return _NAMES[self._kinds[step - 1]]

    def count(self, kind: str, step: int, first: int = 1) -> int:
        """How often it happened from step `first` up to `step`."""
        return self._kinds.count(_NAMES.index(kind), first - 1, step)

    def size(self, visit: Visit, step: int) -> int:
        """Nodes of a subtree that were entered up to a step."""
        if visit.entered > step:
            return 0
        return visit.size if visit.closed <= step else self.count("enter", step) - visit.number

    def round(self, step: int) -> int:
        """Which of the roots a step belongs to."""
        return max(i for i, root in enumerate(self.roots) if i == 0 or root.entered <= step)

    def _enter(self, event: Enter) -> None:
        ply = len(self._open)
        parent = self._open[-1] if self._open else None
        visit = None
        if ply <= self._deepest:
            place = parent.tried if parent is not None else 0
            visit = Visit(
                self._entered, parent, place, event.action, event.role, self.steps,
                event.alpha, event.beta,
            )  # fmt: skip
            (self.roots if parent is None else parent.children).append(visit)
            if ply == len(self._plies):
                self._plies.append([])
            self._plies[ply].append(visit)
            self._kept += 1
        if parent is not None:
            parent.tried += 1
        self._entered += 1
        self._open.append(visit)
        if self._kept > self._most_kept and len(self._plies) > 2:
            self._forget()

    def _note(self, visit: Visit, event: Event) -> None:
        if isinstance(event, Window):
            if visit.windows is None:
                visit.windows = []
            visit.windows.append((self.steps, event.alpha, event.beta))
        elif isinstance(event, Cut):
            visit.cut, visit.cut_at = event, self.steps
        elif isinstance(event, Leaf | Value):
            visit.closed, visit.value = self.steps, event.value
            visit.size = self._entered - visit.number
            if isinstance(event, Leaf):
                visit.reason = event.reason
            else:
                visit.best = event.action

    def _forget(self) -> None:
        """Let go of the deepest ply."""
        self._kept -= len(self._plies.pop())
        self._deepest = len(self._plies) - 1
        for visit in self._plies[-1]:
            visit.children.clear()
        for ply in range(len(self._plies), len(self._open)):
            self._open[ply] = None


def way(visit: Visit) -> Iterator[Visit]:
    """From a node up to its root."""
    above: Visit | None = visit
    while above is not None:
        yield above
        above = above.parent


def principal(root: Visit, step: int = NEVER) -> list[Visit]:
    """The line of best play that is known after a step, as far as it is kept."""
    line: list[Visit] = []
    visit: Visit | None = root
    while visit is not None and visit.closed <= step:
        line.append(visit)
        best = visit.best
        visit = next((child for child in visit.children if child.action == best), None)
        if best is None:
            break
    return line
