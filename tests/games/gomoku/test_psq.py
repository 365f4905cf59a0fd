"""Piskvork's files: there and back, and as tournaments write them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.gomoku import Gomoku, psq
from plyground.games.position import Outcome
from plyground.locale import Problem
from plyground.records.variation_tree import VariationTree

NAMES = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=8)


def played(game, moves, players=("Ada", "Bob"), result=None):
    tree = VariationTree(game.start(), players, result)
    node = tree.root
    for move in moves:
        node = tree.play(node, move)
    return tree


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_game_comes_back(data):
    rule = data.draw(st.sampled_from(["freestyle", "standard", "renju", "caro", "report"]))
    game = Gomoku(size=data.draw(st.integers(5, 22)), rule=rule)
    position = game.start()
    for _ in range(data.draw(st.integers(0, 12))):
        if not position.is_over:
            position = position.play(data.draw(st.sampled_from(position.moves)))
    players = (data.draw(NAMES), data.draw(NAMES))
    tree = played(game, position.line, players)
    back = psq.read(psq.write(game, tree.to_game_file()))
    assert Gomoku(**back.options) == game
    assert [step.move for step in back.steps] == list(position.line)


def test_a_file_of_a_tournament_is_read():
    text = (
        "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,1234\r\n1,15,20\r\n"
        "pbrain-Rapfi.exe\r\nYIXIN18.zip\r\n-1\r\n2,Renju_1\r\n"
    )
    game_file = psq.read(text)
    assert [step.move for step in game_file.steps] == ["h8", "i9", "a1"]
    assert game_file.players == ("Rapfi", "YIXIN18")
    assert game_file.options == {"size": 15, "rule": "renju"}
    assert game_file.result == Outcome(1)


@pytest.mark.parametrize(
    "text",
    [
        "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n-1\n",
        "Piskvorky 15x15, 0:0, 0\n8,8\n9,9",
        "\npiskvorky 15x15 , 0 - 0\n8, 8, 0\n\n9, 9, 0\nhomo-1\nhomo-2\n0\n",
    ],
)
def test_shorter_files_are_read(text):
    assert [step.move for step in psq.read(text).steps] == ["h8", "i7"]


def test_the_second_player_may_have_begun():
    text = "Piskvorky 15x15, 0:0, 1\n8,8,0\nAda\nBob\n-1\n"
    assert psq.read(text).players == ("Bob", "Ada")


def test_names_that_look_like_moves_are_told_apart():
    tree = played(Gomoku(), ["h8"], players=("1,2,3", "-1"))
    back = psq.read(psq.write(tree.game, tree.to_game_file()))
    assert back.players == ("(1,2,3)", "(-1)")
    assert len(back.steps) == 1


def test_a_swapped_opening_is_written_by_colours():
    game = Gomoku(opening="swap2")
    tree = played(game, ["h8", "h9", "i8", "black", "g7"], result=Outcome(1))
    back = psq.read(psq.write(game, tree.to_game_file()))
    assert back.players == ("Bob", "Ada")
    assert back.result == Outcome(0)
    assert [step.move for step in back.steps] == ["h8", "h9", "i8", "g7"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no file of Piskvork"),
        ("8,8,0\n", "no file of Piskvork"),
        ("Piskvorky 15x20, 0:0, 0\n8,8,0\n", "15 by 20"),
        ("Piskvorky 15x15, 0:0, 0\n16,8,0\n", "Move 1 is at 16,8"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n0,8,0\n", "Move 2 is at 0,8"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(text, words):
    with pytest.raises(Problem, match=words):
        psq.read(text)


def test_another_start_has_no_place():
    game = Gomoku()
    tree = VariationTree(game.position("h8 / - / 1"))
    with pytest.raises(Problem, match="begins with the empty board"):
        psq.write(game, tree.to_game_file())
