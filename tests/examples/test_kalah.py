"""Kalah: rules, exact values, and the seeds in the picture."""

from __future__ import annotations

import random

import pyspiel
import pytest

from plyground import check_game, solve


@pytest.mark.parametrize("size", [(6, 4), (3, 3), (4, 9), (1, 5), (9, 2)])
def test_moves_and_results_are_those_of_the_oracle(
    load_example, slow_rules, compare_random_games, size
):
    game = load_example("kalah", pits=size[0], seeds=size[1])
    compare_random_games(game, slow_rules(game), 700)


@pytest.mark.parametrize("size", [(6, 4), (2, 9)])
def test_it_keeps_the_contract(load_example, size):
    game = load_example("kalah", pits=size[0], seeds=size[1])
    assert check_game(game, playouts=20).widest == size[0]


def test_games_are_those_of_another_program(load_example):
    game, spiel = load_example("kalah"), pyspiel.load_game("mancala")
    chooser = random.Random(1)
    for _ in range(40):
        ours, theirs = game.start(), spiel.new_initial_state()
        while not theirs.is_terminal():
            assert ours.side == theirs.current_player()
            first = 1 if ours.side == 0 else 8
            actions = {f"{'ab'[ours.side]}{one - first + 1}": one for one in theirs.legal_actions()}
            assert sorted(ours.moves) == sorted(actions)
            move = chooser.choice(ours.moves)
            ours = ours.play(move)
            theirs.apply_action(actions[move])
        won = ours.utility()
        assert theirs.returns()[0] == (won > 0) - (won < 0)


@pytest.mark.parametrize(("size", "value"), [((2, 3), None), ((3, 2), None), ((3, 3), 2)])
def test_brute_force_and_solver_agree(load_example, slow_rules, find_value, size, value):
    game = load_example("kalah", pits=size[0], seeds=size[1])
    found = solve(game.start()).value
    assert found == find_value(slow_rules(game))
    assert value in (None, found)


def test_the_first_player_wins_kalah_4_3_by_6(load_example):
    assert solve(load_example("kalah", pits=4, seeds=3).start()).value == 6


def test_the_last_seed_in_the_store_gives_another_move(load_example):
    again = load_example("kalah").start().play("a3")
    assert again.side == 0
    assert again.play("a6").side == 1


def test_the_last_seed_in_an_empty_own_pit_captures_those_opposite(load_example):
    game = load_example("kalah")
    position = game.start().play_all("a6 b3 a2")  # a6 is empty, and five lie in b1
    counts = {pit.spot: pit.count for pit in game.draw(position).pits}
    assert (counts["A"], counts["a6"], counts["b1"]) == (7, 0, 0)
    assert sum(counts.values()) == 48
    assert position.side == 1
