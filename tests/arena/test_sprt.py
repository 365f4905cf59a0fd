from __future__ import annotations

import math
import random

import pytest

from plyground.arena.rating import PairCounts, Tally, rate, rate_normalized, score_from_elo
from plyground.arena.sprt import Sprt
from plyground.locale import Problem


def test_the_llr_of_a_published_match():
    # A published test of a chess engine.
    status = Sprt(0, 5).judge(Tally(880, 759, 1863))
    assert status.model == "logistic"
    assert status.llr == pytest.approx(2.953, abs=0.0006)
    assert status.verdict == "elo1"


def test_the_llr_and_normalised_elo_of_published_pairs():
    pairs = PairCounts((379, 10170, 21828, 10640, 343))
    status = Sprt(0, 2).judge(pairs)
    assert status.model == "normalized"
    assert status.llr == pytest.approx(2.946, abs=0.0006)
    assert status.verdict == "elo1"
    rating = rate_normalized(pairs)
    assert round(rating.nelo, 2) == 3.05
    assert round(rating.error, 2) == 2.31


def test_the_bounds_follow_from_the_error_rates():
    # Wald's bounds: at 5 % each, the logarithm of 19.
    test = Sprt(0, 5)
    assert test.upper == pytest.approx(math.log(19))
    assert test.lower == pytest.approx(-math.log(19))
    uneven = Sprt(0, 5, alpha=0.05, beta=0.1)
    assert uneven.upper == pytest.approx(math.log(18))
    assert uneven.lower == pytest.approx(math.log(0.1 / 0.95))


def test_no_results_and_even_results_between_the_hypotheses_say_nothing():
    assert Sprt(0, 5).judge(Tally()).llr == 0
    assert Sprt(-5, 5).judge(Tally(100, 100, 50)).llr == pytest.approx(0)
    assert Sprt(-5, 5).judge(PairCounts((3, 9, 20, 9, 3))).llr == pytest.approx(0)


@pytest.mark.parametrize("results", [Tally(1, 0, 0), PairCounts((0, 0, 0, 0, 1))])
def test_one_result_decides_nothing(results):
    assert Sprt(0, 10).judge(results).verdict is None


def test_the_opponents_test_is_the_opposite():
    pairs = PairCounts((3, 20, 50, 30, 9))
    for model in ("logistic", "normalized"):
        ours = Sprt(-3, 7, model=model).judge(pairs).llr
        assert Sprt(-7, 3, model=model).judge(pairs.reversed).llr == pytest.approx(-ours)


def test_pairs_of_unequal_openings_are_no_noise():
    # Every pair is a win and a loss: single games seem noisy, pairs are known to be even.
    pairs = PairCounts((0, 1, 198, 1, 0))
    games = Tally(199, 199, 2)
    assert rate(pairs).error < rate(games).error / 5


def simulate(test: Sprt, probabilities: list[float], chance: random.Random) -> str:
    counts = [0] * 5
    while True:
        for result in chance.choices(range(5), probabilities, k=4):
            counts[result] += 1
        verdict = test.judge(PairCounts(tuple(counts))).verdict
        if verdict is not None:
            return verdict


def pair_probabilities(score: float, draws: float, bias: float) -> list[float]:
    """Of a pair whose openings favour the first side by `bias`."""
    games = []
    for mean in (score + bias, score - bias):
        win = mean - draws / 2
        games.append((1 - win - draws, draws, win))
    sums = [0.0] * 5
    for first, p in enumerate(games[0]):
        for second, q in enumerate(games[1]):
            sums[first + second] += p * q
    return sums


@pytest.mark.parametrize(("elo", "wrong"), [(0, "elo1"), (40, "elo0")])
def test_a_simulated_test_has_the_promised_error_rate(elo, wrong):
    chance = random.Random(7)
    probabilities = pair_probabilities(score_from_elo(elo), 0.3, 0.2)
    test = Sprt(0, 40, model="logistic")
    wrongly = sum(simulate(test, probabilities, chance) == wrong for _ in range(1000))
    # 50 expected; a binomial of 1,000 is within three deviations of it 997 times in 1,000.
    assert wrongly <= 50 + 3 * math.sqrt(1000 * 0.05 * 0.95)


@pytest.mark.parametrize(
    "text", ["", "5", "0,5,0.05", "5,0", "0,nan", "a,b", "0,5,0,0.05", "0,inf"]
)
def test_a_wrong_test_is_a_sentence(text):
    with pytest.raises(Problem) as problem:
        Sprt.parse(text)
    assert "Problem" not in str(problem.value)


def test_a_test_is_written_with_two_or_four_numbers():
    assert Sprt.parse("0,5") == Sprt(0, 5)
    assert Sprt.parse("-2.5, 2.5, 0.01, 0.1", "logistic") == Sprt(-2.5, 2.5, 0.01, 0.1, "logistic")
    with pytest.raises(Problem, match=r"logistic, normalized"):
        Sprt.parse("0,5", "bayes")
