"""In which order a search tries the actions: as the game lists them, or in another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from plyground.classic.textbook import Evaluate, side_to_move
from plyground.games.options import did_you_mean
from plyground.locale import Problem

ORDERS = ("natural", "reversed", "random", "best")

Arrange = Callable[[Any], Sequence[Any]]
"""The actions of a position in the order to try them."""


class Ordered:
    """A position whose actions come in another order; all else is as it was."""

    __slots__ = ("_arrange", "position")

    def __init__(self, position: Any, arrange: Arrange) -> None:
        self.position = position
        self._arrange = arrange

    @property
    def to_move(self) -> int:
        return side_to_move(self.position)

    def actions(self) -> Sequence[Any]:
        return self._arrange(self.position)

    def result(self, action: Any) -> Ordered:
        return Ordered(self.position.result(action), self._arrange)

    def is_terminal(self) -> bool:
        return bool(self.position.is_terminal())

    def utility(self) -> float:
        return float(self.position.utility())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ordered) and bool(self.position == other.position)

    def __hash__(self) -> int:
        return hash(self.position)


def arrangement(order: str, evaluate: Evaluate) -> Arrange | None:
    """What an order's name stands for; None leaves the actions as they are."""
    name, _, seed = order.partition(":")
    if name not in ORDERS or (seed and name != "random"):
        hint = did_you_mean(name, ORDERS)
        raise Problem("lab.problem.order", given=order, hint=hint)
    if name == "reversed":
        return lambda position: list(position.actions())[::-1]
    if name == "random":
        return lambda position: _shuffled(position.actions(), seed)
    if name == "best":
        return lambda position: _promising(position, evaluate)
    return None


def _shuffled(actions: Sequence[Any], seed: str) -> Sequence[Any]:
    """Mixed, but the same way whenever a position is met again."""
    return Random(f"{seed} {' '.join(map(str, actions))}").sample(actions, len(actions))


def _promising(position: Any, evaluate: Evaluate) -> Sequence[Any]:
    """Best first, by what the position after each action looks like."""
    sign = -1 if side_to_move(position) == 0 else 1

    def look(action: Any) -> float:
        after = position.result(action)
        return sign * (after.utility() if after.is_terminal() else evaluate(after))

    return sorted(position.actions(), key=look)
