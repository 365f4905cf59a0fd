"""Variation trees: editing, and round trips through every representation."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.position import Outcome
from plyground.games.registry import game_names, load_game
from plyground.games.score import Analysis, Line, Score
from plyground.locale import Problem
from plyground.records import variation_tree as trees
from plyground.records.record import Record
from plyground.records.variation_tree import VariationTree

SCORE = Score("win", 1, 5, True, 1.0)
ANALYSIS = Analysis("a1", SCORE, (Line(("a1", "b2"), SCORE),), ("a1", "c3"), 9, 1234, 0.5, "proven")


def small() -> VariationTree:
    """b2 a1 c3, with the variation b2 a2 c2 and, inside it, b2 a2 b3."""
    tree = VariationTree(load_game("tictactoe").start(), ("Ada", "Bob"))
    first = tree.play(tree.root, "b2")
    tree.play(tree.play(first, "a1"), "c3")
    second = tree.play(first, "a2")
    tree.play(second, "c2")
    tree.play(second, "b3")
    return tree


def shape(node):
    """A tree as nested lists, to compare by eye."""
    return [node.move, node.comment, node.analysis, node.clock, [shape(n) for n in node.children]]


def moves(nodes):
    return [node.move for node in nodes if node.move]


@st.composite
def draw_tree(draw):
    """A tree of any game, with variations, comments and analyses here and there."""
    game = load_game(draw(st.sampled_from(game_names())))
    tree = VariationTree(game.start())
    nodes = [tree.root]
    for _ in range(draw(st.integers(0, 25))):
        node = nodes[draw(st.integers(max(0, len(nodes) - 6), len(nodes) - 1))]
        if node.position.moves:
            move = draw(st.sampled_from(node.position.moves))
            after = tree.play(node, move)
            after.comment = draw(st.sampled_from(["", "", "good", "여기\nand there"]))
            after.analysis = draw(st.sampled_from([None, None, ANALYSIS]))
            nodes.append(after)
    return tree


def test_playing_an_existing_move_returns_its_node():
    tree = small()
    node = tree.find_node(1)
    assert tree.play(node, "A1") is node.children[0]
    assert tree.size == 7


def test_the_first_child_is_the_main_line():
    tree = small()
    assert moves(tree.root.main_line) == ["b2", "a1", "c3"]
    assert moves(tree.find_node(6).line) == ["b2", "a2", "b3"]


def test_promoting_moves_the_variation_at_the_nearest_branch():
    tree = small()
    inner = tree.find_node(6)
    tree.promote(inner)
    assert moves(tree.root.main_line) == ["b2", "a1", "c3"]
    assert moves(tree.find_node(4).main_line) == ["a2", "b3"]
    tree.promote(inner)
    assert moves(tree.root.main_line) == ["b2", "a2", "b3"]
    tree.promote(inner)
    assert moves(tree.root.main_line) == ["b2", "a2", "b3"]


def test_deleting_removes_the_subtree_and_no_id_is_reused():
    tree = small()
    tree.delete(tree.find_node(4))
    assert tree.size == 4
    with pytest.raises(Problem, match="no position 5"):
        tree.find_node(5)
    assert tree.play(tree.find_node(1), "a2").id == 7


def test_the_root_cannot_be_deleted():
    tree = small()
    with pytest.raises(Problem, match="start cannot be deleted"):
        tree.delete(tree.root)


def test_a_tree_and_its_comments_are_bounded(monkeypatch):
    tree = small()
    with pytest.raises(Problem, match="characters"):
        tree.comment(tree.root, "x" * (trees.MAX_COMMENT + 1))
    monkeypatch.setattr(trees, "MAX_NODES", tree.size)
    with pytest.raises(Problem, match="no more"):
        tree.play(tree.root, "c3")
    assert tree.play(tree.root, "b2") is tree.find_node(1)


@settings(max_examples=60, deadline=None)
@given(draw_tree())
def test_a_tree_round_trips_through_its_record(tree):
    text = tree.to_record().to_json()
    back = VariationTree.from_record(Record.from_json(text))
    assert shape(back.root) == shape(tree.root)
    assert back.to_record().to_json() == text


@settings(max_examples=60, deadline=None)
@given(draw_tree())
def test_a_tree_round_trips_through_its_document_with_its_ids(tree):
    if tree.size > 2:
        tree.delete(tree.root.main_line[-1])
    back = VariationTree.from_document(tree.to_document(), tree.game)
    assert back.to_document() == tree.to_document()
    assert shape(back.root) == shape(tree.root)


@settings(max_examples=60, deadline=None)
@given(draw_tree())
def test_a_tree_round_trips_through_a_game_file(tree):
    back = VariationTree.from_game_file(tree.to_game_file(), tree.game)
    assert back.to_game_file() == tree.to_game_file()


def test_the_main_line_is_the_record_of_the_game():
    record = small().to_record()
    assert record.moves == ("b2", "a1", "c3")
    assert [(v.of, v.at, v.moves) for v in record.variations] == [
        (None, 1, ("a2", "c2")),
        (0, 1, ("b3",)),
    ]
    assert record.replay().line == record.moves


def test_a_declared_result_and_clocks_are_kept():
    position = load_game("tictactoe").start().play("b2").play("a1")
    resigned = Outcome(0, None, "reason.resigned")
    record = Record("tictactoe", "tictactoe@1", moves=position.line, result=resigned, clocks=(9, 8))
    again = VariationTree.from_record(record)
    assert again.result == resigned
    assert again.to_record() == record
    assert VariationTree.from_document(again.to_document(), again.game).result == resigned


def test_an_invalid_analysis_is_dropped():
    for nonsense in ({"move": "a1"}, {**ANALYSIS.as_json(), "nodes": "many"}, {}):
        record = Record("tictactoe", "tictactoe@1", moves=("b2",), analysis=(nonsense,))
        assert VariationTree.from_record(record).root.analysis is None
    chance = {**SCORE.__dict__, "chance": 7}
    assert Analysis.from_json({**ANALYSIS.as_json(), "score": chance}) is None


@pytest.mark.parametrize(
    "variations",
    [
        [3],
        [{"at": 0}],
        [{"at": 0, "moves": []}],
        [{"at": 9, "moves": ["a1"]}],
        [{"at": -1, "moves": ["a1"]}],
        [{"at": 0, "moves": ["a1"], "of": 0}],
        [{"at": 0, "moves": ["a1"], "of": True}],
        [{"at": 0, "moves": ["a1"], "what": 1}],
        [{"at": 0, "moves": [1]}],
    ],
)
def test_variations_that_branch_off_nothing_are_refused(variations):
    document = {"format": 1, "game": "tictactoe", "rules": "tictactoe@1", "moves": ["b2"]}
    with pytest.raises(Problem, match='"variations" must be'):
        Record.from_json(json.dumps({**document, "variations": variations}))


def test_an_illegal_variation_is_refused_with_its_number():
    record = Record.from_json(
        '{"format": 1, "game": "tictactoe", "rules": "tictactoe@1", "moves": ["b2"],'
        ' "variations": [{"at": 1, "moves": ["a1", "b2"]}]}'
    )
    with pytest.raises(Problem, match='Move 3: "b2" is no legal move'):
        VariationTree.from_record(record)
