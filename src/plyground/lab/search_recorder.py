"""A compact recording of a search: its nodes, and the steps at which something happened to each.

Steps count the events of a search from 1, so the state of every node after any step is known. A
node is numbered by how many were entered before it; a subtree is then a range of numbers, and its
size is known even if none of its nodes is kept. When there are too many nodes, the deepest ply is
dropped, then the next: what remains covers all branches evenly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from plyground.classic.search_events import Cut, Ending, Enter, Event, Leaf, Role, Value, Window
from plyground.locale import Problem

MAX_NODES = 100_000
"""Nodes kept at most: some tens of megabytes."""
MAX_STEPS = 2_000_000
"""A longer search is stopped: it could not be stepped through."""

NEVER = 1 << 62

_KINDS: dict[type, int] = {Enter: 0, Leaf: 1, Window: 2, Cut: 3, Value: 4}
_NAMES = ("enter", "leaf", "window", "cut", "value")
_LETTERS = bytes.maketrans(bytes(range(5)), b"elwcv")


@dataclass(slots=True, eq=False)
class RecordedNode:
    """One node, and the steps of its events."""

    number: int
    parent: RecordedNode | None
    place: int
    """Index of the parent's action that led here, in the order they were tried."""
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
    """Nodes of its subtree, including itself, once it is closed."""
    tried: int = 0
    """How many actions were tried."""
    children: list[RecordedNode] = field(default_factory=list)
    """Those that were kept, in the order they were tried."""

    def window(self, step: int) -> tuple[float, float]:
        """Alpha and beta after a step."""
        for at, alpha, beta in reversed(self.windows or ()):
            if at <= step:
                return alpha, beta
        return self.alpha, self.beta

    def has_event_at(self, step: int) -> bool:
        """Did an event of this node happen at a step?"""
        narrowed = any(at == step for at, _, _ in self.windows or ())
        return narrowed or step in (self.entered, self.closed, self.cut_at)


class Recorder:
    """An observer that records a search."""

    def __init__(self, max_nodes: int = MAX_NODES, max_steps: int = MAX_STEPS) -> None:
        self.roots: list[RecordedNode] = []
        """One, or one per round of iterative deepening."""
        self._kinds = bytearray()
        self._max_nodes = max_nodes
        self._max_steps = max_steps
        self._plies: list[list[RecordedNode]] = []
        self._max_ply = NEVER
        self._kept = 0
        self._entered = 0
        self._path: list[RecordedNode | None] = []
        """The path to the current node; None for nodes that are not kept."""

    def __call__(self, event: Event) -> None:
        if len(self._kinds) == self._max_steps:
            raise Problem("lab.problem.large", steps=f"{self._max_steps:,}")
        self._kinds.append(_KINDS[type(event)])
        if isinstance(event, Enter):
            self._enter(event)
            return
        node = self._path[-1]
        if node is not None:
            self._record_event(node, event)
        if isinstance(event, Leaf | Value):
            self._path.pop()

    @property
    def steps(self) -> int:
        """The number of events so far."""
        return len(self._kinds)

    @property
    def letters(self) -> str:
        """All events in order: the first letter of each one's name."""
        return self._kinds.translate(_LETTERS).decode()

    def kind(self, step: int) -> str:
        """The kind of event at a step: enter, leaf, window, cut or value."""
        return _NAMES[self._kinds[step - 1]]

    def count(self, kind: str, step: int, first: int = 1) -> int:
        """The number of events of a kind from step `first` up to `step`."""
        return self._kinds.count(_NAMES.index(kind), first - 1, step)

    def size(self, node: RecordedNode, step: int) -> int:
        """Nodes of a subtree that were entered up to a step."""
        if node.entered > step:
            return 0
        return node.size if node.closed <= step else self.count("enter", step) - node.number

    def round(self, step: int) -> int:
        """The index of the root that a step belongs to."""
        return max(i for i, root in enumerate(self.roots) if i == 0 or root.entered <= step)

    def _enter(self, event: Enter) -> None:
        ply = len(self._path)
        parent = self._path[-1] if self._path else None
        node = None
        if ply <= self._max_ply:
            place = parent.tried if parent is not None else 0
            node = RecordedNode(
                self._entered, parent, place, event.action, event.role, self.steps,
                event.alpha, event.beta,
            )  # fmt: skip
            (self.roots if parent is None else parent.children).append(node)
            if ply == len(self._plies):
                self._plies.append([])
            self._plies[ply].append(node)
            self._kept += 1
        if parent is not None:
            parent.tried += 1
        self._entered += 1
        self._path.append(node)
        if self._kept > self._max_nodes and len(self._plies) > 2:
            self._drop_deepest_ply()

    def _record_event(self, node: RecordedNode, event: Event) -> None:
        if isinstance(event, Window):
            if node.windows is None:
                node.windows = []
            node.windows.append((self.steps, event.alpha, event.beta))
        elif isinstance(event, Cut):
            node.cut, node.cut_at = event, self.steps
        elif isinstance(event, Leaf | Value):
            node.closed, node.value = self.steps, event.value
            node.size = self._entered - node.number
            if isinstance(event, Leaf):
                node.reason = event.reason
            else:
                node.best = event.action

    def _drop_deepest_ply(self) -> None:
        """Drop the nodes of the deepest ply."""
        self._kept -= len(self._plies.pop())
        self._max_ply = len(self._plies) - 1
        for node in self._plies[-1]:
            node.children.clear()
        for ply in range(len(self._plies), len(self._path)):
            self._path[ply] = None


def walk_to_root(node: RecordedNode) -> Iterator[RecordedNode]:
    """The nodes from a node up to its root."""
    current: RecordedNode | None = node
    while current is not None:
        yield current
        current = current.parent


def find_principal_variation(root: RecordedNode, step: int = NEVER) -> list[RecordedNode]:
    """The principal variation known after a step, as far as its nodes were kept."""
    line: list[RecordedNode] = []
    node: RecordedNode | None = root
    while node is not None and node.closed <= step:
        line.append(node)
        best = node.best
        node = next((child for child in node.children if child.action == best), None)
        if best is None:
            break
    return line
