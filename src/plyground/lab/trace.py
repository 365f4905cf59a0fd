"""A recorded search of the textbook: the real events of the real algorithm, as trees.

`trace` runs a search once; its `Trace` then gives the tree after any step, folded to any size, and
marks a student's answers.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

from plyground.classic.textbook import Evaluate
from plyground.lab.quiz import AnswerMark, mark_answers
from plyground.lab.recorded_search import RecordedSearch
from plyground.lab.search_setup import TextbookSearch
from plyground.lab.search_tree import SearchTree
from plyground.lab.timeline import Timeline, make_timeline
from plyground.lab.tree_builder import TreeBuilder, TreeSettings
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
) -> Trace:
    """Search a position (any class with the five methods of the textbook) and record the search.

    Without `evaluate` the game's own evaluation is used at the depth limit, if it has one.
    """
    return Trace(TextbookSearch(position, algorithm, depth, order, table, evaluate))


class Trace(RecordedSearch):
    """A recorded search, to be shown as trees and timelines."""

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
        settings = TreeSettings(limit, frozenset(expanded), whole or quiz, quiz)
        return TreeBuilder(self, step, settings).build()

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
