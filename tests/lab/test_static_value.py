"""What counts where the depth ends: never more than a win, and always for the first player."""

from __future__ import annotations

import pytest

from plyground.classic.textbook import evaluate_as_draw
from plyground.games.registry import find_game_class, game_names, load_game
from plyground.lab.static_value import find_static_value
from plyground.lab.tree_notation import read_tree


def random_positions(name, count=30):
    from random import Random

    random = Random(7)
    game = load_game(name)
    game.native()
    position = game.start()
    for _ in range(count):
        if position.is_over:
            position = game.start()
        yield position
        position = position.play(random.choice(position.moves))


@pytest.mark.parametrize("name", game_names())
def test_no_evaluation_is_as_good_as_a_win(name):
    for position in random_positions(name):
        horizon = find_static_value(position)
        value = horizon.evaluate(position)
        if not position.is_over and horizon.kind == "chance":
            assert -1 < value < 1


def test_a_game_without_an_evaluation_counts_nothing():
    horizon = find_static_value(load_game("tictactoe").start())
    assert (horizon.kind, horizon.evaluate) == ("even", evaluate_as_draw)


def test_values_are_for_the_first_player_whoever_moves():
    """A tower two steps from home with an open way; either side may be to move."""
    game = load_game("kamisado")
    ahead = "a1 b1 c1 d6 e1 f1 g1 h1 / h8 g8 f8 e8 h7 c8 b8 a8"
    for side in (0, 1):
        position = game.position(f"{ahead} / {side} -")
        assert find_static_value(position).evaluate(position) > 0


def test_features_are_initialised_for_every_position():
    """The same line of four, the first player's or the second's."""
    game = load_game("gomoku")
    game.native()
    first = game.start().play_all("h8 a1 i8 c1 j8 e1 k8")
    second = game.start().play_all("a1 h8 c1 i8 e1 j8 o15 k8")
    evaluate = find_static_value(first).evaluate
    assert evaluate(first) > 0.5
    assert evaluate(second) < -0.5
    assert evaluate(first) == evaluate(first)


def test_a_game_won_by_points_counts_in_points():
    game = find_game_class("triangles")(points="0,0 4,0 4,4 0,4")
    position = game.start().play_all("A-C A-B B-C")
    horizon = find_static_value(position)
    assert horizon.kind == "points"
    assert position.scene.score == (1, 0)
    assert abs(horizon.evaluate(position)) <= 2


def test_a_tree_written_by_hand_knows_its_values():
    root = read_tree("(3 12 8) (2 4 6)")
    horizon = find_static_value(root)
    assert horizon.kind == "exact"
    assert horizon.evaluate(root.result("C")) == 2
