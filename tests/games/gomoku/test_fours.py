"""Victory by continuous fours, beside a plain search that tries every legal answer."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.values import won_in
from plyground.games.gomoku import Gomoku

# Enough for the whole tree of fours of these boards, and too little for other threats.
BUDGET = 900


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**40), size=st.integers(5, 8))
def test_a_win_by_fours_is_found_exactly_if_there_is_one(ruled, eyes, seed, size):
    random = Random(seed)
    game, referee = Gomoku(**ruled.options(size)), ruled.referee(size)
    position = eyes.crowded(game, random, random.randint(8, size * size // 2 + 4))
    stones, budget = eyes.stones(position), [150]
    expected = referee.wins_by_fours(stones, position.side, budget)
    score, line = eyes.tactics(position, BUDGET)
    if budget[0] < 0:
        return
    if score > 0:
        assert expected
        assert line
    # Where a five can be stopped at its end, and where a foul may leave no move at all, some wins
    # are not claimed.
    few = len(referee.legal(stones, 1 - position.side)) < 20
    if expected and not referee.blocked_ends and not few:
        assert score > 0


def test_fours_that_end_in_two_at_once_win_in_as_many_plies_as_they_take(eyes):
    # c3 makes a four, and then c6 two more at once.
    game = Gomoku(size=9)
    position = game.position("a3 b3 d3 c4 c5 d6 e6 f6 / e3 g6 i1 i3 i5 i7 i9 a9 / 0")
    score, line = eyes.tactics(position, BUDGET)
    assert score >= won_in(5)
    assert line[0] in position.codes


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_a_four_that_the_defender_answers_by_a_five_wins_nothing(eyes, rule):
    game = Gomoku(size=9, rule=rule)
    position = game.position("a1 a2 a3 h1 h2 h3 / e5 e6 e7 e8 i8 i2 / 0")
    assert eyes.tactics(position, BUDGET)[0] <= 0
