"""What the searches verify of a game's kernels: a broken one stops them with a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground import ONGOING, Kernels, Limit, Rules, kernel, vector
from plyground.core.iterative_deepening import AlphaBeta
from plyground.core.limits import Stop
from plyground.core.mcts import TreeSearch
from plyground.core.perft import Perft
from plyground.core.playout import Playouts
from plyground.core.pointers import compile_rules
from plyground.core.solver import Solver
from plyground.core.values import DRAW
from plyground.locale import Problem

# A game of eight moves; what goes wrong does so after three.


@kernel
def moves(state, out, tables):
    out[0], out[1] = 0, 1
    return 2


@kernel
def play(state, move, tables):
    state[0] = 1 - state[0]
    state[1] += 1
    state[2] = 2 * state[2] + move


@kernel
def outcome(state, tables):
    return DRAW if state[1] == 8 else ONGOING


@kernel
def too_many(state, out, tables):
    out[0], out[1] = 0, 1
    return 2 if state[1] < 3 else 9


@kernel
def too_few(state, out, tables):
    out[0], out[1] = 0, 1
    return 2 if state[1] < 3 else -1


@kernel
def wrong_move(state, out, tables):
    out[0] = 0 if state[1] < 3 else 77
    out[1] = 1 if state[1] < 3 else -5
    return 2


@kernel
def wrong_side(state, move, tables):
    state[0] = 1 - state[0] if state[1] < 3 else 5
    state[1] += 1
    state[2] = 2 * state[2] + move


@kernel
def overrun(state, move, tables):
    state[0] = 1 - state[0]
    state[1] += 1
    state[2] = 2 * state[2] + move
    if state[1] > 3:
        state[state.shape[0]] = 1


def search_alphabeta(rules, native):
    AlphaBeta(rules, native, 1).run(rules.start, Limit(depth=8), Stop())


def search_alphabeta_with_threads(rules, native):
    AlphaBeta(rules, native, 1, threads=2).run(rules.start, Limit(depth=8), Stop())


def search_tree(rules, native):
    TreeSearch(rules, native, 1).run(rules.start, Limit(nodes=2_000), Stop())


def solve(rules, native):
    Solver(rules, native, 1).solve(rules.start, Stop())


def run_playouts(rules, native):
    Playouts(rules, native).run(rules.start, 100)


def run_perft(rules, native):
    Perft(rules, native, 7).count(rules.start, 7)


SEARCHES = (
    search_alphabeta, search_alphabeta_with_threads, search_tree, solve, run_playouts, run_perft,
)  # fmt: skip
RULES = Rules(Kernels(moves, play, outcome), vector([0, 0, 0]), move_limit=2, branching=2)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"moves": too_many}, "9"),
        ({"moves": too_few}, "-1"),
        ({"moves": wrong_move}, "77|-5"),
        ({"play": wrong_side}, "Slot 0"),
        ({"play": overrun}, "outside"),
    ],
    ids=["too many", "too few", "wrong move", "wrong side", "overrun"],
)
def test_a_broken_kernel_is_a_sentence(search, broken, said):
    rules = replace(RULES, kernels=replace(RULES.kernels, **broken))
    native = compile_rules(rules.kernels)
    with pytest.raises(Problem, match=said):
        search(rules, native)


@pytest.mark.parametrize("search", SEARCHES)
def test_the_same_game_without_the_mistake_is_searched(search):
    search(RULES, compile_rules(RULES.kernels))


def test_a_search_after_a_broken_one_is_not_blamed():
    broken = replace(RULES, kernels=replace(RULES.kernels, moves=too_many))
    search = AlphaBeta(broken, compile_rules(broken.kernels), 1)
    with pytest.raises(Problem):
        search.run(broken.start, Limit(depth=8), Stop())
    assert search.run(broken.start, Limit(depth=2), Stop()).depth == 2
