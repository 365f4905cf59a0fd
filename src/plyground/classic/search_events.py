"""The events of a search, in the order in which an observer receives them.

`Enter` opens a node below the one that was entered last and is
still open; `Leaf` or `Value` closes it. Between them a node may narrow its `Window` and, last,
make a `Cut`. All numbers are those of the algorithm itself: for side 0 (Max) in minimax and
alpha-beta, for the side to move in negamax.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Role = Literal["max", "min", "mover"]
"""Whose turn it is at a node; in negamax it is always the mover."""

Ending = Literal["end", "depth", "table"]
"""Why a search goes no deeper: the game is over, the depth is used up, the table has the value."""


@dataclass(frozen=True, slots=True)
class Enter:
    """The search enters a node."""

    position: Any
    action: Any
    """The action that led here; None at the root."""
    role: Role
    alpha: float
    beta: float


@dataclass(frozen=True, slots=True)
class Leaf:
    """The value of a node is known without searching below it."""

    value: float
    reason: Ending


@dataclass(frozen=True, slots=True)
class Window:
    """A better action narrowed the window; values outside of it do not matter."""

    alpha: float
    beta: float


@dataclass(frozen=True, slots=True)
class Cut:
    """The other side will not let it come to this position: the remaining actions are skipped."""

    value: float
    """What the side to move can already achieve here."""
    bound: float
    """What the other side can already achieve elsewhere."""
    skipped: tuple[Any, ...]
    """The actions that were not tried."""


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a node after its actions were searched."""

    value: float
    action: Any
    """The action that reaches it."""


Event = Enter | Leaf | Window | Cut | Value
Observer = Callable[[Event], None]
