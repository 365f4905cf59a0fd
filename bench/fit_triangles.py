"""Finds the weights of Triangles' evaluation, by least squares on exact values.

    python bench/fit_triangles.py                 # both variants, five minutes each
    python bench/fit_triangles.py --seconds 60 --seed 1

Random sets of points are played down, by shallow searches that know no evaluation and by moves
at random; a few positions near the end of each game are solved. Fitted is what the side to move
still gains on the other.
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
from plyground.games.triangles.evaluate import LAST_MOST, captures, quadrilaterals, regions
from plyground.games.triangles.rules import IN_ALL, LEFT, LONE, POINTS
from regression import Floats

NAMES = {
    False: ("LAST", "LAST_EACH", "REGION", "LONELY", "MOVE", "TAKE", "QUADS_ODD"),
    True: ("TAKE_ALL", "TAKE_ON"),
}
"""The weights of each variant: without the extra move, and with it."""
SIZES = (7, 8, 9, 10, 11, 12, 13, 14)
LAYOUTS = ("grid7", "grid7", "general")
GAMES_ON_A_SET = 6
POSITIONS_OF_A_GAME = 4
SEGMENTS_LEFT = {False: range(2, 19), True: range(2, 14)}
SHALLOW = 2
SOLVER_MEMORY = 64
# How often any move is played, from game to game.
ASTRAY = (0.0, 0.3, 1.0)


def main() -> None:
    given = arguments()
    # Native code is made before the time begins.
    any_game = load_game("triangles")
    AlphaBeta(any_game.rules, any_game.native(), 1)
    for extra_move, names in NAMES.items():
        rows, gains = study(extra_move, given)
        weights, *_ = np.linalg.lstsq(rows, gains)
        error, even = (np.sqrt(np.mean(of**2)) for of in (gains - rows @ weights, gains))
        print(f"# {len(gains)} positions{', extra move' if extra_move else ''}: "
              f"{error:.1f} points off, where always saying even is {even:.1f} off")  # fmt: skip
        for name, weight in zip(names, weights, strict=True):
            print(f"{name} = {POINT * weight:.0f}")


def study(extra_move: bool, given: argparse.Namespace) -> tuple[Floats, Floats]:
    """What there is of each weight in positions, and what the side to move gains in them."""
    chance = Random(given.seed)
    rows: list[tuple[float, ...]] = []
    gains: list[float] = []
    end = perf_counter() + given.seconds
    while perf_counter() < end:
        game = load_game(
            "triangles",
            n=chance.choice(SIZES),
            layout=chance.choice(LAYOUTS),
            seed=chance.randrange(10**9),
            extra_move=extra_move,
        )
        solver = Solver(game.rules, game.native().addresses, SOLVER_MEMORY)
        blind = replace(game.rules, kernels=replace(game.kernels, evaluate=None))
        shallow = AlphaBeta(blind, compile_rules(blind.kernels), 1)
        for _ in range(GAMES_ON_A_SET):
            path = play_down(game, shallow, chance)
            late = [state for state in path if state[LEFT] in SEGMENTS_LEFT[extra_move]]
            for state in chance.sample(late, min(POSITIONS_OF_A_GAME, len(late))):
                found = solver.solve(state, Stop(), distance=False)
                assert found.value is not None
                side = state[0]
                ahead = state[POINTS + side] - state[POINTS + 1 - side]
                rows.append(features(state, game.rules.tables, extra_move))
                gains.append(float(found.value - ahead))
    return np.array(rows), np.array(gains)


def features(state: Vector, tables: Vector, extra_move: bool) -> tuple[float, ...]:
    """As `evaluate` counts them."""
    rest = float(tables[IN_ALL] - state[POINTS] - state[POINTS + 1])
    best, together = captures(state, tables)
    if extra_move:
        return min(together, rest), rest * (together > 0)
    last = 1.0 if state[LEFT] % 2 == 1 else -1.0
    quads = quadrilaterals(state, tables)
    enclosed = regions(state, tables) - quads
    return (
        last, last * min(rest, LAST_MOST), last * enclosed, last * state[LONE],
        1.0, best, quads % 2,
    )  # fmt: skip


def play_down(game: Game, search: AlphaBeta, chance: Random) -> list[Vector]:
    """The positions of one game."""
    rules = game.rules
    state = np.array(rules.start)
    moves = np.zeros(rules.branching, np.int64)
    astray = chance.choice(ASTRAY)
    path = []
    while state[LEFT] > 0:
        path.append(state.copy())
        if chance.random() < astray:
            count = game.kernel("moves")(state, moves, rules.tables)
            move = int(chance.choice(moves[:count]))
        else:
            found = search.run(state, Limit(depth=SHALLOW), Stop(), exact=True)
            move = chance.choice(found.best_moves)
        game.kernel("play")(state, move, rules.tables)
    return path


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=300.0, help="for each variant")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
