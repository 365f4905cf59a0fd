"""The orders in which a search can try the actions: natural, reversed, random, best first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from plyground.classic.textbook import Evaluate, side_to_move
from plyground.games.options import did_you_mean
from plyground.locale import Problem

ORDERS = ("natural", "reversed", "random", "best")

OrderActions = Callable[[Any], Sequence[Any]]
"""Returns the actions of a position in the order to try them."""


class OrderedPosition:
    """A position with its actions in another order."""

    __slots__ = ("_order_actions", "position")

    def __init__(self, position: Any, order_actions: OrderActions) -> None:
        self.position = position
        self._order_actions = order_actions

    @property
    def to_move(self) -> int:
        return side_to_move(self.position)

    def actions(self) -> Sequence[Any]:
        return self._order_actions(self.position)

    def result(self, action: Any) -> OrderedPosition:
        return OrderedPosition(self.position.result(action), self._order_actions)

    def is_terminal(self) -> bool:
        return bool(self.position.is_terminal())

    def utility(self) -> float:
        return float(self.position.utility())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OrderedPosition) and bool(self.position == other.position)

    def __hash__(self) -> int:
        return hash(self.position)


def make_action_order(order: str, evaluate: Evaluate) -> OrderActions | None:
    """The function for the name of an order; None for the natural order."""
    name, _, seed = order.partition(":")
    if name not in ORDERS or (seed and name != "random"):
        hint = did_you_mean(name, ORDERS)
        raise Problem("lab.problem.order", given=order, hint=hint)
    if name == "reversed":
        return lambda position: list(position.actions())[::-1]
    if name == "random":
        return lambda position: _shuffle(position.actions(), seed)
    if name == "best":
        return lambda position: _sort_by_evaluation(position, evaluate)
    return None


def _shuffle(actions: Sequence[Any], seed: str) -> Sequence[Any]:
    """Shuffle the actions, in the same way whenever the position is reached."""
    return Random(f"{seed} {' '.join(map(str, actions))}").sample(actions, len(actions))


def _sort_by_evaluation(position: Any, evaluate: Evaluate) -> Sequence[Any]:
    """Sort the actions by the evaluation of the position after each, best first."""
    sign = -1 if side_to_move(position) == 0 else 1

    def estimate(action: Any) -> float:
        after = position.result(action)
        return sign * (after.utility() if after.is_terminal() else evaluate(after))

    return sorted(position.actions(), key=estimate)
