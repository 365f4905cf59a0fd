"""A batch of games agrees with single positions, move for move."""

from __future__ import annotations

import numpy as np
import pytest

from plyground import load_game
from plyground.adapters.vector_game import VectorGame
from plyground.locale import Problem


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tictactoe", {}),
        ("gomoku", {"size": 7, "rule": "renju"}),
        ("kamisado", {"points": 3}),
        ("triangles", {"n": 7, "extra_move": True}),
    ],
)
def test_a_batch_plays_by_the_same_rules_as_a_position(name, options):
    games = VectorGame(name, 40, seed=3, **options)
    positions = [games.game.start()] * len(games)
    for _ in range(60):
        for row, position in enumerate(positions):
            assert np.array_equal(games.states[row], position.state)
            assert tuple(np.flatnonzero(games.masks[row])) == tuple(sorted(position.codes))
        moves = games.sample()
        positions = [
            position.play(int(move)) for position, move in zip(positions, moves, strict=True)
        ]
        rewards, ended = games.step(moves)
        for row, position in enumerate(positions):
            assert ended[row] == position.is_over
            assert rewards[row] == (position.utility() if position.is_over else 0)
        positions = [games.game.start() if each.is_over else each for each in positions]


def test_random_moves_are_evenly_distributed():
    counts = np.bincount(VectorGame("tictactoe", 90_000, seed=1).sample(), minlength=9)
    # Five standard deviations of a binomial distribution.
    assert np.all(np.abs(counts - 10_000) < 5 * np.sqrt(90_000 * (1 / 9) * (8 / 9)))


def test_the_same_seed_gives_the_same_games():
    one, two, other = (VectorGame("kamisado", 50, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.sample(), two.sample())
    assert not np.array_equal(one.sample(), other.sample())


@pytest.mark.parametrize("move", [-1, 9, 0])
def test_an_illegal_move_is_refused_and_nothing_played(move):
    games = VectorGame(load_game("tictactoe"), 3)
    games.step([0, 0, 0])
    before = games.states.copy()
    with pytest.raises(Problem):
        games.step([1, move, 1])
    assert np.array_equal(games.states, before)


@pytest.mark.parametrize("count", [0, 1 << 30])
def test_a_wrong_number_of_games_is_refused(count):
    with pytest.raises(Problem):
        VectorGame("tictactoe", count)


def test_a_wrong_number_of_moves_is_refused():
    with pytest.raises(Problem):
        VectorGame("tictactoe", 3).step([0, 1])
