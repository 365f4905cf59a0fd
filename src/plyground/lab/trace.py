"""A search of the textbook, watched: the real events of the real algorithm, made into trees.

`trace` runs a search once; its `Trace` then shows the tree as it stood after any step, folded to
any size, and checks a student's answers.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

from plyground.classic.textbook import Evaluate, Stop, TextbookResult
from plyground.lab.quiz import Mark, check
from plyground.lab.search_recorder import KEPT, STEPS, Recorder
from plyground.lab.search_setup import Search
from plyground.lab.search_tree import Round, Tree
from plyground.lab.timeline import Film, film
from plyground.lab.tree_builder import Planting
from plyground.lab.tree_notation import Branch
from plyground.locale import Problem

CROWD = 2_000
"""Boxes of a film, at most."""


def trace(
    position: Any,
    algorithm: str = "alphabeta",
    depth: float = math.inf,
    order: str = "natural",
    table: bool = False,
    evaluate: Evaluate | None = None,
    stop: Stop | None = None,
    kept: int = KEPT,
    steps: int = STEPS,
) -> Trace:
    """Search a position (any class with the five methods of the textbook) and keep what happened.

    Without `evaluate` the game's own evaluation counts where the depth ends, if it has one. At
    most `kept` nodes can be shown later; a search of more than `steps` events is a `Problem`.
    """
    search = Search(position, algorithm, depth, order, table, evaluate)
    recorder = Recorder(kept, steps)
    return Trace(search, search.run(recorder, stop), recorder)


class Trace:
    """A finished search that can be looked at."""

    def __init__(self, search: Search, found: TextbookResult, recorder: Recorder) -> None:
        self.search = search
        self.found = found
        self.recorder = recorder

    @property
    def steps(self) -> int:
        """How many events there were."""
        return self.recorder.steps

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The searches of iterative deepening, or the one search."""
        return tuple(
            Round(self.depth_of(number), root.entered, root.closed, root.size, root.value)
            for number, root in enumerate(self.recorder.roots)
        )

    def depth_of(self, round: int) -> float:
        """How deep a round was allowed to look."""
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
    ) -> Tree:
        """What the search looked like after `step` events, or at its end.

        At most `limit` nodes are shown (24 or 40 of a game, unless it is given), and all children
        of those nodes whose ids are in `expanded`. `whole` also shows what lies behind cuts, if
        there is room (as it is by default for trees written by hand). A `quiz` is whole, with
        values and windows left blank.
        """
        step = self._step(step)
        if quiz and self.search.table:
            raise Problem("lab.problem.quiz.table")
        whole = isinstance(self.search.position, Branch) if whole is None else whole
        return Planting(self, step, limit, frozenset(expanded), whole or quiz, quiz).tree()

    def film(
        self,
        at: int | None = None,
        limit: int | None = None,
        expanded: Collection[str] = frozenset(),
        most: int = CROWD,
    ) -> Film:
        """The search from its first step to its last, in a layout that stays as it is.

        The node of the step `at` (the last one, if it is not given) is among those shown; of
        iterative deepening, the round in which it lies.
        """
        return film(self, self._step(at), limit, frozenset(expanded), most)

    def _step(self, step: int | None) -> int:
        if step is not None and not 1 <= step <= self.steps:
            raise Problem("lab.problem.step", given=step, steps=self.steps)
        return self.steps if step is None else step

    def check(self, answers: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Mark]]:
        """A student's answers by node: `alpha`, `beta`, `value`, and whether it is `cut` off.

        Each is compared with what the search found; an infinite bound may be given as None.
        """
        return check(self.recorder.roots[-1], answers)
