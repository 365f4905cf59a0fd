"""What a finished position highlights, and what a position asks of the side to move."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.games.grid import find_rows
from plyground.games.registry import load_game
from plyground.locale import override_language

EXAMPLES = Path(__file__).parents[2] / "examples"
GOMOKU_ROW = "a1 a2 b1 b2 c1 c2 d1 d2"


@pytest.mark.parametrize(
    ("game", "options", "moves", "winning"),
    [
        ("tictactoe", {}, "a1 b1 a2 b2 a3", "a1 a2 a3"),
        ("tictactoe", {}, "a1 b1 b2 c1 c3", "a1 b2 c3"),
        ("tictactoe", {}, "a1 b1", ""),
        ("gomoku", {}, f"{GOMOKU_ROW} e1", "a1 b1 c1 d1 e1"),
        ("gomoku", {}, GOMOKU_ROW, ""),
        ("kamisado", {}, "", ""),
        ("connect4.py", {}, "a1 b1 a2 b2 a3 b3 a4", "a1 a2 a3 a4"),
        ("hex.py", {"size": 2}, "a1 b1 a2", "a1 a2"),
        ("breakthrough.py", {"columns": 2, "rows": 4}, "a2-b3 a3-b2 b3-a4", "a4"),
    ],
)
def test_the_spots_that_won_are_marked(game, options, moves, winning):
    name = str(EXAMPLES / game) if game.endswith(".py") else game
    position = load_game(name, True, **options).start().play_all(moves)
    assert set(position.scene.winning) == set(winning.split())
    assert position.is_over == bool(winning)


def test_both_rows_of_one_stone_are_marked():
    moves = "a5 i1 b5 i2 c5 i4 d5 i5 e1 i7 e2 i8 e3 h1 e4 h2 e5"
    position = load_game("gomoku", size=9).start().play_all(moves)
    assert set(position.scene.winning) == {"a5", "b5", "c5", "d5", "e5", "e1", "e2", "e3", "e4"}


def test_only_rows_that_win_are_marked():
    """In caro a five between two stones of the other side wins nothing."""
    blocked = "b1 c1 d1 e1 f1"
    game = load_game("gomoku", size=9, rule="caro")
    position = game.position(f"{blocked} a3 b4 c5 d6 / a1 g1 i9 i8 i7 h9 h8 h6 g9 / 0").play("e7")
    assert position.outcome.winner == 0
    assert set(position.scene.winning) == {"a3", "b4", "c5", "d6", "e7"}


def test_the_tower_on_its_far_row_is_marked():
    game = load_game("kamisado")
    position = game.position("a7 b1 c1 d1 e1 f1 g1 h1 / h8 g8 f8 e8 d8 c8 b8 b7 / 0 -")
    won = next(
        after
        for move in position.moves
        if move.startswith("a7-a8") and (after := position.play(move)).is_over
    )
    assert won.scene.winning == ("a8",)


def test_the_tower_that_must_move_is_named():
    game = load_game("kamisado")
    assert game.start().scene.prompt == ""
    position = game.start().play("d1-d5")
    must = {move.split("-")[0] for move in position.moves}
    assert len(must) == 1
    assert position.scene.prompt.endswith(f"tower on {must.pop()} must move.")
    with override_language("ko"):
        assert "탑을 움직여야 합니다" in game.scene(position.state).prompt


def test_swap2_says_what_it_expects_and_who_holds_which_colour():
    position = load_game("gomoku", opening="swap2").start()
    prompts = [position.scene.prompt]
    for move in ("h8", "h9", "i8", "more", "j8", "j9"):
        position = position.play(move)
        prompts.append(position.scene.prompt)
    assert len(set(prompts)) == 7
    assert "black stone" in prompts[0]
    assert "white stone" in prompts[1]
    assert "take a colour" in prompts[-1]
    assert position.side == 0
    for choice, colours in (("black", (0, 1)), ("white", (1, 0))):
        chosen = position.play(choice)
        assert chosen.scene.prompt == ""
        assert chosen.scene.colours == colours


def test_rows_are_found_in_all_directions():
    assert find_rows([(0, 0), (1, 0), (2, 0), (4, 0)], 3) == [[(0, 0), (1, 0), (2, 0)]]
    assert find_rows([(0, 2), (1, 1), (2, 0)], 3) == [[(0, 2), (1, 1), (2, 0)]]
    assert find_rows([(0, 0), (0, 1)], 3) == []
