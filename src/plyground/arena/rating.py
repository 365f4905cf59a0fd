"""Elo difference, its error, and the likelihood of superiority, from wins, losses and draws."""

from __future__ import annotations

import math
from dataclasses import dataclass

# 95 % of a normal distribution lie within this many standard deviations.
Z_95 = 1.959964


@dataclass(frozen=True)
class Tally:
    """The results of one player."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.losses + other.losses, self.draws + other.draws)

    @property
    def reversed(self) -> Tally:
        """The same games from the opponent's point of view."""
        return Tally(self.losses, self.wins, self.draws)

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2


@dataclass(frozen=True)
class Rating:
    """How much stronger one player is than the other; None where it is infinite or unknown."""

    elo: float | None
    error: float | None
    """Half the width of the 95 % confidence interval around `elo`."""
    los: float | None
    """Likelihood of superiority: the probability that the player is the stronger one."""


def rate(tally: Tally) -> Rating:
    """Logistic Elo, with its error from the variance of the score."""
    if not tally.games:
        return Rating(None, None, None)
    mean = tally.points / tally.games
    squares = (tally.wins + tally.draws / 4) / tally.games
    if squares == mean * mean:
        # Equal results have no variance to estimate an error from.
        return Rating(elo_from_score(mean), None, compute_los(tally))
    deviation = math.sqrt((squares - mean * mean) / tally.games)
    low = elo_from_score(mean - Z_95 * deviation)
    high = elo_from_score(mean + Z_95 * deviation)
    error = None if low is None or high is None else (high - low) / 2
    return Rating(elo_from_score(mean), error, compute_los(tally))


def elo_from_score(score: float) -> float | None:
    """The Elo difference at which a player is expected to score this share of the points."""
    if not 0 < score < 1:
        return None
    return 400 * math.log10(score / (1 - score))


def compute_los(tally: Tally) -> float:
    """The likelihood of superiority, by the normal approximation."""
    decided = tally.wins + tally.losses
    if not decided:
        return 0.5
    return (1 + math.erf((tally.wins - tally.losses) / math.sqrt(2 * decided))) / 2
