"""The ladder: neighbours meet, and a ladder that is won completely still has ratings."""

from __future__ import annotations

from itertools import pairwise

from plyground.arena.bradley_terry import Encounter, rate_players
from plyground.arena.level_ladder import (
    REFERENCE,
    RUNGS,
    ZERO,
    list_assumed_draws,
    list_ladder_pairings,
)
from plyground.arena.standings import Standings

OTHERS = ("mcts", "baseline:x")


def test_levels_meet_those_next_to_them_and_others_meet_the_whole_ladder():
    pairings = list_ladder_pairings(OTHERS)
    assert len(set(pairings)) == len(pairings)
    for a, b in pairings:
        if a in RUNGS:
            assert RUNGS.index(b) - RUNGS.index(a) in (1, 2)
    met = [b for a, b in pairings if a == "mcts"]
    assert met == [f"engine:level={level}" for level in (1, 3, 5, 7, 9)]
    assert {name for pairing in pairings for name in pairing} == {*RUNGS, *OTHERS}


def test_levels_that_win_everything_have_ratings_in_order_with_large_errors():
    won = [Encounter(a, b, 0.0, 20) for a, b in list_ladder_pairings(())]
    unrated = rate_players(won, REFERENCE)
    assert [name for name, rating in unrated.items() if rating.elo is not None] == [REFERENCE]
    ratings = rate_players([*won, *list_assumed_draws()], REFERENCE)
    elos = [ratings[name].elo for name in RUNGS]
    assert elos == sorted(elos)
    for lower, higher in pairwise(RUNGS):
        assert ratings[higher].elo - ratings[lower].elo > 300
        assert max(ratings[higher].error, ratings[lower].error) > 100


def test_assumed_draws_hardly_change_what_was_measured():
    # 15 of 20 games are 191 Elo.
    steps = [Encounter(lower, higher, 5, 20) for lower, higher in pairwise(RUNGS)]
    ratings = rate_players([*steps, *list_assumed_draws()], REFERENCE)
    for lower, higher in pairwise(RUNGS):
        assert 170 < ratings[higher].elo - ratings[lower].elo < 191


def test_random_has_zero_and_the_reference_no_error():
    standings = Standings([*RUNGS], [], REFERENCE, list_assumed_draws(), ZERO)
    ratings = {row.name: row.rating for row in standings.rows}
    assert ratings[ZERO].elo == 0
    assert ratings[REFERENCE].error == 0
