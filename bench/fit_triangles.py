"""Finds the weights of the evaluation of Triangles, by least squares on exact values.

    python bench/fit_triangles.py                 # both variants, five minutes each
    python bench/fit_triangles.py --seconds 60 --seed 1

Games on random sets of points are played by shallow searches without an evaluation and by random
moves; a few positions near the end of each game are solved. What is fitted is how much the side to
move still gains on the other.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from random import Random
from time import perf_counter

import numpy as np

from plyground.core.contract import Vector
from plyground.core.iterative_deepening import AlphaBeta
from plyground.core.limits import Limit, Stop
from plyground.core.pointers import compile_rules
from plyground.core.solver import Solver
from plyground.core.values import POINT
from plyground.games.game import Game
from plyground.games.registry import load_game
from plyground.games.triangles.evaluate import (
    LAST_MOVE_CAP,
    count_captures,
    count_quadrilaterals,
    count_regions,
)
from plyground.games.triangles.rules import ISOLATED, SCORE, SEGMENTS_LEFT, TRIANGLE_TOTAL
from regression import Floats

NAMES = {
    False: (
        "LAST_MOVE",
        "LAST_MOVE_PER_TRIANGLE",
        "REGION",
        "ISOLATED_POINT",
        "TEMPO",
        "BEST_CAPTURE",
        "ODD_QUADRILATERALS",
    ),
    True: ("ALL_CAPTURES", "FOLLOWING_CAPTURES"),
}
"""The weights of each variant: without the extra move, and with it."""
SIZES = (7, 8, 9, 10, 11, 12, 13, 14)
LAYOUTS = ("grid7", "grid7", "general")
GAMES_PER_SET = 6
POSITIONS_PER_GAME = 4
ENDGAME = {False: range(2, 19), True: range(2, 14)}
SHALLOW_DEPTH = 2
SOLVER_MEMORY = 64
# Which share of the moves of a game is random.
RANDOM_SHARES = (0.0, 0.3, 1.0)


def main() -> None:
    options = read_arguments()
    # Compile before the time starts.
    any_game = load_game("triangles")
    AlphaBeta(any_game.rules, any_game.native(), 1)
    for extra_move, names in NAMES.items():
        rows, gains = collect_samples(extra_move, options)
        weights, *_ = np.linalg.lstsq(rows, gains)
        error, even = (np.sqrt(np.mean(of**2)) for of in (gains - rows @ weights, gains))
        variant = ", extra move" if extra_move else ""
        print(f"# {len(gains)} positions{variant}: {error:.1f} points of error, "
              f"{even:.1f} if every position is called even")  # fmt: skip
        for name, weight in zip(names, weights, strict=True):
            print(f"{name} = {POINT * weight:.0f}")


def collect_samples(extra_move: bool, options: argparse.Namespace) -> tuple[Floats, Floats]:
    """The features of positions, and what the side to move still gains in each."""
    rng = Random(options.seed)
    rows: list[tuple[float, ...]] = []
    gains: list[float] = []
    end = perf_counter() + options.seconds
    while perf_counter() < end:
        game = load_game(
            "triangles",
            n=rng.choice(SIZES),
            layout=rng.choice(LAYOUTS),
            seed=rng.randrange(10**9),
            extra_move=extra_move,
        )
        solver = Solver(game.rules, game.native(), SOLVER_MEMORY)
        without_evaluation = replace(game.rules, kernels=replace(game.kernels, evaluate=None))
        shallow = AlphaBeta(without_evaluation, compile_rules(without_evaluation.kernels), 1)
        for _ in range(GAMES_PER_SET):
            positions = play_game(game, shallow, rng)
            endgame = [state for state in positions if state[SEGMENTS_LEFT] in ENDGAME[extra_move]]
            for state in rng.sample(endgame, min(POSITIONS_PER_GAME, len(endgame))):
                found = solver.solve(state, Stop(), distance=False)
                assert found.value is not None
                side = state[0]
                ahead = state[SCORE + side] - state[SCORE + 1 - side]
                rows.append(measure_features(state, game.rules.tables, extra_move))
                gains.append(float(found.value - ahead))
    return np.array(rows), np.array(gains)


def measure_features(state: Vector, tables: Vector, extra_move: bool) -> tuple[float, ...]:
    """What the weights of `evaluate` are multiplied by."""
    rest = float(tables[TRIANGLE_TOTAL] - state[SCORE] - state[SCORE + 1])
    best, total = count_captures(state, tables)
    if extra_move:
        return min(total, rest), rest * (total > 0)
    last = 1.0 if state[SEGMENTS_LEFT] % 2 == 1 else -1.0
    quads = count_quadrilaterals(state, tables)
    enclosed = count_regions(state, tables) - quads
    return (
        last, last * min(rest, LAST_MOVE_CAP), last * enclosed, last * state[ISOLATED],
        1.0, best, quads % 2,
    )  # fmt: skip


def play_game(game: Game, search: AlphaBeta, rng: Random) -> list[Vector]:
    """The positions of one game."""
    rules = game.rules
    state = np.array(rules.start)
    moves = np.zeros(rules.branching, np.int64)
    random_share = rng.choice(RANDOM_SHARES)
    positions = []
    while state[SEGMENTS_LEFT] > 0:
        positions.append(state.copy())
        if rng.random() < random_share:
            count = game.kernel("moves")(state, moves, rules.tables)
            move = int(rng.choice(moves[:count]))
        else:
            found = search.run(state, Limit(depth=SHALLOW_DEPTH), Stop(), exact=True)
            move = rng.choice(found.best_moves)
        game.kernel("play")(state, move, rules.tables)
    return positions


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=300.0, help="for each variant")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
