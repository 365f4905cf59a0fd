"""Do engines answer in time on a busy machine? Many short games under a referee.

    python bench/punctuality.py                     # 1,000 games at 50 ms a move, all cores loaded
    python bench/punctuality.py --games 20 --game kamisado

A move that comes more than 20 ms after its limit forfeits the game, unless the whole machine stood
still meanwhile; such moves are listed apart. The exit code is 1 if any game was forfeited.
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
from plyground.games.registry import game_names, load_game

# Upper bounds, in milliseconds after the limit.
BUCKETS = (-10, -5, 0, 5, 10, 20)


@dataclass
class Findings:
    games: int = 0
    moves: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)
    lateness: Counter[str] = field(default_factory=Counter)
    latest: float = -1e9

    def add(self, name: str, played: GameResult, limit: float) -> None:
        self.games += 1
        if played.forfeit is not None:
            self.forfeits[played.forfeit.kind] += 1
            self.told.append(f"{name}: FORFEIT after {len(played.timed_moves)}: {played.forfeit}")
        stalled = {stall.turn for stall in played.stalls}
        for stall in played.stalls:
            self.told.append(
                f"{name}: stall at move {stall.turn}: {1e3 * stall.seconds:.0f} ms, "
                f"of which the machine stood still {1e3 * stall.stalled:.0f} ms"
            )
        for number, turn in enumerate(played.timed_moves, start=1):
            self.moves += 1
            late = 1e3 * (turn.seconds - limit)
            self.lateness["stall" if number in stalled else bucket(late)] += 1
            if number not in stalled:
                self.latest = max(self.latest, late)


def bucket(late: float) -> str:
    for bound in BUCKETS:
        if late <= bound:
            return f"<= {bound:+d} ms"
    return f"> {BUCKETS[-1]:+d} ms"


@contextmanager
def loaded(processes: int) -> Iterator[None]:
    """So many processes that do nothing but keep a core busy, as long as this one lives."""
    code = f"import os\nwhile os.getppid() == {os.getpid()}:\n    for _ in range(10**6): pass"
    busy = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
        for process in busy:
            process.wait()


def main() -> int:
    given = arguments()
    names = given.game or game_names()
    tables = {name: table(name, given) for name in names}
    findings = Findings()
    began = perf_counter()
    with suppress(KeyboardInterrupt), loaded(given.load), Watchdog() as watchdog:
        referee = Referee(given.time, watchdog, max_moves=given.plies)
        for number in range(given.games):
            name = names[number % len(names)]
            openings, players = tables[name]
            if number % (2 * len(names)) >= len(names):
                players = players[1], players[0]
            findings.add(name, referee.play(next(openings), players), given.time)
            show_progress(number + 1, given.games, findings)
    report(findings, given, perf_counter() - began)
    return int(bool(findings.forfeits))


def table(name: str, given: argparse.Namespace) -> tuple[Iterator[Position], tuple[Agent, Agent]]:
    """Openings of a game and two players, all ready before any clock starts."""
    wanted = parse_spec(name)
    game = load_game(wanted.name, True, **wanted.settings)
    print(f"preparing {name}", file=sys.stderr, flush=True)
    game.native()
    made = [Contender.from_spec(given.agent).make_prepared(game) for _ in range(2)]
    return generate_openings(game.start(), None, given.seed), (made[0], made[1])


def show_progress(done: int, games: int, findings: Findings) -> None:
    if sys.stderr.isatty() or done % 25 == 0:
        forfeits = sum(findings.forfeits.values())
        line = f"{done}/{games} games, {findings.moves} moves, {forfeits} forfeits"
        print(line, file=sys.stderr, end="\r" if sys.stderr.isatty() else "\n", flush=True)


def report(findings: Findings, given: argparse.Namespace, seconds: float) -> None:
    print(
        f"{findings.games} games, {findings.moves} moves of {given.agent} at "
        f"{1e3 * given.time:.0f} ms, {given.load} busy processes, {seconds:.0f} s"
    )
    for kind, meaning in (
        ("late", "time forfeits"),
        ("silent", "no answer"),
        ("illegal", "illegal moves"),
        ("crashed", "crashes"),
    ):
        print(f"  {meaning:<14} {findings.forfeits[kind]}")
    print(f"  {'stalls':<14} {findings.lateness['stall']}")
    print(f"  latest move    {findings.latest:+.1f} ms after the limit")
    print("  moves by the time of their answer, after the limit:")
    for name in (*(f"<= {bound:+d} ms" for bound in BUCKETS), f"> {BUCKETS[-1]:+d} ms"):
        print(f"    {name:>10}  {findings.lateness[name]}")
    for line in findings.told:
        print(f"  {line}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--time", type=float, default=0.05, help="seconds for each move")
    parser.add_argument("--game", action="append", help="NAME or NAME:OPTION=VALUE,...")
    parser.add_argument("--agent", default="engine", help="who plays against itself")
    parser.add_argument("--plies", type=int, default=30, help="a longer game is a draw")
    parser.add_argument("--load", type=int, default=os.cpu_count(), help="busy processes")
    parser.add_argument("--seed", type=int, default=0, help="of the openings")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
