"""Builds a tree from a recorded search: selects the nodes, writes their text, places them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plyground.classic.search_events import Ending, Role
from plyground.classic.textbook import side_to_move
from plyground.games.drawing.svg import draw_miniature
from plyground.games.drawing.svg_elements import UNIT
from plyground.games.position import Position
from plyground.lab.class_position import ClassPosition
from plyground.lab.folding import DisplayLimit, list_entered_children, node_id, select_nodes
from plyground.lab.node_box import measure, measure_text, write_lines
from plyground.lab.recorded_search import RecordedSearch
from plyground.lab.search_recorder import RecordedNode, find_principal_variation, walk_to_root
from plyground.lab.search_tree import Counts, Node, SearchTree, SearchWindow
from plyground.lab.tree_captions import describe_cut, describe_step
from plyground.lab.tree_layout import Box, Layout, lay_out
from plyground.locale import Problem

HORIZONTAL_GAP, VERTICAL_GAP = 14.0, 46.0
"""Space between neighbours, and between rows."""
SQUARE = 12.0
"""Size of a square, unless that makes a board too small or too large."""
SMALLEST, LARGEST = 50.0, 116.0


SMALL_BOARD_LIMIT, LARGE_BOARD_LIMIT = DisplayLimit(40, 9), DisplayLimit(24, 6)
"""What is shown of a game with small boards, and with large ones."""
COMPACT_LIMIT = DisplayLimit(12, 3)
"""What can be read on a screen, boards included."""
NOTATION_LIMIT = DisplayLimit(400, 400)
"""A tree written by hand is shown as a whole."""


class _TooManyNodes(Exception):
    """There are more nodes than may be shown."""


@dataclass(frozen=True)
class TreeSettings:
    """What is shown of a search."""

    limit: int | None
    """The number of nodes; None for as many as suit the size of the boards."""
    expanded: frozenset[str]
    """The ids of nodes all of whose children are shown."""
    whole: bool
    """Are pruned branches shown?"""
    quiz: bool = False
    compact: bool = False
    """Without a limit, are only as many nodes shown as can be read on a screen?"""


class TreeBuilder:
    """Builds one tree of a recorded search."""

    def __init__(
        self, trace: RecordedSearch, step: int, settings: TreeSettings, at: int | None = None
    ) -> None:
        """`at` is the step whose node must be shown, if it is not `step` itself."""
        self.trace = trace
        self.recorder = trace.recorder
        self.step = step
        self.board = measure_board(trace.search.position)
        display_limit = _make_display_limit(self.board, settings)
        self.limit = display_limit.nodes
        self.whole = settings.whole
        self.quiz = settings.quiz
        self.round = self.recorder.round(step)
        self.root = self.recorder.roots[self.round]
        line = find_principal_variation(self.root, step)
        self.principal = set(line)
        active = self._find_active_node(step if at is None else at)
        self.shown = select_nodes(
            self.root, step, display_limit, [*walk_to_root(active)][::-1] + line, settings.expanded
        )
        self.active = next(recorded for recorded in walk_to_root(active) if recorded in self.shown)
        self.remaining = display_limit.nodes - len(self.shown)

    def build(self) -> SearchTree:
        nodes = self.list_nodes()
        board = self.board
        nodes = [replace(node, lines=write_lines(node)) for node in nodes]
        boxes = {node.id: measure(node, board) for node in nodes}
        placed, layout = place_nodes(nodes, boxes)
        return self._make_tree(placed, layout.width, layout.height, board)

    def _make_tree(
        self, nodes: tuple[Node, ...], width: float, height: float, board: Box | None
    ) -> SearchTree:
        trace, step = self.trace, self.step
        complete = step == trace.steps
        leaves = sum(node.leaf is not None for node in nodes)
        blank = SearchTree(
            setup=trace.search.setup,
            nodes=nodes,
            width=width,
            height=height,
            board=board,
            counts=Counts(len(nodes), leaves, 0, len(nodes), 0),
            step=0,
            steps=0,
            event_text="",
            round=0,
            rounds=(),
            complete=True,
            value=None,
            line=(),
            quiz=True,
        )
        if self.quiz:
            return blank
        return replace(
            blank,
            counts=self._count_nodes(nodes),
            step=step,
            steps=trace.steps,
            event_text=describe_step(trace.search.algorithm, self.recorder.kind(step)),
            round=self.round,
            rounds=trace.rounds,
            complete=complete,
            value=trace.found.value if complete else None,
            line=tuple(map(str, trace.found.line)) if complete else (),
            quiz=False,
        )

    def _count_nodes(self, nodes: tuple[Node, ...]) -> Counts:
        count, first = self.recorder.count, self.root.entered
        return Counts(
            count("enter", self.step, first),
            count("leaf", self.step, first),
            count("cut", self.step, first),
            len(self.shown),
            sum(node.folded for node in nodes),
        )

    def _find_active_node(self, step: int) -> RecordedNode:
        """The deepest kept node whose subtree contains the event of a step."""
        recorded = self.root
        while True:
            open_children = (
                child for child in list_entered_children(recorded, step) if child.closed >= step
            )
            below = next(open_children, None)
            if below is None:
                return recorded
            recorded = below

    # Nodes, parents first.

    def list_nodes(self) -> list[Node]:
        """All nodes that are shown, without text and coordinates."""
        try:
            if self.whole and len(self.shown) < self.recorder.size(self.root, self.step):
                raise _TooManyNodes
            return list(self._walk_searched(self.root, self.trace.search.position, None))
        except _TooManyNodes:
            if self.quiz:
                raise Problem("lab.problem.quiz.large", limit=self.limit) from None
        self.whole = False
        return list(self._walk_searched(self.root, self.trace.search.position, None))

    def _walk_searched(
        self, recorded: RecordedNode, position: Any, parent: str | None
    ) -> Iterator[Node]:
        """A node that was searched, and what is shown below it."""
        node = self.make_node(recorded, position, parent, self.step)
        id, ply, cut = node.id, node.ply, node.cut
        yield self._make_blank(node) if self.quiz else node
        children = [
            child for child in list_entered_children(recorded, self.step) if child in self.shown
        ]
        for child in children:
            yield from self._walk_searched(child, position.result(child.action), id)
        size = self.recorder.size
        folded = size(recorded, self.step) - 1 - sum(size(child, self.step) for child in children)
        if folded:
            is_current = recorded is self.active and not recorded.has_event_at(self.step)
            openable = len(recorded.children) > len(children)
            yield Node(
                f"{id}.more", id, "", None, ply + 1, "folded",
                folded=folded, openable=openable, current=is_current,
            )  # fmt: skip
        if cut is None or recorded.cut is None:
            return
        if not self.whole:
            yield Node(f"{id}.cut", id, "", None, ply + 1, "pruned", cut=cut)
            return
        for place, action in enumerate(recorded.cut.skipped, start=recorded.tried):
            yield from self._walk_pruned(
                position.result(action), action, f"{id}.{place}", id, ply + 1
            )

    def make_node(
        self, recorded: RecordedNode, position: Any, parent: str | None, step: int
    ) -> Node:
        """A node that was searched, as it was after a step."""
        id, is_closed = node_id(recorded), recorded.closed <= step
        has_window = self.trace.search.algorithm != "minimax"
        return Node(
            id=id,
            parent=parent,
            action="" if recorded.action is None else str(recorded.action),
            role=recorded.role,
            ply=id.count("."),
            state="closed" if is_closed else "open",
            entry=SearchWindow(recorded.alpha, recorded.beta) if has_window else None,
            now=SearchWindow(*recorded.window(step)) if has_window else None,
            value=recorded.value if is_closed else None,
            leaf=recorded.reason if is_closed else None,
            cut=describe_cut(recorded.cut, recorded.role)
            if recorded.cut and recorded.cut_at <= step
            else None,
            principal=recorded in self.principal,
            current=recorded is self.active
            and recorded.has_event_at(step)
            and step < self.trace.steps,
            entered=recorded.entered,
            closed=recorded.closed if is_closed else None,
            position=position,
        )

    def _make_blank(self, node: Node) -> Node:
        """A node of a quiz: only leaves show their values, and all branches look alike."""
        asks = (
            ("value",) if self.trace.search.algorithm == "minimax" else ("alpha", "beta", "value")
        )
        return replace(
            node,
            state="closed",
            entry=None,
            now=None,
            value=node.value if node.leaf else None,
            cut=None,
            principal=False,
            asks=() if node.leaf else asks,
            entered=None,
            closed=None,
        )

    def _walk_pruned(
        self, position: Any, action: Any, id: str, parent: str, ply: int
    ) -> Iterator[Node]:
        """A pruned position, and everything below it to the depth limit of the search."""
        self.remaining -= 1
        if self.remaining < 0:
            raise _TooManyNodes
        depth = self.trace.depth_of(self.round) - ply
        leaf, value = self._evaluate_leaf(position, depth)
        role = self._find_role(position)
        node = Node(
            id, parent, str(action), role, ply, "pruned", value=value, leaf=leaf, position=position
        )
        yield self._make_blank(node) if self.quiz else node
        if leaf is None:
            for place, next_action in enumerate(self.trace.search.actions(position)):
                below = position.result(next_action)
                yield from self._walk_pruned(below, next_action, f"{id}.{place}", id, ply + 1)

    def _find_role(self, position: Any) -> Role:
        if self.trace.search.algorithm == "negamax":
            return "mover"
        return "max" if side_to_move(position) == 0 else "min"

    def _evaluate_leaf(self, position: Any, depth: float) -> tuple[Ending | None, float | None]:
        """Why a pruned position is a leaf, and its value as the algorithm would compute it."""
        sign = -1 if self.trace.search.algorithm == "negamax" and side_to_move(position) == 1 else 1
        if position.is_terminal():
            return "end", sign * position.utility()
        if depth == 0:
            return "depth", sign * self.trace.search.static_value.evaluate(position)
        return None, None


def _make_display_limit(board: Box | None, settings: TreeSettings) -> DisplayLimit:
    limit = NOTATION_LIMIT
    if board is not None:
        limit = SMALL_BOARD_LIMIT if board.width < 70 else LARGE_BOARD_LIMIT
        if settings.compact and settings.limit is None:
            limit = COMPACT_LIMIT
    nodes = limit.nodes if settings.limit is None else settings.limit
    return DisplayLimit(nodes, nodes if settings.quiz else limit.children)


def place_nodes(nodes: Sequence[Node], boxes: Mapping[str, Box]) -> tuple[tuple[Node, ...], Layout]:
    """The nodes with their coordinates."""
    children: dict[str, list[str]] = {}
    for node in nodes[1:]:
        children.setdefault(str(node.parent), []).append(node.id)
    layout = lay_out("0", children, boxes, HORIZONTAL_GAP, VERTICAL_GAP)
    placed = (
        replace(node, **vars(layout.places[node.id]), **vars(boxes[node.id])) for node in nodes
    )
    return tuple(placed), layout


def measure_board(position: Any) -> Box | None:
    """The size of the drawing of a position; None if it has no drawing."""
    if isinstance(position, ClassPosition):
        return measure_text(position.text)
    if not isinstance(position, Position):
        return None
    drawing = draw_miniature(position.scene)
    longer = max(drawing.width, drawing.height)
    side = min(LARGEST, max(SMALLEST, SQUARE * longer / UNIT))
    return Box(math.ceil(side * drawing.width / longer), math.ceil(side * drawing.height / longer))
