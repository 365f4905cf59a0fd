"""The sequential probability ratio test: is one player stronger than the other by elo1, or by elo0?

The test compares the two hypotheses by the logarithm of the ratio of their likelihoods (LLR). It
accepts elo1 above the upper bound and elo0 below the lower one; between them, more games are
needed. The results may be wins, draws and losses of single games, or, better, the points of
colour-swapped pairs. Their mean is taken as normally distributed, as it is after more than a few
games (Michel Van den Bergh, "A practical introduction to the GSPRT" and "Comments on normalized
Elo").
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, cast, get_args

from plyground.arena.rating import GAME_NELO, PAIR_NELO, PairCounts, Tally, score_from_elo
from plyground.locale import Problem

Model = Literal["logistic", "normalized"]
Verdict = Literal["elo0", "elo1"]

PRIOR_COUNT = 0.5
"""Added to the count of every possible result for its variance alone: a few equal results would
otherwise have none, and decide the test at once."""


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 against elo1."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The probability to accept elo1 if elo0 is true."""
    beta: float = 0.05
    """The probability to accept elo0 if elo1 is true."""
    model: Model | None = None
    """The unit of elo0 and elo1; None: normalised Elo for pairs, logistic Elo for single games."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise Problem("arena.problem.sprt.elo", elo0=f"{self.elo0:g}", elo1=f"{self.elo1:g}")
        for rate in (self.alpha, self.beta):
            if not 0 < rate < 0.5:
                raise Problem("arena.problem.sprt.rate", given=f"{rate:g}")

    @classmethod
    def parse(cls, text: str, model: str | None = None) -> Sprt:
        """The test that `elo0,elo1[,alpha,beta]` describes."""
        try:
            elo0, elo1, *rates = (float(part) for part in text.split(","))
            alpha, beta = rates or (0.05, 0.05)
        except ValueError:
            raise Problem("arena.problem.sprt.form", given=text) from None
        known = get_args(Model)
        if model is not None and model not in known:
            raise Problem("arena.problem.sprt.model", given=model, known=", ".join(known))
        return cls(elo0, elo1, alpha, beta, cast(Model | None, model))

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def judge(self, results: Tally | PairCounts) -> SprtStatus:
        """The state of the test after these results."""
        model = self.model or ("normalized" if isinstance(results, PairCounts) else "logistic")
        llr = self._compute_llr(results, model)
        verdict: Verdict | None = None
        if llr >= self.upper:
            verdict = "elo1"
        elif llr <= self.lower:
            verdict = "elo0"
        return SprtStatus(llr, self.lower, self.upper, model, verdict)

    def _compute_llr(self, results: Tally | PairCounts, model: Model) -> float:
        """The logarithm of how much likelier these results are under elo1 than under elo0."""
        points, counts = results.points_and_counts
        total = sum(counts)
        if not total:
            return 0.0
        mean = sum(count * x for count, x in zip(counts, points, strict=True)) / total
        variance = _estimate_variance(points, counts)
        if model == "logistic":
            score0, score1 = score_from_elo(self.elo0), score_from_elo(self.elo1)
            return total * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)
        # Normalised Elo is the distance of the mean from one half in standard deviations. The
        # deviation is itself unknown, and each hypothesis has its own likeliest one.
        unit = PAIR_NELO if isinstance(results, PairCounts) else GAME_NELO
        t = (mean - 0.5) / math.sqrt(variance)
        t0, t1 = self.elo0 / unit, self.elo1 / unit
        return total / 2 * math.log((1 + (t - t0) ** 2) / (1 + (t - t1) ** 2))


@dataclass(frozen=True)
class SprtStatus:
    """A test in progress, or its end."""

    llr: float
    lower: float
    upper: float
    model: Model
    verdict: Verdict | None
    """The accepted hypothesis; None while more games are needed."""


def _estimate_variance(points: tuple[float, ...], counts: tuple[int, ...]) -> float:
    weights = [count + PRIOR_COUNT for count in counts]
    total = sum(weights)
    mean = sum(weight * x for weight, x in zip(weights, points, strict=True)) / total
    return sum(weight * (x - mean) ** 2 for weight, x in zip(weights, points, strict=True)) / total
