"""Do engines answer in time on a busy machine? Plays many short games under a referee.

    python bench/punctuality.py --games 200 --time 0.05 --busy 4      # gomoku
    python bench/punctuality.py --games 20 --game kamisado --game triangles

A move more than 20 ms after its limit forfeits the game, unless it waited for a core or the machine
itself stalled; such moves are listed separately. The exit code is 1 if any game is forfeited.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import perf_counter

from plyground.agents.agent import Agent
from plyground.agents.specs import parse_spec
from plyground.arena.match import Contender
from plyground.arena.openings import generate_openings
from plyground.arena.referee import GameResult, Referee
from plyground.arena.watchdog import Watchdog
from plyground.games.position import Position
from plyground.games.registry import load_game

# Upper bounds, in milliseconds after the limit.
BUCKETS = (-10, -5, 0, 5, 10, 20)


@dataclass
class Results:
    games: int = 0
    moves: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)
    lateness: Counter[str] = field(default_factory=Counter)
    latest: float = -1e9

    def add_game(self, name: str, game: GameResult, limit: float) -> None:
        self.games += 1
        if game.forfeit is not None:
            self.forfeits[game.forfeit.kind] += 1
            self.lines.append(f"{name}: FORFEIT after {len(game.timed_moves)}: {game.forfeit}")
        stalled = {stall.number for stall in game.stalls}
        for stall in game.stalls:
            self.lines.append(
                f"{name}: stall at move {stall.number}: {1e3 * stall.seconds:.0f} ms, "
                f"of which the machine took {1e3 * stall.stalled:.0f} ms"
            )
        for number, timed in enumerate(game.timed_moves, start=1):
            self.moves += 1
            late = 1e3 * (timed.seconds - limit)
            self.lateness["stall" if number in stalled else choose_bucket(late)] += 1
            if number not in stalled:
                self.latest = max(self.latest, late)


def choose_bucket(late: float) -> str:
    for bound in BUCKETS:
        if late <= bound:
            return f"<= {bound:+d} ms"
    return f"> {BUCKETS[-1]:+d} ms"


@contextmanager
def keep_cores_busy(processes: int) -> Iterator[None]:
    """Run processes that each keep a core busy until this one ends."""
    code = f"import os\nwhile os.getppid() == {os.getpid()}:\n    for _ in range(10**6): pass"
    running = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
        for process in running:
            process.wait()


def main() -> int:
    given = parse_arguments()
    names = given.game or ["gomoku"]
    prepared = {name: prepare_game(name, given) for name in names}
    results = Results()
    started = perf_counter()
    with suppress(KeyboardInterrupt), keep_cores_busy(given.busy), Watchdog() as watchdog:
        referee = Referee(given.time, watchdog, max_moves=given.plies)
        for number in range(given.games):
            name = names[number % len(names)]
            openings, players = prepared[name]
            if number % (2 * len(names)) >= len(names):
                players = players[1], players[0]
            results.add_game(name, referee.play(next(openings), players), given.time)
            show_progress(number + 1, given.games, results)
    print_report(results, given, perf_counter() - started)
    return int(bool(results.forfeits))


def prepare_game(
    name: str, given: argparse.Namespace
) -> tuple[Iterator[Position], tuple[Agent, Agent]]:
    """Openings of a game and two agents, all prepared before any clock starts."""
    spec = parse_spec(name)
    game = load_game(spec.name, True, **spec.settings)
    print(f"preparing {name}", file=sys.stderr, flush=True)
    game.native()
    agents = [Contender.from_spec(given.agent).make_prepared(game) for _ in range(2)]
    return generate_openings(game.start(), None, given.seed), (agents[0], agents[1])


def show_progress(done: int, games: int, results: Results) -> None:
    if sys.stderr.isatty() or done % 25 == 0:
        forfeits = sum(results.forfeits.values())
        line = f"{done}/{games} games, {results.moves} moves, {forfeits} forfeits"
        print(line, file=sys.stderr, end="\r" if sys.stderr.isatty() else "\n", flush=True)


def print_report(results: Results, given: argparse.Namespace, seconds: float) -> None:
    print(
        f"{results.games} games, {results.moves} moves of {given.agent} at "
        f"{1e3 * given.time:.0f} ms, {given.busy} busy processes, {seconds:.0f} s"
    )
    for kind, meaning in (
        ("late", "time forfeits"),
        ("silent", "no answer"),
        ("illegal", "illegal moves"),
        ("crashed", "crashes"),
    ):
        print(f"  {meaning:<14} {results.forfeits[kind]}")
    print(f"  {'stalls':<14} {results.lateness['stall']}")
    print(f"  latest move    {results.latest:+.1f} ms after the limit")
    print("  moves by the time of their answer, after the limit:")
    for name in (*(f"<= {bound:+d} ms" for bound in BUCKETS), f"> {BUCKETS[-1]:+d} ms"):
        print(f"    {name:>10}  {results.lateness[name]}")
    for line in results.lines:
        print(f"  {line}")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--time", type=float, default=0.05, help="seconds for each move")
    parser.add_argument("--game", action="append", help="NAME or NAME:OPTION=VALUE,...")
    parser.add_argument("--agent", default="engine:book=false", help="that plays against itself")
    parser.add_argument("--plies", type=int, default=30, help="a longer game is a draw")
    parser.add_argument("--busy", type=int, default=os.cpu_count(), help="busy processes")
    parser.add_argument("--seed", type=int, default=0, help="of the openings")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
