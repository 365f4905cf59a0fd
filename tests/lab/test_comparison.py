"""The same position by every algorithm: one value, counted work."""

from __future__ import annotations

import pytest

from plyground.games.registry import load_game
from plyground.lab.comparison import compare
from plyground.lab.tree_notation import read_tree


def count_below(position):
    """Positions at and below one, counted slowly."""
    return 1 + sum(count_below(position.play(move)) for move in position.moves)


def test_all_agree_and_minimax_looks_at_everything():
    position = load_game("tictactoe").start().play_all("b2 a1")
    efforts = list(compare(position))
    assert [(effort.algorithm, effort.table) for effort in efforts] == [
        (name, table)
        for name in ("minimax", "alphabeta", "negamax", "deepening")
        for table in (False, True)
    ]
    assert {effort.value for effort in efforts} == {0}
    by_name = {(effort.algorithm, effort.table): effort for effort in efforts}
    everything = count_below(position)
    assert by_name["minimax", False].nodes == everything
    assert by_name["minimax", False].cuts == 0
    assert all(effort.nodes < everything for effort in efforts[1:])
    for name in ("minimax", "alphabeta", "negamax", "deepening"):
        assert by_name[name, True].nodes < by_name[name, False].nodes
    assert by_name["alphabeta", False].nodes == by_name["negamax", False].nodes
    assert by_name["alphabeta", False].leaves == by_name["negamax", False].leaves


def test_a_good_order_spares_work():
    tree = read_tree("(2 14 5) (8 12 3) (4 6 2)")
    nodes = {
        order: {e.algorithm: e.nodes for e in compare(tree, order=order)}
        for order in ("natural", "best")
    }
    assert nodes["best"]["alphabeta"] < nodes["natural"]["alphabeta"]
    assert nodes["best"]["minimax"] == nodes["natural"]["minimax"] == 13


def test_what_takes_too_long_is_given_up_and_the_rest_is_compared():
    progress = []
    start = load_game("tictactoe").start()
    efforts = list(compare(start, 6, on_nodes=lambda *now: progress.append(now), max_nodes=6_000))
    by_name = {(effort.algorithm, effort.table): effort for effort in efforts}
    given_up = by_name["minimax", False]
    assert not given_up.complete
    assert (given_up.value, given_up.leaves, given_up.cuts) == (None, None, None)
    assert given_up.nodes >= 6_000
    assert by_name["alphabeta", True].complete
    assert not given_up.as_json()["complete"]
    assert ("minimax", 1024) in progress


def test_deepening_that_was_stopped_has_no_answer():
    """It would have one of a smaller depth, which is not what the others are compared by."""
    start = load_game("tictactoe").start()
    *_, last = [e for e in compare(start, 9, max_nodes=3_000) if e.algorithm == "deepening"]
    assert not last.complete


@pytest.mark.parametrize("depth", [0, 1, 3])
def test_a_depth_may_be_given(depth):
    start = load_game("tictactoe").start()
    nodes = sum((1, 9, 72, 504)[: depth + 1])
    assert next(compare(start, depth)).nodes == nodes
