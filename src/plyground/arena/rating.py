"""Elo difference, its error, and the likelihood of superiority of two players.

Single games are counted as wins, losses and draws. Games in colour-swapped pairs are better counted
as pairs: whoever has the better side of an unequal opening wins one game and loses the other, and
the variance of the points of a pair knows it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

# 95 % of a normal distribution lie within this many standard deviations.
Z_95 = 1.959964
GAME_NELO = 800 / math.log(10)
"""Normalised Elo of a mean that is one standard deviation of a game above one half.

Normalised Elo measures strength by the noise of the results, so that one unit of it takes as many
games to measure in any game, from any openings.
"""
PAIR_NELO = GAME_NELO / math.sqrt(2)
"""The same for the mean of a pair, whose deviation is smaller by the square root of two."""


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

    @property
    def points_and_counts(self) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """The points of each possible result, and how often it happened."""
        return (0.0, 0.5, 1.0), (self.losses, self.draws, self.wins)


@dataclass(frozen=True)
class PairCounts:
    """The results of one player in colour-swapped pairs, by the points of the pair."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """The number of pairs with 0, 1/2, 1, 1 1/2 and 2 points."""

    def __add__(self, other: PairCounts) -> PairCounts:
        a, b, c, d, e = map(sum, zip(self.counts, other.counts, strict=True))
        return PairCounts((a, b, c, d, e))

    @property
    def reversed(self) -> PairCounts:
        """The same pairs from the opponent's point of view."""
        a, b, c, d, e = self.counts
        return PairCounts((e, d, c, b, a))

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def points_and_counts(self) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """As of a `Tally`; the points of a pair are the mean of its games."""
        return (0.0, 0.25, 0.5, 0.75, 1.0), self.counts


@dataclass(frozen=True)
class Rating:
    """How much stronger one player is than the other; None where it is infinite or unknown."""

    elo: float | None
    error: float | None
    """Half the width of the 95 % confidence interval around `elo`."""
    los: float | None
    """Likelihood of superiority: the probability that the player is the stronger one."""


@dataclass(frozen=True)
class NormalizedRating:
    """A rating in units of the noise of the results; None where it is infinite or unknown."""

    nelo: float | None
    error: float | None


def rate(results: Tally | PairCounts) -> Rating:
    """Logistic Elo, with its error from the variance of the points."""
    mean, deviation = _estimate_mean(results)
    if mean is None:
        return Rating(None, None, None)
    los = compute_los(results)
    if not deviation:
        # Equal results have no variance to estimate an error from.
        return Rating(elo_from_score(mean), None, los)
    low = elo_from_score(mean - Z_95 * deviation)
    high = elo_from_score(mean + Z_95 * deviation)
    error = None if low is None or high is None else (high - low) / 2
    return Rating(elo_from_score(mean), error, los)


def rate_normalized(pairs: PairCounts) -> NormalizedRating:
    """Normalised Elo, with its error."""
    mean, deviation = _estimate_mean(pairs)
    if mean is None or not deviation:
        return NormalizedRating(None, None)
    spread = deviation * math.sqrt(pairs.pairs)
    return NormalizedRating(
        (mean - 0.5) / spread * PAIR_NELO, Z_95 / math.sqrt(pairs.pairs) * PAIR_NELO
    )


def _estimate_mean(results: Tally | PairCounts) -> tuple[float | None, float]:
    """The mean of the points, and the standard deviation of this mean."""
    points, counts = results.points_and_counts
    total = sum(counts)
    if not total:
        return None, 0.0
    mean = sum(count * x for count, x in zip(counts, points, strict=True)) / total
    squares = sum(count * x * x for count, x in zip(counts, points, strict=True)) / total
    # Rounding may leave a little where all results are equal.
    has_variance = sum(count > 0 for count in counts) > 1
    return mean, math.sqrt(max(squares - mean * mean, 0.0) / total) if has_variance else 0.0


def elo_from_score(score: float) -> float | None:
    """The Elo difference at which a player is expected to score this share of the points."""
    if not 0 < score < 1:
        return None
    return 400 * math.log10(score / (1 - score))


def score_from_elo(elo: float) -> float:
    """The share of the points that a player is expected to score with this Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def compute_los(results: Tally | PairCounts) -> float:
    """The likelihood of superiority, by the normal approximation, under which both are equal."""
    points, counts = results.points_and_counts
    excess = sum(count * (x - 0.5) for count, x in zip(counts, points, strict=True))
    squares = sum(count * (x - 0.5) ** 2 for count, x in zip(counts, points, strict=True))
    if not squares:
        return 0.5
    return (1 + math.erf(excess / math.sqrt(2 * squares))) / 2
