"""Compares the search speed of two checkouts, in turns in one run.

    git worktree add /tmp/old main~1
    python bench/compare.py /tmp/old                    # with this checkout, 5 rounds
    python bench/compare.py /tmp/old /tmp/new --rounds 11 --game gomoku:rule=renju

In every round both checkouts get a new process each, with the same interpreter and environment.
The two search the same positions to the same depths, one position after the other in turns, so that
whatever else the machine does affects both. Times are CPU times of the search alone. For each game
the table has the nodes per second of both (medians of the rounds), the median of the ratios of the
rounds with the lowest and the highest, and whether both visited the same number of nodes. The exit
code is 1 if a ratio is below `--at-least`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent
PLIES = (0, 3, 6, 10)
"""The positions of a game: after so many moves that a fixed rule chooses."""
MAX_DEPTH = 40
MAX_SEARCHES = 50
"""Repetitions of a small search; more would only measure the overhead of starting a search."""

# Runs in each checkout with its own modules, whose names may differ. A request is a list: a game,
# a number of moves, a depth and a number of searches. Each search has an empty table.
WORKER = """
import importlib, json, sys
from time import process_time

import plyground

def import_first(*names):
    for name in names:
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
    raise SystemExit(f"this checkout has none of the modules {', '.join(names)}")

search = import_first("plyground.core.iterative_deepening", "plyground.core.deepening")
limits = importlib.import_module("plyground.core.limits")
registry = importlib.import_module("plyground.games.registry")
games = {}

def make_game(spec):
    name, _, settings = spec.partition(":")
    pairs = (setting.partition("=") for setting in settings.split(",") if setting)
    return registry.load_game(name, **{option: value for option, _, value in pairs})

def find_position(game, plies):
    position = game.start()
    for ply in range(plies):
        if not position.is_over:
            position = position.play(position.codes[(7 * ply + 3) % len(position.codes)])
    return position

def answer(spec, plies, depth, count):
    if spec not in games:
        games[spec] = make_game(spec)
    game = games[spec]
    position = find_position(game, plies)
    if position.is_over:
        return None
    nodes, seconds = 0, 0.0
    for _ in range(count):
        alphabeta = search.AlphaBeta(game.rules, game.native(), 16)
        with limits.Stop() as stop:
            started = process_time()
            nodes += alphabeta.run(position.state, limits.Limit(depth=depth), stop).nodes
            seconds += process_time() - started
    return [nodes, seconds]

print(json.dumps([plyground.__file__, registry.game_names()]), flush=True)
for line in sys.stdin:
    try:
        print(json.dumps({"answer": answer(*json.loads(line))}), flush=True)
    except plyground.Problem as problem:
        print(json.dumps({"problem": str(problem)}), flush=True)
"""


class Checkout:
    """A process that searches with the code of one checkout. A context manager."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        source = self.root / "src"
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(source)},
        )
        package, self.games = self._receive()
        if not Path(package).is_relative_to(source):
            sys.exit(f"{source} has no plyground; {package} was imported instead.")

    def __enter__(self) -> Checkout:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()

    def search(self, game: str, plies: int, depth: int, count: int) -> tuple[int, float] | None:
        """Nodes and seconds of some equal searches; None if the game is over."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([game, plies, depth, count]) + "\n")
        self._process.stdin.flush()
        reply = self._receive()
        if "problem" in reply:
            sys.exit(f"{self.root}: {reply['problem']}")
        return None if reply["answer"] is None else (reply["answer"][0], reply["answer"][1])

    def _receive(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"{self.root}: the search failed.")
        return json.loads(line)


@dataclass(frozen=True)
class Task:
    """Equal searches of one position."""

    plies: int
    depth: int
    count: int


@dataclass
class Comparison:
    """The rates of both checkouts in a game, a value per round."""

    old: list[float] = field(default_factory=list)
    new: list[float] = field(default_factory=list)
    is_equal: bool = True
    """Did both visit the same number of nodes in every search?"""

    @property
    def ratios(self) -> list[float]:
        return [new / old for old, new in zip(self.old, self.new, strict=True)]


def main() -> int:
    given = parse_arguments()
    comparisons: dict[str, Comparison] = {}
    tasks: dict[str, list[Task]] = {}
    for number in range(given.rounds):
        with ExitStack() as stack:
            old, new = (stack.enter_context(Checkout(root)) for root in (given.old, given.new))
            for game in given.game or [name for name in old.games if name in new.games]:
                print(f"round {number + 1}/{given.rounds}: {game}", file=sys.stderr, flush=True)
                if game not in tasks:
                    tasks[game] = list(choose_tasks(old, game, given.nodes))
                # The order changes in every round, since it may matter to a warm processor.
                pair = (old, new) if number % 2 == 0 else (new, old)
                add_round(comparisons.setdefault(game, Comparison()), pair, old, game, tasks[game])
    print_table(comparisons)
    slower = [game for game, one in comparisons.items() if median(one.ratios) < given.at_least]
    if slower:
        print(f"below {given.at_least:g} of the old rate: {', '.join(slower)}")
    return int(bool(slower))


def choose_tasks(checkout: Checkout, game: str, nodes: int) -> Iterator[Task]:
    """For each position, the smallest depth with so many nodes; small searches are repeated."""
    for plies in PLIES:
        largest, best_depth = 0, 1
        for depth in range(1, MAX_DEPTH + 1):
            found = checkout.search(game, plies, depth, 1)
            if found is None:
                break
            if found[0] > largest:
                largest, best_depth = found[0], depth
            # A proven score ends a search, so a greater depth would add nothing.
            if largest >= nodes or depth >= best_depth + 3:
                break
        if largest:
            yield Task(plies, best_depth, min(-(-nodes // largest), MAX_SEARCHES))


def add_round(
    comparison: Comparison,
    pair: tuple[Checkout, Checkout],
    old: Checkout,
    game: str,
    tasks: list[Task],
) -> None:
    """Search all positions with both checkouts in turns."""
    nodes = dict.fromkeys(pair, 0)
    seconds = dict.fromkeys(pair, 0.0)
    for checkout in pair:
        # The first search compiles native code, or loads it.
        checkout.search(game, 0, 1, 1)
    for task in tasks:
        visited = set()
        for checkout in pair:
            found = checkout.search(game, task.plies, task.depth, task.count)
            visited.add(found and found[0])
            if found is not None:
                nodes[checkout] += found[0]
                seconds[checkout] += found[1]
        comparison.is_equal &= len(visited) == 1
    for checkout in pair:
        rates = comparison.old if checkout is old else comparison.new
        rates.append(nodes[checkout] / max(seconds[checkout], 1e-9))


def print_table(comparisons: dict[str, Comparison]) -> None:
    width = max(map(len, comparisons), default=0)
    heads = f"{'old nodes/s':>13} {'new nodes/s':>13} {'ratio':>7}  range        nodes"
    print(f"{'game':<{width}} {heads}")
    for game, one in comparisons.items():
        ratios = one.ratios
        print(
            f"{game:<{width}} {median(one.old):>13,.0f} {median(one.new):>13,.0f} "
            f"{median(ratios):>7.3f}  {min(ratios):.3f}-{max(ratios):.3f}  "
            f"{'equal' if one.is_equal else 'DIFFER'}"
        )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", type=Path, help="a checkout")
    parser.add_argument("new", type=Path, nargs="?", default=ROOT, help="another, by default this")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--game", action="append", help="NAME or NAME:OPTION=VALUE,...; default all"
    )
    parser.add_argument("--nodes", type=int, default=500_000, help="of each position, about")
    parser.add_argument("--at-least", type=float, default=0.98, help="ratio for exit code 0")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
