"""The stones that are left out when the enemy threatens a win by fours do lose."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.contract import INFO_SIZE, REST_LOSES
from plyground.games.gomoku import Gomoku, pattern_state
from plyground.games.grid import spot_name


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**40), size=st.integers(6, 8))
def test_every_stone_that_is_left_out_loses_to_fours(ruled, eyes, seed, size):
    random = Random(seed)
    game, referee = Gomoku(**ruled.options(size)), ruled.referee(size)
    position = eyes.crowded(game, random, random.randint(6, size * size // 2))
    chosen, others_lose = eyes.candidates(position)
    if not others_lose:
        return
    left_out = sorted(set(position.codes) - set(chosen))
    for move in random.sample(left_out, min(4, len(left_out))):
        after = position.play(move)
        budget = [150]
        assert referee.wins_by_fours(eyes.stones(after), after.side, budget) or budget[0] < 0


def test_every_stone_that_stops_an_open_three_is_tried_and_few_others(eyes, rule_named):
    position = Gomoku().position("g8 h8 i8 / a1 b1 c1 / 1")
    chosen, others_lose = eyes.candidates(position)
    assert others_lose
    names = {spot_name(move % 15, move // 15) for move in chosen}
    # Ends of the three and of the four it can become, and the fours of the enemy.
    assert {"f8", "j8", "d1", "e1"} <= names <= {"e8", "f8", "j8", "k8", "d1", "e1"}
    referee = rule_named("freestyle").referee(15)
    for move in set(position.codes) - set(chosen):
        after = position.play(move)
        assert referee.wins_by_fours(eyes.stones(after), after.side, [500])


def follow(eyes, features, position, *moves):
    """Play moves, keeping a memory up to date; the position they lead to."""
    game = position.game
    for move in moves:
        after = position.play(move)
        code = after.history[-1]
        eyes.call(game, "update_features")(
            np.array(position.state), code, features, game.rules.tables
        )
        position = after
    return position


def test_fours_are_not_searched_for_again_until_a_stone_makes_a_three(eyes):
    game = Gomoku(size=15)
    start = game.position("g8 h8 / a1 a15 / 0")
    features = eyes.features(start)
    assert not pattern_state.has_no_fours_mark(0, False, features), "nothing is known at first"
    pattern_state.mark_no_fours(0, features)

    position = follow(eyes, features, start, "o1")
    assert pattern_state.has_no_fours_mark(0, True, features), (
        "a stone in the corner brings nothing"
    )
    position = follow(eyes, features, position, "o15")
    assert pattern_state.has_no_fours_mark(0, False, features), "nor does one of the enemy"

    features = eyes.features(start)
    pattern_state.mark_no_fours(0, features)
    follow(eyes, features, start, "i8")
    assert not pattern_state.has_no_fours_mark(0, True, features), "g8 h8 i8 are three"


def test_what_is_known_of_fours_goes_when_the_stone_is_taken_back(eyes):
    game = Gomoku(size=15)
    start = game.position("g8 h8 / a1 a15 / 0")
    features = eyes.features(start)
    after = follow(eyes, features, start, "o1")
    pattern_state.mark_no_fours(1, features)
    state, tables = np.array(start.state), game.rules.tables
    eyes.call(game, "revert_features")(state, after.history[-1], features, tables)
    # The same stone again, so that what is noted of it would stand in the same place.
    follow(eyes, features, start, "o1", "o3")
    assert not pattern_state.has_no_fours_mark(1, True, features)


def test_a_threat_is_answered_also_if_it_was_made_by_the_last_of_several_stones(eyes):
    game = Gomoku(size=15)
    start = game.position("g8 h8 / a1 a15 / 0")
    features = eyes.features(start)
    position = follow(eyes, features, start, "i8")
    out = np.zeros(game.rules.branching, np.int64)
    info = np.zeros(INFO_SIZE, np.int64)
    candidates = eyes.call(game, "candidates")
    assert candidates(np.array(position.state), out, info, features, game.rules.tables) > 0
    assert info[REST_LOSES]
