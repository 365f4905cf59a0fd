"""Every built-in game passes PettingZoo's own tests."""

from __future__ import annotations

import warnings
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

from plyground import game_names
from plyground.adapters.pettingzoo import env, raw_env
from plyground.locale import Problem

BUILT_IN = ("gomoku", "kamisado", "tictactoe", "triangles")


def test_all_built_in_games_are_tested():
    assert set(BUILT_IN) <= set(game_names())


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_passes_the_tests_of_pettingzoo(name, capsys):
    with warnings.catch_warnings():
        # It is not sure whether a state vector should be an image.
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(name), num_cycles=300, verbose_progress=False)
        seed_test(partial(env, name), num_cycles=30)
    render_test(partial(env, name))


def test_options_choose_the_variant():
    assert env("tictactoe", width=4, height=4).action_space("player_0").n == 16


def play(environment, actions):
    for action in actions:
        environment.step(action)


def test_the_winner_gets_one_and_the_loser_minus_one():
    environment = env("tictactoe")
    environment.reset()
    play(environment, [0, 3, 1, 4, 2])
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.rewards == {"player_0": 1.0, "player_1": -1.0}


def test_the_reward_of_a_scoring_game_is_its_margin():
    # Four points in convex position: the diagonal and the sides make two triangles.
    environment = raw_env("triangles", points="0,0 4,0 4,4 0,4")
    environment.reset()
    position = environment.game.start()
    while not position.is_over:
        position = position.play(position.codes[0])
    play(environment, position.history)
    assert environment.rewards["player_0"] == position.outcome.margin == position.utility()
    assert environment.rewards["player_1"] == -position.outcome.margin


def test_the_mask_holds_the_legal_moves_of_the_side_to_move_only():
    environment = raw_env("kamisado")
    environment.reset()
    first, second = (environment.observe(agent)["action_mask"] for agent in environment.agents)
    assert tuple(np.flatnonzero(first)) == tuple(sorted(environment.position.codes))
    assert not second.any()


def test_a_side_may_move_twice():
    environment = raw_env("triangles", points="0,0 4,0 4,4 0,4", extra_move=True)
    environment.reset()
    movers = []
    while not all(environment.terminations.values()):
        movers.append(environment.agent_selection)
        legal = np.flatnonzero(environment.observe(environment.agent_selection)["action_mask"])
        environment.step(int(legal[0]))
    assert any(before == after for before, after in pairwise(movers))


def test_an_illegal_action_is_refused():
    environment = raw_env("tictactoe")
    environment.reset()
    environment.step(0)
    with pytest.raises(Problem):
        environment.step(0)
