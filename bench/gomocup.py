"""Is our engine a good citizen of tournaments? Fast games over the protocol, and nonsense lines.

    python bench/gomocup.py                      # 1,000 games at 100 ms a move, all rules and sizes
    python bench/gomocup.py --games 40 --load 0  # fewer, on a quiet machine
    python bench/gomocup.py --fuzz 10000         # lines that no manager would send, over the pipe

Both sides are our engine, each a process of its own that the agent `gomocup:` talks to. The answer
must come within the time of a move, counted by the referee outside; how late the latest was, and
how many games were forfeited and why, is told. The exit code is 1 if there was anything wrong.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

from plyground.arena.match import Contender, Match, MatchGame
from plyground.arena.openings import generate_openings
from plyground.arena.referee import Referee
from plyground.arena.watchdog import Watchdog
from plyground.games.registry import load_game
from punctuality import loaded

RULES = ("freestyle", "standard", "renju", "caro", "caro5")
SIZES = (15, 20, 19, 10, 22, 5)
GAMES_EACH = 2
"""Of one rule and size, with colours swapped, before the next."""


def command() -> list[str]:
    """The engine as a manager starts it."""
    beside = Path(sys.executable).with_name("pbrain-plyground")
    if beside.exists():
        return [str(beside)]
    installed = shutil.which("pbrain-plyground")
    return [installed] if installed else [sys.executable, "-m", "plyground", "engine", "gomocup"]


def main() -> int:
    given = arguments()
    if given.fuzz:
        return fuzz(given.fuzz, given.seed)
    lateness: list[float] = []
    forfeits: Counter[str] = Counter()
    began = perf_counter()
    games = moves = stalls = 0
    with loaded(given.load), Watchdog() as watchdog:
        referee = Referee(given.time, watchdog)
        while games < given.games:
            rule = RULES[games // GAMES_EACH % len(RULES)]
            size = SIZES[games // GAMES_EACH // len(RULES) % len(SIZES)]
            for game in pair(rule, size, games, referee):
                games += 1
                moves += len(game.result.timed_moves)
                stalls += len(game.result.stalls)
                lateness += [turn.seconds - given.time for turn in game.result.timed_moves]
                if game.result.forfeit is not None:
                    forfeits[game.result.forfeit.kind] += 1
                    print(f"{rule} {size}: {game.result.forfeit} {' '.join(game.result.moves)}")
            told = ", ".join(f"{count} {kind}" for kind, count in forfeits.items()) or "no forfeits"
            print(f"{games} games, {moves} moves, {told}", file=sys.stderr, flush=True)
    lateness.sort()
    late = 1e3 * lateness[-1], 1e3 * lateness[int(0.99 * len(lateness))]
    print(
        f"{games} games, {moves} moves at {1e3 * given.time:.0f} ms in {perf_counter() - began:.0f}"
        f" s, {given.load} busy processes: {sum(forfeits.values())} forfeits {dict(forfeits)}, "
        f"{stalls} late moves forgiven because the machine stood still; "
        f"latest answer {late[0]:+.1f} ms after the limit, 99 of 100 within {late[1]:+.1f} ms"
    )
    return int(bool(forfeits))


def pair(rule: str, size: int, seed: int, referee: Referee) -> list[MatchGame]:
    game = load_game("gomoku", size=size, rule=rule)
    game.native()
    spec = "gomocup:" + subprocess.list2cmdline(command())
    contenders = Contender.from_spec(spec), Contender.from_spec(spec)
    openings = generate_openings(game.start(), None, seed)
    match = Match(contenders, openings, GAMES_EACH, referee)
    return list(match.play())


def fuzz(count: int, seed: int) -> int:
    """Nonsense: every line must get exactly one `ERROR` or `UNKNOWN`."""
    chance = random.Random(seed)
    engine = subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
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
        line = nonsense(chance)
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


def nonsense(chance: random.Random) -> bytes:
    """A line that is malformed, or comes before any board."""
    kinds = (
        lambda: bytes(chance.choice(b"abcXYZ019,.;-_/\\\"'\x80\xff") for _ in range(12)),
        lambda: b"TURN %d,%d" % (chance.randrange(-9, 99), chance.randrange(-9, 99)),
        lambda: b"START %d" % chance.choice((-1, 0, 1, 4, 23, 99, 10**30)),
        lambda: b"RECTSTART %d,%d" % (chance.randrange(5, 15), chance.randrange(15, 22)),
        lambda: b"INFO timeout_turn " + chance.choice((b"soon", b"", b"1,2", b"0x10")),
        lambda: chance.choice((b"BEGIN", b"DONE", b"BOARD", b"RESTART", b"YXSTOP", b"START")),
        lambda: chance.choice((b"SWAP2BOARD", b"TAKEBACK", b"PLAY", b"TURN", b"INFO", b"YXBOARD")),
        lambda: b"1,1,%d" % chance.randrange(9),
        lambda: b"X" * chance.randrange(1, 5000),
    )
    return chance.choice(kinds)()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--time", type=float, default=0.1, help="seconds for each move")
    parser.add_argument("--load", type=int, default=0, help="busy processes beside the games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fuzz", type=int, default=0, metavar="N", help="N nonsense lines instead")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
