"""The textbook's own examples, classes of a user, stopping, and how short the code is."""

from __future__ import annotations

import ast
import math
import subprocess
import sys
from pathlib import Path

import pytest

from plyground import Problem, classic, load_game
from plyground.classic import (
    Cut,
    Enter,
    Leaf,
    Stopped,
    Table,
    alphabeta,
    deepening,
    minimax,
    negamax,
)

SEARCHES = [minimax, alphabeta, negamax, deepening]
SOURCE = Path(classic.__file__).parent


class Branching:
    """A tree of the textbook: lists of lists of numbers, Max first."""

    def __init__(self, tree, side=0):
        self.tree = tree
        self.side = side

    def to_move(self):
        return self.side

    def actions(self):
        return range(len(self.tree))

    def result(self, action):
        return Branching(self.tree[action], 1 - self.side)

    def is_terminal(self):
        return isinstance(self.tree, int)

    def utility(self):
        return self.tree


TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


@pytest.mark.parametrize("search", SEARCHES)
def test_the_tree_of_the_textbook_is_worth_three(search):
    found = search(Branching(TEXTBOOK))
    assert found.value == 3
    assert found.line == (0, 0)


@pytest.mark.parametrize("search", [alphabeta, negamax])
def test_alphabeta_passes_over_two_leaves_of_the_textbooks_tree(search):
    """After the 2 under the second branch, the 4 and the 6 cannot matter."""
    told = []
    found = search(Branching(TEXTBOOK), observer=told.append)
    assert (found.leaves, found.nodes, found.cuts) == (7, 11, 1)
    assert [abs(event.value) for event in told if isinstance(event, Leaf)] == [
        *(3, 12, 8),
        2,
        *(14, 5, 2),
    ]
    [cut] = [event for event in told if isinstance(event, Cut)]
    assert (abs(cut.value), abs(cut.bound), cut.skipped) == (2, 3, (1, 2))


def test_minimax_looks_at_all_of_the_textbooks_tree():
    found = minimax(Branching(TEXTBOOK))
    assert (found.leaves, found.nodes, found.cuts) == (9, 13, 0)


def test_minimax_visits_the_well_known_number_of_positions():
    game = load_game("tictactoe")
    game.native()
    found = minimax(game.start())
    assert (found.value, found.nodes, found.leaves) == (0, 549_946, 255_168)
    assert found.complete


@pytest.mark.parametrize("search", [alphabeta, negamax])
def test_alphabeta_in_natural_order_visits_the_well_known_number(search):
    found = search(load_game("tictactoe").start())
    assert (found.value, found.nodes) == (0, 18_297)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_table_saves_work(search):
    start = load_game("tictactoe").start().play_all("a1 b2")
    alone, helped = search(start), search(start, table=Table())
    assert helped.value == alone.value == 0
    assert helped.nodes < 0.6 * alone.nodes


# A user's class.


class Sticks:
    """Take one to three; who takes the last stick wins."""

    def __init__(self, left, side=0):
        self.left = left
        self.to_move = side

    def actions(self):
        return [count for count in (1, 2, 3) if count <= self.left]

    def result(self, action):
        return Sticks(self.left - action, 1 - self.to_move)

    def is_terminal(self):
        return self.left == 0

    def utility(self):
        return -1 if self.to_move == 0 else 1


class AskedSticks(Sticks):
    """The same with `to_move` as a method."""

    def __init__(self, left, side=0):
        super().__init__(left)
        self.to_move = lambda: side

    def result(self, action):
        return AskedSticks(self.left - action, 1 - self.to_move())

    def utility(self):
        return -1 if self.to_move() == 0 else 1


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("sticks", [Sticks, AskedSticks])
@pytest.mark.parametrize("side", [0, 1])
def test_a_class_with_five_methods_will_do(search, sticks, side):
    """A multiple of four is lost for who is to move; else one takes what is beyond it."""
    for left in range(1, 9):
        found = search(sticks(left, side))
        mover_wins = left % 4 != 0
        assert found.value == (1 if mover_wins == (side == 0) else -1)
        if mover_wins:
            assert found.action == left % 4


class Stuck(Sticks):
    def actions(self):
        return []


@pytest.mark.parametrize("search", SEARCHES)
def test_a_game_that_neither_ends_nor_goes_on_is_a_problem(search):
    with pytest.raises(Problem, match="is_terminal"):
        search(Stuck(3))


@pytest.mark.parametrize("search", SEARCHES)
def test_a_finished_game_is_worth_what_it_brought(search):
    found = search(Sticks(0, side=1))
    assert (found.value, found.line, found.action, found.nodes) == (1, (), None, 1)


# Stopping.


def after(count):
    """Says stop once it was asked that often."""
    asked = iter(range(count))
    return lambda: next(asked, None) is None


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("count", [0, 1])
def test_a_search_that_is_stopped_at_once_has_no_answer(search, count):
    with pytest.raises(Stopped):
        search(Sticks(20), stop=after(count))


@pytest.mark.parametrize("search", [minimax, alphabeta, negamax])
def test_a_search_that_is_stopped_has_looked_no_further(search):
    told = []
    with pytest.raises(Stopped):
        search(Sticks(20), observer=told.append, stop=after(50))
    assert sum(isinstance(event, Enter) for event in told) == 50


@pytest.mark.parametrize("nodes", [5, 20, 100, 1_000])
def test_deepening_keeps_the_last_finished_depth(nodes):
    found = deepening(Sticks(20), stop=after(nodes))
    each = [alphabeta(Sticks(20), depth) for depth in range(1, int(found.depth) + 2)]
    *finished, stopped = [one.nodes for one in each]
    assert found.nodes == sum(finished) <= nodes < sum(finished) + stopped
    assert (found.line, found.value) == (each[-2].line, each[-2].value)
    assert not found.complete


@pytest.mark.parametrize("search", [minimax, negamax])
def test_any_search_can_be_deepened(search):
    found = deepening(Sticks(7), search=search)
    assert found.depth == 7
    assert found.nodes == sum(search(Sticks(7), depth).nodes for depth in range(1, 8))


def test_deepening_goes_no_deeper_than_asked():
    assert deepening(Sticks(20), 4).depth == 4
    assert deepening(Sticks(3), math.inf).depth == 3


# The code.


def test_the_textbook_needs_neither_numba_nor_numpy():
    for file in SOURCE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in getattr(node, "names", [])]
            names += [getattr(node, "module", None) or ""]
            assert not {name.partition(".")[0] for name in names} & {"numba", "numpy"}, file
    code = "import sys, plyground.classic; print(*sys.modules.keys() & {'numba', 'numpy'})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "negamax", "deepening"])
def test_each_algorithm_is_short_enough_to_be_read_in_class(name):
    text = (SOURCE / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 80
