"""Positions set up by hand: each brush changes the text as expected."""

from __future__ import annotations

import pytest

from plyground.games.registry import game_names, load_game
from plyground.locale import Problem


@pytest.mark.parametrize("name", ["gomoku", "tictactoe"])
def test_stones_are_put_taken_away_and_change_sides(name):
    game = load_game(name)
    text = game.start().text
    text = game.arrange(text, "first", ("b2",))
    text = game.arrange(text, "second", ("a1",))
    assert game.position(text) == game.position("b2 / a1 / 0")
    assert game.arrange(text, "second", ("b2",)) == "- / a1 b2 / 0"
    assert game.arrange(text, "none", ("a1",)) == "b2 / - / 0"
    assert game.arrange(text, "turn", ()) == "b2 / a1 / 1"
    assert game.arrange(game.arrange(text, "turn", ()), "turn", ()) == text


def test_a_stone_that_is_there_stays_one():
    game = load_game("gomoku")
    assert game.arrange("h8 / - / 0", "first", ("h8",)) == "h8 / - / 0"


def test_towers_are_moved_and_change_places():
    game = load_game("kamisado")
    start = game.start().text
    moved = game.arrange(start, "move", ("d1", "d4"))
    assert game.position(moved).text.split()[3] == "d4"
    assert game.arrange(moved, "move", ("d4", "d1")) == start
    both = game.arrange(start, "move", ("a1", "h8")).split()
    assert (both[0], both[9]) == ("h8", "a1")
    assert game.arrange(start, "turn", ()).endswith("/ 1 -")


def test_rings_stay_with_their_towers():
    game = load_game("kamisado", points=3)
    text = "a1+ b1 c1 d1 e1 f1 g1 h1 / h8 g8 f8 e8 d8 c8 b8 a8 / 0 - / 1 0"
    assert game.arrange(text, "move", ("a1", "a3")).startswith("a3+ b1")
    assert game.arrange(text, "move", ("a1", "a3")).endswith("/ 0 - / 1 0")


@pytest.mark.parametrize("name", game_names())
def test_invalid_text_is_a_problem(name):
    game = load_game(name)
    for brush in game.brushes:
        with pytest.raises(Problem):
            game.arrange("nonsense", brush, ("b2", "b2"))
