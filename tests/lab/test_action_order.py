"""Another order of the actions: the same game, less or more work."""

from __future__ import annotations

import pytest

from plyground.classic import alphabeta
from plyground.classic.textbook import evaluate_as_draw
from plyground.games.registry import load_game
from plyground.lab.action_order import OrderedPosition, make_action_order
from plyground.lab.trace import trace


def start():
    return load_game("tictactoe").start()


@pytest.mark.parametrize("order", ["reversed", "random", "random:7", "best"])
def test_an_order_leaves_nothing_out(order):
    position = start().play_all("b2 a1")
    arranged = make_action_order(order, evaluate_as_draw)(position)
    assert sorted(arranged) == sorted(position.actions())


def test_natural_is_the_games_own_order():
    assert make_action_order("natural", evaluate_as_draw) is None


def test_chance_is_the_same_whenever_a_position_is_met():
    mixed = make_action_order("random:7", evaluate_as_draw)
    assert mixed(start()) == mixed(start())
    assert mixed(start()) != make_action_order("random:8", evaluate_as_draw)(start())


def test_the_best_comes_first_for_either_side():
    best = make_action_order("best", evaluate_as_draw)
    first_to_win = start().play_all("a1 b1 a2 b2")
    assert best(first_to_win)[0] == "a3"
    second_to_win = start().play_all("a1 b1 a2 b2 c3")
    assert best(second_to_win)[0] == "b3"


def test_a_view_is_the_same_game():
    arrange = make_action_order("reversed", evaluate_as_draw)
    view = OrderedPosition(start(), arrange).result("b2").result("a1")
    plain = start().play_all("b2 a1")
    assert view.position == plain
    assert (view.to_move, view.is_terminal()) == (plain.side, plain.is_over)
    assert view == OrderedPosition(plain, arrange)
    assert hash(view) == hash(OrderedPosition(plain, arrange))
    assert view != plain
    assert OrderedPosition(start().play_all("a1 b1 a2 b2 a3"), arrange).utility() == 1


def test_order_changes_the_work_and_not_the_value():
    position = start().play_all("b2 a1")
    by_order = {order: trace(position, "alphabeta", order=order) for order in ("best", "natural")}
    assert {traced.found.value for traced in by_order.values()} == {0}
    assert by_order["best"].found.nodes < by_order["natural"].found.nodes
    assert by_order["natural"].found == alphabeta(position)


def test_a_drawn_position_is_the_real_one():
    tree = trace(start(), "alphabeta", 2, "random:3").tree()
    assert all(hasattr(node.position, "scene") for node in tree.nodes if node.role)
