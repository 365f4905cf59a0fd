"""Perft and random games per second for every variant of every game.

python bench/rules_bench.py [SECONDS PER MEASURE]
"""

from __future__ import annotations

import sys

from plyground.bench.openspiel import OpenSpiel
from plyground.bench.rules_speed import measure_rules
from plyground.games.registry import find_game_class, game_names


def main(seconds: float) -> None:
    peer = OpenSpiel.load()
    for name in game_names():
        kind = find_game_class(name)
        variants: list[dict[str, object]] = [{}]
        for option in kind.options:
            variants += [{option.name: value} for value in option.choices]
        for settings in variants:
            game = kind(**settings)
            if settings and game == kind():
                continue
            for measure in measure_rules(game, seconds, peer):
                comparison = f"  {measure.ratio:.1f}x {measure.peer}" if measure.ratio else ""
                print(f"{game!r:50} {measure.what:9} {measure.rate:14,.0f}{comparison}", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
