"""Does the engine keep what the solver promises it in Triangles?

    python bench/triangles_exact.py --sets 20 --time 1
    python bench/triangles_exact.py --sets 200 --nodes 20000 --left 14
    python bench/triangles_exact.py --games 40 --points 21 30 --time 0.05 --left 16

Each position comes from another set of 6 to 12 points: random moves are played until at most
`--left` segments remain, and what remains is solved. The engine gets the side that does not lose,
and plays it out against each baseline, which has half a second a move. With `--games` whole games
are played instead, each opening twice with sides swapped, and each game is solved afterwards from
the engine's first turn on with at most `--left` segments left. Required is that no game is lost
from a position solved as won, and that no game ends with fewer points than the exact value; the
exit code is 1 otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from plyground.agents.agent import Agent
from plyground.agents.specs import agent
from plyground.agents.verdict import solve
from plyground.core.limits import Limit
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.games.triangles.rules import SEGMENTS_LEFT
from plyground.reports import find_baselines

SIZES = (6, 12)
OPENING_PLIES = 4
LAYOUTS = ("grid7", "grid7", "general", "convex")
SOLVER_MEMORY = 64
BASELINE_LIMIT = Limit(time=0.5)


@dataclass(frozen=True)
class SolvedPosition:
    """A position, the side that does not lose it, and by how much that side wins."""

    position: Position
    side: int
    value: int


def make_start(number: int, sizes: tuple[int, int], rng: Random) -> Position:
    low, high = sizes
    size, layout = low + number % (high + 1 - low), rng.choice(LAYOUTS)
    return load_game("triangles", n=size, layout=layout, seed=rng.randrange(10**6)).start()


def make_positions(
    count: int, left: int, seed: int, sizes: tuple[int, int] = SIZES
) -> Iterator[SolvedPosition]:
    """Positions of random play with at most so many segments left, solved."""
    rng = Random(seed)
    for number in range(count):
        position = make_start(number, sizes, rng)
        while position.state[SEGMENTS_LEFT] > left:
            position = position.play(rng.choice(position.codes))
        value = find_value(position)
        # In drawn positions the engine takes either side in turn.
        side = number % 2 if value == 0 else int(value < 0)
        yield SolvedPosition(position, side, abs(value))


def find_value(position: Position) -> int:
    """By how much the first player wins."""
    value = solve(position, distance=False, memory=SOLVER_MEMORY).value
    assert value is not None
    return value


def play_out(solved: SolvedPosition, engine: Agent, opponent: Agent, limit: Limit) -> Position:
    """The end of a game in which the engine has the side that does not lose."""
    return play_on(solved.position, solved.side, engine, opponent, limit)


def play_on(
    position: Position, side: int, engine: Agent, opponent: Agent, limit: Limit
) -> Position:
    while not position.is_over:
        is_engine = position.side == side
        player, own = (engine, limit) if is_engine else (opponent, BASELINE_LIMIT)
        position = position.play(player.choose(position, own).move)
    return position


def get_margin(end: Position, side: int) -> int:
    """By how many points a side is ahead at the end."""
    assert end.outcome is not None
    margin = end.outcome.margin or 0
    return margin if side == 0 else -margin


def play_solved(options: argparse.Namespace, limit: Limit) -> int:
    """Play from solved positions; how many games give something away."""
    solved = list(make_positions(options.sets, options.left, options.seed, options.points))
    won = sum(one.value > 0 for one in solved)
    print(f"{len(solved)} positions with up to {options.left} segments left, {won} of them won")
    print(f"{'baseline':<12} {'lost from won':>14} {'below exact':>12} {'points above it':>16}")
    failures = 0
    engine = agent("engine:book=false")
    for name in find_baselines("triangles"):
        opponent = agent(f"baseline:{name}")
        lost = below = above = 0
        for one in solved:
            end = play_out(one, engine, opponent, limit)
            margin = get_margin(end, one.side)
            lost += one.value > 0 > margin
            below += margin < one.value
            above += max(0, margin - one.value)
            if margin < one.value:
                report(end, margin, one.value, len(one.position.history))
        print(f"{name:<12} {lost:>14} {below:>12} {above:>16}", flush=True)
        failures += lost + below
    return failures


def play_games(options: argparse.Namespace, limit: Limit) -> int:
    """Play whole games, and solve their ends; how many games give something away."""
    low, high = options.points
    print(f"{options.games} games a baseline on {low} to {high} points, sides swapped; solved from "
          f"the engine's first turn with up to {options.left} segments left")  # fmt: skip
    print(f"{'baseline':<12} {'won':>4} {'lost':>5} {'drawn':>6} {'margin':>7}   "
          f"{'solved as won':>14} {'lost from won':>14} {'below exact':>12}")  # fmt: skip
    failures = 0
    engine = agent("engine")
    for name in find_baselines("triangles"):
        opponent = agent(f"baseline:{name}")
        rng = Random(options.seed)
        margins: list[int] = []
        won = lost = below = 0
        for number in range(options.games):
            if number % 2 == 0:
                opening = make_start(number // 2, options.points, rng)
                for _ in range(OPENING_PLIES):
                    opening = opening.play(rng.choice(opening.codes))
            side = number % 2
            end = play_on(opening, side, engine, opponent, limit)
            margin = get_margin(end, side)
            margins.append(margin)
            position = find_first_turn(end, side, options.left)
            value = find_value(position) * (1 - 2 * side)
            won += value > 0
            lost += value > 0 > margin
            below += margin < value
            if margin < value:
                report(end, margin, value, len(position.history))
        print(f"{name:<12} {sum(m > 0 for m in margins):>4} {sum(m < 0 for m in margins):>5} "
              f"{sum(m == 0 for m in margins):>6} {sum(margins) / len(margins):>+7.2f}   "
              f"{won:>14} {lost:>14} {below:>12}", flush=True)  # fmt: skip
        failures += lost + below
    return failures


def find_first_turn(end: Position, side: int, left: int) -> Position:
    """The first position of a game with so few segments left and this side to move."""
    found = position = end
    while position.before is not None and position.before.state[SEGMENTS_LEFT] <= left:
        position = position.before
        if position.side == side:
            found = position
    return found


def report(end: Position, margin: int, value: int, ply: int) -> None:
    print(f"    {end.game} {end.text}: {margin} instead of {value}, from move {ply + 1}")


def main() -> int:
    options = read_arguments()
    limit = Limit(nodes=options.nodes) if options.nodes else Limit(time=options.time)
    play = play_games if options.games else play_solved
    return int(play(options, limit) > 0)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sets", type=int, default=20, help="positions, each of another set")
    parser.add_argument("--games", type=int, help="whole games against each baseline instead")
    parser.add_argument("--points", type=int, nargs=2, default=SIZES, help="fewest and most")
    parser.add_argument("--time", type=float, default=1.0, help="seconds a move of the engine")
    parser.add_argument("--nodes", type=int, help="nodes a move instead of seconds")
    parser.add_argument("--left", type=int, default=18, help="segments left at most")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
