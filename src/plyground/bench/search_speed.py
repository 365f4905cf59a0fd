"""The speed of searches: to a depth, by simulations, with two threads, and to a proof.

A game lists the searches to measure in `Game.yardsticks`.
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
from plyground.bench.measure import ROUNDS, Measurement, Peer
from plyground.bench.openspiel import OpenSpiel, OpenSpielGame
from plyground.classic import minimax
from plyground.core.contract import Kernels
from plyground.core.iterative_deepening import AlphaBeta
from plyground.core.limits import Limit, Stop
from plyground.core.mcts import TreeSearch
from plyground.core.pointers import compile_rules
from plyground.core.solver import Solver
from plyground.games.game import Game
from plyground.games.position import Position

TABLE_MEBIBYTES = 64
POSITIONS = 20
"""Positions for the median speedup of a second thread."""
MAX_TRIED = 200
MIN_SECONDS = 0.15


SLOW_YARDSTICKS = ("textbook", "threads", "proof")
"""Yardsticks that a quick run skips."""


def measure_search(
    game: Game, quick: bool, openspiel: OpenSpiel | None, library: EasyAi | None
) -> Iterator[Measurement]:
    """All measurements of a game; in a quick run, only the fast ones."""
    openspiel_game = openspiel.find_game(game) if openspiel is not None else None
    for name, size in game.yardsticks.items():
        if not (quick and name in SLOW_YARDSTICKS):
            yield from _YARDSTICKS[name](game, size, openspiel_game, library)


def _measure_depth(
    game: Game, depth: int, openspiel_game: OpenSpielGame | None, library: EasyAi | None
) -> Iterator[Measurement]:
    """Alpha-beta to a depth from the start: nodes and searches per second.

    Both sides run the same textbook search, without evaluation, table or move ordering.
    """
    search = _make_bare_search(game, depth, prune=True)
    nodes, seconds = take_fastest(search, 10)
    if library is None:
        yield Measurement(game.name, "nodes", nodes / seconds)
        yield Measurement(game.name, "depth", 1 / seconds)
        return
    peer_nodes, peer_seconds = take_fastest(lambda: library.search(game, depth))
    peer_rate = peer_nodes / peer_seconds
    yield Measurement(game.name, "nodes", nodes / seconds, easyai.NAME, peer_rate)
    own = library.time_own_game(game, depth)
    yield Measurement(game.name, "depth", 1 / seconds, easyai.NAME, 1 / (own or peer_seconds))


def _measure_alphabeta(
    game: Game, depth: int, openspiel_game: OpenSpielGame | None, library: EasyAi | None
) -> Iterator[Measurement]:
    """The same search, compared with one over OpenSpiel's states."""
    peer = openspiel_game.make_alphabeta(depth) if openspiel_game is not None else None
    yield _measure_in_turns(game, "nodes", _make_bare_search(game, depth, prune=True), peer)


def _measure_in_turns(
    game: Game, what: str, search: Callable[[], tuple[int, float]], peer: Peer | None
) -> Measurement:
    """The fastest rounds of a search and of a peer, which take turns."""
    if peer is None:
        done, seconds = take_fastest(search)
        return Measurement(game.name, what, done / seconds)

    def run_peer() -> tuple[int, float]:
        started = perf_counter()
        return peer.work(), perf_counter() - started

    rates = [
        tuple(done / seconds for done, seconds in (search(), run_peer())) for _ in range(ROUNDS)
    ]
    rate, peer_rate = map(max, zip(*rates, strict=True))
    return Measurement(game.name, what, rate, peer.name, peer_rate)


def _make_bare_search(game: Game, depth: int, prune: bool) -> Callable[[], tuple[int, float]]:
    """A search from the start by the rules alone; returns its nodes and seconds."""
    rules = game.rules
    bare = Kernels(rules.kernels.moves, rules.kernels.play, rules.kernels.outcome)
    plain = MinimaxSearch(replace(rules, kernels=bare, features_size=0), compile_rules(bare))
    stop = Stop()

    def search() -> tuple[int, float]:
        plain.reset()
        started = perf_counter()
        plain.run(rules.start, depth, prune, stop)
        return plain.nodes, perf_counter() - started

    return search


def _measure_minimax(
    game: Game, depth: int, openspiel_game: OpenSpielGame | None, library: EasyAi | None
) -> Iterator[Measurement]:
    """The whole tree, without pruning."""
    search = _make_bare_search(game, depth, prune=False)
    peer = openspiel_game.make_minimax() if openspiel_game is not None else None
    yield _measure_in_turns(game, "minimax", search, peer)


def _measure_textbook(
    game: Game, depth: int, openspiel_game: OpenSpielGame | None, library: EasyAi | None
) -> Iterator[Measurement]:
    """The same tree by the minimax of `classic`, compared with a minimax in easyAI's own game."""
    started = perf_counter()
    found = minimax(game.start(), depth)
    ours = found.nodes / (perf_counter() - started)
    peer = library.run_minimax(game, depth) if library is not None else None
    if peer is None:
        yield Measurement(game.name, "textbook", ours)
        return
    nodes, seconds = peer
    yield Measurement(game.name, "textbook", ours, easyai.NAME, nodes / seconds)


def _measure_simulations(
    game: Game, count: int, openspiel_game: OpenSpielGame | None, library: EasyAi | None
) -> Iterator[Measurement]:
    """Monte Carlo simulations per second from the start, each time with an empty tree."""

    def simulate() -> tuple[int, float]:
        search = TreeSearch(game.rules, game.native(), TABLE_MEBIBYTES)
        started = perf_counter()
        with Stop() as stop:
            found = search.run(game.rules.start, Limit(nodes=count), stop)
        return found.simulations, perf_counter() - started

    peer = openspiel_game.make_simulations(count) if openspiel_game is not None else None
    yield _measure_in_turns(game, "simulations", simulate, peer)


def _measure_threads(
    game: Game, depth: int, openspiel_game: OpenSpielGame | None, library: EasyAi | None
) -> Iterator[Measurement]:
    """Two threads compared with one: nodes per second, and the median speedup to a depth."""
    speedups, rates = [], []
    for position in generate_positions(game, MAX_TRIED):
        one = _time_to_depth(game, depth, position, 1)
        # Starting a thread takes a moment, so short searches do not count.
        if one[1] >= MIN_SECONDS:
            two = _time_to_depth(game, depth, position, 2)
            rates.append((two[0] / two[1]) / (one[0] / one[1]))
            speedups.append(one[1] / two[1])
        if len(speedups) == POSITIONS:
            break
    if speedups:
        one_thread = "1"
        yield Measurement(game.name, "threads", statistics.median(rates), one_thread, 1.0)
        yield Measurement(game.name, "threads_depth", statistics.median(speedups), one_thread, 1.0)


def _measure_proof(
    game: Game, mebibytes: int, openspiel_game: OpenSpielGame | None, library: EasyAi | None
) -> Iterator[Measurement]:
    """Solves the start with the value and distance of every first move, in so many mebibytes."""
    solver = Solver(game.rules, game.native(), mebibytes)
    with Stop() as stop:
        found = solver.solve_moves(game.rules.start, stop)
    yield Measurement(game.name, "proof", 1 / found.seconds)


_Yardstick = Callable[[Game, int, OpenSpielGame | None, EasyAi | None], Iterator[Measurement]]

_YARDSTICKS: dict[str, _Yardstick] = {
    "depth": _measure_depth,
    "alphabeta": _measure_alphabeta,
    "minimax": _measure_minimax,
    "textbook": _measure_textbook,
    "simulations": _measure_simulations,
    "threads": _measure_threads,
    "proof": _measure_proof,
}


def _time_to_depth(game: Game, depth: int, position: Position, threads: int) -> tuple[int, float]:
    """Nodes and seconds of the engine's search to a depth, with an empty table."""
    search = AlphaBeta(game.rules, game.native(), TABLE_MEBIBYTES, threads)
    started = perf_counter()
    with Stop() as stop:
        found = search.run(position.state, Limit(depth=depth), stop)
    return found.nodes, perf_counter() - started


def take_fastest(search: Callable[[], tuple[int, float]], rounds: int = 3) -> tuple[int, float]:
    """The nodes and seconds of the fastest of some rounds."""
    return min((search() for _ in range(rounds)), key=lambda done: done[1] / max(done[0], 1))


def generate_positions(game: Game, count: int) -> Iterator[Position]:
    """Positions after one or two random moves, the same ones every time."""
    random = Random(1)
    while count:
        position = game.start()
        for _ in range(random.randrange(1, 3)):
            if not position.is_over:
                position = position.play(random.choice(position.codes))
        if not position.is_over:
            count -= 1
            yield position
