from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.arena.bradley_terry import Encounter, find_groups, rate_players
from plyground.arena.rating import PairCounts, Tally, elo_from_score, rate, score_from_elo


def single_games(a: str, b: str, tally: Tally) -> list[Encounter]:
    return [
        *[Encounter(a, b, 1, 1)] * tally.wins,
        *[Encounter(a, b, 0, 1)] * tally.losses,
        *[Encounter(a, b, 0.5, 1)] * tally.draws,
    ]


def test_two_players_have_the_elo_of_their_match():
    tally = Tally(880, 759, 1863)
    ratings = rate_players(single_games("a", "b", tally), anchor="b")
    # The published figures of this match.
    assert ratings["a"].elo == pytest.approx(12.0, abs=0.05)
    assert ratings["a"].error == pytest.approx(7.9, abs=0.05)
    assert (ratings["b"].elo, ratings["b"].error) == (0.0, 0.0)


def test_the_error_of_pairs_is_that_of_the_match():
    pairs = PairCounts((5, 20, 100, 40, 15))
    encounters = [
        Encounter("a", "b", half / 2, 2)
        for half, count in enumerate(pairs.counts)
        for _ in range(count)
    ]
    ratings = rate_players(encounters, anchor="b")
    assert ratings["a"].elo == pytest.approx(rate(pairs).elo)
    assert ratings["a"].error == pytest.approx(rate(pairs).error, rel=0.01)


def test_differences_add_up_over_others():
    # a scores 3/4 against b, b 3/4 against c; a and c never met.
    encounters = single_games("a", "b", Tally(30, 10)) + single_games("b", "c", Tally(30, 10))
    ratings = rate_players(encounters, anchor="c")
    step = elo_from_score(0.75)
    assert ratings["b"].elo == pytest.approx(step)
    assert ratings["a"].elo == pytest.approx(2 * step)
    assert ratings["a"].error > ratings["b"].error > 0


def test_the_anchor_has_its_rating_and_no_error():
    ratings = rate_players(single_games("a", "b", Tally(3, 1)), anchor="a", anchor_elo=1500)
    assert (ratings["a"].elo, ratings["a"].error) == (1500, 0)
    assert ratings["b"].elo == pytest.approx(1500 - elo_from_score(0.75))


def test_who_won_everything_has_no_finite_rating():
    encounters = single_games("a", "b", Tally(6, 4)) + single_games("a", "loser", Tally(10, 0))
    ratings = rate_players(encounters)
    assert ratings["loser"].elo is None
    assert ratings["loser"].error is None
    assert ratings["a"].elo == 0
    assert ratings["b"].elo == pytest.approx(elo_from_score(0.4))


def test_an_anchor_that_lost_everything_leaves_the_others_unrated():
    encounters = single_games("a", "b", Tally(6, 4)) + single_games("a", "loser", Tally(10, 0))
    ratings = rate_players(encounters, anchor="loser")
    assert ratings["loser"].elo == 0
    assert ratings["a"].elo is ratings["b"].elo is None


def test_players_are_compared_over_a_cycle_of_wins():
    encounters = [Encounter("a", "b", 1, 1), Encounter("b", "c", 1, 1), Encounter("c", "a", 1, 1)]
    assert [sorted(group) for group in find_groups(encounters)] == [["a", "b", "c"]]
    assert [rating.elo for rating in rate_players(encounters).values()] == pytest.approx([0, 0, 0])


def test_draws_alone_make_equals():
    ratings = rate_players(single_games("a", "b", Tally(0, 0, 5)))
    assert ratings["b"].elo == pytest.approx(0)
    assert ratings["b"].error is None


def test_no_games_are_no_ratings():
    assert rate_players([]) == {}


@settings(max_examples=25, derandomize=True)
@given(
    strengths=st.lists(st.floats(-250, 250), min_size=2, max_size=6),
    draws=st.floats(0, 0.6),
    seed=st.integers(0, 2**32),
)
def test_planted_strengths_are_recovered_within_their_errors(strengths, draws, seed):
    chance = random.Random(seed)
    names = [f"player {number}" for number in range(len(strengths))]
    encounters = []
    for i, a in enumerate(names):
        for j in range(i):
            mean = score_from_elo(strengths[i] - strengths[j])
            # As many draws as the difference leaves room for; the mean stays.
            drawn = draws * 2 * min(mean, 1 - mean)
            for _ in range(200):
                points = sum(
                    chance.choices((1, 0.5, 0), (mean - drawn / 2, drawn, 1 - mean - drawn / 2))[0]
                    for _ in range(2)
                )
                encounters.append(Encounter(a, names[j], points, 2))
    ratings = rate_players(encounters, anchor=names[0], anchor_elo=strengths[0])
    for name, strength in zip(names[1:], strengths[1:], strict=True):
        # Twice the 95 % error is exceeded once in 10,000 times.
        assert abs(ratings[name].elo - strength) <= 2 * ratings[name].error


def test_the_error_covers_the_planted_strength_95_times_of_100():
    chance = random.Random(3)
    covered = 0
    for _ in range(300):
        encounters = []
        for a, b, difference in (("a", "b", 60), ("b", "c", 90), ("a", "c", 150)):
            win = score_from_elo(difference) - 0.1
            results = chance.choices((1, 0.5, 0), (win, 0.2, 0.8 - win), k=200)
            encounters += [Encounter(a, b, points, 1) for points in results]
        rating = rate_players(encounters, anchor="c")["a"]
        covered += abs(rating.elo - 150) <= rating.error
    assert 0.91 <= covered / 300 <= 0.985
