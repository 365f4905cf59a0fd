"""The speed of the rules alone: perft and random playouts."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from plyground.bench.measure import Measurement, Work, measure
from plyground.bench.openspiel import OpenSpiel
from plyground.core.jit import compile_kernel
from plyground.core.perft import PERFT_SIGNATURE, count_sequences
from plyground.core.playout import PLAYOUT_SIGNATURE, RESULTS, run_playouts
from plyground.games.game import Game

_BATCH_SECONDS = 0.05


def measure_rules(
    game: Game, seconds: float, openspiel: OpenSpiel | None = None
) -> Iterator[Measurement]:
    """Both measurements of a game, compared with OpenSpiel if it has the game too."""
    theirs = openspiel.find_game(game) if openspiel is not None else None
    depth = choose_depth(game)
    peer = theirs.make_perft(depth) if theirs is not None else None
    yield measure(game.name, "perft", make_perft(game, depth), peer, seconds)
    peer = theirs.make_playouts() if theirs is not None else None
    yield measure(game.name, "playouts", make_playouts(game), peer, seconds)


def choose_depth(game: Game) -> int:
    """The depth at which perft takes about as long as a batch."""
    depth, nodes, seconds = 0, 1, 0.0
    while seconds < _BATCH_SECONDS:
        work = make_perft(game, depth + 1)
        started = perf_counter()
        deeper = work()
        seconds = perf_counter() - started
        growth = deeper / nodes
        # Stop at the end of a short game, or if the next depth would take too long.
        if growth == 0 or seconds * growth > 20 * _BATCH_SECONDS:
            return depth + (growth > 0)
        depth, nodes = depth + 1, deeper
    return depth


def make_perft(game: Game, depth: int) -> Work:
    """Work that counts the sequences of `depth` moves from the start."""
    count = compile_kernel(count_sequences, PERFT_SIGNATURE).call
    addresses, rules = game.native().addresses, game.rules
    states = np.zeros((depth + 1, len(rules.start)), np.int64)
    lists = np.zeros((depth + 1, rules.branching), np.int64)
    states[depth] = rules.start
    return lambda: int(count(depth, addresses, rules.tables, states, lists))


def make_playouts(game: Game) -> Work:
    """Work that plays a batch of random games from the start."""
    play = compile_kernel(run_playouts, PLAYOUT_SIGNATURE).call
    addresses, rules = game.native().addresses, game.rules
    state = np.zeros_like(rules.start)
    moves = np.zeros(rules.branching, np.int64)
    results = np.zeros(RESULTS, np.int64)
    seeds = iter(range(1, 1 << 40))

    def play_batch(count: int) -> int:
        play(count, next(seeds), addresses, rules.tables, rules.start, state, moves, results)
        return count

    count, seconds = 1, 0.0
    while seconds < _BATCH_SECONDS:
        count *= 2
        started = perf_counter()
        play_batch(count)
        seconds = perf_counter() - started
    return lambda: play_batch(count)
