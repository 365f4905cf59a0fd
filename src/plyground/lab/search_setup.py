"""One search of the textbook, ready to run: what is searched, how, and in which order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from plyground.classic.alphabeta import alphabeta
from plyground.classic.deepening import deepening
from plyground.classic.minimax import minimax
from plyground.classic.negamax import negamax
from plyground.classic.search_events import Observer
from plyground.classic.table import Table
from plyground.classic.textbook import Evaluate, Stop, TextbookResult
from plyground.games.options import did_you_mean
from plyground.games.position import Position
from plyground.lab.action_order import Ordered, arrangement
from plyground.lab.search_tree import Setup
from plyground.lab.static_value import Horizon, horizon_of
from plyground.locale import Problem

ALGORITHMS = {
    "minimax": minimax,
    "alphabeta": alphabeta,
    "negamax": negamax,
    "deepening": deepening,
}


class Search:
    """A search of a position: any class with the five methods of the textbook."""

    def __init__(
        self,
        position: Any,
        algorithm: str = "alphabeta",
        depth: float = math.inf,
        order: str = "natural",
        table: bool = False,
        evaluate: Evaluate | None = None,
    ) -> None:
        if algorithm not in ALGORITHMS:
            hint = did_you_mean(algorithm, list(ALGORITHMS))
            raise Problem("lab.problem.algorithm", given=algorithm, hint=hint)
        self.position = position
        self.algorithm = algorithm
        self.depth = depth
        self.order = order
        self.table = table
        self.horizon = horizon_of(position) if evaluate is None else Horizon(evaluate, "own")
        self._arrange = arrangement(order, self.horizon.evaluate)

    @property
    def setup(self) -> Setup:
        position = self.position
        is_ours = isinstance(position, Position)
        title = position.game.title if is_ours else getattr(position, "title", "")
        kind = self.horizon.kind
        return Setup(title, self.algorithm, self.depth, self.order, self.table, kind)

    def actions(self, position: Any) -> Sequence[Any]:
        """The actions of a position in the order they are tried."""
        actions: Sequence[Any] = (
            position.actions() if self._arrange is None else self._arrange(position)
        )
        return actions

    def run(self, observer: Observer | None = None, stop: Stop | None = None) -> TextbookResult:
        try:
            return self._run(observer, stop)
        except RecursionError:
            raise Problem("lab.problem.deep") from None

    def _run(self, observer: Observer | None, stop: Stop | None) -> TextbookResult:
        search = ALGORITHMS[self.algorithm]
        table = Table() if self.table else None
        evaluate = self.horizon.evaluate
        if self._arrange is None:
            return search(self.position, self.depth, evaluate, observer, table, stop)
        return search(
            Ordered(self.position, self._arrange),
            self.depth,
            lambda view: evaluate(view.position),
            observer,
            table,
            stop,
        )
