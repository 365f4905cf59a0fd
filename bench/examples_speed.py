"""Are the examples as fast as they should be, beside OpenSpiel's own games?

    python bench/examples_speed.py
    python bench/examples_speed.py --quick

Prints, as a table in Markdown, random games, tree search (Monte Carlo simulations) and alpha-beta
of each example and of the same game in OpenSpiel, in turns in one run. OpenSpiel plays random games
and tree search in C++; its alpha-beta is a loop in Python over its states. The exit code is 1 if a
ratio is below what is required.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from plyground import Game, load_game
from plyground.bench.measure import Measurement
from plyground.bench.openspiel import OpenSpiel
from plyground.bench.rules_speed import measure_rules
from plyground.bench.search_speed import measure_search

EXAMPLES = Path(__file__).parents[1] / "examples"
NAMES = ("othello", "breakthrough", "dots_and_boxes", "hex", "kalah", "connect4")
TITLES = {
    "playouts": "random games",
    "simulations": "tree search, simulations",
    "nodes": "alpha-beta, nodes",
}
REQUIRED = {"playouts": 1.5, "simulations": 1.5, "nodes": 10.0}


def measure_game(game: Game, quick: bool, spiel: OpenSpiel) -> Iterator[Measurement]:
    yield from measure_rules(game, 1.0 if quick else 6.0, spiel)
    yield from measure_search(game, quick, spiel, None)


def main() -> int:
    options = read_arguments()
    spiel = OpenSpiel.load()
    if spiel is None:
        print("install it first: pip install open_spiel")
        return 1
    print("| game | what, a second | here | OpenSpiel | ratio |\n|---|---|---:|---:|---:|")
    slow = 0
    for name in options.games:
        game = load_game(str(EXAMPLES / f"{name}.py"), True)
        for found in measure_game(game, options.quick, spiel):
            if found.ratio is None or found.what not in REQUIRED:
                continue
            is_slow = found.ratio < REQUIRED[found.what]
            slow += is_slow
            print(
                f"| {game.title} | {TITLES[found.what]} | {found.rate:,.0f} | "
                f"{found.peer_rate:,.0f} | {found.ratio:.1f}x{' (too slow)' if is_slow else ''} |",
                flush=True,
            )
    return int(slow > 0)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=NAMES, help="some of the examples")
    parser.add_argument("--quick", action="store_true", help="short rounds")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
