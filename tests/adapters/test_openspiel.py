"""Every built-in game passes OpenSpiel's own test, and its algorithms run on it."""

from __future__ import annotations

import pytest

pyspiel = pytest.importorskip("pyspiel")

# ruff: noqa: E402
from open_spiel.python.algorithms import minimax

from plyground import load_game
from plyground.adapters import openspiel


@pytest.mark.parametrize("name", ["gomoku", "kamisado", "tictactoe", "triangles"])
def test_a_game_passes_the_test_of_openspiel(name, capfd):
    pyspiel.random_sim_test(openspiel.load(name), num_sims=3, serialize=True, verbose=False)


def test_options_reach_the_game():
    state = openspiel.load("gomoku", size=7, rule="omok").new_initial_state()
    assert state.num_distinct_actions() == load_game("gomoku", size=7).rules.move_limit


@pytest.mark.parametrize(("points", "value"), [("0,0 4,0 4,4 0,4", 2), ("0,0 4,0 2,3", 1)])
def test_its_minimax_finds_the_value(points, value):
    """Four corners: the fifth segment makes both triangles. Three: the third makes one."""
    game = openspiel.load("triangles", points=points)
    found, _ = minimax.alpha_beta_search(game)
    assert found == value
