"""What wins, losses and draws say of strength: Elo, how sure that is, and who is better at all."""

from __future__ import annotations

import math
from dataclasses import dataclass

# Nineteen of twenty results of a normal distribution lie within this many deviations.
DEVIATIONS_95 = 1.959964


@dataclass(frozen=True)
class Tally:
    """Results of one player."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.losses + other.losses, self.draws + other.draws)

    @property
    def reversed(self) -> Tally:
        """The same games as the opponent sees them."""
        return Tally(self.losses, self.wins, self.draws)

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2


@dataclass(frozen=True)
class Rating:
    """How much stronger a player is than the other; None is infinite, or not known at all."""

    elo: float | None
    error: float | None
    """The true difference is, with 95 % confidence, at most this far from `elo`."""
    los: float | None
    """Likelihood of superiority: how probable it is that the player is the stronger one."""


def rate(tally: Tally) -> Rating:
    """The rating that results speak for: logistic Elo, its error from the variance of the score."""
    if not tally.games:
        return Rating(None, None, None)
    mean = tally.points / tally.games
    squares = (tally.wins + tally.draws / 4) / tally.games
    deviation = math.sqrt(max(squares - mean * mean, 0.0) / tally.games)
    low = elo_of(mean - DEVIATIONS_95 * deviation)
    high = elo_of(mean + DEVIATIONS_95 * deviation)
    error = None if low is None or high is None else (high - low) / 2
    return Rating(elo_of(mean), error, superiority(tally))


def elo_of(score: float) -> float | None:
    """The difference in Elo at which `score` of all points is to be expected."""
    if not 0 < score < 1:
        return None
    return 400 * math.log10(score / (1 - score))


def superiority(tally: Tally) -> float:
    decided = tally.wins + tally.losses
    if not decided:
        return 0.5
    return (1 + math.erf((tally.wins - tally.losses) / math.sqrt(2 * decided))) / 2
