"""Does the engine keep what the solver promises it in Triangles?

    python bench/triangles_exact.py --sets 20 --time 1
    python bench/triangles_exact.py --sets 200 --nodes 20000 --left 14

Each position comes from another set of 6 to 12 points: random moves are played until at most
`--left` segments remain, and what remains is solved. The engine gets the side that does not lose,
and plays it out against each baseline. Required is that no game is lost from a position solved as
won, and that no game ends with fewer points than the exact value; the exit code is 1 otherwise.
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

SIZES = range(6, 13)
LAYOUTS = ("grid7", "grid7", "general", "convex")
SOLVER_MEMORY = 64
BASELINE_LIMIT = Limit(time=0.5)


@dataclass(frozen=True)
class SolvedPosition:
    """A position, the side that does not lose it, and by how much that side wins."""

    position: Position
    side: int
    value: int


def make_positions(count: int, left: int, seed: int) -> Iterator[SolvedPosition]:
    """Positions of random play with at most so many segments left, solved."""
    rng = Random(seed)
    for number in range(count):
        size, layout = SIZES[number % len(SIZES)], rng.choice(LAYOUTS)
        position = load_game("triangles", n=size, layout=layout, seed=rng.randrange(10**6)).start()
        while position.state[SEGMENTS_LEFT] > left:
            position = position.play(rng.choice(position.codes))
        value = solve(position, distance=False, memory=SOLVER_MEMORY).value
        assert value is not None
        # In drawn positions the engine takes either side in turn.
        side = number % 2 if value == 0 else int(value < 0)
        yield SolvedPosition(position, side, abs(value))


def play_out(solved: SolvedPosition, engine: Agent, opponent: Agent, limit: Limit) -> Position:
    """The end of a game in which the engine has the side that does not lose."""
    position = solved.position
    while not position.is_over:
        is_engine = position.side == solved.side
        player, own = (engine, limit) if is_engine else (opponent, BASELINE_LIMIT)
        position = position.play(player.choose(position, own).move)
    return position


def get_margin(end: Position, side: int) -> int:
    """By how many points a side is ahead at the end."""
    assert end.outcome is not None
    margin = end.outcome.margin or 0
    return margin if side == 0 else -margin


def main() -> int:
    options = read_arguments()
    limit = Limit(nodes=options.nodes) if options.nodes else Limit(time=options.time)
    solved = list(make_positions(options.sets, options.left, options.seed))
    won = sum(one.value > 0 for one in solved)
    print(f"{len(solved)} positions with up to {options.left} segments left, {won} of them won")
    print(f"{'baseline':<12} {'lost from won':>14} {'below exact':>12} {'points above it':>16}")
    failures = 0
    engine = agent("engine")
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
                print(f"    {end.game} {end.text}: {margin} instead of {one.value}, "
                      f"from move {len(one.position.history) + 1}")  # fmt: skip
        print(f"{name:<12} {lost:>14} {below:>12} {above:>16}", flush=True)
        failures += lost + below
    return int(failures > 0)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sets", type=int, default=20, help="positions, each of another set")
    parser.add_argument("--time", type=float, default=1.0, help="seconds a move of the engine")
    parser.add_argument("--nodes", type=int, help="nodes a move instead of seconds")
    parser.add_argument("--left", type=int, default=18, help="segments left at most")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
