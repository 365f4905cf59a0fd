"""A search of the textbook with its settings: position, algorithm, depth, order and table."""

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
from plyground.lab.action_order import OrderedPosition, make_action_order
from plyground.lab.search_tree import SearchSettings
from plyground.lab.static_value import StaticValue, find_static_value
from plyground.locale import Problem

ALGORITHMS = {
    "minimax": minimax,
    "alphabeta": alphabeta,
    "negamax": negamax,
    "deepening": deepening,
}


class TextbookSearch:
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
        self.static_value = (
            find_static_value(position) if evaluate is None else StaticValue(evaluate, "own")
        )
        self._order_actions = make_action_order(order, self.static_value.evaluate)

    @property
    def setup(self) -> SearchSettings:
        position = self.position
        is_position = isinstance(position, Position)
        title = position.game.title if is_position else getattr(position, "title", "")
        kind = self.static_value.kind
        return SearchSettings(title, self.algorithm, self.depth, self.order, self.table, kind)

    def actions(self, position: Any) -> Sequence[Any]:
        """The actions of a position in the order in which they are tried."""
        actions: Sequence[Any] = (
            position.actions() if self._order_actions is None else self._order_actions(position)
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
        evaluate = self.static_value.evaluate
        if self._order_actions is None:
            return search(self.position, self.depth, evaluate, observer, table, stop)
        return search(
            OrderedPosition(self.position, self._order_actions),
            self.depth,
            lambda ordered: evaluate(ordered.position),
            observer,
            table,
            stop,
        )
