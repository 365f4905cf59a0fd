from __future__ import annotations

import json

import pytest

from plyground import Problem, load_game
from plyground.lab.trace import trace
from plyground.lab.tree_notation import read_tree
from plyground.notebook import show_tree


@pytest.fixture(scope="module")
def search():
    return trace(load_game("tictactoe").start().play_all("a1 b2 c3 a2 c2"))


def test_a_search_is_sent_with_its_steps_and_its_code(search, open_page):
    tree = show_tree(search, step=3)
    page = open_page(tree)
    answer = page.request("/api/lab/trace", step=tree.step, limit=None, expanded=[])
    json.dumps(answer, allow_nan=False)
    assert answer["trace"]["steps"] == search.steps
    assert answer["film"]["first"] <= 3 <= answer["film"]["last"]
    [listing] = page.request("/api/lab/source?algorithm=alphabeta")["listings"]
    assert listing["name"] == "alphabeta.py"


def test_folded_nodes_can_be_unfolded_and_looked_at(search, open_page):
    page = open_page(show_tree(search, limit=5))
    few = page.request("/api/lab/film", step=None, limit=5, expanded=[])
    more = page.request("/api/lab/film", step=None, limit=5, expanded=["0"])
    assert len(more["strips"]) > len(few["strips"])
    shown = page.request("/api/positions", moves=["c1"])
    assert shown["position"]["ply"] == 6


def test_a_tree_written_by_hand_is_shown_too(open_page):
    tree = show_tree(trace(read_tree("(3 12 8) (2 4 6) (14 5 2)", 0)))
    assert tree.settings["source"] == "tree"
    answer = open_page(tree).request("/api/lab/trace", step=None, limit=None, expanded=[])
    assert answer["trace"]["value"] == "3"
    assert tree._repr_svg_().startswith("<svg")


def test_what_is_no_search_is_a_sentence(search):
    with pytest.raises(Problem, match="not str"):
        show_tree("tictactoe")
    with pytest.raises(Problem):
        show_tree(search, step=0)
