"""A comparison that a report made, as data: who plays whom, how often, with how much time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from plyground.games.position import Position


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
    """What else is averaged over the moves of `a` and of `b`: a key of words, and a function of
    the position after the move (`position.before` is the one it was made in)."""
