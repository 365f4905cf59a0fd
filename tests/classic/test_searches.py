"""All searches against a slow and obvious one, and the events they send to an observer."""

from __future__ import annotations

import math
import random
import zlib
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import load_game
from plyground.classic import (
    Cut,
    Enter,
    Leaf,
    Table,
    Value,
    Window,
    alphabeta,
    deepening,
    minimax,
    negamax,
)
from plyground.games.registry import game_names

SEARCHES = [minimax, alphabeta, negamax, deepening]
DEPTHS = [1, 2, 3, 4, math.inf]

# Options that keep the trees small enough for the oracle.
SMALL = {"gomoku": {"size": 5}, "triangles": {"n": 6}}
GAMES = {name: load_game(name, **SMALL.get(name, {})) for name in game_names()}


def naive(position, depth, evaluate):
    """The value for side 0, as anybody would write it down."""
    if position.is_terminal():
        return position.utility()
    if depth == 0:
        return evaluate(position)
    values = [naive(position.result(a), depth - 1, evaluate) for a in position.actions()]
    return max(values) if position.to_move == 0 else min(values)


@dataclass(frozen=True)
class Tree:
    """A position of a game drawn by hand; `worth` is its utility at the end, else a guess."""

    to_move: int
    worth: int
    branches: tuple[Tree, ...] = ()

    def actions(self):
        return list(range(len(self.branches)))

    def result(self, action):
        return self.branches[action]

    def is_terminal(self):
        return not self.branches

    def utility(self):
        assert self.is_terminal()
        return self.worth


SIDES = st.integers(0, 1)
MARGINS = st.integers(-6, 6)
BRANCHY = st.recursive(
    st.builds(Tree, SIDES, MARGINS),
    lambda trees: st.builds(
        Tree, SIDES, MARGINS, st.lists(trees, min_size=1, max_size=4).map(tuple)
    ),
    max_leaves=40,
)


def meeting_ways(seed):
    """A tree in which different ways, longer and shorter ones, lead to the same positions."""
    chance = random.Random(seed)
    lower, trees = [], [Tree(0, chance.randint(-6, 6)) for _ in range(8)]
    for _ in range(5):
        lower, trees = trees, [grow(chance, trees + lower[:1]) for _ in range(4)]
    return trees[0]


def grow(chance, trees):
    branches = chance.sample(trees, chance.randint(2, 3))
    return Tree(chance.randrange(2), chance.randint(-6, 6), tuple(branches))


TREES = BRANCHY | st.builds(meeting_ways, st.integers(0, 2**32))


def guess(tree):
    return tree.worth


def random_position(name, seed):
    """An ongoing position, some random moves into the game."""
    chance = random.Random(seed)
    position = GAMES[name].start()
    for _ in range(chance.randrange(1, 12)):
        after = position.play(chance.choice(position.codes))
        position = position if after.is_over else after
    return position


def lottery(position):
    """An evaluation that is different everywhere, so that every leaf matters."""
    return zlib.crc32(position.state.tobytes()) % 13 - 6


def check_value(search, position, depth, evaluate, table):
    expected = naive(position, depth, evaluate)
    found = search(position, depth, evaluate, table=table)
    assert found.value == expected
    check_line(position, found, evaluate, table)
    return found


def check_line(position, found, evaluate, table):
    """The line leads to the value; without a table, to where the value comes from."""
    for action in found.line:
        assert action in position.actions()
        position = position.result(action)
    left = found.depth - len(found.line)
    assert naive(position, left, evaluate) == found.value
    assert table is not None or left == 0 or position.is_terminal()


@pytest.mark.parametrize("with_table", [False, True])
@pytest.mark.parametrize("search", SEARCHES)
@given(tree=TREES, depth=st.sampled_from(DEPTHS))
def test_every_search_finds_the_value_of_a_tree(search, with_table, tree, depth):
    found = check_value(search, tree, depth, guess, Table() if with_table else None)
    if found.complete:
        assert found.value == naive(tree, math.inf, guess)


@pytest.mark.parametrize("with_table", [False, True])
@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32), depth=st.integers(1, 3))
def test_every_search_finds_the_value_of_a_position(name, search, with_table, seed, depth):
    position = random_position(name, seed)
    depth = min(depth, 2) if len(position.codes) > 12 else depth
    check_value(search, position, depth, lottery, Table() if with_table else None)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_table_changes_no_value_where_many_ways_meet(search):
    """A bound taken for a value, or a shallow value for a deep one, shows in a few of a hundred."""
    for seed in range(300):
        tree = meeting_ways(seed)
        assert search(tree, math.inf, guess, table=Table()).value == naive(tree, math.inf, guess)


@given(tree=TREES, depth=st.sampled_from(DEPTHS))
def test_a_search_is_complete_if_nothing_lay_beyond_its_depth(tree, depth):
    assert minimax(tree, depth, guess).complete == (height(tree) <= depth)


def height(tree):
    return 1 + max(map(height, tree.branches)) if tree.branches else 0


@given(tree=TREES)
def test_alphabeta_and_negamax_look_at_the_same_nodes(tree):
    assert alphabeta(tree) == negamax(tree)


@given(tree=TREES)
def test_pruning_never_looks_at_more(tree):
    everything, less = minimax(tree), alphabeta(tree)
    assert less.nodes <= everything.nodes
    assert less.line == everything.line, "the first of the best is kept"


# What is told.


@dataclass
class Node:
    """A node that was entered and is not closed yet."""

    enter: Enter
    depth: float
    alpha: float
    beta: float
    children: list[tuple[Any, float]] = field(default_factory=list)
    """The actions that were tried, and what they are worth to this node."""
    cut: Cut | None = None

    @property
    def position(self):
        return self.enter.position


class Listener:
    """Follows the events of a search, and believes nothing."""

    def __init__(self, root, depth, evaluate, with_table):
        self.root = root
        self.depth = depth
        self.evaluate = evaluate
        self.with_table = with_table
        self.open = []
        self.roots = 0
        self.counts = dict.fromkeys((Enter, Leaf, Cut), 0)

    def __call__(self, event):
        if type(event) in self.counts:
            self.counts[type(event)] += 1
        {
            Enter: self.enter,
            Leaf: self.leaf,
            Window: self.window,
            Cut: self.cut,
            Value: self.value,
        }[type(event)](event)

    def enter(self, event):
        window = (event.alpha, event.beta)
        if not self.open:
            self.roots += 1
            assert event.action is None
            assert event.position == self.root
            assert window == (-math.inf, math.inf)
            depth = self.roots if self.depth is None else self.depth
        else:
            parent = self.open[-1]
            assert parent.cut is None, "nothing is looked at after a cut"
            assert event.action in parent.position.actions()
            assert event.action not in [action for action, _ in parent.children]
            assert event.position == parent.position.result(event.action)
            expected = (parent.alpha, parent.beta)
            if self.is_turned(parent, event):
                expected = (-parent.beta, -parent.alpha)
            assert window == expected
            depth = parent.depth - 1
        side = event.position.to_move
        assert event.role in ("mover", ("max", "min")[side])
        self.open.append(Node(event, depth, *window))

    @staticmethod
    def is_turned(parent, event):
        """Do the two nodes see values with opposite signs?"""
        other_side = event.position.to_move != parent.position.to_move
        return event.role == "mover" and other_side

    def leaf(self, event):
        node = self.open[-1]
        position = node.position
        assert not node.children
        if event.reason == "end":
            assert event.value == self.own(node, position.utility())
        elif event.reason == "depth":
            assert node.depth == 0
            assert event.value == self.own(node, self.evaluate(position))
        else:
            assert self.with_table
            exact = self.own(node, naive(position, node.depth, self.evaluate))
            if node.alpha < event.value < node.beta:
                assert event.value == exact
            else:
                assert (event.value >= node.beta) == (exact >= node.beta)
                assert (event.value <= node.alpha) == (exact <= node.alpha)
        self.close(event.value)

    @staticmethod
    def own(node, value):
        """A value for side 0 as the node sees it."""
        return -value if node.enter.role == "mover" and node.position.to_move == 1 else value

    def window(self, event):
        node = self.open[-1]
        assert node.alpha <= event.alpha < event.beta <= node.beta
        assert (node.alpha, node.beta) != (event.alpha, event.beta), "it became narrower"
        assert self.best(node) == (event.beta if node.enter.role == "min" else event.alpha)
        node.alpha, node.beta = event.alpha, event.beta

    def cut(self, event):
        node = self.open[-1]
        assert node.cut is None
        node.cut = event
        assert event.value == self.best(node)
        if node.enter.role == "min":
            assert event.value <= event.bound == node.alpha
        else:
            assert event.value >= event.bound == node.beta
        assert event.skipped

    def value(self, event):
        node = self.open[-1]
        tried = [action for action, _ in node.children]
        skipped = list(node.cut.skipped) if node.cut else []
        assert sorted(tried + skipped) == sorted(node.position.actions())
        assert event.value == self.best(node)
        first_best = next(action for action, value in node.children if value == event.value)
        assert event.action == first_best
        self.close(event.value)

    @staticmethod
    def best(node):
        values = [value for _, value in node.children]
        return min(values) if node.enter.role == "min" else max(values)

    def close(self, value):
        node = self.open.pop()
        if self.open:
            parent = self.open[-1]
            worth = -value if self.is_turned(parent, node.enter) else value
            parent.children.append((node.enter.action, worth))


def check_events(search, position, depth, evaluate, with_table):
    is_stepwise = search is deepening
    listener = Listener(position, None if is_stepwise else depth, evaluate, with_table)
    found = search(position, depth, evaluate, listener, Table() if with_table else None)
    assert listener.open == [], "every node that was entered is closed"
    assert listener.roots == (found.depth if is_stepwise else 1)
    counts = listener.counts
    assert (found.nodes, found.leaves, found.cuts) == (counts[Enter], counts[Leaf], counts[Cut])


@pytest.mark.parametrize("with_table", [False, True])
@pytest.mark.parametrize("search", SEARCHES)
@given(tree=TREES, depth=st.sampled_from(DEPTHS))
def test_the_events_of_a_tree_are_right(search, with_table, tree, depth):
    check_events(search, tree, depth, guess, with_table)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_events_of_a_position_are_right(name, search, seed):
    check_events(search, random_position(name, seed), 2, lottery, False)
