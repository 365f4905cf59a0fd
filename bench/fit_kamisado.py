"""Finds the weights of Kamisado's evaluation, by logistic regression on positions of known value.

    python bench/fit_kamisado.py                  # two minutes
    python bench/fit_kamisado.py --seconds 600 --seed 1

Positions come from games of shallow searches without evaluation (else the weights would depend on
themselves), with random moves in between; a deeper search finds the winner. Positions that it does
not settle, and those that a single move decides, are left out. What a search sees by itself, the
safe colours to force and the side to move, is fitted together with the two weights. The unit of the
weights is fixed: `choose_scale(1)` is the score of a winning chance of 73 %.
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
from regression import estimate_errors, fit_logistic, measure_accuracy

NAMES = ("OPEN_LINE", "ROW")
SHALLOW_DEPTHS = (1, 2, 3, 4)
SETTLE_NODES = 400_000
# Games begin alike, so their first positions are skipped.
SKIPPED_PLIES = 2
# The share of games that end when their result is proven: else most positions would be decided.
RESIGN_SHARE = 0.5
# The share of positions that follow a random move: a search visits mistakes, too.
RANDOM_SHARE = 0.5


def main() -> None:
    given = parse_arguments()
    game = load_game("kamisado")
    rows, results = [], []
    for state, won in generate_settled(game, Random(given.seed), given.seconds):
        rows.append(measure_features(game, state))
        results.append(won)
    table, wins = np.array(rows, float), np.array(results, float)
    weights = fit_logistic(table, wins)
    print(f"# {len(wins)} positions, {wins.mean():.0%} won by the side to move")
    print(f"# the weights predict the winner of {measure_accuracy(table, wins, weights):.0%}")
    for name, weight, error in zip(NAMES, weights, estimate_errors(table, weights), strict=False):
        print(f"{name} = {choose_scale(1) * weight:.0f}  # +/- {choose_scale(1) * error:.0f}")


def measure_features(game: Game, state: Vector) -> tuple[int, ...]:
    """The lead of the side to move, as `evaluate_round` counts it, and what a search sees."""
    tables = game.rules.tables
    side = int(state[0])
    sign = 1 - 2 * side
    lines = count_open_lines(state, 0, tables) - count_open_lines(state, 1, tables)
    rows = int(sum_rows(state[SQUARES]) + sum_rows(state[SQUARES + 1])) - 56
    forced = {int(tables[move & 63]) for move in list_legal(game, state) if move < LEFT}
    safe = [colour for colour in forced if not has_open_line(state, 1 - side, colour, tables)]
    return sign * lines, sign * rows, len(safe), int(not safe), 1


def list_legal(game: Game, state: Vector) -> list[int]:
    out = np.zeros(game.rules.branching, np.int64)
    count = game.kernel("moves")(state, out, game.rules.tables)
    return [int(move) for move in out[:count]]


def generate_settled(game: Game, random: Random, seconds: float) -> Iterator[tuple[Vector, bool]]:
    """Distinct positions, and whether the side to move wins them."""
    deep = AlphaBeta(game.rules, game.native(), 64)
    without_evaluation = replace(game.rules, kernels=replace(game.kernels, evaluate=None))
    shallow = AlphaBeta(without_evaluation, compile_rules(without_evaluation.kernels), 16)
    seen: set[bytes] = set()
    end = perf_counter() + seconds
    while perf_counter() < end:
        for state in self_play(game, shallow, random)[SKIPPED_PLIES:]:
            if random.random() < RANDOM_SHARE:
                game.kernel("play")(
                    state, random.choice(list_legal(game, state)), game.rules.tables
                )
            if state.tobytes() in seen or is_trivial(game, state):
                continue
            seen.add(state.tobytes())
            found = deep.run(state, Limit(nodes=SETTLE_NODES), Stop(), exact=True)
            if found.proven and abs(found.best.score) >= DECIDED:
                yield state, found.best.score > 0


def self_play(game: Game, search: AlphaBeta, random: Random) -> list[Vector]:
    """The positions of one game between shallow searches that play one of their best moves."""
    state = np.array(game.rules.start)
    path = []
    while game.kernel("outcome")(state, game.rules.tables) == ONGOING:
        path.append(state.copy())
        found = search.run(state, Limit(depth=random.choice(SHALLOW_DEPTHS)), Stop(), exact=True)
        if found.proven and random.random() < RESIGN_SHARE:
            break
        game.kernel("play")(state, random.choice(found.best_moves), game.rules.tables)
    return path


def is_trivial(game: Game, state: Vector) -> bool:
    """Is the game over or about to be, or at its first move?"""
    tables = game.rules.tables
    over = game.kernel("outcome")(state, tables) != ONGOING
    return bool(over or state[FORCED] >= ANY or game.kernel("known_result")(state, tables))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
