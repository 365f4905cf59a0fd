"""Othello: rules, exact values, and passes."""

from __future__ import annotations

import random

import pyspiel
import pytest

from plyground import check_game, solve


@pytest.mark.parametrize(("size", "positions"), [(4, 500), (6, 700), (8, 1200)])
def test_moves_and_results_are_those_of_the_oracle(
    load_example, slow_rules, compare_random_games, size, positions
):
    game = load_example("othello", size=size)
    compare_random_games(game, slow_rules(game), positions)


@pytest.mark.parametrize("size", [4, 8])
def test_it_keeps_the_contract(load_example, size):
    assert check_game(load_example("othello", size=size), playouts=20).longest > size


def test_games_are_those_of_another_program(load_example):
    game, spiel = load_example("othello"), pyspiel.load_game("othello")
    chooser = random.Random(1)
    for _ in range(10):
        ours, theirs = game.start(), spiel.new_initial_state()
        while not theirs.is_terminal():
            actions = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
            assert sorted(ours.moves) == sorted(actions)
            move = chooser.choice(ours.moves)
            ours = ours.play(move)
            theirs.apply_action(actions[move])
        assert ours.is_over
        won = ours.utility()
        assert theirs.returns()[0] == (won > 0) - (won < 0)


def test_on_4_x_4_the_second_player_wins_by_8(load_example, slow_rules, find_value):
    """The solver and brute force agree."""
    game = load_example("othello", size=4)
    assert solve(game.start()).value == -8
    assert find_value(slow_rules(game)) == -8


def test_who_cannot_move_passes_and_only_then(load_example):
    game = load_example("othello", size=4)
    chooser = random.Random(5)
    passes = 0
    for _ in range(50):
        position = game.start()
        while not position.is_over:
            if "pass" in position.moves:
                passes += 1
                assert position.moves == ("pass",)
                assert position.play("pass").moves != ("pass",)
                assert [button.name for button in game.draw(position).buttons] == ["pass"]
            position = position.play(chooser.choice(position.moves))
    assert passes > 10
