"""The Gomocup protocol's words for our rules, points and openings."""

from __future__ import annotations

import pytest

from plyground.games.gomoku import gomocup_dialect
from plyground.games.registry import load_game
from plyground.locale import Problem

# As the protocol has it: 1 exactly five, 4 renju, 8 caro.
MASKS = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8, "caro5": 9}


@pytest.mark.parametrize(("rule", "mask"), MASKS.items())
def test_a_rule_has_one_mask(rule, mask):
    assert gomocup_dialect.find_rule(load_game("gomoku", rule=rule, size=20)) == mask
    assert gomocup_dialect.make_options(20, 20, mask) == {"size": 20, "rule": rule}


def test_a_rule_is_known_by_what_it_says_not_by_its_name():
    game = load_game("gomoku", rule="standard", overline_black="win", overline_white="win")
    assert gomocup_dialect.find_rule(game) == 0
    assert (
        gomocup_dialect.find_rule(
            load_game("gomoku", rule="caro", overline_black="void", overline_white="void")
        )
        == 9
    )


@pytest.mark.parametrize("settings", [{"rule": "omok"}, {"rule": "report"}, {"ban33": "black"}])
def test_other_rules_have_none(settings):
    with pytest.raises(Problem):
        gomocup_dialect.find_rule(load_game("gomoku", **settings))


def test_points_are_counted_from_the_top_left():
    game = load_game("gomoku", size=15)
    assert gomocup_dialect.to_move(game, (0, 0)) == "a15"
    assert gomocup_dialect.to_move(game, (14, 14)) == "o1"
    for name in ("a1", "h8", "o15", "c12"):
        assert gomocup_dialect.to_move(game, gomocup_dialect.to_point(game, name)) == name


@pytest.mark.parametrize("point", [(15, 0), (0, 15), (-1, 3), (99, 99)])
def test_a_point_beyond_the_edge_is_no_move(point):
    game = load_game("gomoku", size=15)
    position = game.start()
    with pytest.raises(Problem):
        position.play(gomocup_dialect.to_move(game, point))


@pytest.mark.parametrize("moves", ["", "h8", "h8 i9 a1", "o15 a1 h8 b2"])
def test_stones_set_up_again_are_the_same_position(moves):
    game = load_game("gomoku", size=15)
    position = game.start().play_all(moves)
    stones = gomocup_dialect.list_stones(position)
    assert [gomocup_dialect.to_move(game, point) for point, _ in stones] == list(position.line)
    own = [point for point, is_own in stones if is_own]
    enemy = [point for point, is_own in stones if not is_own]
    assert (
        game.position(gomocup_dialect.write_position(game, own, enemy, position.side == 0))
        == position
    )


def test_stones_set_up_by_hand_take_turns():
    game = load_game("gomoku", size=15)
    position = game.position("a15 b15 c15 / d15 e15 / 1").play("h8")
    assert [point for point, _ in gomocup_dialect.list_stones(position)] == [
        (0, 0), (3, 0), (1, 0), (4, 0), (2, 0), (7, 7),
    ]  # fmt: skip


def test_forbidden_points_are_told_where_there_are_any():
    threes = "h7 h9 g8 i8 / a1 o1 a15 o15 / 0"
    assert list(
        gomocup_dialect.list_forbidden(load_game("gomoku", rule="renju").position(threes))
    ) == [(7, 7)]
    assert not list(gomocup_dialect.list_forbidden(load_game("gomoku").position(threes)))
