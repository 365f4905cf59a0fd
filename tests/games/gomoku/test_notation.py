"""Texts of gomoku: moves, positions, and what is refused."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.gomoku import Gomoku
from plyground.games.gomoku.bench_forbidden import check_file
from plyground.games.registry import load_game
from plyground.locale import Problem
from plyground.records.formats import read_tree, write_tree
from plyground.records.record import Record
from plyground.records.variation_tree import VariationTree


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rule": "renju", "size": 9},
        {"rule": "renju", "size": 7, "foul": "loses"},
        {"rule": "omok", "size": 22},
        {"size": 6, "opening": "swap2", "rule": "renju", "foul": "loses"},
    ],
)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**40))
def test_positions_read_back_as_written(options, seed):
    random = Random(seed)
    game = Gomoku(**options)
    position = game.start()
    for _ in range(60):
        assert game.position(position.text) == position
        if position.is_over:
            break
        position = position.play(random.choice(position.moves))


def test_a_position_is_written_as_the_rules_have_it():
    assert Gomoku().start().play_all("h8 g7 i9").text == "h8 i9 / g7 / 1"
    assert Gomoku().start().text == "- / - / 0"
    opening = Gomoku(opening="swap2").start()
    assert opening.text == "- / - / 0 / place"
    chosen = opening.play_all("h8 g7 i9")
    assert chosen.text == "h8 i9 / g7 / 1 / choose"
    assert chosen.play("more").text == "h8 i9 / g7 / 1 / place"
    assert chosen.play("white").text == "h8 i9 / g7 / 1"
    assert chosen.play("black").text == "h8 i9 / g7 / 0 / swapped"


def test_a_finished_position_knows_its_winner():
    position = Gomoku().position("a1 b1 c1 d1 e1 / a2 b2 c2 d2 / 1")
    assert position.outcome.winner == 0


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("a1 b1 c1 d1 e1 / a2 b2 / 0", "game.gomoku.problem.five_to_move"),
        ("a1 / a1 / 0", "problem.position.twice"),
        ("a1 / z9 / 0", "problem.spot"),
        ("a1 / b1", "problem.position.stones"),
        ("a1 / b1 / 2", "problem.position.stones"),
        ("a1 / b1 / 0 / x / y", "problem.position.stones"),
        ("a1 / b1 / 0 / swapped", "game.gomoku.problem.word"),
        ("a1 / b1 / 1 / 3-3", "game.gomoku.problem.foul"),
        ("a1 i1", "problem.position.stones"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text, key):
    with pytest.raises(Problem) as problem:
        Gomoku().position(text)
    assert problem.value.key == key
    assert str(problem.value)


@pytest.mark.parametrize(
    "text", ["a1 / - / 0 / choose", "a1 / b1 / 1 / place", "- / - / 0 / place swapped"]
)
def test_a_stage_of_the_opening_must_fit_its_stones(text):
    with pytest.raises(Problem) as problem:
        Gomoku(opening="swap2").position(text)
    assert problem.value.key == "game.gomoku.problem.opening"


def test_a_forbidden_move_is_refused_with_its_reason():
    position = Gomoku(rule="renju").position("d4 d5 e3 f3 / a1 b1 c1 e1 / 0")
    with pytest.raises(Problem) as problem:
        position.play("d3")
    assert problem.value.key == "game.gomoku.problem.double_three"
    with pytest.raises(Problem) as problem:
        position.play("d4")
    assert problem.value.key == "problem.move"


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abhz o0123456789/-swapedchl\n", max_size=30), st.booleans())
def test_nonsense_gets_a_sentence(text, swap2):
    game = Gomoku(size=9, opening="swap2" if swap2 else "none", rule="renju")
    for read in (game.position, game.start().play):
        try:
            told = repr(read(text))
        except Problem as problem:
            told = str(problem)
        assert told


def test_moves_may_be_typed_in_capitals_and_with_spaces():
    assert Gomoku().start().play(" H8 ").text == "h8 / - / 1"
    opening = Gomoku(opening="swap2").start().play_all("h8 g7 i9")
    assert opening.play("White") == opening.play("white")


def test_the_choices_of_swap2_are_buttons():
    opening = Gomoku(opening="swap2").start().play_all("h8 g7 i9")
    assert [button.name for button in opening.scene.buttons] == ["white", "black", "more"]
    assert set(opening.scene.paths) == {"white", "black", "more"}
    assert opening.play("white").scene.buttons == ()


ENTRY = {
    "name": "cross",
    "black": [[3, 3], [3, 4], [4, 2], [5, 2]],
    "white": [[0, 0]],
    "forbidden": {"d3": "double-three"},
    "legal": ["a2"],
    "complete": True,
}


def test_a_file_of_forbidden_points_is_checked(tmp_path):
    path = tmp_path / "points.jsonl"
    wrong = {**ENTRY, "forbidden": {"d3": "double-four", "a3": "forbidden"}, "complete": False}
    path.write_text(json.dumps(ENTRY) + "\n\n" + json.dumps(wrong) + "\n")
    told = check_file(path, lambda done, total: None)
    assert told["positions"] == 2
    assert told["points"] == 225 - 5 + 3
    assert len(told["wrong"]) == 2
    assert "d3" in told["wrong"][0]
    assert "a3" in told["wrong"][1]


@pytest.mark.parametrize(
    "change",
    [
        {"black": [[3, 3], [3, 3]]},
        {"black": [[15, 0]]},
        {"black": 3},
        {"forbidden": {"d4": "double-three"}},
        {"forbidden": {"d3": "ugly"}},
        {"forbidden": ["d3"]},
        {"legal": [5]},
        {"legal": ["z1"]},
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path, change):
    path = tmp_path / "points.jsonl"
    path.write_text(json.dumps({**ENTRY, **change}))
    with pytest.raises(Problem) as problem:
        check_file(path, lambda done, total: None)
    assert problem.value.key == "game.gomoku.problem.forbidden_file"
    assert "1" in str(problem.value)


@pytest.mark.parametrize("content", ["{", "[]", "null", "3", '{"black": []}'])
def test_a_file_without_positions_is_refused(tmp_path, content):
    path = tmp_path / "points.jsonl"
    path.write_text(content)
    with pytest.raises(Problem):
        check_file(path, lambda done, total: None)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(Problem) as problem:
        check_file(tmp_path / "none.jsonl", lambda done, total: None)
    assert problem.value.key == "problem.file"


def test_white_may_begin():
    game = load_game("gomoku", rule="report", begins="white")
    position = game.start().play("j10").play("k10")
    assert [(piece.spot, piece.side) for piece in position.scene.pieces] == [("k10", 0), ("j10", 1)]
    assert position.text == "k10 / j10 / 0"
    assert game.position(position.text) == position
    assert game.position("- / - / 0").play("j10").text == "- / j10 / 1"
    won = game.position("a1 b1 c1 d1 / a3 b3 c3 d3 / 0").play("e3")
    assert won.outcome.winner == 0
    assert game.start() != load_game("gomoku", rule="report").start()
    record = Record.from_position(won)
    assert record.options["begins"] == "white"
    assert record.replay() == won
    with pytest.raises(Problem, match="swap2"):
        load_game("gomoku", begins="white", opening="swap2")


@pytest.mark.parametrize("format", ["sgf", "psq"])
def test_files_of_others_have_the_first_stone_first(format):
    game = load_game("gomoku", size=9, begins="white")
    position = game.start().play("e5").play("e6")
    tree = VariationTree.from_record(Record.from_position(position, ("ann", "bob")), game)
    text = write_tree(tree, format)
    read = read_tree(text, format)
    assert [node.move for node in read.root.main_line[1:]] == ["e5", "e6"]
    assert "begins" not in text
    if format == "psq":
        assert read.players == ("ann", "bob")
    else:
        assert "W[ee]" in text
        assert "PB[bob]" in text
