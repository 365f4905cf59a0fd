"""Trees as pictures and for Graphviz: complete, sound, and true to the tree."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from plyground.games.drawing.svg import draw_miniature
from plyground.games.registry import game_names, load_game
from plyground.lab.dot import write_dot
from plyground.lab.trace import trace
from plyground.lab.tree_notation import read_tree
from plyground.lab.tree_svg import draw_tree

NAMESPACE = "{http://www.w3.org/2000/svg}"
BOOK = "(3 12 8) (2 4 6) (14 5 2)"


def drawn(tree):
    return ElementTree.fromstring(draw_tree(tree))


def words(root):
    return ["".join(text.itertext()) for text in root.iter(f"{NAMESPACE}text")]


def classes(root, name):
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_its_positions_drawn(name):
    game = load_game(name)
    game.native()
    tree = trace(game.start(), "alphabeta", 1).tree()
    root = drawn(tree)
    boards = [each for each in root.iter() if "scale(" in (each.get("transform") or "")]
    assert len(boards) == sum(node.role is not None for node in tree.nodes)
    assert root.get("aria-label").startswith(game.title)
    assert float(root.get("width")) >= tree.width


@pytest.mark.parametrize(("name", "most"), [("triangles", 0), ("tictactoe", 1), ("gomoku", 0)])
def test_small_boards_have_no_names_and_no_coordinates(name, most):
    """Only marks of players are letters."""
    position = load_game(name).start()
    small = draw_miniature(position.play(position.moves[0]).scene)
    assert (small.board + small.pieces).count("<text") == most


def test_windows_values_cuts_and_best_play_are_in_the_picture():
    tree = trace(read_tree(BOOK)).tree()
    root = drawn(tree)
    written = words(root)
    for text in ("A", "B", "c2", "[3, ∞]", "12", "14", "can get 2 here"):
        assert text in written
    assert len(classes(root, "lab-bar")) == 2 * (2 + 1)
    assert len(classes(root, "lab-best")) == 2 + 1
    gone = [each for each in classes(root, "lab-gone") if each.tag == f"{NAMESPACE}g"]
    assert len(gone) == 2
    titles = [each.text for each in root.iter(f"{NAMESPACE}title")]
    assert "C Min [3, ∞] = 2 (Max already has 3, Min can get 2 here)" in titles


def test_a_quiz_has_boxes_instead_of_numbers():
    root = drawn(trace(read_tree(BOOK)).tree(quiz=True))
    assert len(classes(root, "lab-blank")) == 3 * 4
    assert not classes(root, "lab-gone")
    assert not classes(root, "lab-cut")
    numbers = [text for text in words(root) if re.fullmatch(r"-?\d+", text)]
    assert sorted(numbers) == sorted(["3", "12", "8", "2", "4", "6", "14", "5", "2"])


def test_the_node_at_work_is_marked_while_the_search_goes_on():
    traced = trace(load_game("tictactoe").start().play_all("b2 a1 c1 a3 a2"), "alphabeta", 3)
    for step in (1, 20, traced.steps - 1):
        root = drawn(traced.tree(step))
        assert len(classes(root, "lab-now")) == 1
        assert any(f"After {step} of {traced.steps} events" in text for text in words(root))
    assert not classes(drawn(traced.tree()), "lab-now")


def test_names_cannot_smuggle_markup_in():
    text = draw_tree(trace(Curious()).tree())
    assert "<b>" not in text
    assert "&lt;b&gt;" in text


class Curious:
    """A user's class whose actions are dangerous."""

    to_move = 0

    def __init__(self, depth=0):
        self.depth = depth

    def actions(self):
        return ["<b>", '"&']

    def result(self, action):
        return Curious(self.depth + 1)

    def is_terminal(self):
        return self.depth == 1

    def utility(self):
        return 0.5


def test_graphviz_gets_every_node_and_edge():
    tree = trace(read_tree(BOOK)).tree()
    text = write_dot(tree)
    assert text.count("->") == len(tree.edges) == 12
    assert text.count("shape=box") == 9
    assert text.count("shape=invtriangle") == 3
    assert '"0.1" -> "0.1.1" [label="c2", style=dashed, color=gray]' in text
    assert '"0" -> "0.0" [label="B", style=bold]' in text
    assert "Max already has 3, Min can get 2 here" in text
    assert "___" in write_dot(trace(read_tree(BOOK)).tree(quiz=True))
    assert '\\"' in write_dot(trace(Curious()).tree())
