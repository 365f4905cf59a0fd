"""Fair openings. The judge here is not the engine: it knows only how many moves were made."""

from __future__ import annotations

from itertools import islice

import pytest

from plyground.arena.balance import PATIENCE, fair_openings
from plyground.games.registry import load_game
from plyground.locale import Problem


def test_only_openings_within_the_tolerance_are_taken():
    start = load_game("gomoku", size=9).start()
    judged = []

    def judge(position):
        judged.append(position)
        return 0.5 + 0.1 * (len(judged) % 3)

    found = list(islice(fair_openings(start, judge, 4, 1, 0.15), 20))
    assert len({fair.opening for fair in found}) == 20
    assert all(len(fair.opening.history) == 4 for fair in found)
    assert {round(fair.chance, 1) for fair in found} == {0.5, 0.6}
    kept = [fair.opening for fair in found]
    assert kept == [one for number, one in enumerate(judged, start=1) if number % 3 != 2]


def test_it_gives_up_where_nothing_is_equal():
    start = load_game("tictactoe").start()
    asked = []
    with pytest.raises(Problem, match=str(PATIENCE)):
        next(fair_openings(start, lambda position: asked.append(position) or 0.9, 2, 1, 0.1))
    assert len(asked) == PATIENCE
