"""What happens in a search, told to whoever watches it.

Events come as the search goes: `Enter` opens a node below the one that was entered last and is
still open; `Leaf` or `Value` closes it. Between them a node may narrow its `Window` and, last,
make a `Cut`. All numbers are those of the algorithm itself: for side 0 (Max) in minimax and
alpha-beta, for the side to move in negamax.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Role = Literal["max", "min", "mover"]
"""Whose turn it is at a node; in negamax everybody is simply the mover."""

Ending = Literal["end", "depth", "table"]
"""Why a search goes no deeper: the game is over, the depth is used up, the table knows."""


@dataclass(frozen=True, slots=True)
class Enter:
    """The search looks at a position for the first time on this way."""

    position: Any
    action: Any
    """The action that led here; None at the root."""
    role: Role
    alpha: float
    beta: float


@dataclass(frozen=True, slots=True)
class Leaf:
    """The value is known without looking further."""

    value: float
    reason: Ending


@dataclass(frozen=True, slots=True)
class Window:
    """A better action was found, so less is left to hope for; values outside do not matter."""

    alpha: float
    beta: float


@dataclass(frozen=True, slots=True)
class Cut:
    """The other side will not let it come to this position: the rest need not be looked at."""

    value: float
    """What the side to move can get here already."""
    bound: float
    """What the other side has already, elsewhere."""
    skipped: tuple[Any, ...]
    """The actions that were not tried."""


@dataclass(frozen=True, slots=True)
class Value:
    """All that mattered was looked at."""

    value: float
    action: Any
    """The action that reaches it."""


Event = Enter | Leaf | Window | Cut | Value
Observer = Callable[[Event], None]
