"""How a recorded search becomes a tree: which nodes, what they show, where they stand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plyground.classic.search_events import Ending, Role
from plyground.classic.textbook import side_to_move
from plyground.games.drawing.svg import UNIT, draw_miniature
from plyground.games.position import Position
from plyground.lab.class_position import ClassPosition
from plyground.lab.folding import Room, entered, id_of, shown_visits
from plyground.lab.node_box import measure, measure_text, write_lines
from plyground.lab.search_recorder import Visit, principal, way
from plyground.lab.search_tree import Counts, Node, Tree, Window
from plyground.lab.tree_captions import severed, told
from plyground.lab.tree_layout import Box, Layout, lay_out
from plyground.locale import Problem

if TYPE_CHECKING:
    from plyground.lab.trace import Trace

ACROSS, DOWN = 14.0, 46.0
"""Between neighbours, and between rows."""
SQUARE = 12.0
"""A square of a board, if that makes a board neither too small nor too large."""
SMALLEST, LARGEST = 50.0, 116.0


NARROW, WIDE = Room(40, 9), Room(24, 6)
"""What is shown of a game with small boards, and with large ones."""
WRITTEN = Room(400, 400)
"""Whoever wrote a tree down wants to see all of it."""


class _Full(Exception):
    """There are more nodes than may be shown."""


class Planting:
    """One tree of a trace."""

    def __init__(
        self,
        trace: Trace,
        step: int,
        limit: int | None,
        expanded: frozenset[str],
        whole: bool,
        quiz: bool,
        at: int | None = None,
    ) -> None:
        """`at` is the step whose node must be seen, if it is not `step` itself."""
        self.trace = trace
        self.recorder = trace.recorder
        self.step = step
        self.board = board_of(trace.search.position)
        usual = WRITTEN if self.board is None else NARROW if self.board.width < 70 else WIDE
        room = Room(usual.nodes if limit is None else limit, usual.family)
        if quiz:
            room = Room(room.nodes, room.nodes)
        self.limit = room.nodes
        self.whole = whole
        self.quiz = quiz
        self.round = self.recorder.round(step)
        self.root = self.recorder.roots[self.round]
        self.principal = set(principal(self.root, step))
        at_work = self._at_work(step if at is None else at)
        self.shown = shown_visits(
            self.root, step, room, [*way(at_work)][::-1] + principal(self.root, step), expanded
        )
        self.at_work = next(visit for visit in way(at_work) if visit in self.shown)
        self.left = room.nodes - len(self.shown)

    def tree(self) -> Tree:
        nodes = self.nodes()
        board = self.board
        nodes = [replace(node, lines=write_lines(node)) for node in nodes]
        boxes = {node.id: measure(node, board) for node in nodes}
        placed, layout = stand(nodes, boxes)
        return self._described(placed, layout.width, layout.height, board)

    def _described(
        self, nodes: tuple[Node, ...], width: float, height: float, board: Box | None
    ) -> Tree:
        trace, step = self.trace, self.step
        complete = step == trace.steps
        leaves = sum(node.leaf is not None for node in nodes)
        blank = Tree(
            setup=trace.search.setup,
            nodes=nodes,
            width=width,
            height=height,
            board=board,
            counts=Counts(len(nodes), leaves, 0, len(nodes), 0),
            step=0,
            steps=0,
            told="",
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
            counts=self._counts(nodes),
            step=step,
            steps=trace.steps,
            told=told(trace.search.algorithm, self.recorder.kind(step)),
            round=self.round,
            rounds=trace.rounds,
            complete=complete,
            value=trace.found.value if complete else None,
            line=tuple(map(str, trace.found.line)) if complete else (),
            quiz=False,
        )

    def _counts(self, nodes: tuple[Node, ...]) -> Counts:
        count, first = self.recorder.count, self.root.entered
        return Counts(
            count("enter", self.step, first),
            count("leaf", self.step, first),
            count("cut", self.step, first),
            len(self.shown),
            sum(node.folded for node in nodes),
        )

    def _at_work(self, step: int) -> Visit:
        """The deepest kept node that the step concerns, itself or a node below it."""
        visit = self.root
        while True:
            inside = (child for child in entered(visit, step) if child.closed >= step)
            below = next(inside, None)
            if below is None:
                return visit
            visit = below

    # Nodes, parents first.

    def nodes(self) -> list[Node]:
        """All that is shown; nothing is written or placed yet."""
        try:
            if self.whole and len(self.shown) < self.recorder.size(self.root, self.step):
                raise _Full
            return list(self._visit(self.root, self.trace.search.position, None))
        except _Full:
            if self.quiz:
                raise Problem("lab.problem.quiz.large", limit=self.limit) from None
        self.whole = False
        return list(self._visit(self.root, self.trace.search.position, None))

    def _visit(self, visit: Visit, position: Any, parent: str | None) -> Iterator[Node]:
        """A node that the search looked at, and what is shown below it."""
        node = self.seen(visit, position, parent, self.step)
        id, ply, cut = node.id, node.ply, node.cut
        yield self._blank(node) if self.quiz else node
        children = [child for child in entered(visit, self.step) if child in self.shown]
        for child in children:
            yield from self._visit(child, position.result(child.action), id)
        size = self.recorder.size
        folded = size(visit, self.step) - 1 - sum(size(child, self.step) for child in children)
        if folded:
            is_current = visit is self.at_work and not visit.happened(self.step)
            openable = len(visit.children) > len(children)
            yield Node(
                f"{id}.more", id, "", None, ply + 1, "folded",
                folded=folded, openable=openable, current=is_current,
            )  # fmt: skip
        if cut is None or visit.cut is None:
            return
        if not self.whole:
            yield Node(f"{id}.cut", id, "", None, ply + 1, "pruned", cut=cut)
            return
        for place, action in enumerate(visit.cut.skipped, start=visit.tried):
            yield from self._unseen(position.result(action), action, f"{id}.{place}", id, ply + 1)

    def seen(self, visit: Visit, position: Any, parent: str | None, step: int) -> Node:
        """A node that the search looked at, as it was after a step."""
        id, is_closed = id_of(visit), visit.closed <= step
        has_window = self.trace.search.algorithm != "minimax"
        return Node(
            id=id,
            parent=parent,
            action="" if visit.action is None else str(visit.action),
            role=visit.role,
            ply=id.count("."),
            state="closed" if is_closed else "open",
            entry=Window(visit.alpha, visit.beta) if has_window else None,
            now=Window(*visit.window(step)) if has_window else None,
            value=visit.value if is_closed else None,
            leaf=visit.reason if is_closed else None,
            cut=severed(visit.cut, visit.role) if visit.cut and visit.cut_at <= step else None,
            principal=visit in self.principal,
            current=visit is self.at_work and visit.happened(step) and step < self.trace.steps,
            entered=visit.entered,
            closed=visit.closed if is_closed else None,
            position=position,
        )

    def _blank(self, node: Node) -> Node:
        """A node of a quiz: only what a leaf is worth is told, and all branches look alike."""
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

    def _unseen(self, position: Any, action: Any, id: str, parent: str, ply: int) -> Iterator[Node]:
        """A position behind a cut, and all that lies below it as deep as the search would go."""
        self.left -= 1
        if self.left < 0:
            raise _Full
        depth = self.trace.depth_of(self.round) - ply
        leaf, value = self._static(position, depth)
        role = self._role(position)
        node = Node(
            id, parent, str(action), role, ply, "pruned", value=value, leaf=leaf, position=position
        )
        yield self._blank(node) if self.quiz else node
        if leaf is None:
            for place, further in enumerate(self.trace.search.actions(position)):
                below = position.result(further)
                yield from self._unseen(below, further, f"{id}.{place}", id, ply + 1)

    def _role(self, position: Any) -> Role:
        if self.trace.search.algorithm == "negamax":
            return "mover"
        return "max" if side_to_move(position) == 0 else "min"

    def _static(self, position: Any, depth: float) -> tuple[Ending | None, float | None]:
        """What a leaf is worth, as the algorithm would have counted it."""
        sign = -1 if self.trace.search.algorithm == "negamax" and side_to_move(position) == 1 else 1
        if position.is_terminal():
            return "end", sign * position.utility()
        if depth == 0:
            return "depth", sign * self.trace.search.horizon.evaluate(position)
        return None, None


def stand(nodes: Sequence[Node], boxes: Mapping[str, Box]) -> tuple[tuple[Node, ...], Layout]:
    """The nodes in their places."""
    children: dict[str, list[str]] = {}
    for node in nodes[1:]:
        children.setdefault(str(node.parent), []).append(node.id)
    layout = lay_out("0", children, boxes, ACROSS, DOWN)
    placed = (
        replace(node, **vars(layout.places[node.id]), **vars(boxes[node.id])) for node in nodes
    )
    return tuple(placed), layout


def board_of(position: Any) -> Box | None:
    """How much room the picture of a position gets."""
    if isinstance(position, ClassPosition):
        return measure_text(position.text)
    if not isinstance(position, Position):
        return None
    drawn = draw_miniature(position.scene)
    longer = max(drawn.width, drawn.height)
    side = min(LARGEST, max(SMALLEST, SQUARE * longer / UNIT))
    return Box(math.ceil(side * drawn.width / longer), math.ceil(side * drawn.height / longer))
