"""Does the engine play a single round of Kamisado perfectly?

    python bench/kamisado_perfect.py --positions 1000 --time 1
    python bench/kamisado_perfect.py --positions 300 --nodes 7000000

Each position comes from random moves, as many as a random number says, the start included; games
that end meanwhile are played anew. The engine gets every position with an empty table, and the
solver, which has as much time as it takes, says whether its score is proven and right, whether it
knows the distance to the end, and whether its move keeps the value, and the distance. Required is
that 99 % of the values are right and that every move keeps the value; the exit code is 1 otherwise.

On a busy machine use `--nodes`: 7 million take about one second of an idle core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random
from time import process_time

from plyground.agents.engine import Engine
from plyground.core.limits import Limit, Stop
from plyground.core.solver import Solver
from plyground.games.position import Position
from plyground.games.registry import load_game

MOST_PLIES = 30
SOLVER_MEMORY = 256
REQUIRED_SHARE = 0.99


def make_positions(count: int, seed: int) -> Iterator[Position]:
    """Positions of random play that are not over."""
    rng = Random(seed)
    game = load_game("kamisado")
    made = 0
    while made < count:
        position = game.start()
        for _ in range(rng.randrange(MOST_PLIES + 1)):
            if not position.is_over:
                position = position.play(rng.choice(position.codes))
        if not position.is_over:
            made += 1
            yield position


def main() -> int:
    options = read_arguments()
    limit = Limit(nodes=options.nodes) if options.nodes else Limit(time=options.time)
    game = load_game("kamisado")
    solver = Solver(game.rules, game.native(), SOLVER_MEMORY)
    engine = Engine(book=False)
    engine.prepare(game)
    right = counted = kept = shortest = 0
    seconds: list[float] = []
    for position in make_positions(options.positions, options.seed):
        engine.release()
        engine.prepare(game)
        began = process_time()
        found = engine.choose(position, limit)
        seconds.append(process_time() - began)
        exact = solver.solve(position.state, Stop())
        assert exact.value is not None
        assert found.score is not None
        score = found.score
        is_right = score.proven and score.value == exact.value
        right += is_right
        counted += is_right and score.plies == exact.plies
        after = position.play(found.move)
        value = solver.find_value(after.state, Stop()).value
        is_kept = value == (exact.value if after.side == position.side else -exact.value)
        kept += is_kept
        best = [position.game.move_text(position.state, code) for code in exact.best_moves]
        shortest += found.move in best
        if not (is_right and is_kept):
            print(f"    {position.text}: {found.move} {score}, exact {exact.value} {best}")
    count = len(seconds)
    seconds.sort()
    print(f"{count} positions, seed {options.seed}")
    print(f"value proven and right      {right:>6}  {right / count:.1%}")
    print(f"distance right              {counted:>6}  {counted / count:.1%}")
    print(f"moves that keep the value   {kept:>6}  {kept / count:.1%}")
    print(f"moves that keep the distance{shortest:>6}  {shortest / count:.1%}")
    print(f"CPU seconds a move: median {seconds[count // 2]:.3f}, "
          f"99 % below {seconds[int(count * 0.99)]:.3f}, most {seconds[-1]:.3f}")  # fmt: skip
    return int(right < REQUIRED_SHARE * count or kept < count)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--time", type=float, default=1.0, help="seconds a move of the engine")
    parser.add_argument("--nodes", type=int, help="nodes a move instead of seconds")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
