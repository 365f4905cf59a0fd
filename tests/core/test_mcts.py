"""Monte-Carlo tree search: what it proves is true, and it keeps to its limits."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import Game, Position, load_game
from plyground.core import slots
from plyground.core.contract import Kernels, Rules, Vector, vector
from plyground.core.jit import kernel
from plyground.core.limits import Limit, Stop
from plyground.core.mcts import TreeResult, TreeSearch
from plyground.core.mcts_tree import COUNT, FIRST, HIGH, LOW, MOVE, VISITS
from plyground.core.values import DECIDED, LOSS, ONGOING, POINT, WIN, won_in
from plyground.games.scene import Scene
from plyground.locale import Problem

DATA = Path(__file__).parent.parent / "data"


# A game for the tests: take one to three from a heap; who takes the last wins, and who takes just
# one moves again. State: side, heap, "the last move was a take of one".


@kernel
def heap_moves(state: Vector, out: Vector, tables: Vector) -> int:
    count = min(3, state[1])
    for take in range(count):
        out[take] = take
    return count


@kernel
def heap_play(state: Vector, move: int, tables: Vector) -> None:
    state[1] -= move + 1
    if move != 0:
        state[0] = 1 - state[0]
    state[2] = move == 0


@kernel
def heap_outcome(state: Vector, tables: Vector) -> int:
    if state[1] > 0:
        return ONGOING
    return WIN if state[2] else LOSS


@kernel
def heap_priors(
    state: Vector, moves: Vector, count: int, priors: Vector, features: Vector, tables: Vector
) -> None:
    """As bad as can be: what leaves most, first; and far beyond 32 bits."""
    for index in range(count):
        priors[index] = -moves[index] << 40


@kernel
def heap_known_result(state: Vector, tables: Vector) -> int:
    return won_in(1) if state[1] <= 3 else 0


class Heap(Game):
    name = "heap"
    kernels_more: dict[str, Any] = {}  # noqa: RUF012

    def build(self) -> Rules:
        kernels = Kernels(heap_moves, heap_play, heap_outcome, **self.kernels_more)
        return Rules(kernels, vector([0, 12, 0]), move_limit=3, branching=3)

    def path(self, state: Vector, move: int) -> tuple[str, ...]:
        return (str(move + 1),)

    def scene(self, state: Vector) -> Scene:
        return Scene("cells", ())


class OrderedHeap(Heap):
    kernels_more = {"priors": heap_priors}  # noqa: RUF012


class ForeseeingHeap(Heap):
    kernels_more = {"known_result": heap_known_result}  # noqa: RUF012


# A game that never ends.


@kernel
def endless_moves(state: Vector, out: Vector, tables: Vector) -> int:
    out[0] = 0
    out[1] = 1
    return 2


@kernel
def endless_play(state: Vector, move: int, tables: Vector) -> None:
    state[0] = 1 - state[0]


@kernel
def endless_outcome(state: Vector, tables: Vector) -> int:
    return ONGOING


class Endless(Heap):
    name = "endless"

    def build(self) -> Rules:
        kernels = Kernels(endless_moves, endless_play, endless_outcome)
        return Rules(kernels, vector([0]), move_limit=2, branching=2)


@cache
def game_of(name: str, **options: Any) -> Game:
    own = {kind.__name__: kind for kind in (Heap, OrderedHeap, ForeseeingHeap, Endless)}
    game = own[name]() if name in own else load_game(name, **options)
    game.native()
    return game


def tree_search(game: Game, mebibytes: float = 4, seed: int = 0) -> TreeSearch:
    return TreeSearch(game.rules, game.native(), mebibytes, seed)


def search(position: Position, nodes: int, mebibytes: float = 4, seed: int = 0) -> TreeResult:
    tree = tree_search(position.game, mebibytes, seed)
    return tree.run(position.state, Limit(nodes=nodes), Stop())


def minimax(position: Position, known: dict[bytes, int]) -> int:
    """The value for side 0, as the textbook has it."""
    key = position.state.tobytes()
    if key not in known:
        if position.is_over:
            known[key] = position.utility()
        else:
            best = max if position.side == 0 else min
            known[key] = best(minimax(position.play(move), known) for move in position.codes)
    return known[key]


def value_of(score: int, side: int) -> int:
    """What a score for `side` says for side 0: +1, 0, -1 or the margin."""
    value = int(np.sign(score)) if abs(score) >= DECIDED else score // POINT
    return value if side == 0 else -value


def random_position(game: Game, seed: int, least: int = 0, spread: int = 4) -> Position:
    """A position after some random moves that is not over."""
    random = Random(seed)
    position = game.start()
    for _ in range(least + random.randrange(spread)):
        after = position.play(random.choice(position.codes))
        if after.is_over:
            break
        position = after
    return position


PROOFS: dict[str, tuple[str, dict[str, Any], int]] = {
    # name of the case: game, options, least number of moves played
    "tictactoe": ("tictactoe", {}, 2),
    "tictactoe-4x3": ("tictactoe", {"width": 4}, 5),
    "tictactoe-2x4": ("tictactoe", {"width": 2, "height": 4, "line": 4}, 0),
    "gomoku-5": ("gomoku", {"size": 5}, 19),
    "triangles": ("triangles", {"n": 5}, 0),
    "triangles-6": ("triangles", {"n": 6, "seed": 4}, 2),
    "triangles-extra": ("triangles", {"n": 5, "seed": 1, "extra_move": True}, 0),
    "triangles-extra-6": ("triangles", {"n": 6, "seed": 3, "extra_move": True}, 2),
    "heap": ("Heap", {}, 0),
    "heap-ordered": ("OrderedHeap", {}, 0),
    "heap-foreseeing": ("ForeseeingHeap", {}, 0),
}
KNOWN: dict[str, dict[bytes, int]] = {case: {} for case in PROOFS}


@pytest.mark.parametrize("case", PROOFS)
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), nodes=st.sampled_from([30, 300, 3_000]))
def test_whatever_is_proven_equals_minimax(case: str, seed: int, nodes: int) -> None:
    name, options, least = PROOFS[case]
    position = random_position(game_of(name, **options), seed, least)
    found = search(position, nodes, seed=seed)
    assert found.move is not None
    known = KNOWN[case]
    if found.score is not None:
        assert value_of(found.score, position.side) == minimax(position, known)
        assert minimax(position.play(found.move), known) == minimax(position, known)
        assert found.stopped_by == "proven"
    for move in found.moves:
        if move.score is not None:
            assert value_of(move.score, position.side) == minimax(position.play(move.move), known)


@pytest.mark.parametrize("case", PROOFS)
def test_small_games_get_solved(case: str) -> None:
    name, options, least = PROOFS[case]
    position = random_position(game_of(name, **options), 5, least, spread=1)
    assert search(position, 100_000, mebibytes=16).score is not None


def test_proven_kamisado_positions_have_the_known_values() -> None:
    game = game_of("kamisado")
    solved = 0
    entries = json.loads((DATA / "kamisado.json").read_text())["positions"]
    for entry in entries:
        position = game.position(entry["position"])
        found = search(position, 3_000)
        if found.score is not None:
            solved += 1
            assert abs(found.score) >= DECIDED
            assert np.sign(found.score) == entry["value"]
        for move in found.moves:
            text = game.move_text(position.state, move.move)
            if move.score is not None:
                assert np.sign(move.score) == entry["moves"][text][0], (entry, text)
    assert solved > len(entries) // 2


def test_small_sets_of_points_have_the_known_values() -> None:
    entries = json.loads((DATA / "triangles.json").read_text())["strict"]
    small = [entry for entry in entries if len(entry["points"]) <= 6]
    for entry in small:
        points = " ".join(f"{x},{y}" for x, y in entry["points"])
        found = search(load_game("triangles", points=points).start(), 300_000, mebibytes=32)
        assert found.score == entry["value"] * POINT, entry["name"]
    assert small


@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_takes_a_win_and_leaves_none_to_the_opponent(seed: int) -> None:
    position = random_position(game_of("tictactoe", width=5, height=5, line=4), seed, 6, 10)
    found = search(position, 3_000, seed=seed)
    assert found.move is not None
    after = {move: position.play(move) for move in position.codes}
    if any(next_one.is_over and next_one.outcome.winner is not None for next_one in after.values()):
        assert after[found.move].outcome.winner == position.side
        return
    safe = {
        move
        for move, reached in after.items()
        if not any(
            reply.is_over and reply.outcome.winner is not None
            for reply in (reached.play(answer) for answer in reached.codes)
        )
    }
    assert not safe or found.move in safe


def test_the_longest_resistance_is_chosen_in_a_lost_position() -> None:
    game = game_of("Heap")
    lost = [
        Position(game, vector([0, heap, 0]))
        for heap in range(1, 13)
        if minimax(Position(game, vector([0, heap, 0])), {}) < 0
    ]
    for position in lost:
        found = search(position, 5_000)
        assert found.score is not None
        best = max(move.score for move in found.moves if move.score is not None)
        assert next(m.score for m in found.moves if m.move == found.move) == best


def test_the_line_is_legal_and_begins_with_the_move() -> None:
    position = game_of("kamisado").start()
    found = search(position, 2_000)
    assert found.line[0] == found.move
    assert found.depth == len(found.line)
    for move in found.line:
        position = position.play(move)


def test_the_number_of_simulations_is_exact() -> None:
    for nodes in (1, 2, 255, 256, 257, 1_000):
        found = search(game_of("gomoku").start(), nodes)
        assert found.simulations == nodes
        assert sum(move.visits for move in found.moves) == nodes
        assert found.stopped_by == "nodes"


def test_equal_seeds_give_equal_searches() -> None:
    start = game_of("kamisado").start()
    found = [replace(search(start, 700, seed=seed), seconds=0) for seed in (1, 1, 2)]
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_a_search_in_two_parts_is_the_same_search() -> None:
    start = game_of("kamisado").start()
    whole = search(start, 1_000)
    tree = tree_search(start.game)
    tree.run(start.state, Limit(nodes=400), Stop())
    rest = tree.run(start.state, Limit(nodes=600), Stop())
    assert rest.moves == whole.moves
    assert rest.mean == whole.mean


def subtree(tree: TreeSearch, node: int) -> tuple[Any, ...]:
    """All that a node and those below it know."""
    row = tree._nodes[node]
    children = range(row[FIRST], row[FIRST] + row[COUNT])
    return (
        *(int(row[column]) for column in (VISITS, LOW, HIGH)),
        float(tree._totals[node]),
        {int(tree._nodes[child, MOVE]): subtree(tree, child) for child in children},
    )


def size_of(known: tuple[Any, ...]) -> int:
    return 1 + sum(size_of(child) for child in known[-1].values())


@pytest.mark.parametrize("name", ["kamisado", "OrderedHeap", "triangles"])
def test_advancing_keeps_the_subtree_as_it_was(name: str) -> None:
    position = game_of(name).start()
    tree = tree_search(position.game)
    tree.run(position.state, Limit(nodes=3_000), Stop())
    for _ in range(3):
        before = subtree(tree, 0)
        assert size_of(before) == tree.nodes
        move = max(before[-1], key=lambda move: before[-1][move][0])
        tree.advance(move)
        position = position.play(move)
        assert subtree(tree, 0) == before[-1][move]
        assert size_of(before[-1][move]) == tree.nodes
    visits = subtree(tree, 0)[0]
    found = tree.run(position.state, Limit(nodes=500), Stop())
    if found.stopped_by == "nodes":
        assert sum(move.visits for move in found.moves) == visits - 1 + 500


def test_positions_and_moves_that_the_tree_does_not_know_begin_anew() -> None:
    start = game_of("tictactoe").start()
    tree = tree_search(start.game)
    tree.advance(3)
    first = tree.run(start.state, Limit(nodes=100), Stop())
    assert sum(move.visits for move in first.moves) == 100
    tree.advance(1_000_000)
    other = start.play_all("a1 b2")
    second = tree.run(other.state, Limit(nodes=100), Stop())
    assert {move.move for move in second.moves} == set(other.codes)
    assert sum(move.visits for move in second.moves) == 100


ARRAYS = (
    slots.FRAMES, slots.FEATURES, slots.ROOT_FEATURES, slots.PATH, slots.SIDES,
    slots.TREE, slots.TOTALS,
)  # fmt: skip
"""All arrays of a tree search that take memory."""


def test_memory_stays_within_what_was_given() -> None:
    game = game_of("gomoku")
    tree = tree_search(game, mebibytes=8)
    position = game.start()
    for _ in range(3):
        found = tree.run(position.state, Limit(nodes=3_000), Stop())
        assert found.simulations == 3_000
        assert tree.nodes <= len(tree._nodes)
        arrays = (
            slots.FEATURES,
            slots.ROOT_FEATURES,
            slots.PATH,
            slots.SIDES,
            slots.FRAMES,
            slots.TREE,
            slots.TOTALS,
        )
        used = sum(tree._context.array(slot).nbytes for slot in arrays)
        assert 7.9 * 2**20 < used <= 8 * 2**20
        assert found.move is not None
        tree.advance(found.move)
        position = position.play(found.move)


def test_a_full_tree_goes_on_and_stays_true() -> None:
    start = game_of("tictactoe").start()
    tree = tree_search(start.game, mebibytes=0.1)
    found = tree.run(start.state, Limit(nodes=50_000), Stop())
    assert found.simulations == 50_000 or found.score == 0
    assert tree.nodes > 0.9 * len(tree._nodes)


def test_too_little_memory_is_refused_in_a_sentence() -> None:
    with pytest.raises(Problem, match=r"at least \d+\.\d+ MiB"):
        tree_search(game_of("gomoku"), mebibytes=0.05)


def delay_of_stopping(tree: TreeSearch) -> float:
    """Seconds from the moment the search is told to stop to its result."""
    stop = Stop()
    told: list[float] = []

    def tell() -> None:
        told.append(monotonic())
        stop.set()

    timer = threading.Timer(0.06, tell)
    timer.start()
    found = tree.run(tree.rules.start, Limit(), stop)
    delay = monotonic() - told[0]
    timer.join()
    assert found.stopped_by == "stop"
    return delay


def test_told_to_stop_it_ends_at_once() -> None:
    tree = tree_search(game_of("gomoku"))
    delays = [delay_of_stopping(tree) for _ in range(5)]
    # The machine may be busy; the search itself takes microseconds.
    assert min(delays) < 0.01


def test_a_search_that_is_often_interrupted_counts_and_proves_as_any_other() -> None:
    start = game_of("kamisado").start()
    tree = tree_search(start.game, mebibytes=32)
    done = 0
    for number in range(40):
        stop = Stop()
        timer = threading.Timer(number * 5e-5, stop.set)
        timer.start()
        done += tree.run(start.state, Limit(), stop).simulations
        timer.join()
        assert tree._nodes[0, VISITS] == done
    found = tree.run(start.state, Limit(nodes=400_000), Stop())
    # The start is a win of the first player; it takes 17 plies (see the data).
    assert found.score is not None
    assert DECIDED <= found.score <= won_in(17)


def test_without_any_time_there_is_still_a_legal_move() -> None:
    start = game_of("gomoku").start()
    stop = Stop()
    stop.set("time")
    found = tree_search(start.game).run(start.state, Limit(), stop)
    assert found.move in start.codes
    assert found.simulations == 0


def test_a_game_that_never_ends_does_not_hang() -> None:
    found = search(game_of("Endless").start(), 300)
    assert found.simulations == 300
    assert found.mean == 0.5


def test_a_finished_game_has_no_move() -> None:
    over = game_of("tictactoe").start().play_all("a1 a2 b1 b2 c1")
    found = search(over, 100)
    assert found.move is None
    assert found.line == ()
    assert found.simulations == 0
    assert value_of(found.score or 0, over.side) == 1


def test_progress_is_told() -> None:
    told: list[TreeResult] = []
    start = game_of("kamisado").start()
    tree_search(start.game).run(start.state, Limit(nodes=5_000), Stop(), told.append)
    counts = [result.simulations for result in told]
    assert counts == sorted(counts)
    assert counts[-1] == 5_000
