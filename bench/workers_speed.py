"""How many games a minute one and two workers play: processes of this machine, and Ray.

    python bench/workers_speed.py
    python bench/workers_speed.py --ray

Two cores must be idle. The games have a fixed depth, so that they are the same everywhere; the time
counts from the first finished pair to the last, since every kind of worker starts up differently.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile

from sqlalchemy import create_engine, text


def measure(games: int, *options: str) -> float:
    """Games a minute."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/speed.db"
        players = ("alphabeta:depth=4", "alphabeta:depth=4")
        line = [sys.executable, "-m", "plyground", "match", "gomoku", *players, "--depth", "4"]
        line += ["--games", str(games), "--db", url, *options]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with create_engine(url).connect() as connection:
            query = text("SELECT count(*), min(finished), max(finished) FROM event_pairs")
            pairs, first, last = connection.execute(query).one()
    return 60 * 2 * (pairs - 1) / (last - first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--ray", action="store_true")
    given = parser.parse_args()
    one = measure(given.games)
    kinds = {"2 processes": (("--workers", "2"), 1.8)}
    if given.ray:
        kinds["2 Ray workers"] = (("--workers", "2", "--ray", "local"), 1.5)
    print(f"1 worker: {one:.0f} games a minute")
    is_fast = True
    for name, (options, least) in kinds.items():
        rate = measure(given.games, *options)
        is_fast &= rate >= least * one
        print(f"{name}: {rate:.0f} games a minute, {rate / one:.2f}x (at least {least}x)")
    sys.exit(0 if is_fast else 1)


if __name__ == "__main__":
    main()
