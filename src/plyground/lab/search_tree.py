"""A search tree as data: boxes with their text and coordinates, ready to draw.

Lengths are in pixels of a drawing at its natural size; `x` is the centre of a box and `y` its upper
edge. In JSON an infinite alpha or beta is null; where there is no window at all (minimax, a branch
that was never entered), the window itself is null.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from plyground.classic.search_events import Ending, Role
from plyground.lab.tree_layout import Box

NodeState = Literal["open", "closed", "pruned", "folded"]
"""Being searched; done; never searched; or a stub in place of nodes that are not shown."""

LineKind = Literal["value", "window", "note", "cut", "count"]
"""What a line in a box contains, from the most to the least important."""


@dataclass(frozen=True)
class SearchWindow:
    """Alpha and beta of a node."""

    alpha: float
    beta: float

    def as_json(self) -> dict[str, float | None]:
        return {"alpha": to_json_number(self.alpha), "beta": to_json_number(self.beta)}


@dataclass(frozen=True)
class CutInfo:
    """A cut: what the side to move can achieve, what the other side has, and what was skipped."""

    value: float
    bound: float
    skipped: tuple[str, ...]
    words: str

    def as_json(self) -> dict[str, Any]:
        return {
            "value": trim_number(self.value),
            "bound": trim_number(self.bound),
            "skipped": list(self.skipped),
            "words": self.words,
        }


@dataclass(frozen=True)
class TextLine:
    """One line in a box."""

    kind: LineKind
    text: str


@dataclass(frozen=True)
class Node:
    """A box: a node that was searched, one that was pruned, or a stub for many."""

    id: str
    """The path from the root, as the numbers of the actions tried: `0`, `0.2`, `0.2.1`."""
    parent: str | None
    action: str
    role: Role | None
    """None at a stub."""
    ply: int
    state: NodeState
    entry: SearchWindow | None = None
    """The window with which the node was entered."""
    now: SearchWindow | None = None
    """The window after the step that is shown."""
    value: float | None = None
    leaf: Ending | None = None
    cut: CutInfo | None = None
    principal: bool = False
    current: bool = False
    """The step that is shown happened here."""
    folded: int = 0
    """How many nodes a stub replaces."""
    openable: bool = False
    """Can a folded stub's parent be expanded?"""
    asks: tuple[str, ...] = ()
    """The fields to fill in, in a quiz."""
    entered: int | None = None
    closed: int | None = None
    """The steps at which the node was entered and closed."""
    position: Any = None
    lines: tuple[TextLine, ...] = ()
    """The text below the drawing of the position."""
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "parent": self.parent,
            "action": self.action,
            "role": self.role,
            "ply": self.ply,
            "state": self.state,
            "entry": self.entry and self.entry.as_json(),
            "now": self.now and self.now.as_json(),
            "value": trim_number(self.value),
            "leaf": self.leaf,
            "cut": self.cut and self.cut.as_json(),
            "principal": self.principal,
            "current": self.current,
            "folded": self.folded,
            "openable": self.openable,
            "asks": list(self.asks),
            "entered": self.entered,
            "closed": self.closed,
            "position": getattr(self.position, "text", None),
            "lines": [{"kind": line.kind, "text": line.text} for line in self.lines],
            **{name: round(getattr(self, name), 1) for name in ("x", "y", "width", "height")},
        }


@dataclass(frozen=True)
class Edge:
    parent: str
    child: str
    action: str
    principal: bool
    is_cut: bool

    def as_json(self) -> dict[str, Any]:
        return {
            "parent": self.parent,
            "child": self.child,
            "action": self.action,
            "principal": self.principal,
            "severed": self.is_cut,
        }


@dataclass(frozen=True)
class Counts:
    """What was searched up to a step, in the round that is shown."""

    nodes: int
    leaves: int
    cuts: int
    shown: int
    folded: int


@dataclass(frozen=True)
class DeepeningRound:
    """One search of iterative deepening; every other algorithm has one round."""

    depth: float
    first: int
    last: int
    """The range of its steps."""
    nodes: int
    value: float | None

    def as_json(self) -> dict[str, Any]:
        return {**vars(self), "depth": to_json_number(self.depth), "value": trim_number(self.value)}


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search."""

    title: str
    algorithm: str
    depth: float
    order: str
    table: bool
    static_value: str
    """Kind of the evaluation at the depth limit."""

    def as_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "algorithm": self.algorithm,
            "depth": to_json_number(self.depth),
            "order": self.order,
            "table": self.table,
            "horizon": self.static_value,
        }


@dataclass(frozen=True)
class SearchTree:
    """A search after a step, as it is shown."""

    setup: SearchSettings
    nodes: tuple[Node, ...]
    """Parents before their children, children in the order they were tried."""
    width: float
    height: float
    board: Box | None
    """Size of the drawing of a position at the top of each box; None without drawings."""
    counts: Counts
    step: int
    steps: int
    event_text: str
    """What happened at this step."""
    round: int
    rounds: tuple[DeepeningRound, ...]
    complete: bool
    """Is this the end of the search?"""
    value: float | None
    """For side 0, once the search is complete."""
    line: tuple[str, ...]
    """The principal variation, once the search is complete."""
    quiz: bool = False

    @property
    def edges(self) -> tuple[Edge, ...]:
        states = {node.id: node.state for node in self.nodes}
        principal = {node.id: node.principal for node in self.nodes}
        return tuple(
            Edge(
                node.parent,
                node.id,
                node.action,
                node.principal and principal[node.parent],
                node.state == "pruned" and states[node.parent] != "pruned",
            )
            for node in self.nodes
            if node.parent is not None
        )

    def as_json(self) -> dict[str, Any]:
        return {
            **self.setup.as_json(),
            "step": self.step,
            "steps": self.steps,
            "told": self.event_text,
            "round": self.round,
            "rounds": [one.as_json() for one in self.rounds],
            "complete": self.complete,
            "value": trim_number(self.value),
            "line": list(self.line),
            "quiz": self.quiz,
            "counts": vars(self.counts).copy(),
            "width": round(self.width, 1),
            "height": round(self.height, 1),
            "board": self.board and vars(self.board).copy(),
            "nodes": [node.as_json() for node in self.nodes],
            "edges": [edge.as_json() for edge in self.edges],
        }


def to_json_number(number: float) -> float | None:
    """A number for JSON: infinity becomes None."""
    return None if math.isinf(number) else trim_number(number)


def trim_number(number: float | None) -> float | None:
    """A whole number as an `int`, which is written without a decimal point."""
    return int(number) if number is not None and number == int(number) else number
