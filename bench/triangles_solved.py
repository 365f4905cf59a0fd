"""How many free segments of Triangles does the solver master in a second?

    python bench/triangles_solved.py                 # 10 to 14 points, 20 positions each
    python bench/triangles_solved.py --starts        # all first moves of sets of 8 to 10 points
    python bench/triangles_solved.py --starts --points 11 12 --value --memory 1024

Positions come from random moves on random sets; `left` is the number of segments that will still be
drawn. A position counts as solved if its exact margin takes at most `--nodes` positions: 6 million
take about one second of an idle core. The last line says up to how many segments left nine of ten
positions are solved.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from time import process_time

from plyground.core.limits import Stop
from plyground.core.solver import Solver
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.games.triangles.rules import SEGMENTS_LEFT

SIZES = range(10, 15)
LAYOUTS = ("grid7", "general", "convex")
LEFT = range(12, 25, 2)
SOLVED_SHARE = 0.9


def make_position(number: int, left: int, seed: int) -> Position:
    """A position of random play with so many segments left, or the start if it has fewer."""
    rng = Random(f"{seed} {number} {left}")
    size, layout = rng.choice(SIZES), LAYOUTS[number % len(LAYOUTS)]
    position = load_game("triangles", n=size, layout=layout, seed=rng.randrange(10**6)).start()
    while position.state[SEGMENTS_LEFT] > left:
        position = position.play(rng.choice(position.codes))
    return position


def count_solved(left: int, options: argparse.Namespace) -> int:
    """How many of the positions are solved within the limit; prints a row."""
    nodes: list[int] = []
    solved = 0
    began = process_time()
    for number in range(options.positions):
        position = make_position(number, left, options.seed)
        game = position.game
        solver = Solver(game.rules, game.native(), options.memory)
        with solver.limit_nodes(options.nodes):
            found = solver.find_value(position.state, Stop())
        solved += found.value is not None
        nodes.append(found.nodes)
    nodes.sort()
    median = nodes[len(nodes) // 2]
    print(f"{left:>4} {solved:>4} of {len(nodes)} {median:>12,} {nodes[-1]:>12,} "
          f"{process_time() - began:>8.1f}", flush=True)  # fmt: skip
    return solved


def solve_starts(options: argparse.Namespace) -> None:
    """The exact margin of every first move, or of the start alone, on one set of each size and
    layout."""
    print("points layout    segments  margin        nodes  CPU seconds")
    for size in options.points:
        for layout in LAYOUTS:
            game = load_game("triangles", n=size, layout=layout, seed=options.seed)
            solver = Solver(game.rules, game.native(), options.memory)
            began = process_time()
            ask = solver.find_value if options.value else solver.solve_moves
            found = ask(game.start().state, Stop())
            print(f"{size:>6} {layout:<9} {game.start().state[SEGMENTS_LEFT]:>8} "
                  f"{found.value:>+7} {found.nodes:>12,} {process_time() - began:>12.1f}",
                  flush=True)  # fmt: skip


def main() -> int:
    options = read_arguments()
    if options.starts:
        solve_starts(options)
        return 0
    print("left  solved        median         most  CPU seconds")
    reached = 0
    for left in LEFT:
        if count_solved(left, options) < SOLVED_SHARE * options.positions:
            break
        reached = left
    print(f"solved within {options.nodes:,} positions: up to {reached} segments left")
    return 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=20, help="of each number of segments")
    parser.add_argument("--nodes", type=int, default=6_000_000, help="positions visited at most")
    parser.add_argument("--memory", type=int, default=256, help="MiB of the table")
    parser.add_argument("--starts", action="store_true", help="solve all first moves instead")
    parser.add_argument("--points", type=int, nargs="+", default=[8, 9, 10], help="of these sets")
    parser.add_argument("--value", action="store_true", help="of the starts, not of their moves")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
