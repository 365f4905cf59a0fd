"""A search tree over time: every box has one place, and frames that begin at certain steps.

A tree must not jump while a slider steps through the search. So the boxes of one search (of one
round, in iterative deepening) are laid out once, as large as they will ever be, and each has
frames: its text from a step on, until the next frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from plyground.lab.folding import node_id
from plyground.lab.node_box import measure, write_lines
from plyground.lab.recorded_search import RecordedSearch
from plyground.lab.search_recorder import NEVER, RecordedNode
from plyground.lab.search_tree import Node
from plyground.lab.tree_builder import TreeBuilder, TreeSettings, place_nodes
from plyground.lab.tree_captions import describe_node, format_number
from plyground.lab.tree_layout import Box
from plyground.lab.tree_notation import NotationNode
from plyground.locale import Problem

BEFORE_SEARCH = 0
"""The step of frames that are shown before the search enters a node."""

_FRAME_KEYS = ("entry", "now", "value", "leaf", "cut", "lines")


@dataclass(frozen=True)
class Frame:
    """The contents of a box from a step on."""

    step: int
    node: Node

    def as_json(self) -> dict[str, Any]:
        node, whole = self.node, self.node.as_json()
        return {
            "step": self.step,
            **{name: whole[name] for name in _FRAME_KEYS},
            "state": "ahead" if self.step == BEFORE_SEARCH else node.state,
            "text": "" if node.value is None else format_number(node.value),
            "words": describe_node(node),
        }


@dataclass(frozen=True)
class NodeTimeline:
    """A box in its place with all its frames. A folded stub has none."""

    node: Node
    frames: tuple[Frame, ...]
    best: str | None
    """The child that determines the value of the node, once it is closed."""

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
class Timeline:
    """One round of a search, from its first step to its last."""

    first: int
    last: int
    round: int
    width: float
    height: float
    board: Box | None
    nodes: tuple[NodeTimeline, ...]
    line: tuple[str, ...]
    """The boxes of the principal variation at the last step."""

    def as_json(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "last": self.last,
            "round": self.round,
            "width": round(self.width, 1),
            "height": round(self.height, 1),
            "board": self.board and vars(self.board).copy(),
            "line": list(self.line),
            "strips": [track.as_json() for track in self.nodes],
        }


def make_timeline(
    recorded_search: RecordedSearch,
    at: int,
    limit: int | None,
    expanded: frozenset[str],
    max_boxes: int,
) -> Timeline:
    """The timeline of the round of the step `at`, with the node of that step among those shown.

    More than `max_boxes` boxes, including all children of those in `expanded`, are a `Problem`.
    """
    recorder = recorded_search.recorder
    root = recorder.roots[recorder.round(at)]
    is_notation = isinstance(recorded_search.search.position, NotationNode)
    settings = TreeSettings(limit, expanded, is_notation, compact=True)
    builder = TreeBuilder(recorded_search, root.closed, settings, at)
    if len(builder.shown) > max_boxes:
        raise Problem("lab.problem.crowd", most=max_boxes)
    nodes = builder.list_nodes()
    recorded = {node_id(node): node for node in builder.shown}
    frames = {node.id: tuple(_make_frames(builder, recorded, node, is_notation)) for node in nodes}
    boxes = {node.id: _measure_largest(node, frames[node.id], builder.board) for node in nodes}
    placed, layout = place_nodes(nodes, boxes)
    return Timeline(
        first=root.entered,
        last=root.closed,
        round=builder.round,
        width=layout.width,
        height=layout.height,
        board=builder.board,
        nodes=tuple(
            NodeTimeline(node, frames[node.id], _find_best_child(recorded.get(node.id)))
            for node in placed
        ),
        line=tuple(node.id for node in placed if node.principal),
    )


def _make_frames(
    builder: TreeBuilder, recorded: Mapping[str, RecordedNode], node: Node, is_notation: bool
) -> Iterable[Frame]:
    if node.state == "folded":
        return
    is_given = is_notation and node.leaf == "end"
    if is_notation:
        # The leaves of a tree written by hand are known before the search enters them.
        blank = replace(node, state="pruned", entry=None, now=None, cut=None)
        yield _make_frame(
            BEFORE_SEARCH, blank if is_given else replace(blank, value=None, leaf=None)
        )
    recorded_node = recorded.get(node.id)
    if recorded_node is None:
        yield _make_frame(_find_cut(recorded, node).cut_at, node)
        return
    for step in _list_steps(recorded_node):
        shown = builder.make_node(recorded_node, node.position, node.parent, step)
        yield _make_frame(step, replace(shown, value=node.value, leaf="end") if is_given else shown)


def _make_frame(step: int, node: Node) -> Frame:
    return Frame(step, replace(node, lines=write_lines(node)))


def _find_cut(recorded: Mapping[str, RecordedNode], node: Node) -> RecordedNode:
    """The node at which a branch was pruned."""
    id = str(node.parent)
    while id not in recorded:
        id = id.rpartition(".")[0]
    return recorded[id]


def _list_steps(node: RecordedNode) -> list[int]:
    """The steps of the events of a node."""
    narrowed = (step for step, _, _ in node.windows or ())
    steps = (node.entered, *narrowed, node.cut_at, node.closed)
    return [step for step in steps if step != NEVER]


def _measure_largest(node: Node, frames: Iterable[Frame], board: Box | None) -> Box:
    """The size of a box that fits all its frames."""
    shown = [frame.node for frame in frames] or [replace(node, lines=write_lines(node))]
    boxes = [measure(each, board) for each in shown]
    return Box(max(box.width for box in boxes), max(box.height for box in boxes))


def _find_best_child(node: RecordedNode | None) -> str | None:
    if node is None:
        return None
    return next((node_id(child) for child in node.children if child.action == node.best), None)
