"""A comparison that a report made, as data: who plays whom, how often, and what it found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from plyground.games.position import Position


@dataclass(frozen=True)
class Claim:
    """What a report found: somebody made more points, or had more of what was measured."""

    more: Literal["a", "b", "first", "second", "neither"]
    """One of the agents, or whoever moved first or second; `neither` is said of the points of `a`
    and `b` only."""
    of: str = "points"
    """Points, or a key of the experiment's `measures`."""
    by: Literal["a", "b"] | None = None
    """Of what was measured on a side, only what this agent did there."""


@dataclass(frozen=True)
class Experiment:
    """Agents `a` and `b` play `games` games, half of them with sides swapped.

    Its words are `experiment.NAME.title` and, for what the report found, `experiment.NAME.report`.
    """

    game: str
    a: str
    b: str
    games: int
    seconds: float
    """A referee's limit for every move."""
    options: Mapping[str, object] = field(default_factory=dict)
    opening_plies: int = 0
    """Random moves before the agents begin; sides are swapped from the same opening."""
    measures: Mapping[str, Callable[[Position], float]] = field(default_factory=dict)
    """What else is averaged over the moves of each agent on each side: a key of words, and a
    function of the position after the move (`position.before` is the one it was made in)."""
    claims: tuple[Claim, ...] = ()
    """What came out in the report, so far as it can be held against what comes out here."""
