"""Finds the weights of Kamisado's evaluation, by logistic regression on positions of known value.

    python bench/fit_kamisado.py                  # two minutes
    python bench/fit_kamisado.py --seconds 600 --seed 1

Positions come from games of shallow searches that know no evaluation (the weights would else depend
on themselves), and from going astray in them; a deeper search tells who wins. Those that it does
not settle are left out, and so are those that a single move decides. Fitted with the two weights
is what a search sees by itself: the safe colours to force, and the move. The unit of the weights is
given: `choose_scale(1)` is the score that means winning chances of 73 %.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from time import perf_counter

import numpy as np

from plyground.core.contract import Vector
from plyground.core.iterative_deepening import AlphaBeta
from plyground.core.limits import Limit, Stop
from plyground.core.pointers import compile_rules
from plyground.core.values import DECIDED, ONGOING
from plyground.games.game import Game
from plyground.games.kamisado.evaluate import choose_scale, count_open_lines, sum_rows
from plyground.games.kamisado.open_lines import has_open_line
from plyground.games.kamisado.rules import ANY, FORCED, LEFT, SQUARES
from plyground.games.registry import load_game
from regression import accuracy, errors, logistic

NAMES = ("OPEN_LINE", "ROW")
SHALLOW = (1, 2, 3, 4)
SETTLING_NODES = 400_000
# Games begin alike, so their first positions are not taken.
SKIPPED = 2
# How often a game is given up when its end is seen: else most positions would be foregone.
RESIGNS = 0.5
# How often any legal move is played before a position is taken: a search meets mistakes, too.
ASTRAY = 0.5


def main() -> None:
    given = arguments()
    game = load_game("kamisado")
    rows, results = [], []
    for state, won in settled(game, Random(given.seed), given.seconds):
        rows.append(features(game, state))
        results.append(won)
    table, wins = np.array(rows, float), np.array(results, float)
    weights = logistic(table, wins)
    print(f"# {len(wins)} positions, {wins.mean():.0%} won by the side to move")
    print(f"# the weights tell the winner of {accuracy(table, wins, weights):.0%}")
    for name, weight, error in zip(NAMES, weights, errors(table, weights), strict=False):
        print(f"{name} = {choose_scale(1) * weight:.0f}  # +/- {choose_scale(1) * error:.0f}")


def features(game: Game, state: Vector) -> tuple[int, ...]:
    """What the side to move is ahead by, as `evaluate_round` counts it, and what else tells."""
    tables = game.rules.tables
    side = int(state[0])
    sign = 1 - 2 * side
    lines = count_open_lines(state, 0, tables) - count_open_lines(state, 1, tables)
    rows = int(sum_rows(state[SQUARES]) + sum_rows(state[SQUARES + 1])) - 56
    forced = {int(tables[move & 63]) for move in legal(game, state) if move < LEFT}
    safe = [colour for colour in forced if not has_open_line(state, 1 - side, colour, tables)]
    return sign * lines, sign * rows, len(safe), int(not safe), 1


def legal(game: Game, state: Vector) -> list[int]:
    out = np.zeros(game.rules.branching, np.int64)
    count = game.kernel("moves")(state, out, game.rules.tables)
    return [int(move) for move in out[:count]]


def settled(game: Game, chance: Random, seconds: float) -> Iterator[tuple[Vector, bool]]:
    """Different positions, and whether the side to move wins them."""
    deep = AlphaBeta(game.rules, game.native(), 64)
    blind = replace(game.rules, kernels=replace(game.kernels, evaluate=None))
    shallow = AlphaBeta(blind, compile_rules(blind.kernels), 16)
    seen: set[bytes] = set()
    end = perf_counter() + seconds
    while perf_counter() < end:
        for state in self_play(game, shallow, chance)[SKIPPED:]:
            if chance.random() < ASTRAY:
                game.kernel("play")(state, chance.choice(legal(game, state)), game.rules.tables)
            if state.tobytes() in seen or is_trivial(game, state):
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
        if found.proven and chance.random() < RESIGNS:
            break
        game.kernel("play")(state, chance.choice(found.best_moves), game.rules.tables)
    return path


def is_trivial(game: Game, state: Vector) -> bool:
    """Is the game over, or about to be? Or has the opening not even begun?"""
    tables = game.rules.tables
    over = game.kernel("outcome")(state, tables) != ONGOING
    return bool(over or state[FORCED] >= ANY or game.kernel("known_result")(state, tables))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
