"""The stones that are left out when the enemy threatens a win by fours do lose."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.gomoku import Gomoku
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


def test_an_open_three_is_stopped_at_its_ends_or_by_a_four(eyes):
    game = Gomoku()
    chosen, others_lose = eyes.candidates(game.position("g8 h8 i8 / a1 b1 c1 / 1"))
    assert others_lose
    names = {spot_name(move % 15, move // 15) for move in chosen}
    assert {"e8", "f8", "j8", "k8", "d1", "e1"} <= names
    assert "h9" not in names
