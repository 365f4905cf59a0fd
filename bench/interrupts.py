"""Does Ctrl-C end every command, at every moment? Sends it at many moments from the start on.

    python bench/interrupts.py                                # all of COMMANDS, 20 moments each
    python bench/interrupts.py --moments 80 -- solve kamisado

Python itself prints a traceback, or dies of the signal, until the first line of the program is
reached; such tries are counted as early. All others must end within a second (of work that is asked
for its result) with exit code 130 and without a traceback, unless the command was done before.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections import Counter
from time import monotonic, sleep

COMMANDS = (
    "show gomoku",
    "bench --quick tictactoe",
    "solve kamisado",
    "analyse gomoku --time 60",
    "match gomoku engine engine --games 100 --time 0.05",
    "perft gomoku --depth 4",
    "check kamisado",
)
PROGRAM = (sys.executable, "-m", "plyground")
SOON = 1.5
"""Seconds within which the program has to end."""


def main() -> int:
    given = parse_arguments()
    commands = [given.command] if given.command else [line.split() for line in COMMANDS]
    failures = 0
    for words in commands:
        found, slowest = try_moments(words, given.moments, given.seconds)
        failures += sum(count for kind, count in found.items() if kind.isupper())
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(found.items()))
        print(f"{' '.join(words):<55} {kinds}; at most {slowest:.2f} s", flush=True)
    return int(failures > 0)


def try_moments(words: list[str], moments: int, seconds: float) -> tuple[Counter[str], float]:
    """What came of a signal at so many moments within the first seconds of a command."""
    found: Counter[str] = Counter()
    slowest = 0.0
    for number in range(moments):
        process = subprocess.Popen(
            [*PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        sleep(seconds * number / moments)
        sent = monotonic()
        process.send_signal(signal.SIGINT)
        try:
            _, error = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            found["SWALLOWED"] += 1
            continue
        late = monotonic() - sent
        slowest = max(slowest, late)
        found[judge(process.returncode, error, late)] += 1
    return found, slowest


def judge(code: int, error: str, late: float) -> str:
    """The kind of an end; in capitals if it is wrong."""
    is_ours = f"{os.sep}plyground{os.sep}" in error
    if code == -signal.SIGINT and not is_ours:
        return "early"
    if "Traceback" in error:
        return "TRACEBACK"
    if late > SOON:
        return "LATE"
    return {130: "ended", 0: "done before"}.get(code, "WRONG CODE")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--moments", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=3.0, help="of the last moment")
    parser.add_argument("command", nargs="*", help="after --")
    return parser.parse_args()


if __name__ == "__main__":
    # A run in the background has the signal ignored, and so would the programs that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main())
