"""The move of plain Python: it knows fives and fouls, and is always legal."""

from __future__ import annotations

from random import Random

import pytest

from plyground.games.gomoku.gomocup_dialect import quick_move
from plyground.games.registry import load_game

RULES = ["freestyle", "standard", "renju", "caro", "caro5", "omok", "report"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [5, 15])
def test_it_is_legal_in_whole_games(rule, size):
    game, chance = load_game("gomoku", size=size, rule=rule), Random(3)
    for number in range(4):
        position = game.start()
        while not position.is_over:
            mine = position.side == number % 2
            move = quick_move(position) if mine else chance.choice(position.moves)
            position = position.play(move)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("row", ["a1 b1 c1 d1", "a1 b1 d1 e1", "a1 c3 d4 e5", "h8 h9 h11 h12"])
def test_it_completes_and_stops_fives(rule, row):
    game = load_game("gomoku", size=15, rule=rule)
    attacking = game.position(f"{row} / n1 n3 n5 n7 / 0")
    winning = quick_move(attacking)
    assert attacking.play(winning).is_over
    defending = game.position(f"n1 n3 n5 n7 / {row} / 0")
    after = defending.play(quick_move(defending))
    ends = [move for move in ("c1", "e1", "b2", "h10") if move in after.moves]
    assert not any(after.play(move).is_over for move in ends)


def test_a_row_of_six_is_no_five_where_it_does_not_win():
    both = "a1 b1 c1 e1 f1 k9 l9 m9 o9 / a15 b15 d15 f15 n1 n3 n5 n7 n12 / 0"
    assert quick_move(load_game("gomoku", size=15).position(both)) in ("d1", "n9")
    assert quick_move(load_game("gomoku", size=15, rule="standard").position(both)) == "n9"


def test_black_does_not_stop_a_five_where_it_may_not():
    position = load_game("gomoku", rule="renju").position("h7 h9 g8 i8 / e11 f10 g9 d12 o1 / 0")
    assert "h8" not in position.moves
    assert quick_move(position) in position.moves
