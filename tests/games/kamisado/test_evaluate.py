from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.values import EVALUATION_LIMIT
from plyground.games.registry import load_game

NOTHING = np.zeros(0, np.int64)


def evaluate(position):
    return int(
        position.game.kernel("evaluate")(position.state, NOTHING, position.game.rules.tables)
    )


def rank_moves(position):
    """The legal moves, the one with the highest prior first."""
    codes = np.array(position.codes)
    priors = np.zeros_like(codes)
    tables = position.game.rules.tables
    position.game.kernel("priors")(position.state, codes, len(codes), priors, NOTHING, tables)
    return [position.moves[index] for index in np.argsort(-priors, kind="stable")]


def test_an_open_line_raises_the_score_of_its_owner():
    game = load_game("kamisado")
    towers = "a1 b1 c1 d1 {} f1 g1 h1 / h8 g8 f8 c5 d8 c8 b8 a8 / {} red"
    closed, opened = towers.format("f4", 0), towers.format("e4", 0)
    assert evaluate(game.position(opened)) > evaluate(game.position(closed))
    assert evaluate(game.position(opened[:-5] + "1 red")) == -evaluate(game.position(opened))


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_no_round_looks_better_than_winning_it(random_walk, seed):
    for position in random_walk(seed):
        assert abs(evaluate(position)) < EVALUATION_LIMIT
        if position.game.is_match:
            lead = position.scene.score[position.side] - position.scene.score[1 - position.side]
            assert abs(evaluate(position) - 1_000 * lead) < 1_000


def test_winning_moves_come_first_and_dangerous_ones_last():
    game = load_game("kamisado")
    # Pink can reach row 8; yellow on e5 has an open line, and f7 among others forces yellow.
    position = game.position("a1 b1 c1 d1 e6 f1 g1 h1 / h8 g8 f8 e5 b4 c8 d8 a8 / 0 pink")
    first, *_, last = rank_moves(position)
    assert first == "e6-e8"
    assert last == "e6-f7"
