"""The speed of the rules alone: sequences counted, and games played at random."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from plyground.bench.measure import Measure, Work, measure
from plyground.bench.openspiel import Spiel
from plyground.core.jit import compile_kernel
from plyground.core.perft import PERFT_SIGNATURE, count_sequences
from plyground.core.playout import PLAYOUT_SIGNATURE, RESULTS, run_playouts
from plyground.games.game import Game

_BATCH_SECONDS = 0.05


def measure_rules(game: Game, seconds: float, peer: Spiel | None = None) -> Iterator[Measure]:
    """Both measures of a game, beside OpenSpiel where it has the game too."""
    twin = peer.twin(game) if peer is not None else None
    depth = affordable_depth(game)
    rival = twin.perft(depth) if twin is not None else None
    yield measure(game.name, "perft", perft(game, depth), rival, seconds)
    rival = twin.playouts() if twin is not None else None
    yield measure(game.name, "playouts", playouts(game), rival, seconds)


def affordable_depth(game: Game) -> int:
    """How deep sequences can be counted in about a batch's time."""
    depth, nodes, seconds = 0, 1, 0.0
    while seconds < _BATCH_SECONDS:
        work = perft(game, depth + 1)
        began = perf_counter()
        deeper = work()
        seconds = perf_counter() - began
        growth = deeper / nodes
        # The end of a short game, or a step deeper that would last long.
        if growth == 0 or seconds * growth > 20 * _BATCH_SECONDS:
            return depth + (growth > 0)
        depth, nodes = depth + 1, deeper
    return depth


def perft(game: Game, depth: int) -> Work:
    """Counts the sequences of `depth` moves from the start."""
    count = compile_kernel(count_sequences, PERFT_SIGNATURE).call
    addresses, rules = game.native().addresses, game.rules
    states = np.zeros((depth + 1, len(rules.start)), np.int64)
    lists = np.zeros((depth + 1, rules.branching), np.int64)
    states[depth] = rules.start
    return lambda: int(count(depth, addresses, rules.tables, states, lists))


def playouts(game: Game) -> Work:
    """Plays random games from the start, a batch at a time."""
    play = compile_kernel(run_playouts, PLAYOUT_SIGNATURE).call
    addresses, rules = game.native().addresses, game.rules
    state = np.zeros_like(rules.start)
    moves = np.zeros(rules.branching, np.int64)
    results = np.zeros(RESULTS, np.int64)
    seeds = iter(range(1, 1 << 40))

    def games(count: int) -> int:
        play(count, next(seeds), addresses, rules.tables, rules.start, state, moves, results)
        return count

    count, seconds = 1, 0.0
    while seconds < _BATCH_SECONDS:
        count *= 2
        began = perf_counter()
        games(count)
        seconds = perf_counter() - began
    return lambda: games(count)
