"""Dots and Boxes: rules, extra moves, exact values, and the owners of boxes in the picture."""

from __future__ import annotations

import random

import pyspiel
import pytest

from plyground import check_game, solve


@pytest.mark.parametrize("size", [(4, 4), (1, 3), (5, 5), (3, 2)])
def test_moves_and_results_are_those_of_the_oracle(
    load_example, slow_rules, compare_random_games, size
):
    game = load_example("dots_and_boxes", width=size[0], height=size[1])
    compare_random_games(game, slow_rules(game), 600)


@pytest.mark.parametrize("size", [(4, 4), (5, 5)])
def test_it_keeps_the_contract(load_example, size):
    game = load_example("dots_and_boxes", width=size[0], height=size[1])
    assert check_game(game, playouts=20).longest == 2 * size[0] * size[1] + sum(size)


def test_results_are_those_of_another_program(load_example):
    """There the horizontal lines come first, row by row, and then the vertical ones."""
    width, height = 3, 2
    game = load_example("dots_and_boxes", width=width, height=height)
    letters = "abcd"
    names = [
        f"{letters[x]}{y + 1}-{letters[x + 1]}{y + 1}"
        for y in range(height + 1)
        for x in range(width)
    ]
    names += [
        f"{letters[x]}{y + 1}-{letters[x]}{y + 2}" for y in range(height) for x in range(width + 1)
    ]
    spiel = pyspiel.load_game(
        f"dots_and_boxes(num_cols={width},num_rows={height},utility_margin=true)"
    )
    chooser = random.Random(1)
    for _ in range(40):
        ours, theirs = game.start(), spiel.new_initial_state()
        while not theirs.is_terminal():
            assert ours.side == theirs.current_player()
            action = chooser.choice(theirs.legal_actions())
            ours = ours.play(names[action])
            theirs.apply_action(action)
        assert ours.utility() == theirs.returns()[0]


@pytest.mark.parametrize(("size", "value"), [((1, 1), -1), ((2, 1), None), ((2, 2), 2)])
def test_brute_force_and_solver_agree(load_example, slow_rules, find_value, size, value):
    game = load_example("dots_and_boxes", width=size[0], height=size[1])
    found = solve(game.start()).value
    assert found == find_value(slow_rules(game))
    assert value in (None, found)


def test_the_second_player_wins_3_x_2_by_2(load_example):
    """The larger ones are in `bench/examples_exact.py`."""
    for width, height in ((3, 2), (2, 3)):
        game = load_example("dots_and_boxes", width=width, height=height)
        assert solve(game.start()).value == -2


def test_who_closes_a_box_draws_again_and_owns_it(load_example):
    game = load_example("dots_and_boxes", width=2, height=1)
    position = game.start().play_all("a1-b1 a2-b2 a1-a2")
    assert position.side == 1
    position = position.play("b1-b2")
    assert position.side == 1
    scene = game.draw(position)
    assert [(area.corners, area.side) for area in scene.areas] == [(("a1", "b1", "b2", "a2"), 1)]
    assert scene.score == (0, 1)
    assert len(scene.lines) == 4
