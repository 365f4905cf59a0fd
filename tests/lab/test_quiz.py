"""Exercise sheets contain no answers, and answers are marked by the search."""

from __future__ import annotations

import json
import math

import pytest

from plyground.games.registry import load_game
from plyground.lab.trace import trace
from plyground.lab.tree_notation import read_tree
from plyground.locale import Problem

BOOK = "(3 12 8) (2 4 6) (14 5 2)"


def late():
    return load_game("tictactoe").start().play_all("b2 a1 c1 a3 a2")


SEARCHES = [
    trace(read_tree(BOOK)),
    trace(read_tree("((3 5) (6 9)) ((1 2) (0 -1)) ((7 4) (8 2))"), "negamax"),
    trace(late(), "alphabeta", 3),
    trace(late(), "alphabeta", 3, "reversed"),
]


@pytest.mark.parametrize("traced", SEARCHES)
def test_a_sheet_shows_the_same_tree_as_its_answers(traced):
    quiz, answers = traced.tree(quiz=True), traced.tree(whole=True)
    assert [node.id for node in quiz.nodes] == [node.id for node in answers.nodes]
    assert [node.action for node in quiz.nodes] == [node.action for node in answers.nodes]
    leaves = {node.id: node.value for node in quiz.nodes if node.leaf}
    assert leaves == {node.id: node.value for node in answers.nodes if node.leaf}


@pytest.mark.parametrize("traced", SEARCHES)
def test_a_sheet_gives_nothing_away(traced):
    """Whatever is cut looks like all the rest, also to whoever reads the data."""
    quiz = traced.tree(quiz=True).as_json()
    for node in quiz["nodes"]:
        assert node["state"] == "closed"
        assert (node["entry"], node["now"], node["cut"]) == (None, None, None)
        assert (node["entered"], node["closed"]) == (None, None)
        assert not node["principal"]
        assert (node["value"] is None) == (node["leaf"] is None)
        assert node["asks"] == ([] if node["leaf"] else ["alpha", "beta", "value"])
    assert (quiz["value"], quiz["line"], quiz["rounds"], quiz["steps"]) == (None, [], [], 0)
    assert not any(edge["severed"] or edge["principal"] for edge in quiz["edges"])
    assert quiz["counts"]["cuts"] == 0


def test_a_sheet_of_minimax_asks_for_values_only():
    quiz = trace(read_tree(BOOK), "minimax").tree(quiz=True)
    assert {node.asks for node in quiz.nodes} == {("value",), ()}


def test_a_sheet_must_have_room_for_the_whole_tree():
    with pytest.raises(Problem, match="more than 20 nodes"):
        trace(late(), "alphabeta", 3).tree(limit=20, quiz=True)
    with pytest.raises(Problem, match="leave --table out"):
        trace(late(), "alphabeta", 3, table=True).tree(quiz=True)


@pytest.mark.parametrize("traced", SEARCHES)
def test_right_answers_are_right(traced):
    given = {}
    for node in traced.tree(whole=True).nodes:
        if node.state == "pruned":
            given[node.id] = {"cut": True, "value": None}
        else:
            window = {"alpha": node.entry.alpha, "beta": node.entry.beta}
            given[node.id] = {**window, "value": node.value, "cut": False}
    marks = traced.check(given)
    assert marks.keys() == given.keys()
    assert all(mark.right for fields in marks.values() for mark in fields.values())


def test_wrong_answers_come_back_with_the_right_ones():
    marks = trace(read_tree(BOOK)).check(
        {
            "0": {"value": 2, "alpha": None, "beta": 3},
            "0.1": {"alpha": 3, "beta": None, "value": "many", "cut": True},
            "0.1.1": {"cut": False, "value": 4},
            "0.2": {},
        }
    )
    assert not marks["0"]["value"].right
    assert marks["0"]["value"].answer == 3
    assert marks["0"]["alpha"].right
    assert not marks["0"]["beta"].right
    assert marks["0"]["beta"].answer == math.inf
    assert marks["0.1"]["alpha"].right
    assert marks["0.1"]["beta"].right
    assert (marks["0.1"]["value"].right, marks["0.1"]["value"].answer) == (False, 2)
    assert (marks["0.1"]["cut"].right, marks["0.1"]["cut"].answer) == (False, False)
    assert (marks["0.1.1"]["cut"].right, marks["0.1.1"]["cut"].answer) == (False, True)
    assert not marks["0.1.1"]["value"].right
    assert marks["0.2"] == {}
    documents = {id: {name: m.as_json() for name, m in row.items()} for id, row in marks.items()}
    assert json.loads(json.dumps(documents, allow_nan=False))["0"]["beta"]["answer"] is None


@pytest.mark.parametrize("id", ["", "x", "1", "0.3", "0.1.3", "0.0.0.0", "0.1.-1", "0."])
def test_only_nodes_of_the_tree_are_judged(id):
    with pytest.raises(Problem, match="There is no node"):
        trace(read_tree(BOOK)).check({id: {"value": 1}})


def test_only_what_is_asked_is_judged():
    with pytest.raises(Problem, match="alpha, beta, value, cut"):
        trace(read_tree(BOOK)).check({"0": {"gamma": 1}})
