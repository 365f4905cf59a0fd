from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.values import won_in
from plyground.games.registry import load_game


def known_result(position):
    return int(position.game.kernel("known_result")(position.state, position.game.rules.tables))


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_win_is_known_exactly_when_a_move_reaches_the_far_row(random_walk, seed):
    for position in random_walk(seed):
        ends = (position.play(move) for move in position.moves if move[4:] in ("1", "8"))
        wins = any(end.is_over and end.outcome.winner == position.side for end in ends)
        assert known_result(position) == (won_in(1) if wins else 0)


def test_a_won_round_is_no_won_match():
    open_way = "a1 b1 c1 d1 e7 f1 g1 h1 / h8 g8 f8 e5 d8 c8 b8 a8 / 0 pink"
    match = load_game("kamisado", points=3)
    assert known_result(load_game("kamisado").position(open_way)) == won_in(1)
    assert known_result(match.position(f"{open_way} / 1 2")) == 0
    assert known_result(match.position(f"{open_way} / 2 2")) == won_in(1)
