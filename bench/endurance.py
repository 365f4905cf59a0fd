"""Can a search be started, stopped and started again for ever?

    python bench/endurance.py                    # 10,000 searches over all games
    python bench/endurance.py --searches 500 --game kamisado

Searches of random positions are stopped at random instants: some from outside, some by their time,
some by their nodes. Told are the memory of the process and its threads as they develop, how soon a
search ends when it is told to, and whether every answer was a legal move. The exit code is 1 if
memory grew, a thread stayed, a search did not stop or a move was illegal.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import threading
from dataclasses import dataclass, field
from random import Random
from time import monotonic, perf_counter, sleep

from plyground.agents.engine import Engine
from plyground.agents.specs import parse_spec
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import game_names, load_game
from plyground.games.score import Analysis

# A search that has not ended by then never will.
PATIENCE_SECONDS = 20.0
# Memory may wander by this much without being a leak.
WANDERING_MIB = 8.0
# What an engine needs beside its table: the positions on the way to the leaf, and the like.
ARRAYS_MIB = 4.0
LONGEST_SECONDS = 0.004


@dataclass
class Findings:
    stuck: int = 0
    illegal: int = 0
    failed: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    """Seconds from being told to stop to the answer."""
    memory: list[float] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)

    def sample(self, done: int) -> None:
        gc.collect()
        self.memory.append(resident())
        self.threads.append(threading.active_count())
        print(f"  {done:>7} searches  {self.memory[-1]:8.1f} MiB  {self.threads[-1]} threads",
              flush=True)  # fmt: skip

    @property
    def growth(self) -> float:
        """MiB, from when everything had been used once (a fifth of the way) to the end."""
        return self.memory[-1] - self.memory[len(self.memory) // 5]


def resident() -> float:
    """MiB of memory that the process really has."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


class Search(threading.Thread):
    """One search of a position in a thread of its own."""

    def __init__(self, engine: Engine, position: Position, limit: Limit, stop: Stop | None) -> None:
        super().__init__(daemon=True)
        self.engine, self.position, self.limit, self.stop = engine, position, limit, stop
        self.found: Analysis | None = None
        self.failure: str | None = None
        self.ended = 0.0

    def run(self) -> None:
        try:
            if self.stop is None:
                self.found = self.engine.choose(self.position, self.limit)
            else:
                self.found = self.engine.think(self.position, self.limit, self.stop)
        except Exception as error:
            self.failure = f"{self.position!r}: {type(error).__name__}: {error}"
        self.ended = monotonic()


def search_once(engine: Engine, position: Position, chance: Random, findings: Findings) -> None:
    way = chance.choice(("told", "told", "time", "nodes"))
    instant = chance.uniform(0, LONGEST_SECONDS)
    stop = Stop() if way == "told" else None
    limit = {
        "told": Limit(),
        "time": Limit(time=instant),
        "nodes": Limit(nodes=chance.randrange(1, 5_000)),
    }[way]
    search = Search(engine, position, limit, stop)
    search.start()
    if stop is not None:
        sleep(instant)
        told = monotonic()
        stop.set()
    search.join(PATIENCE_SECONDS)
    if search.is_alive():
        findings.stuck += 1
    elif search.found is None:
        findings.failed.append(search.failure or "")
    elif search.found.move not in position.moves:
        findings.illegal += 1
    elif stop is not None:
        findings.delays.append(max(0.0, search.ended - told))


def some_position(game: Game, chance: Random) -> Position:
    position = game.start()
    for _ in range(chance.randrange(8)):
        after = position.play(chance.choice(position.codes))
        if after.is_over:
            break
        position = after
    return position


def main() -> int:
    given = arguments()
    chance = Random(given.seed)
    findings = Findings()
    wanted = [parse_spec(spec) for spec in given.game or game_names()]
    games = [load_game(spec.name, True, **spec.settings) for spec in wanted]
    for game in games:
        print(f"preparing {game!r}", flush=True)
        Engine(hash=1).prepare(game)
    before = resident()
    seats = [
        (game, Engine(hash=given.hash, threads=threads)) for game in games for threads in (1, 2)
    ]
    for game, engine in seats:
        engine.prepare(game)
    print(f"{len(seats)} engines of {given.hash} MiB each")
    began = perf_counter()
    findings.sample(0)
    step = max(1, given.searches // 20)
    for number in range(1, given.searches + 1):
        game, engine = seats[number % len(seats)]
        search_once(engine, some_position(game, chance), chance, findings)
        if number % step == 0:
            findings.sample(number)
    taken = max(findings.memory) - before
    return report(findings, taken, len(seats), given.hash, perf_counter() - began)


def report(findings: Findings, taken: float, engines: int, mebibytes: int, seconds: float) -> int:
    delays = sorted(findings.delays)
    print(f"stuck {findings.stuck}, failed {len(findings.failed)}, illegal {findings.illegal}, "
          f"in {seconds:.0f} s")  # fmt: skip
    for failure in findings.failed[:5]:
        print(f"  {failure}")
    if delays:
        print(
            f"answer after being told to stop: median {1e3 * delays[len(delays) // 2]:.1f} ms, "
            f"99 % within {1e3 * delays[int(0.99 * len(delays))]:.1f} ms, "
            f"slowest {1e3 * delays[-1]:.1f} ms"
        )
    allowed = engines * (mebibytes + ARRAYS_MIB)
    print(
        f"memory taken {taken:.1f} MiB; given {engines * mebibytes} MiB for tables and trees and "
        f"{engines * ARRAYS_MIB:.0f} MiB for all else; "
        f"grown in the last four fifths by {findings.growth:+.1f} MiB"
    )
    extra = max(findings.threads) - findings.threads[0]
    print(f"threads more than at the beginning: {extra}")
    fails = findings.stuck + findings.illegal + len(findings.failed) + extra
    return int(fails > 0 or taken > allowed or findings.growth > WANDERING_MIB)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--searches", type=int, default=10_000)
    parser.add_argument("--game", action="append", help="NAME or NAME:OPTION=VALUE,...")
    parser.add_argument("--hash", type=int, default=8, help="MiB of each engine")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
