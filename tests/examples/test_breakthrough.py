"""Breakthrough: rules and exact values."""

from __future__ import annotations

import random

import pyspiel
import pytest

from plyground import check_game, solve


@pytest.mark.parametrize("size", [(8, 8), (4, 5), (2, 6), (5, 4)])
def test_moves_and_results_are_those_of_the_oracle(
    load_example, slow_rules, compare_random_games, size
):
    game = load_example("breakthrough", columns=size[0], rows=size[1])
    compare_random_games(game, slow_rules(game), 600)


def test_it_keeps_the_contract(load_example):
    assert check_game(load_example("breakthrough"), playouts=20).widest > 22


def test_games_are_those_of_another_program(load_example):
    """There the first player starts at the top."""

    def turn(text: str) -> str:
        return f"{text[0]}{9 - int(text[1])}-{text[2]}{9 - int(text[3])}"

    game, spiel = load_example("breakthrough"), pyspiel.load_game("breakthrough")
    chooser = random.Random(1)
    for _ in range(10):
        ours, theirs = game.start(), spiel.new_initial_state()
        while not theirs.is_terminal():
            actions = {turn(theirs.action_to_string(one)): one for one in theirs.legal_actions()}
            assert sorted(ours.moves) == sorted(actions)
            move = chooser.choice(ours.moves)
            ours = ours.play(move)
            theirs.apply_action(actions[move])
        assert ours.utility() == theirs.returns()[0]


@pytest.mark.parametrize("size", [(2, 4), (2, 5), (3, 4)])
def test_brute_force_and_solver_agree(load_example, slow_rules, find_value, size):
    game = load_example("breakthrough", columns=size[0], rows=size[1])
    assert solve(game.start()).value == find_value(slow_rules(game), most=1)


def test_the_second_player_wins_4_x_4(load_example):
    """The larger ones are in `bench/examples_exact.py`."""
    assert solve(load_example("breakthrough", columns=4, rows=4).start()).value == -1
