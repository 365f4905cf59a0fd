"""Every built-in game passes Gymnasium's own check."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from plyground.adapters.gymnasium import GameEnv
from plyground.locale import Problem


@pytest.mark.parametrize("name", ["gomoku", "kamisado", "tictactoe", "triangles"])
def test_a_game_passes_the_check_of_gymnasium(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(GameEnv(name))


def play_out(environment, seed):
    observation, _ = environment.reset(seed=seed)
    generator, ended, reward = np.random.default_rng(seed), False, 0.0
    while not ended:
        legal = np.flatnonzero(observation["action_mask"])
        observation, reward, ended, _, _ = environment.step(generator.choice(legal))
    return reward, environment.position


@pytest.mark.parametrize("side", [0, 1])
def test_the_reward_is_for_the_side_that_learns(side):
    environment = GameEnv("tictactoe", side=side)
    for seed in range(10):
        reward, position = play_out(environment, seed)
        assert reward == (position.utility() if side == 0 else -position.utility())


def test_an_illegal_action_costs_and_changes_nothing():
    environment = GameEnv("tictactoe")
    environment.reset(seed=1)
    _, _, _, _, _ = environment.step(4)
    before = environment.position
    _, reward, ended, _, info = environment.step(4)
    assert (reward, ended, info) == (-1.0, False, {"legal": False})
    assert environment.position == before


def test_a_person_cannot_be_the_opponent():
    with pytest.raises(Problem):
        GameEnv("tictactoe", opponent="human")
