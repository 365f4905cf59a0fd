"""Kills a match with two workers at random moments, again and again, and resumes it.

    python bench/killed_event.py --kills 20
    python bench/killed_event.py --kills 20 --db postgresql://user:password@localhost/name

Each time either the command itself or one of its workers gets SIGKILL. At the end the database must
have exactly the schedule, each game once; nothing may be leased, and no process may be left.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, make_url, text

SLEEPY = """
import time

class Sleepy:
    def choose(self, position, limit):
        time.sleep(0.02)
        return position.moves[hash(position) % len(position.moves)]
"""


class Event:
    """A match that is started, killed and resumed."""

    def __init__(self, folder: Path, url: str, games: int, *options: str) -> None:
        agent = folder / "sleepy.py"
        agent.write_text(SLEEPY)
        self.folder = folder
        self.url = url
        self.games = games
        self.log = folder / "log"
        self.line = [
            sys.executable, "-m", "plyground", "match", "tictactoe", f"{agent}:Sleepy", "random",
            "--games", str(games), "--depth", "1", "--workers", "2", "--db", url, "--resume",
            "--verbose", *options,
        ]  # fmt: skip

    def start(self) -> subprocess.Popen[str]:
        """Start the command, and wait until it plays."""
        with self.log.open("w") as file:
            process = subprocess.Popen(
                self.line, stdout=subprocess.DEVNULL, stderr=file, text=True, start_new_session=True
            )
        while process.poll() is None and "Game " not in self.log.read_text():
            time.sleep(0.05)
        return process

    def finish(self) -> dict[str, Any]:
        line = [*self.line, "--json"]
        done = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True)
        document: dict[str, Any] = json.loads(done.stdout)
        return document

    def check(self, document: dict[str, Any]) -> list[str]:
        """What is wrong with the event that has ended."""
        wrong = []
        url = make_url(self.url)
        if url.drivername == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        with create_engine(url).connect() as connection:
            events = connection.execute(text("SELECT count(*) FROM events")).scalar()
            numbers = connection.execute(text("SELECT number FROM event_games ORDER BY 1")).all()
            open_pairs = connection.execute(
                text("SELECT count(*) FROM event_pairs WHERE finished IS NULL OR owner IS NOT NULL")
            ).scalar()
        if events != 1:
            wrong.append(f"{events} events")
        if [number for (number,) in numbers] != list(range(1, self.games + 1)):
            wrong.append(f"{len(numbers)} games stored, {self.games} scheduled")
        if open_pairs:
            wrong.append(f"{open_pairs} pairs still leased")
        if document["games"] != self.games:
            wrong.append(f"{document['games']} games reported")
        firsts = [game["first"] for game in document["results"]]
        if firsts != ["a", "b"] * (self.games // 2):
            wrong.append("colours are not swapped")
        pairs = zip(document["results"][::2], document["results"][1::2], strict=True)
        if any(one["opening"] != other["opening"] for one, other in pairs):
            wrong.append("the games of a pair have different openings")
        return wrong


def list_children(pid: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                found = Path(f"/proc/{pid}/task/{thread}/children").read_text().split()
                children += map(int, found)
    return children


def is_worker(pid: int) -> bool:
    with suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--db", default="", help="an empty database; a SQLite file if not given")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        url = given.db or f"sqlite:///{folder}/event.db"
        event = Event(Path(folder), url, given.games)
        kills, started = 0, set[int]()
        process = event.start()
        while kills < given.kills:
            time.sleep(chance.uniform(0, 0.5))
            workers = [pid for pid in list_children(process.pid) if is_worker(pid)]
            started.update(workers)
            if process.poll() is not None:
                sys.exit(f"The match ended after {kills} kills; it needs more --games.")
            victim = chance.choice([process.pid, *workers])
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
            kills += 1
            print(f"kill {kills}: {'command' if victim == process.pid else 'worker'}", flush=True)
            if victim == process.pid:
                process.wait()
                process = event.start()
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
        wrong = event.check(event.finish())
        wrong += [f"process {pid} is left" for pid in started if is_worker(pid)]
    print("\n".join(wrong) or f"{given.games} games, each once, after {kills} kills")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
