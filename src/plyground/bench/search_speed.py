"""The speed of searching: to a depth, by simulations, with two threads, and to a proof.

Which of these are taken of a game is said by the game itself (`Game.yardsticks`).
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from time import perf_counter

from plyground.agents.alphabeta_agent import MinimaxSearch
from plyground.bench import easyai
from plyground.bench.easyai import EasyAi
from plyground.bench.measure import Measure
from plyground.bench.openspiel import Spiel, Twin
from plyground.classic import minimax
from plyground.core.contract import Kernels
from plyground.core.iterative_deepening import AlphaBeta
from plyground.core.limits import Limit, Stop
from plyground.core.mcts import TreeSearch
from plyground.core.pointers import compile_rules
from plyground.core.solver import Solver
from plyground.core.stack import NODES
from plyground.games.game import Game
from plyground.games.position import Position

TABLE_MEBIBYTES = 64
POSITIONS = 20
"""Over which the gain of a second thread is the median."""
MOST_TRIED = 200
WORTH_SECONDS = 0.15


LENGTHY = ("textbook", "threads", "proof")
"""Yardsticks for which nobody in a hurry can wait."""


def measure_search(
    game: Game, quick: bool, spiel: Spiel | None, easy: EasyAi | None
) -> Iterator[Measure]:
    """All measures that a game asks for; if in a hurry, only the short ones."""
    twin = spiel.twin(game) if spiel is not None else None
    for name, size in game.yardsticks.items():
        if not (quick and name in LENGTHY):
            yield from _YARDSTICKS[name](game, size, twin, easy)


def _depth(game: Game, depth: int, twin: Twin | None, easy: EasyAi | None) -> Iterator[Measure]:
    """Alpha-beta to a depth from the start, by the rules alone: nodes, and searches, a second.

    Both sides run the same textbook search, without evaluation, table or order.
    """
    search = _bare_search(game, depth, prune=True)
    nodes, passed = best_of(search, 10)
    if easy is None:
        yield Measure(game.name, "nodes", nodes / passed)
        yield Measure(game.name, "depth", 1 / passed)
        return
    visited, spent = best_of(lambda: easy.search(game, depth))
    yield Measure(game.name, "nodes", nodes / passed, easyai.NAME, visited / spent)
    own = easy.own_game_seconds(game, depth)
    yield Measure(game.name, "depth", 1 / passed, easyai.NAME, 1 / (own or spent))


def _bare_search(game: Game, depth: int, prune: bool) -> Callable[[], tuple[int, float]]:
    """The textbook search from the start, by the rules alone: its nodes and seconds."""
    rules = game.rules
    bare = Kernels(rules.kernels.moves, rules.kernels.play, rules.kernels.outcome)
    plain = MinimaxSearch(replace(rules, kernels=bare, features_size=0), compile_rules(bare))
    stop = Stop()

    def search() -> tuple[int, float]:
        plain.context[NODES] = 0
        began = perf_counter()
        plain.run(rules.start, depth, prune, stop.flag)
        return int(plain.context[NODES]), perf_counter() - began

    return search


def _minimax(game: Game, depth: int, twin: Twin | None, easy: EasyAi | None) -> Iterator[Measure]:
    """The whole tree, without pruning."""
    search = _bare_search(game, depth, prune=False)
    nodes, passed = best_of(search)
    rival = twin.minimax() if twin is not None else None
    if rival is None:
        yield Measure(game.name, "minimax", nodes / passed)
        return
    began = perf_counter()
    visited = rival.work()
    theirs = visited / (perf_counter() - began)
    yield Measure(game.name, "minimax", nodes / passed, rival.name, theirs)


def _textbook(game: Game, depth: int, twin: Twin | None, easy: EasyAi | None) -> Iterator[Measure]:
    """The same tree by the minimax of `classic`, beside a minimax in easyAI's own game."""
    began = perf_counter()
    found = minimax(game.start(), depth)
    ours = found.nodes / (perf_counter() - began)
    theirs = easy.minimax(game, depth) if easy is not None else None
    if theirs is None:
        yield Measure(game.name, "textbook", ours)
        return
    nodes, passed = theirs
    yield Measure(game.name, "textbook", ours, easyai.NAME, nodes / passed)


def _simulations(
    game: Game, count: int, twin: Twin | None, easy: EasyAi | None
) -> Iterator[Measure]:
    """Monte Carlo simulations a second from the start, each time with an empty tree."""

    def simulate() -> tuple[int, float]:
        search = TreeSearch(game.rules, game.native().addresses, TABLE_MEBIBYTES)
        began = perf_counter()
        with Stop() as stop:
            found = search.run(game.rules.start, Limit(nodes=count), stop)
        return found.simulations, perf_counter() - began

    done, passed = best_of(simulate)
    if twin is None:
        yield Measure(game.name, "simulations", done / passed)
        return
    rival = twin.simulations(count)

    def theirs() -> tuple[int, float]:
        began = perf_counter()
        return rival.work(), perf_counter() - began

    rolled, spent = best_of(theirs)
    yield Measure(game.name, "simulations", done / passed, rival.name, rolled / spent)


def _threads(game: Game, depth: int, twin: Twin | None, easy: EasyAi | None) -> Iterator[Measure]:
    """Two threads beside one: nodes a second, and the median gain in time to a depth."""
    gains, rates = [], []
    for position in random_positions(game, MOST_TRIED):
        one = _time_to_depth(game, depth, position, 1)
        # Starting a thread takes a moment; what is over at once says nothing.
        if one[1] >= WORTH_SECONDS:
            two = _time_to_depth(game, depth, position, 2)
            rates.append((two[0] / two[1]) / (one[0] / one[1]))
            gains.append(one[1] / two[1])
        if len(gains) == POSITIONS:
            break
    if gains:
        alone = "1"
        yield Measure(game.name, "threads", statistics.median(rates), alone, 1.0)
        yield Measure(game.name, "threads_depth", statistics.median(gains), alone, 1.0)


def _proof(game: Game, mebibytes: int, twin: Twin | None, easy: EasyAi | None) -> Iterator[Measure]:
    """Solving the start with the value and distance of every first move, in that much memory."""
    solver = Solver(game.rules, game.native().addresses, mebibytes)
    with Stop() as stop:
        found = solver.solve_moves(game.rules.start, stop)
    yield Measure(game.name, "proof", 1 / found.seconds)


_Yardstick = Callable[[Game, int, Twin | None, EasyAi | None], Iterator[Measure]]

_YARDSTICKS: dict[str, _Yardstick] = {
    "depth": _depth,
    "minimax": _minimax,
    "textbook": _textbook,
    "simulations": _simulations,
    "threads": _threads,
    "proof": _proof,
}


def _time_to_depth(game: Game, depth: int, position: Position, threads: int) -> tuple[int, float]:
    """Nodes and seconds of the engine's search to a depth, with an empty table."""
    search = AlphaBeta(game.rules, game.native(), TABLE_MEBIBYTES, threads)
    began = perf_counter()
    with Stop() as stop:
        found = search.run(position.state, Limit(depth=depth), stop)
    return found.nodes, perf_counter() - began


def best_of(search: Callable[[], tuple[int, float]], rounds: int = 3) -> tuple[int, float]:
    """The fastest of a few rounds."""
    return min((search() for _ in range(rounds)), key=lambda done: done[1] / max(done[0], 1))


def random_positions(game: Game, count: int) -> Iterator[Position]:
    """Positions some moves into the game, the same ones every time."""
    random = Random(1)
    while count:
        position = game.start()
        for _ in range(random.randrange(1, 3)):
            if not position.is_over:
                position = position.play(random.choice(position.codes))
        if not position.is_over:
            count -= 1
            yield position
