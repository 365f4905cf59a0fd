"""Names of squares: every style names each square once and reads it back; records have letters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground.games.grid import COORDINATES, Coordinates
from plyground.games.registry import load_game
from plyground.games.score import Analysis, Line, Score
from plyground.locale import Problem
from plyground.records.formats import read_tree, write_tree
from plyground.records.record import Record
from plyground.records.variation_tree import VariationTree

STYLES = COORDINATES.choices


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("width", "height"), [(19, 19), (3, 3), (1, 5), (22, 22), (7, 2)])
def test_names_round_trip(style, width, height):
    named = Coordinates(width, height, style)
    squares = [(column, row) for row in range(height) for column in range(width)]
    names = [named.name(*square) for square in squares]
    assert len(set(names)) == len(names)
    for square, name in zip(squares, names, strict=True):
        for typed in (name, name.lower(), name.upper(), f" {name} "):
            assert named.parse(typed) == square
    assert [(spot.name, spot.x, spot.y) for spot in named.spots()] == [
        (name, *square) for name, square in zip(names, squares, strict=True)
    ]


@pytest.mark.parametrize(
    ("style", "top_left", "bottom_left", "bottom_right"),
    [("letters", "a19", "a1", "s1"), ("report", "A1", "S1", "S19"), ("numbers", "0", "342", "360")],
)
def test_corners_of_a_board_of_19(style, top_left, bottom_left, bottom_right):
    named = Coordinates(19, 19, style)
    assert named.name(0, 18) == top_left
    assert named.name(0, 0) == bottom_left
    assert named.name(18, 0) == bottom_right


@pytest.mark.parametrize(
    ("style", "wrong"),
    [
        ("report", ["T1", "A20", "A0", "1A", "", "5"]),
        ("numbers", ["361", "-1", "a1", "", "1000", "²"]),
        ("letters", ["t1", "a20", "5", ""]),
    ],
)
def test_other_names_are_refused(style, wrong):
    for text in wrong:
        with pytest.raises(Problem):
            Coordinates(19, 19, style).parse(text)


def games(**options):
    return [load_game("gomoku", coordinates=style, **options) for style in STYLES]


def test_the_same_text_means_different_cells():
    letters, report, _ = games(rule="report")
    ours, theirs = letters.start().play("a1"), report.start().play("A1")
    assert ours.history != theirs.history
    assert theirs.text == "a19 / - / 1"
    assert report.start().play("a1") == theirs


@pytest.mark.parametrize("game", games(size=9), ids=STYLES)
def test_moves_labels_and_scene_speak_one_language(game):
    position = game.start().play(40)
    for move, code in zip(position.moves, position.codes, strict=True):
        assert position.find(move) == code
        assert position.scene.paths[move] == (move,)
    assert {piece.spot for piece in position.scene.pieces} == set(position.line)
    assert game.position(position.text) == position
    assert game.arrange(position.text, "none", position.line) == "- / - / 1"
    for name in game.overlays:
        spots = {spot.name for spot in position.scene.spots}
        assert {mark.spot for mark in game.overlay(name, position).marks} <= spots


def test_labels_stand_at_the_edges():
    letters, report, numbers = (str(game.start()).splitlines() for game in games(size=12))
    assert letters[0].split()[0] == "12"
    assert report[0].split()[0] == "A"
    assert numbers[1].split()[0] == "12"
    assert letters[-1].split() == list("abcdefghijkl")
    for rows, labels in ((report, range(1, 13)), (numbers, range(12))):
        tens, ones = (row.ljust(80)[len(rows[0]) - 24 :] for row in rows[-2:])
        read = [(tens[2 * x : 2 * x + 2] + ones[2 * x : 2 * x + 2]) for x in range(12)]
        assert ["".join(label.split()) for label in read] == [str(label) for label in labels]


@pytest.mark.parametrize("style", STYLES)
def test_records_have_letters(style):
    letters = load_game("gomoku", size=9)
    game = load_game("gomoku", size=9, coordinates=style)
    position = game.start()
    for move in ("e5", "d4", "e6"):
        position = position.play(letters.start().play(move).history[0])
    record = Record.from_position(position)
    assert record.moves == ("e5", "d4", "e6")
    assert "coordinates" not in record.options
    assert record.replay().line == record.moves
    assert record.replay(game).line == position.line
    tree = VariationTree.from_record(record, game)
    tree.play(tree.root, game.start().moves[0])
    for format in ("json", "text", "sgf", "psq"):
        again = read_tree(write_tree(tree, format), format)
        assert again.root.main_line[-1].position.recorded_line == record.moves
    assert tree.to_record().variations[0].moves == (letters.start().moves[0],)
    copy = VariationTree.from_document(tree.to_document(), game)
    assert [node.move for node in copy.root.main_line[1:]] == list(position.line)
    with pytest.raises(Problem, match="e5"):
        replace(record, moves=("e5", "e5")).replay(game)


def test_an_analysis_in_a_record_has_letters():
    letters, report, _ = games(size=9)
    score = Score("draw", 0, None, True, 0.5)
    tree = VariationTree(report.start())
    tree.root.analysis = Analysis("A1", score, (Line(("A1", "I9"), score),), ("A1", "A2"))
    [written] = tree.to_record().analysis
    assert (written["move"], written["best_moves"]) == ("a9", ("a9", "b9"))
    assert written["lines"][0]["moves"] == ("a9", "i1")
    record = replace(tree.to_record(), analysis=(written,))
    assert VariationTree.from_record(record, report).root.analysis == tree.root.analysis
    assert VariationTree.from_record(record, letters).root.analysis.move == "a9"
