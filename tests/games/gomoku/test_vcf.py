"""Victory by continuous fours, beside a plain search that tries every legal answer."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from plyground.core.contract import INFO_SIZE, LINE_SIZE, POSITIONS
from plyground.core.values import won_in
from plyground.games.gomoku import Gomoku

# Enough for the whole tree of fours of these boards, and too little for other threats.
BUDGET = 900
# Positions with a win by fours, and as many without, that are looked for in so many.
WANTED = 5
TRIES = 300


def test_a_win_by_fours_is_found_exactly_if_there_is_one(ruled, eyes):
    random = Random(ruled.name)
    seen = {True: 0, False: 0}
    for _ in range(TRIES):
        size = random.randint(5, 8)
        game, referee = Gomoku(**ruled.options(size)), ruled.referee(size)
        position = eyes.crowded(game, random, random.randint(8, size * size // 2 + 4))
        stones, budget = eyes.stones(position), [150]
        # Where a five can be stopped at its end, and where a foul may leave no move at all, some
        # wins are not claimed.
        few = len(referee.legal(stones, 1 - position.side)) < 20
        expected = referee.wins_by_fours(stones, position.side, budget)
        if budget[0] < 0 or seen[expected] == WANTED or (expected and few):
            continue
        score, line = eyes.threat_search(position, BUDGET)
        if referee.blocked_ends:
            assert expected or score <= 0
        else:
            assert (score > 0) == expected
        assert line or score <= 0
        seen[expected] += score > 0 or not expected
        if seen == {True: WANTED, False: WANTED}:
            return
    raise AssertionError(f"too few positions with and without a win: {seen}")


# c6 makes a four, and b6 is the answer; then c4 c5 c6 become an open four. Without that first four
# there is no other.
FOUR_THEN_OPEN_FOUR = "c4 c5 d6 e6 f6 / g6 i1 i3 i8 a8 / 0"


def test_a_four_that_prepares_an_open_four_wins_in_five_plies(eyes):
    position = Gomoku(size=9).position(FOUR_THEN_OPEN_FOUR)
    score, line = eyes.threat_search(position, BUDGET)
    assert score == won_in(5)
    assert position.game.move_text(position.state, line[0]) == "c6"


def test_the_positions_looked_at_are_told_and_are_within_the_budget(eyes):
    position = Gomoku(size=9).position(FOUR_THEN_OPEN_FOUR)
    tables = position.game.rules.tables
    # Seen are the position itself and the one after the answer.
    for budget, looked_at in ((0, 0), (1, 1), (2, 2)):
        line, info = np.zeros(LINE_SIZE, np.int64), np.zeros(INFO_SIZE, np.int64)
        features = eyes.features(position)
        state = np.array(position.state)
        search = eyes.call(position.game, "threat_search")
        score = search(state, budget, line, info, features, tables)
        assert info[POSITIONS] == looked_at
        assert (score > 0) == (looked_at == 2)


def test_a_win_that_needs_a_four_that_makes_nothing_else_is_found(eyes):
    """A published puzzle, number 86 of "超级五子棋": black to move wins by fours."""
    black = "h13 h12 f10 j10 h8 e6 f6 h6 j6 k6 h5 f2 h2 j2"
    white = "h14 h10 e7 f7 h7 j7 k7 g5 i5 e3 h3 k3 e2 k2"
    position = Gomoku(rule="renju").position(f"{black} / {white} / 0")
    score, _ = eyes.threat_search(position, 20_000)
    assert score > 0


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_a_four_that_the_defender_answers_by_a_five_wins_nothing(eyes, rule):
    game = Gomoku(size=9, rule=rule)
    position = game.position("a1 a2 a3 h1 h2 h3 / e5 e6 e7 e8 i8 i2 / 0")
    assert eyes.threat_search(position, BUDGET)[0] <= 0
