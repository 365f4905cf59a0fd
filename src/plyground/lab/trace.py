"""A recorded search of the textbook: the real events of the real algorithm, as trees.

`trace` runs a search once; its `Trace` then gives the tree after any step, folded to any size, and
marks a student's answers.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

from plyground.classic.textbook import Evaluate, Stop, TextbookResult
from plyground.lab.quiz import AnswerMark, mark_answers
from plyground.lab.search_recorder import MAX_NODES, MAX_STEPS, Recorder
from plyground.lab.search_setup import TextbookSearch
from plyground.lab.search_tree import DeepeningRound, SearchTree
from plyground.lab.timeline import Timeline, make_timeline
from plyground.lab.tree_builder import TreeBuilder
from plyground.lab.tree_notation import NotationNode
from plyground.locale import Problem

MAX_BOXES = 2_000
"""Boxes of a timeline."""


def trace(
    position: Any,
    algorithm: str = "alphabeta",
    depth: float = math.inf,
    order: str = "natural",
    table: bool = False,
    evaluate: Evaluate | None = None,
    stop: Stop | None = None,
    max_nodes: int = MAX_NODES,
    max_steps: int = MAX_STEPS,
) -> Trace:
    """Search a position (any class with the five methods of the textbook) and record the search.

    Without `evaluate` the game's own evaluation is used at the depth limit, if it has one. At most
    `max_nodes` nodes can be shown later; a search of more than `max_steps` events is a `Problem`.
    """
    search = TextbookSearch(position, algorithm, depth, order, table, evaluate)
    recorder = Recorder(max_nodes, max_steps)
    return Trace(search, search.run(recorder, stop), recorder)


class Trace:
    """A finished search, to be shown as trees and timelines."""

    def __init__(self, search: TextbookSearch, found: TextbookResult, recorder: Recorder) -> None:
        self.search = search
        self.found = found
        self.recorder = recorder

    @property
    def steps(self) -> int:
        """The number of events."""
        return self.recorder.steps

    @property
    def rounds(self) -> tuple[DeepeningRound, ...]:
        """The searches of iterative deepening, or the one search."""
        return tuple(
            DeepeningRound(self.depth_of(number), root.entered, root.closed, root.size, root.value)
            for number, root in enumerate(self.recorder.roots)
        )

    def depth_of(self, round: int) -> float:
        """The depth limit of a round."""
        if self.search.algorithm != "deepening":
            return self.search.depth
        return min(round + 1, self.search.depth)

    def tree(
        self,
        step: int | None = None,
        limit: int | None = None,
        expanded: Collection[str] = frozenset(),
        whole: bool | None = None,
        quiz: bool = False,
    ) -> SearchTree:
        """The tree after `step` events, or at the end of the search.

        At most `limit` nodes are shown (by default 24 or 40 of a game), and all children of the
        nodes whose ids are in `expanded`. `whole` also shows pruned branches, if they fit (the
        default for trees written by hand). A `quiz` is whole, with values and windows left blank.
        """
        step = self._check_step(step)
        if quiz and self.search.table:
            raise Problem("lab.problem.quiz.table")
        whole = isinstance(self.search.position, NotationNode) if whole is None else whole
        return TreeBuilder(self, step, limit, frozenset(expanded), whole or quiz, quiz).build()

    def timeline(
        self,
        at: int | None = None,
        limit: int | None = None,
        expanded: Collection[str] = frozenset(),
        max_boxes: int = MAX_BOXES,
    ) -> Timeline:
        """The search from its first step to its last, in one layout.

        The node of the step `at` (by default the last) is among those shown; of iterative
        deepening, only the round of that step is.
        """
        return make_timeline(self, self._check_step(at), limit, frozenset(expanded), max_boxes)

    def _check_step(self, step: int | None) -> int:
        if step is not None and not 1 <= step <= self.steps:
            raise Problem("lab.problem.step", given=step, steps=self.steps)
        return self.steps if step is None else step

    def check(self, answers: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, AnswerMark]]:
        """Mark a student's answers by node: `alpha`, `beta`, `value`, and whether it is `cut` off.

        Each is compared with the search; an infinite bound may be given as None.
        """
        return mark_answers(self.recorder.roots[-1], answers)
