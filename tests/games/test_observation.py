"""A position as plain values: what an agent with `act(state)` sees of each game."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path
from random import Random

import numpy as np
import pytest

from plyground import Observation, load_game

CONNECT4 = str(Path(__file__).parents[2] / "examples" / "connect4.py")
GAMES = [("tictactoe", {}), ("gomoku", {"size": 9}), ("kamisado", {}), ("triangles", {"n": 7})]


def seen(name, moves="", **options):
    position = load_game(name, **options).start().play_all(moves)
    return position.game.observe(position)


@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_every_game_says_who_moves_and_what_is_legal(name, options):
    position, chance = load_game(name, **options).start(), Random(1)
    for _ in range(8):
        state = position.game.observe(position)
        assert (state.game, state.side) == (name, position.side)
        assert (state.moves, state.numbers) == (position.moves, position.codes)
        assert state.history == position.line
        assert {state.own, state.opponent} == {1, 2}
        assert state.options[next(iter(position.game.settings))] is not ...
        position = position.play(chance.choice(position.moves))


def test_a_piece_of_neither_side_is_a_three():
    game = load_game(str(Path(CONNECT4).with_name("nim.py")), True, heaps="2 2")
    assert game.observe(game.start().play("b2")).board == ((3, 3), (3, 0))


@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_nothing_in_it_can_be_changed(name, options):
    state = seen(name, **options)
    with pytest.raises(FrozenInstanceError):
        state.side = 1
    with pytest.raises(TypeError):
        state.options["width"] = 4
    assert isinstance(state.board, tuple)
    assert all(isinstance(row, tuple) for row in state.board)


def test_tictactoe_is_a_board_of_rows_from_below():
    state = seen("tictactoe", "a1 c3 b1")
    assert state.board == ((1, 1, 0), (0, 0, 0), (0, 0, 2))
    assert (state.side, state.own, state.opponent) == (1, 2, 1)
    assert state.score is None
    for move, number in zip(state.moves, state.numbers, strict=True):
        row, column = divmod(number, 3)
        assert move == f"{'abc'[column]}{row + 1}"
        assert state.board[row][column] == 0
    assert np.array(state.board).shape == (3, 3)


def test_rows_may_be_longer_than_columns():
    state = seen("tictactoe", "d1 b2", width=4, height=2, line=3)
    assert state.board == ((0, 0, 0, 1), (0, 2, 0, 0))


def test_names_of_squares_do_not_move_them():
    numbered = seen("tictactoe", "6 2 7", coordinates="numbers")
    assert numbered.board == seen("tictactoe", "a1 c3 b1").board


def test_gomoku_has_black_as_one_and_white_as_two():
    state = seen("gomoku", "h8 i9")
    assert (len(state.board), len(state.board[0])) == (15, 15)
    assert (state.board[7][7], state.board[8][8]) == (1, 2)
    assert state.own == 1
    assert state.options["rule"] == "freestyle"


def test_after_swap2_own_is_the_colour_and_not_the_side():
    """Side 0 places three stones; side 1 takes black, and side 0 has white and moves."""
    state = seen("gomoku", "h8 i9 j8 black", opening="swap2")
    assert (state.side, state.own) == (0, 2)
    assert sum(cell == 1 for row in state.board for cell in row) == 2


def test_kamisado_has_colours_towers_and_the_one_that_must_move():
    state = seen("kamisado", "d1-d5")
    assert (state.board[0][3], state.board[4][3], state.board[7][0]) == (0, 1, 2)
    assert state.towers[0]["yellow"] == "d5"
    assert state.towers[1]["brown"] == "h8"
    assert state.colours[0] == (
        "brown", "green", "red", "yellow", "pink", "purple", "blue", "orange",
    )  # fmt: skip
    assert state.must_move == state.colours[4][3] == "orange"
    assert seen("kamisado").must_move is None
    assert set(state.rings[0].values()) == {0}


def test_triangles_has_points_segments_and_points_made():
    state = seen("triangles", "A-B B-C A-C", points="0,0 4,0 2,3 9,9")
    assert state.points == {"A": (0, 0), "B": (4, 0), "C": (2, 3), "D": (9, 9)}
    assert set(state.drawn) == {("A", "B"), ("B", "C"), ("A", "C")}
    assert state.score == (1, 0)
    assert state.board == ()


def test_a_game_of_ones_own_is_seen_too():
    position = load_game(CONNECT4, True).start().play_all("d1 d2 e1")
    state = position.game.observe(position)
    assert type(state) is Observation
    assert state.board[0][3:5] == (1, 1)
    assert state.board[1][3] == 2
