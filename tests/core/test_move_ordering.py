"""Move ordering: which move is tried first, and how killers and history come about."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.core import move_ordering
from plyground.core.contract import Rules, vector
from plyground.core.jit import as_kernel, compile_kernel, kernel
from plyground.core.move_ordering import (
    HISTORY_LIMIT,
    KILLER,
    URGENT,
    pick_move,
    rank_moves,
    reward_cut,
)
from plyground.core.pointers import PRIORS, compile_rules
from plyground.core.stack import (
    KILLERS_AT,
    MOVES_AT,
    PRIORS_AT,
    make_context,
    make_stack,
)
from plyground.games.registry import load_game

V = "int64[::1]"
SIGNATURES = {
    rank_moves: f"void({V}, {V}, int64, int64, {V}, {V}, {V}, {V}, {V})",
    pick_move: f"int64({V}, int64, int64, {V})",
    reward_cut: f"void({V}, int64, int64, int64, {V}, {V})",
}
MOVES = 40
NO_MOVE = 0xFFFF


@kernel
def priors(state, moves, count, out, features, tables):
    """The prior of a move is what the tables say."""
    for index in range(count):
        out[index] = tables[moves[index]]


def make_rules() -> Rules:
    kernels = replace(load_game("tictactoe").kernels, priors=priors, canonical=None)
    start, tables = vector([0, 0, 0]), vector([0] * MOVES)
    return Rules(kernels, start, tables=tables, branching=MOVES, move_limit=MOVES)


RULES = make_rules()


class Node:
    """One node of a search: its frame, and the history that all nodes share."""

    def __init__(self, run, side=0, with_priors=False):
        self.run = run
        self.context = make_context(RULES)
        self.frame = make_stack(self.context)[3].copy()
        self.history = np.zeros(2 * MOVES, np.int64)
        self.tables = np.zeros(MOVES, np.int64)
        self.state = np.array([side, 0, 0], np.int64)
        self.kernels = np.zeros(PRIORS + 1, np.int64)
        if with_priors:
            self.kernels = compile_rules(RULES.kernels).addresses

    @property
    def killers(self):
        at = int(self.context[KILLERS_AT])
        return self.frame[at : at + 2].tolist()

    @killers.setter
    def killers(self, moves):
        at = int(self.context[KILLERS_AT])
        self.frame[at : at + 2] = moves

    def list_moves(self, moves):
        at = int(self.context[MOVES_AT])
        self.frame[at : at + len(moves)] = moves

    def rank(self, moves, table_move=NO_MOVE):
        """The rank of each move."""
        self.list_moves(moves)
        arguments = self.context, self.history, np.zeros(1, np.int64), self.kernels, self.tables
        self.run(rank_moves)(self.state, self.frame, len(moves), table_move, *arguments)
        at = int(self.context[PRIORS_AT])
        return self.frame[at : at + len(moves)].tolist()

    def order(self, moves, table_move=NO_MOVE):
        """The moves in the order in which a search tries them."""
        self.rank(moves, table_move)
        count = len(moves)
        return [int(self.run(pick_move)(self.frame, i, count, self.context)) for i in range(count)]

    def reward(self, moves, index, depth):
        """The move at an index caused a cutoff."""
        self.list_moves(moves)
        side = int(self.state[0])
        self.run(reward_cut)(self.frame, index, depth, side, self.context, self.history)


def run_plain(function):
    return as_kernel(function).function


def run_native(function):
    return compile_kernel(function, SIGNATURES[function]).call


@pytest.fixture(params=["plain", "native"])
def run(request, monkeypatch):
    """Calls a kernel as plain Python, or as native code."""
    if request.param == "native":
        for function in SIGNATURES:
            run_native(function)
        return run_native
    # Plain Python has no function pointers.
    monkeypatch.setattr(move_ordering, "priors_of", lambda kernels: priors)
    return run_plain


# Which move comes first.


def test_without_any_hint_the_moves_stay_in_the_order_of_the_game(run):
    moves = [7, 3, 9, 1, 30, 0]
    assert Node(run).order(moves) == moves


def test_the_table_move_comes_first_whatever_the_others_promise(run):
    node = Node(run, with_priors=True)
    node.killers = [5, 6]
    node.history[7] = HISTORY_LIMIT
    node.tables[8] = 1000 * URGENT
    node.history[4] = -HISTORY_LIMIT
    node.tables[4] = -URGENT
    assert node.order([5, 6, 7, 8, 4], table_move=4)[0] == 4


def test_a_table_move_that_is_not_legal_here_changes_nothing(run):
    assert Node(run).order([5, 6, 7], table_move=9) == [5, 6, 7]


def test_killers_come_before_other_moves_and_the_first_before_the_second(run):
    node = Node(run)
    node.killers = [9, 2]
    assert node.order([1, 2, 3, 9, 4]) == [9, 2, 1, 3, 4]


def test_a_frame_without_killers_has_none(run):
    assert Node(run).killers == [-1, -1]


def test_the_history_of_the_other_side_does_not_count(run):
    for side in (0, 1):
        node = Node(run, side)
        node.history[MOVES * (1 - side) + 2] = 1000
        assert node.order([1, 2, 3]) == [1, 2, 3]
        node.history[MOVES * side + 3] = 1
        assert node.order([1, 2, 3]) == [3, 1, 2]


def test_urgent_priors_come_before_killers_and_history(run):
    node = Node(run, with_priors=True)
    node.killers = [9, 8]
    node.history[9] = HISTORY_LIMIT
    node.tables[2] = URGENT
    node.history[2] = -HISTORY_LIMIT
    assert node.order([1, 8, 9, 2])[0] == 2


def test_all_terms_of_a_rank_are_added(run):
    random = Random(4)
    node = Node(run, side=1, with_priors=True)
    node.killers = [11, 12]
    node.history[:] = [random.randrange(-HISTORY_LIMIT, HISTORY_LIMIT) for _ in range(2 * MOVES)]
    node.tables[:] = [random.randrange(-5000, 5000) for _ in range(MOVES)]
    moves = list(dict.fromkeys([*random.sample(range(MOVES), 20), 11, 12]))
    bonus = {11: KILLER, 12: KILLER - 1}
    expected = [
        node.tables[move] + node.history[MOVES + move] + bonus.get(move, 0) for move in moves
    ]
    assert node.rank(moves) == expected


def test_ranks_of_an_earlier_visit_are_gone(run):
    node = Node(run)
    node.killers = [2, 3]
    node.order([1, 2, 3])
    node.killers = [-1, -1]
    assert node.rank([1, 2, 3]) == [0, 0, 0]


# Picking.


@given(st.lists(st.integers(-2, 2), min_size=1, max_size=MOVES))
def test_moves_of_equal_rank_stay_in_the_order_of_the_game(ranks):
    """Python's sort is stable, too."""
    moves = [(7 * number) % 41 for number in range(len(ranks))]
    expected = [
        move for _, move in sorted(zip(ranks, moves, strict=True), key=lambda pair: -pair[0])
    ]
    for run in (run_plain, run_native):
        node = Node(run)
        node.list_moves(moves)
        at = int(node.context[PRIORS_AT])
        node.frame[at : at + len(ranks)] = ranks
        count = len(moves)
        picked = [int(run(pick_move)(node.frame, i, count, node.context)) for i in range(count)]
        assert picked == expected
        moves_at = int(node.context[MOVES_AT])
        assert node.frame[moves_at : moves_at + count].tolist() == expected
        assert node.frame[at : at + count].tolist() == sorted(ranks, reverse=True)


def test_moves_that_are_not_yet_picked_stay_in_the_order_of_the_game(run):
    node = Node(run)
    moves, ranks = [4, 5, 6, 7, 8], [0, 3, 0, 9, 3]
    node.list_moves(moves)
    at, moves_at = int(node.context[PRIORS_AT]), int(node.context[MOVES_AT])
    node.frame[at : at + 5] = ranks
    assert run(pick_move)(node.frame, 0, 5, node.context) == 7
    assert node.frame[moves_at : moves_at + 5].tolist() == [7, 4, 5, 6, 8]


# Learning from cutoffs.


def test_the_last_two_moves_that_cut_are_the_killers(run):
    node = Node(run)
    node.reward([3, 4, 5], 0, depth=2)
    assert node.killers == [3, -1]
    node.reward([3, 4, 5], 0, depth=2)
    assert node.killers == [3, -1]
    node.reward([3, 4, 5], 1, depth=2)
    assert node.killers == [4, 3]
    node.reward([3, 4, 5], 2, depth=2)
    assert node.killers == [5, 4]


def test_the_move_that_cut_gains_and_those_before_it_lose(run):
    for side in (0, 1):
        node = Node(run, side)
        node.reward([3, 4, 5, 6], 2, depth=4)
        own = node.history[MOVES * side : MOVES * (side + 1)]
        assert own[5] > 0
        assert own[3] == own[4] == -own[5]
        assert np.count_nonzero(node.history) == 3


def test_a_cut_high_in_the_tree_counts_more(run):
    gains = []
    for depth in (1, 2, 3, 5, 8):
        node = Node(run)
        node.reward([3], 0, depth)
        gains.append(int(node.history[3]))
    assert gains == sorted(set(gains))


@pytest.mark.parametrize("depth", [1, 3, 12, 60, 255])
def test_history_stays_within_its_limit(run, depth):
    node = Node(run)
    for _ in range(400):
        node.reward([3, 4], 1, depth)
        assert -HISTORY_LIMIT <= node.history[3] <= 0 <= node.history[4] <= HISTORY_LIMIT
    assert node.history[3] < 0 < node.history[4]
    # What was learnt can be unlearnt.
    for _ in range(400):
        node.reward([4, 3], 1, depth)
    assert node.history[4] < 0 < node.history[3]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 255), st.booleans()), max_size=60))
def test_native_code_learns_what_plain_python_learns(cuts):
    plain, native = Node(run_plain), Node(run_native)
    moves = [8, 2, 30, 11, 0, 39]
    for index, depth, turn in cuts:
        for node in (plain, native):
            node.state[0] = int(turn)
            node.reward(moves, index, depth)
    assert plain.history.tolist() == native.history.tolist()
    assert plain.killers == native.killers
    assert np.abs(plain.history).max() <= HISTORY_LIMIT
