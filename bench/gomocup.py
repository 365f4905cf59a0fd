"""Does our engine follow the Gomocup protocol? Plays fast games, and sends malformed lines.

    python bench/gomocup.py                      # 1,000 games at 100 ms a move, all rules and sizes
    python bench/gomocup.py --games 40 --load 0  # fewer, on a quiet machine
    python bench/gomocup.py --fuzz 10000         # malformed lines, over the pipe
    python bench/gomocup.py --ready 5            # from OK to readiness, warm and cold

Both sides are our engine, each in a process that the agent `gomocup:` controls. The referee takes
the time of each answer from outside; the latest answer and all forfeits are printed. The exit code
is 1 after any forfeit or wrong answer.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter

from plyground.agents.engine import Engine
from plyground.arena.match import Contender, Match, MatchGame
from plyground.arena.openings import generate_openings
from plyground.arena.referee import Referee
from plyground.arena.watchdog import Watchdog
from plyground.games.registry import load_game
from punctuality import keep_cores_busy

RULES = ("freestyle", "standard", "renju", "caro", "caro5")
SIZES = (15, 20, 19, 10, 22, 5)
GAMES_EACH = 2
"""Games of one rule and size, with colours swapped."""


def find_command() -> list[str]:
    """The engine as a manager starts it."""
    sibling = Path(sys.executable).with_name("pbrain-plyground")
    if sibling.exists():
        return [str(sibling)]
    installed = shutil.which("pbrain-plyground")
    return [installed] if installed else [sys.executable, "-m", "plyground", "engine", "gomocup"]


def main() -> int:
    given = parse_arguments()
    if given.ready:
        return measure_readiness(given.ready)
    if given.fuzz:
        return run_fuzz(given.fuzz, given.seed)
    lateness: list[float] = []
    forfeits: Counter[str] = Counter()
    started = perf_counter()
    games = moves = stalls = 0
    with keep_cores_busy(given.load), Watchdog() as watchdog:
        referee = Referee(given.time, watchdog)
        while games < given.games:
            rule = RULES[games // GAMES_EACH % len(RULES)]
            size = SIZES[games // GAMES_EACH // len(RULES) % len(SIZES)]
            for game in play_pair(rule, size, games, referee):
                games += 1
                moves += len(game.result.timed_moves)
                stalls += len(game.result.stalls)
                lateness += [timed.seconds - given.time for timed in game.result.timed_moves]
                if game.result.forfeit is not None:
                    forfeits[game.result.forfeit.kind] += 1
                    print(f"{rule} {size}: {game.result.forfeit} {' '.join(game.result.moves)}")
            summary = (
                ", ".join(f"{count} {kind}" for kind, count in forfeits.items()) or "no forfeits"
            )
            print(f"{games} games, {moves} moves, {summary}", file=sys.stderr, flush=True)
    lateness.sort()
    late = 1e3 * lateness[-1], 1e3 * lateness[int(0.99 * len(lateness))]
    print(
        f"{games} games, {moves} moves at {1e3 * given.time:.0f} ms in "
        f"{perf_counter() - started:.0f} s, {given.load} busy processes: "
        f"{sum(forfeits.values())} forfeits {dict(forfeits)}, "
        f"{stalls} late moves excused because the machine stalled; "
        f"latest answer {late[0]:+.1f} ms after the limit, 99 of 100 within {late[1]:+.1f} ms"
    )
    return int(bool(forfeits))


def play_pair(rule: str, size: int, seed: int, referee: Referee) -> list[MatchGame]:
    game = load_game("gomoku", size=size, rule=rule)
    game.native()
    spec = "gomocup:" + subprocess.list2cmdline(find_command())
    contenders = Contender.from_spec(spec), Contender.from_spec(spec)
    openings = generate_openings(game.start(), None, seed)
    match = Match(contenders, openings, GAMES_EACH, referee)
    return list(match.play())


READY_SECONDS = 0.1
"""From OK to readiness, at most, if the cache is warm."""
PROBE = """
import sys, threading
from time import monotonic
from plyground.protocols.gomocup import handler, stdio
made = []
class Handler(handler.CommandHandler):
    def __init__(self, send):
        super().__init__(send)
        made.append(self)
    def _reply(self, game, analysis):
        print(f"depth {analysis.depth}, {analysis.nodes} positions", file=sys.stderr, flush=True)
        super()._reply(game, analysis)
write_line = stdio._write_line
def write(line):
    write_line(line)
    if line == "OK":
        sent = monotonic()
        while not made[0]._search_thread.is_ready and monotonic() < sent + 2:
            threading.Event().wait(0.001)
        print(f"ready {1e3 * (monotonic() - sent):.0f}", file=sys.stderr, flush=True)
stdio.CommandHandler, stdio._write_line = Handler, write
stdio.main()
"""


def measure_readiness(count: int) -> int:
    """Start the engine and take the time until it is ready; its first move has a second."""
    # Fill the cache, if need be.
    Engine(hash=1).prepare(load_game("gomoku"))
    worst = 0.0
    with tempfile.TemporaryDirectory() as empty:
        for cache in (*[None] * count, empty):
            started = perf_counter()
            engine = subprocess.Popen(
                [sys.executable, "-c", PROBE],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env=os.environ if cache is None else {**os.environ, "PLYGROUND_CACHE": cache},
            )  # fmt: skip
            assert engine.stdin is not None
            assert engine.stdout is not None
            assert engine.stderr is not None
            print("START 15", file=engine.stdin, flush=True)
            engine.stdout.readline()
            ok = perf_counter() - started
            ready = float(engine.stderr.readline().split()[1])
            print("INFO timeout_turn 1000\nINFO rule 1\nTURN 7,7", file=engine.stdin, flush=True)
            started = perf_counter()
            engine.stdout.readline()
            seconds, depth = perf_counter() - started, engine.stderr.readline().strip()
            engine.communicate("END\n")
            kind = "warm" if cache is None else "cold"
            worst = max(worst, ready) if cache is None else worst
            print(
                f"{kind}: OK after {1e3 * ok:.0f} ms, ready {ready:.0f} ms later; "
                f"first move at 1 s in {1e3 * seconds:.0f} ms: {depth}",
                flush=True,
            )
    return int(worst > 1e3 * READY_SECONDS)


def run_fuzz(count: int, seed: int) -> int:
    """Send malformed lines: each must get exactly one `ERROR` or `UNKNOWN`."""
    rng = random.Random(seed)
    engine = subprocess.Popen(find_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert engine.stdin is not None
    assert engine.stdout is not None

    def ask(line: bytes) -> str:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(line + b"\r\n")
        engine.stdin.flush()
        return engine.stdout.readline().decode().strip()

    wrong = 0
    for _ in range(count):
        line = make_malformed_line(rng)
        answer = ask(line)
        if not answer.startswith(("ERROR", "UNKNOWN")):
            wrong += 1
            print(f"{line!r} was answered by {answer!r}")
    engine.stdin.write(b"INFO timeout_turn 500\r\n")
    started, move = ask(b"START 15"), ask(b"BEGIN")
    plays = started == "OK" and len(move.split(",")) == 2
    print(f"{count} lines, {wrong} answered wrongly; afterwards the engine plays: {started} {move}")
    engine.stdin.write(b"END\r\n")
    engine.stdin.flush()
    engine.wait(5)
    return int(wrong > 0 or not plays)


def make_malformed_line(rng: random.Random) -> bytes:
    """A line that is malformed, or invalid before any board."""
    kinds = (
        lambda: bytes(rng.choice(b"abcXYZ019,.;-_/\\\"'\x80\xff") for _ in range(12)),
        lambda: b"TURN %d,%d" % (rng.randrange(-9, 99), rng.randrange(-9, 99)),
        lambda: b"START %d" % rng.choice((-1, 0, 1, 4, 23, 99, 10**30)),
        lambda: b"RECTSTART %d,%d" % (rng.randrange(5, 15), rng.randrange(15, 22)),
        lambda: b"INFO timeout_turn " + rng.choice((b"soon", b"", b"1,2", b"0x10")),
        lambda: rng.choice((b"BEGIN", b"DONE", b"BOARD", b"RESTART", b"YXSTOP", b"START")),
        lambda: rng.choice((b"SWAP2BOARD", b"TAKEBACK", b"PLAY", b"TURN", b"INFO", b"YXBOARD")),
        lambda: b"1,1,%d" % rng.randrange(9),
        lambda: b"X" * rng.randrange(1, 5000),
    )
    return rng.choice(kinds)()


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--time", type=float, default=0.1, help="seconds for each move")
    parser.add_argument("--load", type=int, default=0, help="additional busy processes")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ready", type=int, default=0, metavar="N", help="start N engines instead")
    parser.add_argument("--fuzz", type=int, default=0, metavar="N", help="N nonsense lines instead")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
