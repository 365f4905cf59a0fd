"""Move ordering: which move is tried first, and how killers and history come about."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.core import slots
from plyground.core.context import Context
from plyground.core.contract import Rules, vector
from plyground.core.game_calls import raise_violation
from plyground.core.jit import as_kernel, compile_kernel, kernel
from plyground.core.move_ordering import (
    HISTORY_LIMIT,
    KILLER,
    URGENT,
    pick_move,
    rank_moves,
    reward_cut,
    update_history,
)
from plyground.core.pointers import compile_rules
from plyground.core.stack import KILLERS, MOVES, RANKS, bind_stack, read_list, read_state
from plyground.games.registry import load_game
from plyground.locale import Problem

V = "int64[::1]"
SIGNATURES = {
    rank_moves: f"void({V}, int64, int64, int64)",
    pick_move: f"int64({V}, {V}, int64, int64)",
    reward_cut: f"void({V}, int64, int64, int64)",
    update_history: f"void({V}, int64, {V}, int64, int64)",
}
MOVE_LIMIT = 40
PLY = 3
NO_MOVE = 0xFFFF


@kernel
def priors(state, moves, count, out, features, tables):
    """The prior of a move is what the tables say."""
    for index in range(count):
        out[index] = tables[moves[index]]


def make_rules() -> Rules:
    kernels = replace(load_game("tictactoe").kernels, priors=priors, canonical=None)
    start = vector([0, 0, 0])
    return Rules(kernels, start, branching=MOVE_LIMIT, move_limit=MOVE_LIMIT)


RULES = make_rules()


class Node:
    """One node of a search: its frame, and the history that all nodes share."""

    def __init__(self, side=0, with_priors=False):
        native = compile_rules(
            RULES.kernels if with_priors else replace(RULES.kernels, priors=None)
        )
        self.tables = np.zeros(MOVE_LIMIT, np.int64)
        self.history = np.zeros(2 * MOVE_LIMIT, np.int64)
        self.context = Context(replace(RULES, tables=self.tables), native)
        self.context.bind(slots.HISTORY, self.history)
        self.stack = bind_stack(self.context, RULES, PLY, lists=2)
        self.frame = self.stack[PLY]
        self.killers = [-1, -1]
        read_state(self.stack, PLY, 3)[:] = side, 0, 0

    @property
    def killers(self):
        return self.frame[KILLERS : KILLERS + 2].tolist()

    @killers.setter
    def killers(self, moves):
        self.frame[KILLERS : KILLERS + 2] = moves

    @property
    def moves(self):
        return read_list(self.context, self.stack, PLY, MOVES)

    @property
    def ranks(self):
        return read_list(self.context, self.stack, PLY, RANKS)

    def rank(self, moves, table_move=NO_MOVE):
        """The rank of each move."""
        self.moves[: len(moves)] = moves
        run_native(rank_moves)(self.context.words, PLY, len(moves), table_move)
        return self.ranks[: len(moves)].tolist()

    def order(self, moves, table_move=NO_MOVE):
        """The moves in the order in which a search tries them."""
        self.rank(moves, table_move)
        count = len(moves)
        return [int(run_native(pick_move)(self.moves, self.ranks, i, count)) for i in range(count)]

    def reward(self, moves, index, depth):
        """The move at an index caused a cutoff."""
        self.moves[: len(moves)] = moves
        run_native(reward_cut)(self.context.words, PLY, index, depth)


def run_plain(function):
    return as_kernel(function).function


def run_native(function):
    return compile_kernel(function, SIGNATURES[function]).call


@pytest.fixture(params=[run_plain, run_native], ids=["plain", "native"])
def run(request):
    """Calls a kernel as plain Python, or as native code."""
    return request.param


# Which move comes first.


def test_without_any_hint_the_moves_stay_in_the_order_of_the_game():
    moves = [7, 3, 9, 1, 30, 0]
    assert Node().order(moves) == moves


def test_the_table_move_comes_first_whatever_the_others_promise():
    node = Node(with_priors=True)
    node.killers = [5, 6]
    node.history[7] = HISTORY_LIMIT
    node.tables[8] = 1000 * URGENT
    node.history[4] = -HISTORY_LIMIT
    node.tables[4] = -URGENT
    assert node.order([5, 6, 7, 8, 4], table_move=4)[0] == 4


def test_a_table_move_that_is_not_legal_here_changes_nothing():
    assert Node().order([5, 6, 7], table_move=9) == [5, 6, 7]


def test_killers_come_before_other_moves_and_the_first_before_the_second():
    node = Node()
    node.killers = [9, 2]
    assert node.order([1, 2, 3, 9, 4]) == [9, 2, 1, 3, 4]


def test_a_frame_without_killers_has_none():
    assert Node().killers == [-1, -1]


def test_the_history_of_the_other_side_does_not_count():
    for side in (0, 1):
        node = Node(side)
        node.history[MOVE_LIMIT * (1 - side) + 2] = 1000
        assert node.order([1, 2, 3]) == [1, 2, 3]
        node.history[MOVE_LIMIT * side + 3] = 1
        assert node.order([1, 2, 3]) == [3, 1, 2]


def test_urgent_priors_come_before_killers_and_history():
    node = Node(with_priors=True)
    node.killers = [9, 8]
    node.history[9] = HISTORY_LIMIT
    node.tables[2] = URGENT
    node.history[2] = -HISTORY_LIMIT
    assert node.order([1, 8, 9, 2])[0] == 2


def test_all_terms_of_a_rank_are_added():
    random = Random(4)
    node = Node(side=1, with_priors=True)
    node.killers = [11, 12]
    node.history[:] = [
        random.randrange(-HISTORY_LIMIT, HISTORY_LIMIT) for _ in range(2 * MOVE_LIMIT)
    ]
    node.tables[:] = [random.randrange(-5000, 5000) for _ in range(MOVE_LIMIT)]
    moves = list(dict.fromkeys([*random.sample(range(MOVE_LIMIT), 20), 11, 12]))
    bonus = {11: KILLER, 12: KILLER - 1}
    expected = [
        node.tables[move] + node.history[MOVE_LIMIT + move] + bonus.get(move, 0) for move in moves
    ]
    assert node.rank(moves) == expected


def test_ranks_of_an_earlier_visit_are_gone():
    node = Node()
    node.killers = [2, 3]
    node.order([1, 2, 3])
    node.killers = [-1, -1]
    assert node.rank([1, 2, 3]) == [0, 0, 0]


# Picking.


@given(st.lists(st.integers(-2, 2), min_size=1, max_size=MOVE_LIMIT))
def test_moves_of_equal_rank_stay_in_the_order_of_the_game(ranks):
    """Python's sort is stable, too."""
    moves = [(7 * number) % 41 for number in range(len(ranks))]
    expected = [
        move for _, move in sorted(zip(ranks, moves, strict=True), key=lambda pair: -pair[0])
    ]
    for run in (run_plain, run_native):
        left, ranked, count = vector(moves), vector(ranks), len(moves)
        assert [int(run(pick_move)(left, ranked, i, count)) for i in range(count)] == expected
        assert left.tolist() == expected
        assert ranked.tolist() == sorted(ranks, reverse=True)


def test_moves_that_are_not_yet_picked_stay_in_the_order_of_the_game(run):
    moves, ranks = vector([4, 5, 6, 7, 8]), vector([0, 3, 0, 9, 3])
    assert run(pick_move)(moves, ranks, 0, 5) == 7
    assert moves.tolist() == [7, 4, 5, 6, 8]


# Learning from cutoffs.


def test_the_last_two_moves_that_cut_are_the_killers():
    node = Node()
    node.reward([3, 4, 5], 0, depth=2)
    assert node.killers == [3, -1]
    node.reward([3, 4, 5], 0, depth=2)
    assert node.killers == [3, -1]
    node.reward([3, 4, 5], 1, depth=2)
    assert node.killers == [4, 3]
    node.reward([3, 4, 5], 2, depth=2)
    assert node.killers == [5, 4]


def test_the_move_that_cut_gains_and_those_before_it_lose():
    for side in (0, 1):
        node = Node(side)
        node.reward([3, 4, 5, 6], 2, depth=4)
        own = node.history[MOVE_LIMIT * side : MOVE_LIMIT * (side + 1)]
        assert own[5] > 0
        assert own[3] == own[4] == -own[5]
        assert np.count_nonzero(node.history) == 3


def test_a_cut_high_in_the_tree_counts_more():
    gains = []
    for depth in (1, 2, 3, 5, 8):
        node = Node()
        node.reward([3], 0, depth)
        gains.append(int(node.history[3]))
    assert gains == sorted(set(gains))


@pytest.mark.parametrize("depth", [1, 3, 12, 60, 255])
def test_history_stays_within_its_limit(depth):
    node = Node()
    for _ in range(400):
        node.reward([3, 4], 1, depth)
        assert -HISTORY_LIMIT <= node.history[3] <= 0 <= node.history[4] <= HISTORY_LIMIT
    assert node.history[3] < 0 < node.history[4]
    # What was learnt can be unlearnt.
    for _ in range(400):
        node.reward([4, 3], 1, depth)
    assert node.history[4] < 0 < node.history[3]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2048), st.booleans()), max_size=60))
def test_native_code_learns_what_plain_python_learns(cuts):
    histories = [np.zeros(2 * MOVE_LIMIT, np.int64) for _ in range(2)]
    moves = vector([8, 2, 30, 11, 0, 39])
    for index, bonus, turn in cuts:
        for history, run in zip(histories, (run_plain, run_native), strict=True):
            run(update_history)(history, turn * MOVE_LIMIT, moves, index, bonus)
    assert histories[0].tolist() == histories[1].tolist()
    assert np.abs(histories[0]).max() <= HISTORY_LIMIT


def test_a_move_beyond_the_limit_stops_the_search_with_a_sentence():
    for move in (-1, MOVE_LIMIT, 1 << 40):
        node = Node()
        node.rank([3, move, 5])
        with pytest.raises(Problem, match="39"):
            raise_violation(node.context)
