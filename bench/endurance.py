"""Can searches be started and stopped indefinitely without leaks?

    python bench/endurance.py                    # 10,000 searches over all games
    python bench/endurance.py --searches 500 --game kamisado

Searches of random positions end at random times: some are stopped, some by their time limit, some
by their node limit. Memory and threads of the process are printed as they develop, and how soon a
search ends after a stop. The exit code is 1 if memory grows, a thread remains, a search does not
stop or a move is illegal.
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

# A search that has not ended by then is considered to hang.
TIMEOUT_SECONDS = 20.0
# Fluctuation of memory that is not a leak.
TOLERANCE_MIB = 8.0
# What an engine needs besides its table: its stack, and the like.
ARRAYS_MIB = 4.0
MAX_DELAY = 0.004


@dataclass
class Results:
    stuck: int = 0
    illegal: int = 0
    failed: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    """Seconds from a stop to the answer."""
    memory: list[float] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)

    def sample(self, done: int) -> None:
        gc.collect()
        self.memory.append(measure_memory())
        self.threads.append(threading.active_count())
        print(f"  {done:>7} searches  {self.memory[-1]:8.1f} MiB  {self.threads[-1]} threads",
              flush=True)  # fmt: skip

    @property
    def growth(self) -> float:
        """MiB from a fifth of the run, when everything has been used once, to its end."""
        return self.memory[-1] - self.memory[len(self.memory) // 5]


def measure_memory() -> float:
    """The resident memory of the process in MiB."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


class Search(threading.Thread):
    """One search of a position in its own thread."""

    def __init__(self, engine: Engine, position: Position, limit: Limit, stop: Stop | None) -> None:
        super().__init__(daemon=True)
        self.engine, self.position, self.limit, self.stop = engine, position, limit, stop
        self.analysis: Analysis | None = None
        self.failure: str | None = None
        self.ended = 0.0

    def run(self) -> None:
        try:
            if self.stop is None:
                self.analysis = self.engine.choose(self.position, self.limit)
            else:
                self.analysis = self.engine.think(self.position, self.limit, self.stop)
        except Exception as error:
            self.failure = f"{self.position!r}: {type(error).__name__}: {error}"
        self.ended = monotonic()


def search_once(engine: Engine, position: Position, rng: Random, results: Results) -> None:
    kind = rng.choice(("stop", "stop", "time", "nodes"))
    delay = rng.uniform(0, MAX_DELAY)
    stop = Stop() if kind == "stop" else None
    limit = {
        "stop": Limit(),
        "time": Limit(time=delay),
        "nodes": Limit(nodes=rng.randrange(1, 5_000)),
    }[kind]
    search = Search(engine, position, limit, stop)
    search.start()
    if stop is not None:
        sleep(delay)
        stop_time = monotonic()
        stop.set()
    search.join(TIMEOUT_SECONDS)
    if search.is_alive():
        results.stuck += 1
    elif search.analysis is None:
        results.failed.append(search.failure or "")
    elif search.analysis.move not in position.moves:
        results.illegal += 1
    elif stop is not None:
        results.delays.append(max(0.0, search.ended - stop_time))


def choose_position(game: Game, rng: Random) -> Position:
    position = game.start()
    for _ in range(rng.randrange(8)):
        after = position.play(rng.choice(position.codes))
        if after.is_over:
            break
        position = after
    return position


def main() -> int:
    given = parse_arguments()
    rng = Random(given.seed)
    results = Results()
    specs = [parse_spec(spec) for spec in given.game or game_names()]
    games = [load_game(spec.name, True, **spec.settings) for spec in specs]
    for game in games:
        print(f"preparing {game!r}", flush=True)
        Engine(hash=1).prepare(game)
    before = measure_memory()
    engines = [
        (game, Engine(hash=given.hash, threads=threads, book=False))
        for game in games
        for threads in (1, 2)
    ]
    for game, engine in engines:
        engine.prepare(game)
    print(f"{len(engines)} engines of {given.hash} MiB each")
    started = perf_counter()
    results.sample(0)
    step = max(1, given.searches // 20)
    for number in range(1, given.searches + 1):
        game, engine = engines[number % len(engines)]
        search_once(engine, choose_position(game, rng), rng, results)
        if number % step == 0:
            results.sample(number)
    used = max(results.memory) - before
    return print_report(results, used, len(engines), given.hash, perf_counter() - started)


def print_report(
    results: Results, used: float, engines: int, mebibytes: int, seconds: float
) -> int:
    delays = sorted(results.delays)
    print(f"stuck {results.stuck}, failed {len(results.failed)}, illegal {results.illegal}, "
          f"in {seconds:.0f} s")  # fmt: skip
    for failure in results.failed[:5]:
        print(f"  {failure}")
    if delays:
        print(
            f"answer after a stop: median {1e3 * delays[len(delays) // 2]:.1f} ms, "
            f"99 % within {1e3 * delays[int(0.99 * len(delays))]:.1f} ms, "
            f"slowest {1e3 * delays[-1]:.1f} ms"
        )
    allowed = engines * (mebibytes + ARRAYS_MIB)
    print(
        f"memory used {used:.1f} MiB; given {engines * mebibytes} MiB for tables and trees and "
        f"{engines * ARRAYS_MIB:.0f} MiB for all else; "
        f"grown in the last four fifths by {results.growth:+.1f} MiB"
    )
    extra = max(results.threads) - results.threads[0]
    print(f"more threads than at the start: {extra}")
    fails = results.stuck + results.illegal + len(results.failed) + extra
    return int(fails > 0 or used > allowed or results.growth > TOLERANCE_MIB)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--searches", type=int, default=10_000)
    parser.add_argument("--game", action="append", help="NAME or NAME:OPTION=VALUE,...")
    parser.add_argument("--hash", type=int, default=8, help="MiB of each engine")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
