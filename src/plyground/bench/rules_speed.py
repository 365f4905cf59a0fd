"""The speed of the rules alone: perft and random playouts."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from plyground.bench.measure import Measurement, Work, measure
from plyground.bench.openspiel import OpenSpiel
from plyground.core.perft import Perft
from plyground.core.playout import Playouts
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
    perft = Perft(game.rules, game.native(), depth)
    return lambda: perft.count(game.rules.start, depth)


def make_playouts(game: Game) -> Work:
    """Work that plays a batch of random games from the start."""
    playouts = Playouts(game.rules, game.native())
    count, seconds = 1, 0.0
    while seconds < _BATCH_SECONDS:
        count *= 2
        started = perf_counter()
        playouts.run(game.rules.start, count)
        seconds = perf_counter() - started

    def play_batch() -> int:
        playouts.run(game.rules.start, count)
        return count

    return play_batch
