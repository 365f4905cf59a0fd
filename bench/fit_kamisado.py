"""Finds the weights of Kamisado's evaluation, by logistic regression on positions of known value.

    python bench/fit_kamisado.py                  # two minutes
    python bench/fit_kamisado.py --seconds 600 --seed 1

Positions come from games of shallow searches against themselves; a deeper search tells who wins.
Those that it does not settle are left out, and so are those that a single move decides. The unit
of the weights is given: `scale(1)` is the score that means winning chances of 73 %.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from time import perf_counter

import numpy as np
from regression import accuracy, logistic

from plyground.core.contract import Vector
from plyground.core.deepening import AlphaBeta
from plyground.core.limits import Limit, Stop
from plyground.core.values import DECIDED, ONGOING
from plyground.games.game import Game
from plyground.games.kamisado.evaluate import open_ways, scale, sum_of_rows
from plyground.games.kamisado.rules import ANY, CALLED, PLACES
from plyground.games.registry import load_game

SHALLOW = (1, 2, 3, 4)
SETTLING_NODES = 400_000
# Games begin alike, so their first positions are not taken, and of the others every second.
SKIPPED = 2
TAKEN = 0.5


def main() -> None:
    given = arguments()
    game = load_game("kamisado")
    rows, results = [], []
    for state, won in settled(game, Random(given.seed), given.seconds):
        rows.append(features(state, game.rules.tables))
        results.append(won)
    table, wins = np.array(rows, float), np.array(results, float)
    weights = logistic(table, wins)
    ways, advance, move = scale(1) * weights
    print(f"# {len(wins)} positions, {wins.mean():.0%} won by the side to move")
    print(f"# the weights tell the winner of {accuracy(table, wins, weights):.0%}")
    print(f"OPEN_WAY = {ways:.0f}")
    print(f"ROW = {advance:.0f}")
    print(f"# and to be on the move is worth {move:.0f}, which a search sees by itself")


def features(state: Vector, tables: Vector) -> tuple[int, int, int]:
    """What the side to move is ahead by, as `evaluate_round` counts it, and its move."""
    sign = 1 - 2 * int(state[0])
    ways = open_ways(state, 0, tables) - open_ways(state, 1, tables)
    rows = int(sum_of_rows(state[PLACES]) + sum_of_rows(state[PLACES + 1])) - 56
    return sign * ways, sign * rows, 1


def settled(game: Game, chance: Random, seconds: float) -> Iterator[tuple[Vector, bool]]:
    """Different positions, and whether the side to move wins them."""
    deep = AlphaBeta(game.rules, game.native(), 64)
    shallow = AlphaBeta(game.rules, game.native(), 16)
    seen: set[bytes] = set()
    end = perf_counter() + seconds
    while perf_counter() < end:
        for state in self_play(game, shallow, chance)[SKIPPED:]:
            if state.tobytes() in seen or chance.random() > TAKEN or is_trivial(game, state):
                continue
            seen.add(state.tobytes())
            found = deep.run(state, Limit(nodes=SETTLING_NODES), Stop(), exact=True)
            if found.proven and abs(found.best.score) >= DECIDED:
                yield state, found.best.score > 0


def self_play(game: Game, search: AlphaBeta, chance: Random) -> list[Vector]:
    """The positions of one game; any of the best moves of a search of some depth is played."""
    state = np.array(game.rules.start)
    path = []
    while game.kernel("outcome")(state, game.rules.tables) == ONGOING:
        path.append(state.copy())
        found = search.run(state, Limit(depth=chance.choice(SHALLOW)), Stop(), exact=True)
        game.kernel("play")(state, chance.choice(found.best_moves), game.rules.tables)
    return path


def is_trivial(game: Game, state: Vector) -> bool:
    return bool(state[CALLED] >= ANY or game.kernel("foresee")(state, game.rules.tables))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
