"""Plays two values of a constant against each other, or counts the nodes of each.

    python bench/duel.py triangles:seed={} plyground.games.triangles.evaluate:BEST_CAPTURE 600 0
    python bench/duel.py kamisado plyground.games.kamisado.evaluate:ADVANCE 3000 1000 --count
    python bench/duel.py gomoku plyground.core.alphabeta:late_move_reduction - 0 --nodes 5000

A value is an expression as in the source, and `-` is the current value. The name may be that of a
function: then the value is its result, in terms of its arguments. A `{}` in the game is replaced by
the number of the pair of games, so that each pair has another board.

A match consists of colour-swapped pairs from random openings. With `--count` both values search
the same openings: the one with fewer nodes to a depth has the better move ordering.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import perf_counter

from plyground.agents.specs import parse_spec
from plyground.arena.openings import generate_openings
from plyground.arena.rating import Tally, rate
from plyground.games.position import Position
from plyground.games.registry import load_game

# Nodes per move, unless a number of nodes or a depth is given.
NODES = 2_000


class Variant:
    """A process in which the constant has one of the two values."""

    def __init__(self, value: str, given: argparse.Namespace) -> None:
        options = ["--exact"] if given.exact else []
        if given.depth is not None:
            options += [f"--depth={given.depth}"]
        if given.nodes is not None or given.depth is None:
            options += [f"--nodes={given.nodes or NODES}"]
        program = str(Path(__file__).with_name("variant.py"))
        self.value = value
        self.nodes = 0
        self.seconds = 0.0
        self._process = subprocess.Popen(
            [sys.executable, program, *options, "--", given.constant, value],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def choose(self, spec: str, position: Position) -> int:
        """The move that it plays; nodes and seconds are added up."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        started = perf_counter()
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps([spec, position.history]) + "\n")
            self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit(f"The process for the value {self.value} ended.")
        move, nodes = json.loads(answer)
        self.nodes += nodes
        self.seconds += perf_counter() - started
        return int(move)

    def close(self) -> None:
        self._process.communicate()


def generate_openings_of_pairs(given: argparse.Namespace) -> Iterator[tuple[str, Position]]:
    """For each pair of games, the spec of the game and an opening."""
    openings: dict[str, Iterator[Position]] = {}
    for pair in range((given.games + 1) // 2):
        spec = given.game.replace("{}", str(given.seed + pair))
        if spec not in openings:
            wanted = parse_spec(spec)
            game = load_game(wanted.name, True, **wanted.settings)
            game.native()
            openings[spec] = generate_openings(game.start(), given.plies, given.seed)
        yield spec, next(openings[spec])


def count_nodes(variants: tuple[Variant, Variant], given: argparse.Namespace) -> None:
    for number, (spec, opening) in enumerate(generate_openings_of_pairs(given)):
        for variant in variants:
            variant.choose(spec, opening)
            if number == 0:
                # The first search includes the start of its process and compilation.
                variant.seconds = 0.0
    first, second = variants
    for variant in variants:
        print(f"{variant.value:>12}  {variant.nodes:>12,} nodes  {variant.seconds:8.2f} s")
    print(f"{first.value} visits {first.nodes / second.nodes:.3f} of the nodes of {second.value}")


def play(variants: tuple[Variant, Variant], given: argparse.Namespace) -> None:
    tally, margin, games = Tally(), 0, 0
    for spec, opening in generate_openings_of_pairs(given):
        for first in (0, 1):
            value = play_game(variants, first, spec, opening)
            tally += Tally(int(value > 0), int(value < 0), int(value == 0))
            margin += value
            games += 1
        if sys.stderr.isatty():
            print(f"{games}/{given.games} games", end="\r", file=sys.stderr)
    rating = rate(tally)
    elo = "all points" if rating.elo is None else f"Elo {rating.elo:+.0f}"
    elo += "" if rating.error is None else f" +/- {rating.error:.0f}"
    print(
        f"{variants[0].value} against {variants[1].value}: {tally.wins} won, {tally.losses} lost, "
        f"{tally.draws} drawn, {elo}, {margin / games:+.2f} points a game"
    )


def play_game(variants: tuple[Variant, Variant], first: int, spec: str, opening: Position) -> int:
    """The result of a game for the first of the variants, which has side `first`."""
    position = opening
    while not position.is_over:
        variant = variants[position.side ^ first]
        position = position.play(variant.choose(spec, position))
    return position.utility() * (1 - 2 * first)


def main() -> None:
    given = parse_arguments()
    variants = Variant(given.values[0], given), Variant(given.values[1], given)
    try:
        (count_nodes if given.count else play)(variants, given)
    finally:
        for variant in variants:
            variant.close()


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", help="NAME or NAME:OPTION=VALUE,...")
    parser.add_argument("constant", help="MODULE:NAME")
    parser.add_argument("values", nargs=2, metavar="VALUE", help="an expression, or - as it is")
    parser.add_argument("--count", action="store_true", help="count nodes instead of playing")
    parser.add_argument("--games", type=int, default=200, help="with --count, twice the positions")
    parser.add_argument("--depth", type=int, help="of each search")
    parser.add_argument("--nodes", type=int, help=f"of each search; {NODES} if no depth is given")
    parser.add_argument("--exact", action="store_true", help="leave no move out, reduce none")
    parser.add_argument("--plies", type=int, default=4, help="random moves of each opening")
    parser.add_argument("--seed", type=int, default=0, help="of the openings")
    return parser.parse_args()


if __name__ == "__main__":
    main()
