"""A search tree as it is shown: boxes with their places, ready to be drawn by anybody.

Lengths are in pixels of a picture at its natural size; `x` is the middle of a box and `y` its
upper edge. In JSON an infinite alpha or beta is null; where there is no window at all (minimax, a
branch that was never entered), the window itself is null.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from plyground.classic.search_events import Ending, Role
from plyground.lab.tree_layout import Box

State = Literal["open", "closed", "pruned", "folded"]
"""Still being searched; done; never looked at; or a stub that stands for nodes not shown."""

Kind = Literal["value", "window", "note", "cut", "count"]
"""What a line on a box tells, from the most to the least important."""


@dataclass(frozen=True)
class Window:
    alpha: float
    beta: float

    def as_json(self) -> dict[str, float | None]:
        return {"alpha": finite(self.alpha), "beta": finite(self.beta)}


@dataclass(frozen=True)
class Severed:
    """A cut: what the side to move can get, what the other side has, and what was skipped."""

    value: float
    bound: float
    skipped: tuple[str, ...]
    words: str

    def as_json(self) -> dict[str, Any]:
        return {
            "value": plain(self.value),
            "bound": plain(self.bound),
            "skipped": list(self.skipped),
            "words": self.words,
        }


@dataclass(frozen=True)
class Written:
    """One line on a box."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class Node:
    """A box: a position the search looked at, one it cut off, or a stub for many."""

    id: str
    """The way from the root by the numbers of the actions tried: `0`, `0.2`, `0.2.1`."""
    parent: str | None
    action: str
    role: Role | None
    """None at a stub."""
    ply: int
    state: State
    entry: Window | None = None
    """The window that the node was given."""
    now: Window | None = None
    """The window as it is after the step that is shown."""
    value: float | None = None
    leaf: Ending | None = None
    cut: Severed | None = None
    principal: bool = False
    current: bool = False
    """The step that is shown happened here."""
    folded: int = 0
    """How many nodes a stub stands for."""
    openable: bool = False
    """Can a folded stub's parent be expanded?"""
    asks: tuple[str, ...] = ()
    """In a quiz, what is to be filled in."""
    entered: int | None = None
    closed: int | None = None
    """The steps at which the node was entered and closed."""
    position: Any = None
    lines: tuple[Written, ...] = ()
    """What is written below the picture of the position."""
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
            "value": plain(self.value),
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
    severed: bool

    def as_json(self) -> dict[str, Any]:
        return vars(self).copy()


@dataclass(frozen=True)
class Counts:
    """The work of the search up to a step, in the round that is shown."""

    nodes: int
    leaves: int
    cuts: int
    shown: int
    folded: int


@dataclass(frozen=True)
class Round:
    """One search of iterative deepening; every other algorithm has one round."""

    depth: float
    first: int
    last: int
    """Its steps."""
    nodes: int
    value: float | None

    def as_json(self) -> dict[str, Any]:
        return {**vars(self), "depth": finite(self.depth), "value": plain(self.value)}


@dataclass(frozen=True)
class Setup:
    """What was asked for."""

    title: str
    algorithm: str
    depth: float
    order: str
    table: bool
    horizon: str
    """Kind of the evaluation where the depth ends."""

    def as_json(self) -> dict[str, Any]:
        return {**vars(self), "depth": finite(self.depth)}


@dataclass(frozen=True)
class Tree:
    """All that is shown of a search after a step."""

    setup: Setup
    nodes: tuple[Node, ...]
    """Parents before their children, children in the order they were tried."""
    width: float
    height: float
    board: Box | None
    """Room for the picture of a position at the top of each box; None if there is none."""
    counts: Counts
    step: int
    steps: int
    told: str
    """What happened at this step, in words."""
    round: int
    rounds: tuple[Round, ...]
    complete: bool
    """Is this the end of the search?"""
    value: float | None
    """For side 0, once the search is complete."""
    line: tuple[str, ...]
    """Best play, once the search is complete."""
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
            "told": self.told,
            "round": self.round,
            "rounds": [one.as_json() for one in self.rounds],
            "complete": self.complete,
            "value": plain(self.value),
            "line": list(self.line),
            "quiz": self.quiz,
            "counts": vars(self.counts).copy(),
            "width": round(self.width, 1),
            "height": round(self.height, 1),
            "board": self.board and vars(self.board).copy(),
            "nodes": [node.as_json() for node in self.nodes],
            "edges": [edge.as_json() for edge in self.edges],
        }


def finite(number: float) -> float | None:
    """A number as JSON may have it."""
    return None if math.isinf(number) else plain(number)


def plain(number: float | None) -> float | None:
    """A whole number without a point."""
    return int(number) if number is not None and number == int(number) else number
