"""Random games in native code, against probabilities worked out on paper."""

from __future__ import annotations

import numpy as np
import pytest

from plyground import Game, Kernels, Rules, kernel, load_game, vector
from plyground.core.playout import (
    DRAWS,
    LOSSES,
    UNFINISHED,
    WINS,
    Playouts,
    classify_outcome,
    next_random,
    random_below,
    seed_random,
)
from plyground.core.values import DRAW, LOSS, ONGOING, PLY_LIMIT, WIN, margin


def play(game: Game, count: int, seed: int = 1) -> Playouts:
    playouts = Playouts(game.rules, game.native(), seed)
    playouts.run(game.rules.start, count)
    return playouts


def test_random_tictactoe_ends_as_often_as_it_should():
    """737/1260 are won by the first player, 121/420 by the second, 8/63 drawn."""
    count = 200_000
    playouts = play(load_game("tictactoe"), count)
    results = playouts.results
    assert results[WINS] / count == pytest.approx(737 / 1260, abs=0.005)
    assert results[LOSSES] / count == pytest.approx(121 / 420, abs=0.005)
    assert results[DRAWS] / count == pytest.approx(8 / 63, abs=0.005)
    assert results[UNFINISHED] == 0
    assert 7 < playouts.plies / count < 8


def test_a_seed_decides_the_games():
    game = load_game("tictactoe")
    assert list(play(game, 500, 3).results) == list(play(game, 500, 3).results)
    assert list(play(game, 500, 3).results) != list(play(game, 500, 4).results)


@kernel
def one_move(state, out, tables):
    out[0] = 0
    return 1


@kernel
def pass_on(state, move, tables):
    state[0] = 1 - state[0]


@kernel
def never(state, tables):
    return ONGOING


class Endless(Game):
    name = "endless"

    def build(self):
        return Rules(Kernels(one_move, pass_on, never), vector([0]), move_limit=1, branching=1)

    def path(self, state, move):
        return ("a1",)

    def scene(self, state):
        raise NotImplementedError


def test_a_game_without_end_is_left_unfinished():
    playouts = play(Endless(), 2)
    assert playouts.results[UNFINISHED] == 2
    assert playouts.plies == 2 * PLY_LIMIT


@pytest.mark.parametrize(
    ("outcome", "for_first", "for_second"),
    [
        (WIN, WINS, LOSSES),
        (LOSS, LOSSES, WINS),
        (DRAW, DRAWS, DRAWS),
        (ONGOING, UNFINISHED, UNFINISHED),
        (margin(3), WINS, LOSSES),
        (margin(-3), LOSSES, WINS),
        (margin(0), DRAWS, DRAWS),
    ],
)
def test_results_are_counted_for_the_first_player(outcome, for_first, for_second):
    assert classify_outcome(outcome, 0) == for_first
    assert classify_outcome(outcome, 1) == for_second


def test_choices_are_even():
    chance, counts = np.int64(seed_random(np.int64(1))), np.zeros(7, np.int64)
    for _ in range(20_000):
        chance = next_random(chance)
        counts[random_below(chance, 7)] += 1
    # Chi-squared with six degrees of freedom stays below 22.5 but once in a thousand times.
    assert ((counts - counts.mean()) ** 2 / counts.mean()).sum() < 22.5
