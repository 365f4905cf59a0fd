from __future__ import annotations

import math
import random
from statistics import NormalDist

import pytest

from plyground.arena.rating import Rating, Tally, elo_from_score, rate


def test_the_rating_of_a_published_match():
    # A published test of a chess engine: W 880, L 759, D 1863 is Elo 12.0 +/- 7.9.
    rating = rate(Tally(880, 759, 1863))
    assert round(rating.elo, 1) == 12.0
    assert round(rating.error, 1) == 7.9
    assert rating.los == pytest.approx(NormalDist().cdf((880 - 759) / math.sqrt(880 + 759)))


def test_equal_results_are_equal_strength():
    rating = rate(Tally(10, 10, 5))
    assert rating.elo == 0
    assert rating.los == 0.5
    assert rating.error > 0


def test_the_opponents_rating_is_the_opposite():
    tally = Tally(12, 5, 8)
    ours, theirs = rate(tally), rate(tally.reversed)
    assert ours.elo == pytest.approx(-theirs.elo)
    assert ours.error == pytest.approx(theirs.error)
    assert ours.los == pytest.approx(1 - theirs.los)


@pytest.mark.parametrize("tally", [Tally(5, 0, 0), Tally(0, 5, 0)])
def test_a_player_with_all_points_has_no_rating(tally):
    rating = rate(tally)
    assert rating.elo is None
    assert rating.error is None
    assert rating.los == pytest.approx(NormalDist().cdf((tally.wins - tally.losses) / 5**0.5))


def test_too_few_games_have_no_error():
    assert rate(Tally(9, 0, 1)).elo == pytest.approx(400 * math.log10(19))
    assert rate(Tally(9, 0, 1)).error is None


def test_no_games_have_no_rating():
    assert rate(Tally()) == Rating(None, None, None)


def test_draws_alone_are_equal_strength_without_an_error():
    assert rate(Tally(0, 0, 4)) == Rating(0.0, None, 0.5)


def test_elo_is_the_logistic_of_the_score():
    # Ten to one in points is 400 Elo.
    assert elo_from_score(10 / 11) == pytest.approx(400)
    assert elo_from_score(0.5) == 0
    assert elo_from_score(1) is None
    assert elo_from_score(0) is None


def test_the_error_covers_the_true_value_95_times_of_100():
    chance = random.Random(5)
    truth = elo_from_score(0.5 + 0.5 * 0.3 - 0.5 * 0.2)
    covered = 0
    for _ in range(400):
        results = chance.choices("wld", (0.3, 0.2, 0.5), k=300)
        rating = rate(Tally(results.count("w"), results.count("l"), results.count("d")))
        covered += abs(rating.elo - truth) <= rating.error
    assert 0.92 <= covered / 400 <= 0.98


def test_tallies_add_up():
    total = Tally(1, 2, 3) + Tally(4, 5, 6)
    assert (total.wins, total.losses, total.draws, total.games) == (5, 7, 9, 21)
    assert total.points == 9.5
