"""A search tree in time: every box stands in one place, and tells from which step on it shows what.

Whoever goes through a search with a slider must not see the tree jump. So the boxes of one search
(of one round, in iterative deepening) are laid out once, as large as they will ever be, and each
has frames: what is written on it from a step on, until the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from plyground.lab.folding import id_of
from plyground.lab.node_box import measure, write_lines
from plyground.lab.search_recorder import NEVER, Visit
from plyground.lab.search_tree import Node
from plyground.lab.tree_builder import Planting, stand
from plyground.lab.tree_captions import describe, number_words
from plyground.lab.tree_layout import Box
from plyground.lab.tree_notation import Branch
from plyground.locale import Problem

if TYPE_CHECKING:
    from plyground.lab.trace import Trace

AHEAD = 0
"""The step of frames that are seen before the search comes to a node."""

_TOLD = ("entry", "now", "value", "leaf", "cut", "lines")


@dataclass(frozen=True)
class Frame:
    """What a box shows from a step on."""

    step: int
    node: Node

    def as_json(self) -> dict[str, Any]:
        node, whole = self.node, self.node.as_json()
        return {
            "step": self.step,
            **{name: whole[name] for name in _TOLD},
            "state": "ahead" if self.step == AHEAD else node.state,
            "text": "" if node.value is None else number_words(node.value),
            "words": describe(node),
        }


@dataclass(frozen=True)
class Strip:
    """A box in its place, and all its frames. A folded stub has none: it only counts."""

    node: Node
    frames: tuple[Frame, ...]
    best: str | None
    """The child from which the node has its value, once it is closed."""

    def as_json(self) -> dict[str, Any]:
        node, whole = self.node, self.node.as_json()
        places = ("x", "y", "width", "height")
        return {
            **{name: whole[name] for name in ("id", "parent", "action", "role", "ply", *places)},
            "label": node.action or getattr(node.position, "name", ""),
            "folded": node.folded,
            "openable": node.openable,
            "entered": node.entered,
            "closed": node.closed,
            "best": self.best,
            "frames": [frame.as_json() for frame in self.frames],
        }


@dataclass(frozen=True)
class Film:
    """One round of a search, from its first step to its last."""

    first: int
    last: int
    round: int
    width: float
    height: float
    board: Box | None
    strips: tuple[Strip, ...]
    line: tuple[str, ...]
    """The boxes of best play, known at the last step."""

    def as_json(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "last": self.last,
            "round": self.round,
            "width": round(self.width, 1),
            "height": round(self.height, 1),
            "board": self.board and vars(self.board).copy(),
            "line": list(self.line),
            "strips": [strip.as_json() for strip in self.strips],
        }


def film(trace: Trace, at: int, limit: int | None, expanded: frozenset[str], most: int) -> Film:
    """The round in which the step `at` lies, with the node of that step among those shown.

    More than `most` boxes, all children of those in `expanded` included, are a `Problem`.
    """
    root = trace.recorder.roots[trace.recorder.round(at)]
    is_written = isinstance(trace.search.position, Branch)
    planting = Planting(trace, root.closed, limit, expanded, is_written, False, at)
    if len(planting.shown) > most:
        raise Problem("lab.problem.crowd", most=most)
    nodes = planting.nodes()
    visits = {id_of(visit): visit for visit in planting.shown}
    frames = {node.id: tuple(_frames(planting, visits, node, is_written)) for node in nodes}
    boxes = {node.id: _largest(node, frames[node.id], planting.board) for node in nodes}
    placed, layout = stand(nodes, boxes)
    return Film(
        first=root.entered,
        last=root.closed,
        round=planting.round,
        width=layout.width,
        height=layout.height,
        board=planting.board,
        strips=tuple(Strip(node, frames[node.id], _best(visits.get(node.id))) for node in placed),
        line=tuple(node.id for node in placed if node.principal),
    )


def _frames(
    planting: Planting, visits: Mapping[str, Visit], node: Node, is_written: bool
) -> Iterable[Frame]:
    if node.state == "folded":
        return
    is_given = is_written and node.leaf == "end"
    if is_written:
        # Whoever wrote the tree down knows its leaves before the search comes to them.
        blank = replace(node, state="pruned", entry=None, now=None, cut=None)
        yield _written(AHEAD, blank if is_given else replace(blank, value=None, leaf=None))
    visit = visits.get(node.id)
    if visit is None:
        yield _written(_cut_above(visits, node).cut_at, node)
        return
    for step in _moments(visit):
        seen = planting.seen(visit, node.position, node.parent, step)
        yield _written(step, replace(seen, value=node.value, leaf="end") if is_given else seen)


def _written(step: int, node: Node) -> Frame:
    return Frame(step, replace(node, lines=write_lines(node)))


def _cut_above(visits: Mapping[str, Visit], node: Node) -> Visit:
    """The node at which a branch was cut off."""
    id = str(node.parent)
    while id not in visits:
        id = id.rpartition(".")[0]
    return visits[id]


def _moments(visit: Visit) -> list[int]:
    """The steps at which something happened to a node."""
    narrowed = (step for step, _, _ in visit.windows or ())
    steps = (visit.entered, *narrowed, visit.cut_at, visit.closed)
    return [step for step in steps if step != NEVER]


def _largest(node: Node, frames: Iterable[Frame], board: Box | None) -> Box:
    """Room for whatever the box will show."""
    shown = [frame.node for frame in frames] or [replace(node, lines=write_lines(node))]
    boxes = [measure(each, board) for each in shown]
    return Box(max(box.width for box in boxes), max(box.height for box in boxes))


def _best(visit: Visit | None) -> str | None:
    if visit is None:
        return None
    return next((id_of(child) for child in visit.children if child.action == visit.best), None)
