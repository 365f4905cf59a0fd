"""The tree that is shown is the search that was made."""

from __future__ import annotations

import json
import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.classic import Cut, Enter, Leaf, Table, Value, Window, alphabeta
from plyground.games.registry import game_names, load_game
from plyground.lab.search_recorder import Recorder
from plyground.lab.search_setup import TextbookSearch
from plyground.lab.trace import Trace, trace
from plyground.lab.tree_notation import read_tree
from plyground.locale import Problem

BOOK = "(3 12 8) (2 4 6) (14 5 2)"
"""The example by which Russell and Norvig explain minimax and alpha-beta."""

ALGORITHMS = ["minimax", "alphabeta", "negamax", "deepening"]
ORDERS = ["natural", "reversed", "random:7", "best"]
NESTED = st.recursive(
    st.integers(-20, 20), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=25
)
TREES = st.lists(NESTED, min_size=2, max_size=4)


def written(tree):
    return str(tree) if isinstance(tree, int) else f"({' '.join(map(written, tree))})"


def best(tree, side):
    """Minimax in one line, by which all else is judged."""
    if isinstance(tree, int):
        return tree
    return (max, min)[side](best(below, 1 - side) for below in tree)


def late(moves="b2 a1 c1 a3 a2"):
    return load_game("tictactoe").start().play_all(moves)


def by_name(tree):
    return {node.position.name: node for node in tree.nodes}


# What is shown of a search that the books tell, too.


def test_the_books_example_has_the_books_values():
    nodes = by_name(trace(read_tree(BOOK), "minimax").tree())
    assert {name: nodes[name].value for name in "ABCD"} == {"A": 3, "B": 3, "C": 2, "D": 2}
    assert all(node.entry is None for node in nodes.values())


def test_the_books_example_is_cut_where_the_book_cuts_it():
    tree = trace(read_tree(BOOK)).tree()
    nodes = by_name(tree)
    assert [name for name, node in nodes.items() if node.state == "pruned"] == ["c2", "c3"]
    assert nodes["C"].cut.skipped == ("c2", "c3")
    assert nodes["C"].cut.words == "Max already has 3, Min can get 2 here"
    assert (nodes["C"].entry.alpha, nodes["C"].entry.beta) == (3, math.inf)
    assert nodes["D"].cut is None
    assert [name for name, node in nodes.items() if node.principal] == ["A", "B", "b1"]
    severed = [edge.action for edge in tree.edges if edge.is_cut]
    assert severed == ["c2", "c3"]
    assert (tree.value, tree.line) == (3, ("B", "b1"))
    assert (tree.counts.nodes, tree.counts.leaves, tree.counts.cuts) == (11, 7, 1)


def test_min_may_move_first():
    tree = trace(read_tree(BOOK, side=1)).tree()
    assert tree.value == best([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 1)
    assert tree.nodes[0].role == "min"


@settings(deadline=None)
@given(TREES, st.sampled_from(ALGORITHMS), st.sampled_from(ORDERS), st.booleans())
def test_every_search_finds_the_value(tree, algorithm, order, table):
    root = read_tree(" ".join(map(written, tree)))
    assert trace(root, algorithm, order=order, table=table).tree().value == best(tree, 0)


@settings(deadline=None)
@given(TREES, st.data())
def test_what_is_cut_off_does_not_matter(tree, data):
    """Whatever stands behind a cut, the value is the same."""
    text = " ".join(map(written, tree))
    shown = trace(read_tree(text)).tree()
    nodes = {node.id: node for node in shown.nodes}

    def changed(below, id):
        if isinstance(below, int):
            is_pruned = nodes[id].state == "pruned"
            return data.draw(st.integers(-99, 99)) if is_pruned else below
        return [changed(child, f"{id}.{place}") for place, child in enumerate(below)]

    tree = tree[0] if len(tree) == 1 else tree
    assert best(changed(tree, "0"), 0) == shown.value


@settings(deadline=None)
@given(TREES)
def test_the_line_of_best_play_leads_to_the_value(tree):
    shown = trace(read_tree(" ".join(map(written, tree)))).tree()
    line = [node for node in shown.nodes if node.principal]
    assert [node.action for node in line[1:]] == list(shown.line)
    assert {node.value for node in line} == {shown.value}
    assert line[-1].leaf


# Steps.


def replayed(events):
    """Who is open, done or cut after some events, told again from the events alone."""
    states, windows, values, way, tried = {}, {}, {}, [], Counter()
    for event in events:
        if isinstance(event, Enter):
            id = f"{way[-1]}.{tried[way[-1]]}" if way else "0"
            tried[way[-1] if way else None] += 1
            way.append(id)
            states[id], windows[id] = "open", (event.alpha, event.beta)
        elif isinstance(event, Window):
            windows[way[-1]] = event.alpha, event.beta
        elif isinstance(event, Leaf | Value):
            values[way[-1]] = event.value
            states[way.pop()] = "closed"
    return states, windows, values


@pytest.mark.parametrize("order", ["natural", "best"])
@pytest.mark.parametrize("table", [False, True])
def test_the_tree_after_any_step_is_that_of_the_events_so_far(order, table):
    start, events = late("b2 a1 c1 a3"), []
    traced = trace(start, "alphabeta", 4, order, table)
    if order == "natural":
        alphabeta(start, 4, observer=events.append, table=Table() if table else None)
        assert len(events) == traced.steps
    for step in range(1, traced.steps + 1, 1 if order == "natural" else 97):
        tree = traced.tree(step, limit=1_000)
        if events:
            states, windows, values = replayed(events[:step])
            looked_at = [node for node in tree.nodes if node.role]
            assert {node.id: node.state for node in looked_at} == states
            assert {node.id: (node.now.alpha, node.now.beta) for node in looked_at} == windows
            assert {n.id: n.value for n in looked_at if n.value is not None} == values
            assert tree.counts.nodes == len(states)
            assert tree.counts.cuts == sum(isinstance(event, Cut) for event in events[:step])
        at_work = [node for node in tree.nodes if node.current]
        assert len(at_work) == (1 if step < traced.steps else 0)


def test_a_step_has_its_name_in_the_code():
    traced = trace(read_tree(BOOK))
    captions = [traced.tree(step).event_text for step in range(1, traced.steps + 1)]
    assert captions[0] == "Step 1: a new node"
    assert any(words.startswith("Step 4: cut") for words in captions)
    assert captions[-1] == "Step 6: that is the value of the node"
    assert trace(read_tree(BOOK), "minimax").tree().event_text.startswith("Step 4")


def test_there_are_no_steps_before_the_first_and_after_the_last():
    traced = trace(read_tree(BOOK))
    for step in (0, -1, traced.steps + 1):
        with pytest.raises(Problem, match=f"steps 1 to {traced.steps}"):
            traced.tree(step)


def test_deepening_is_shown_search_by_search():
    traced = trace(late(), "deepening", 3)
    assert [one.depth for one in traced.rounds] == [1, 2, 3]
    assert traced.rounds[0].first == 1
    assert traced.rounds[-1].last == traced.steps
    assert sum(one.nodes for one in traced.rounds) == traced.found.nodes
    for number, one in enumerate(traced.rounds):
        tree = traced.tree(one.last)
        assert tree.round == number
        assert max(node.ply for node in tree.nodes) <= number + 1
        assert tree.counts.nodes == one.nodes
    with_table = trace(late(), "deepening", 3, table=True).tree()
    assert with_table.value == traced.tree().value


# Folding.


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 60), st.data())
def test_what_is_not_shown_is_counted(limit, data):
    traced = SEARCH
    step = data.draw(st.integers(1, traced.steps))
    tree = traced.tree(step, limit)
    assert tree.counts.shown + tree.counts.folded == tree.counts.nodes
    assert tree.counts.shown == sum(n.role is not None and n.state != "pruned" for n in tree.nodes)
    assert tree.counts.shown <= limit
    assert sum(node.current for node in tree.nodes) == (step < traced.steps)


SEARCH = trace(late("b2 a1"), "alphabeta", 4)


def test_folding_is_fair():
    """No first move shows two replies more than another that has more to show."""
    everything = Counter(node.parent for node in SEARCH.tree(limit=5_000).nodes if node.role)
    for limit in (12, 20, 30, 40):
        shown = SEARCH.tree(limit=limit).nodes
        replies = Counter(node.parent for node in shown if node.role and node.ply == 2)
        first = [node.id for node in shown if node.role and node.ply == 1]
        assert len(first) == 7
        most = max(replies.values())
        assert all(replies[id] >= min(most - 1, everything[id]) for id in first)


def test_the_line_of_best_play_is_never_folded():
    tree = SEARCH.tree(limit=12)
    assert len([node for node in tree.nodes if node.principal]) == 5


def test_a_folded_node_can_be_opened():
    before = SEARCH.tree(limit=10)
    stub = next(node for node in before.nodes if node.state == "folded" and node.openable)
    after = SEARCH.tree(limit=10, expanded=[stub.parent])
    assert len(after.nodes) > len(before.nodes)
    assert after.counts.folded < before.counts.folded
    children = {node.id for node in after.nodes if node.parent == stub.parent}
    assert f"{stub.parent}.more" not in children or len(children) > 2
    assert SEARCH.tree(limit=10, expanded=["0.99", "x", "", "1"]) == before


def test_wide_families_are_folded_so_that_depth_is_seen():
    tree = trace(load_game("kamisado").start(), "alphabeta", 2).tree()
    shown = Counter(node.parent for node in tree.nodes if node.role)
    assert 2 <= max(shown.values()) < 12
    assert max(node.ply for node in tree.nodes) == 2


def test_what_is_too_much_to_keep_is_still_counted():
    start = late("b2 a1")
    whole = trace(start, "minimax", 4)
    small = Trace(TextbookSearch(start, "minimax", 4), recorder=Recorder(max_nodes=60))
    assert small.tree(limit=40).counts.nodes == whole.tree(limit=40).counts.nodes
    assert small.tree(limit=5_000).counts.folded > 0
    assert small.tree(limit=5_000).counts.shown <= 60
    assert not any(n.openable for n in small.tree(limit=5_000).nodes)
    for step in range(1, whole.steps, 41):
        few, many = small.tree(step, limit=20), whole.tree(step, limit=20)
        shown = {node.id: node.folded for node in few.nodes}
        for node in many.nodes:
            if node.id in shown and node.ply < 2:
                assert shown[node.id] == node.folded


def test_a_search_without_end_is_stopped():
    with pytest.raises(Problem, match="stopped after 1,000 events"):
        Trace(
            TextbookSearch(load_game("tictactoe").start(), "minimax", 9),
            recorder=Recorder(max_steps=1_000),
        )


def test_a_search_can_be_stopped_from_outside():
    from plyground.classic import Stopped

    calls = iter(range(100))
    with pytest.raises(Stopped):
        Trace(TextbookSearch(late(), "minimax"), lambda: next(calls) > 20)


# Whoever can be searched.


class Nim:
    """Take one or two; who takes the last one wins. Only what the textbook asks for."""

    def __init__(self, left=5, to_move=0):
        self.left, self.to_move = left, to_move

    def actions(self):
        return [take for take in (1, 2) if take <= self.left]

    def result(self, action):
        return Nim(self.left - action, 1 - self.to_move)

    def is_terminal(self):
        return self.left == 0

    def utility(self):
        return -1 if self.to_move == 0 else 1


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("order", ORDERS)
def test_a_class_of_five_methods_is_enough(algorithm, order):
    tree = trace(Nim(), algorithm, order=order).tree()
    assert tree.value == 1
    assert tree.line[0] == "2"


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax"])
def test_every_game_can_be_watched(name, algorithm):
    start = load_game(name).start()
    start.game.native()
    tree = trace(start, algorithm, 2 if len(start.moves) < 200 else 1).tree()
    assert tree.value is not None
    captions = json.loads(json.dumps(tree.as_json(), allow_nan=False))
    assert captions["title"] == start.game.title
    assert captions["nodes"][0]["entry"] == {"alpha": None, "beta": None}
    assert {edge["child"] for edge in captions["edges"]} == {n["id"] for n in captions["nodes"][1:]}
    texts = {node.position.text for node in tree.nodes if node.role}
    assert {node["position"] for node in captions["nodes"] if node["role"]} == texts


def test_numbers_of_negamax_are_for_the_mover():
    plain = {node.id: node for node in trace(late(), "alphabeta", 3).tree().nodes}
    turned = trace(late(), "negamax", 3).tree()
    for node in turned.nodes:
        if node.role:
            sign = 1 if node.position.side == 0 else -1
            assert node.value == sign * plain[node.id].value
            assert node.role == "mover"


def test_unknown_algorithms_and_orders_are_refused():
    with pytest.raises(Problem, match='Did you mean "alphabeta"'):
        trace(late(), "alphabet")
    for order in ("bst", "natural:3", "best:1", ""):
        with pytest.raises(Problem, match="There is no order"):
            trace(late(), order=order)
