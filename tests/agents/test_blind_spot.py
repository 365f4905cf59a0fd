"""The lowest levels: what they see, what they overlook, and that a child can beat them."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from random import Random

import pytest

from plyground import load_game
from plyground.agents.blind_spot import Beginner, BlindSpot, Vision
from plyground.agents.engine import Engine
from plyground.agents.levels import LEVELS
from plyground.agents.python_search import PythonSearch
from plyground.core.limits import Limit

ROOT = Path(__file__).parents[2]
SEES_ALL = BlindSpot(frozenset(), math.inf)
NO_DIAGONALS = BlindSpot(frozenset({1, 3}), math.inf)
PLAYERS = [lambda: Engine(1, hash=1, seed=1), lambda: PythonSearch(level=1)]


@pytest.fixture(scope="module")
def first_level():
    """bench/first_level.py, with the opponent that sees wins and blocks of the next move."""
    spec = importlib.util.spec_from_file_location("first_level", ROOT / "bench/first_level.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def list_chances(position, blind_spot, focus=()):
    chances = Vision(position, blind_spot).list_chances(position.state, focus)
    return {position.game.move_text(position.state, chance.move) for chance in chances}


def test_rows_are_seen_and_diagonals_are_overlooked():
    game = load_game("gomoku")
    row = game.position("h8 i8 j8 k8 / a1 c1 e1 a3 / 0")
    diagonal = game.position("h8 i9 j10 k11 / a1 c1 e1 a3 / 0")
    assert list_chances(row, NO_DIAGONALS) == list_chances(row, SEES_ALL) == {"g8", "l8"}
    assert list_chances(diagonal, SEES_ALL) == {"g7", "l12"}
    assert list_chances(diagonal, NO_DIAGONALS) == set()


def test_what_is_far_from_the_last_move_is_overlooked():
    near_sighted = BlindSpot(frozenset(), 1.5)
    row = load_game("gomoku").position("h8 i8 j8 k8 / a1 c1 e1 a3 / 0")
    assert list_chances(row, near_sighted, ("k8",)) == {"l8"}


def test_the_way_of_a_piece_counts():
    position = load_game("kamisado").position(
        "a1 b1 c1 d7 e1 f1 g7 h1 / a8 b8 c6 d8 e8 f8 g2 h8 / 0 -"
    )
    assert list_chances(position, SEES_ALL) == {"d7-c8", "g7-g8"}
    assert list_chances(position, NO_DIAGONALS) == {"g7-g8"}


def test_points_are_chances_too():
    game = load_game("triangles", points="0,0 4,0 2,3 9,1 9,5")
    position = game.start()
    while not list_chances(position, SEES_ALL):
        position = position.play(0 if 0 in position.codes else position.codes[0])
    nobody = BlindSpot(frozenset(range(4)), math.inf)
    assert list_chances(position, nobody) == set()


def test_a_blind_spot_is_kept_for_a_game():
    beginner = Beginner(diagonals=1, reach=3.0, breadth=0.5)
    game = load_game("gomoku")
    spots = set()
    for seed in range(20):
        position = game.start().play_all("h8 i9")
        first = BlindSpot.of_game(beginner, position, seed)
        assert BlindSpot.of_game(beginner, position.play_all("j8 a1 a2"), seed) == first
        spots.add(first.directions)
    assert spots == {frozenset({1}), frozenset({3})}


def test_a_higher_level_overlooks_less():
    low, high = LEVELS[1].beginner, LEVELS[2].beginner
    assert (low.diagonals, -low.reach, low.breadth) > (high.diagonals, -high.reach, high.breadth)
    assert all(LEVELS[number].beginner is None for number in range(3, 11))


@pytest.mark.parametrize("make", PLAYERS)
def test_the_lowest_level_takes_and_stops_what_it_sees(make):
    game = load_game("gomoku")
    winning = game.start().play_all("h8 a1 i8 c1 j8 e1 k8 a3")
    assert make().choose(winning, Limit()).move == "l8"
    # The left end is taken; the right one is next to the last stone.
    losing = game.start().play_all("a1 h8 c1 i8 e1 j8 g8 k8")
    assert make().choose(losing, Limit()).move == "l8"


@pytest.mark.parametrize("make", PLAYERS)
def test_the_lowest_level_overlooks_a_diagonal(make):
    position = load_game("gomoku").start().play_all("a1 h8 c1 i9 e1 j10 g7 k11")
    moves = {make().choose(position, Limit()).move for _ in range(5)}
    assert moves != {"l12"}


def test_no_move_is_absurd():
    """Every stone of the lowest level is near another one."""
    game, random = load_game("gomoku"), Random(5)
    places = {spot.name: (spot.x, spot.y) for spot in game.start().scene.spots}
    for seed in range(5):
        position = game.start().play_all("h8 i9 g7 h9")
        while not position.is_over and len(position.history) < 16:
            stones = [places[piece.spot] for piece in position.scene.pieces]
            move = Engine(1, hash=1, seed=seed).choose(position, Limit()).move
            assert min(math.dist(places[move], stone) for stone in stones) <= 2
            position = position.play(move)
            if not position.is_over:
                position = position.play(random.choice(position.moves))


@pytest.mark.parametrize(
    ("name", "games"), [("tictactoe", 40), ("kamisado", 16), ("triangles", 10), ("gomoku", 10)]
)
def test_the_lowest_level_loses_most_games_to_somebody_who_sees_the_next_move(
    first_level, name, games
):
    game = load_game(name)
    game.native()
    results = [first_level.play_game(game.start(), 1, seed) for seed in range(games)]
    assert results.count(0.0) > games / 2


def test_a_game_of_somebody_has_these_levels_too(first_level):
    game = load_game(str(ROOT / "examples/connect4.py"), True)
    results = [first_level.play_game(game.start(), 1, seed) for seed in range(12)]
    assert results.count(0.0) > 6
