"""Hex: rules, exact values, and the picture."""

from __future__ import annotations

import random

import pyspiel
import pytest

from plyground import check_game, solve


@pytest.mark.parametrize(("size", "positions"), [(2, 100), (3, 300), (5, 600), (11, 1200)])
def test_moves_and_results_are_those_of_the_oracle(
    load_example, slow_rules, compare_random_games, size, positions
):
    game = load_example("hex", size=size)
    compare_random_games(game, slow_rules(game), positions)


@pytest.mark.parametrize("size", [3, 11])
def test_it_keeps_the_contract(load_example, size):
    assert check_game(load_example("hex", size=size), playouts=20).widest == size * size


def test_games_are_those_of_another_program(load_example):
    game, spiel = load_example("hex"), pyspiel.load_game("hex")
    chooser = random.Random(1)
    for _ in range(10):
        ours, theirs = game.start(), spiel.new_initial_state()
        while not theirs.is_terminal():
            move = chooser.choice(ours.moves)
            ours = ours.play(move)
            theirs.apply_action(theirs.string_to_action(move))
        assert ours.is_over
        assert ours.utility() == theirs.returns()[0]


@pytest.mark.parametrize("size", [2, 3])
def test_brute_force_and_solver_agree_that_the_first_player_wins(
    load_example, slow_rules, find_value, size
):
    game = load_example("hex", size=size)
    assert solve(game.start()).value == 1
    assert find_value(slow_rules(game), most=1) == 1


def test_the_first_player_wins_on_4_x_4(load_example):
    assert solve(load_example("hex", size=4).start(), distance=False).value == 1


def test_neighbours_in_the_picture_are_neighbours_in_the_rules(load_example):
    """Two stones touch if they connect the edges of a board of two rows."""
    game = load_example("hex", size=2)
    spots = {spot.name: (spot.x, spot.y) for spot in game.draw(game.start()).spots}
    for low in ("a1", "b1"):
        for high in ("a2", "b2"):
            others = sorted(spots.keys() - {low, high})
            position = game.start().play(low).play(others[0]).play(high)
            touch = abs(spots[low][0] - spots[high][0]) <= 0.5
            assert position.is_over == touch
