"""Are the small boards of the examples worth what others have found?

    python bench/examples_exact.py
    python bench/examples_exact.py --game othello

Solves the start of each board and compares its value with the known one: points for the first
player, or 1 and -1 where there are none. The exit code is 1 if a value differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from plyground import load_game, solve

EXAMPLES = Path(__file__).parents[1] / "examples"
MEMORY = 256

# Each was found by independent programs, too: see docs/explanation/example-games.md.
KNOWN: list[tuple[str, dict[str, int | str], int]] = [
    ("othello", {"size": 4}, -8),
    ("dots_and_boxes", {"width": 2, "height": 2}, 2),
    ("dots_and_boxes", {"width": 3, "height": 2}, -2),
    ("dots_and_boxes", {"width": 3, "height": 3}, -3),
    ("kalah", {"pits": 3, "seeds": 3}, 2),
    ("kalah", {"pits": 4, "seeds": 3}, 6),
    ("breakthrough", {"columns": 4, "rows": 4}, -1),
    ("breakthrough", {"columns": 4, "rows": 5}, -1),
    ("breakthrough", {"columns": 5, "rows": 4}, -1),
    ("hex", {"size": 3}, 1),
    ("hex", {"size": 4}, 1),
    ("hexapawn", {"columns": 3, "rows": 3}, -1),
    ("hexapawn", {"columns": 4, "rows": 4}, 1),
    ("hexapawn", {"columns": 5, "rows": 5}, 1),
    ("hexapawn", {"columns": 5, "rows": 4}, -1),
    ("nim", {"heaps": "3 4 5"}, 1),
    ("nim", {"heaps": "1 3 5 7"}, -1),
    ("nim", {"heaps": "1 3 5 7", "misere": 1}, -1),
]


def main() -> int:
    options = read_arguments()
    print(f"{'game':<50} {'known':>6} {'value':>6} {'positions':>12} {'seconds':>8}")
    wrong = 0
    for name, settings, known in KNOWN:
        if options.game not in (None, name):
            continue
        game = load_game(str(EXAMPLES / f"{name}.py"), True, **settings)
        found = solve(game.start(), distance=False, memory=MEMORY)
        print(
            f"{game!r:<50} {known:>+6} {found.value:>+6} {found.nodes:>12,} {found.seconds:>8.1f}",
            flush=True,
        )
        wrong += found.value != known
    return int(wrong > 0)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=sorted({name for name, _, _ in KNOWN}))
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
