"""Trees written by hand: what a text means, and what is wrong with it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.lab.tree_notation import NotationNode, read_tree
from plyground.locale import Problem

NESTED = st.recursive(
    st.integers(-99, 99), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=30
)
ROOTS = st.lists(NESTED, min_size=2, max_size=4)


def written(tree):
    return str(tree) if isinstance(tree, int) else f"({' '.join(map(written, tree))})"


def nested(branch: NotationNode):
    if branch.is_terminal():
        return branch.utility()
    return [nested(branch.result(action)) for action in branch.actions()]


@given(ROOTS, st.sampled_from([0, 1]))
def test_what_is_written_is_what_is_read(tree, side):
    text = " ".join(map(written, tree))
    assert nested(read_tree(text, side)) == tree
    assert nested(read_tree(f"({text})", side)) == tree
    assert nested(read_tree(text.replace(" ", " , "), side)) == tree


def test_sides_take_turns():
    root = read_tree("((1 2) 3) 4", side=1)
    assert root.to_move == 1
    assert root.result("B").to_move == 0
    assert root.result("B").result("C").to_move == 1


def test_nodes_are_lettered_row_by_row_as_in_books():
    root = read_tree("((1 2) 3) (4 5)")
    assert root.name == "A"
    assert root.actions() == ("B", "C")
    assert root.result("B").actions() == ("D", "b2")
    assert root.result("C").actions() == ("c1", "c2")


def test_names_may_be_given():
    root = read_tree("왼쪽(x=3 -0.5) B(y = 4)")
    assert root.actions() == ("왼쪽", "B")
    assert root.result("왼쪽").actions() == ("x", "왼쪽2")
    assert root.result("B").result("y").utility() == 4
    assert read_tree("S(B(1 2) (3 4))").actions() == ("B", "A")


def test_a_given_name_does_not_swallow_a_made_one():
    root = read_tree("(1 b1=2)")
    assert nested(root) == [1, 2]
    assert nested(read_tree("B(7 b1=2) (3)")) == [[7, 2], [3]]


@pytest.mark.parametrize(
    ("text", "problem", "place"),
    [
        ("", "empty", None),
        (" , ", "empty", None),
        ("(3 12", "open", 1),
        ("(3 (1 2) (4 5)", "open", 1),
        ("(3) (12 (8", "open", 9),
        ("3) 4", "close", 2),
        ("(3 4) ) (5", "close", 7),
        ("(3 4) ()", "hollow", 7),
        ("(3 4) B( )", "hollow", 7),
        ("(3 4) hello", "sign", 7),
        ("(3 4x)", "sign", 4),
        ("(3 1.2.3)", "sign", 4),
        ("(3 99999999999999)", "sign", 4),
        ("(3 [4 5])", "sign", 4),
        ("(3 x=)", "name", 4),
        ("(3 x=(4 5))", "name", 4),
        ("B(1 2) B(3 4)", "twice", 8),
        ("(" * 70 + "1" + ")" * 70, "large", 60),
        ("1 " * 2_000, "large", 3_999),
    ],
)
def test_an_error_names_its_place(text, problem, place):
    with pytest.raises(Problem) as found:
        read_tree(text)
    assert found.value.key == f"lab.problem.tree.{problem}"
    assert found.value.values.get("place") == place
    assert str(found.value)


@given(st.text(alphabet="(() )123-.=xB,\t 가", max_size=30))
def test_any_text_is_read_or_refused(text):
    with suppress(Problem):
        assert read_tree(text).actions()


def test_only_leaves_have_a_utility():
    with pytest.raises(Problem):
        read_tree("1 2").utility()
