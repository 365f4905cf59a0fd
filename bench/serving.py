"""The web server under load, on loopback: latency, fairness among engine games, and memory.

    python bench/serving.py                     all three, as for the figures in README.md
    python bench/serving.py latency --seconds 20
    python bench/serving.py engines --seconds 20
    python bench/serving.py memory --games 1000

* latency: 200 concurrent games, with a random move about every second in each; the time from
  sending a move to receiving the position after it. The clients share the machine.
* engines: 50 games against an engine with a fixed time per move, all on one pool; the number of
  moves of each game.
* memory: many games, some at a time; the memory of the server's process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect

GAMES = ("tictactoe", "gomoku", "kamisado", "triangles")
LIVE_GAMES = 200
ENGINE_GAMES = 50
ENGINE = "engine:time=0.05,book=false"
CONCURRENT_GAMES = 20
PLIES = 8

# All clients have the same address here.
RATES = ("REQUEST_RATE", "REQUEST_BURST", "CREATION_RATE", "CREATION_BURST", "MESSAGE_RATE",
         "MESSAGE_BURST", "CLIENT_MESSAGE_RATE", "CLIENT_MESSAGE_BURST")  # fmt: skip
COUNTS = ("CLIENT_SOCKETS", "CLIENT_CONNECTIONS", "CLIENT_REQUESTS", "DAILY_GAMES")
UNLIMITED = {
    **{f"PLYGROUND_{name}": "1e9" for name in RATES},
    **{f"PLYGROUND_{name}": "100000" for name in COUNTS},
    "PLYGROUND_IDLE_SECONDS": "1",
}


@dataclass(frozen=True)
class Server:
    """A running `plyground serve`."""

    address: str
    process: int

    def create_game(
        self, game: str, second: dict[str, str], client: str = "127.0.0.1"
    ) -> dict[str, Any]:
        """Create a game, from one of this machine's loopback addresses."""
        body = {"game": game, "players": [{"kind": "human"}, second]}
        connection = HTTPConnection(self.address, timeout=60, source_address=(client, 0))
        with closing(connection):
            headers = {"Content-Type": "application/json"}
            connection.request("POST", "/api/games", json.dumps(body), headers)
            answer = connection.getresponse()
            created: dict[str, Any] = json.load(answer)
        if answer.status != 201:
            raise RuntimeError(created["problem"])
        return created

    def read_metric(self, name: str) -> float:
        """A value of /metrics."""
        with urlopen(f"http://{self.address}/metrics", timeout=60) as answer:
            found = re.search(rf"^plyground_{name} (\S+)$", answer.read().decode(), re.MULTILINE)
        assert found is not None
        return float(found[1])

    def read_status(self, field: str) -> int:
        """A value of /proc/PID/status of the server, in kilobytes."""
        text = Path(f"/proc/{self.process}/status").read_text()
        found = re.search(rf"{field}:\s+(\d+)", text)
        assert found is not None
        return int(found[1])

    def measure_cpu_seconds(self) -> float:
        times = os.sysconf("SC_CLK_TCK")
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / times


@contextmanager
def run_server(
    settings: Mapping[str, str] = UNLIMITED, database: str | None = None
) -> Iterator[Server]:
    """Run a server, with a temporary database if none is given."""
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{folder}/bench.db"
        line = "serve --port 0 --no-open --lang en --database"
        process = subprocess.Popen(
            [sys.executable, "-m", "plyground", *line.split(), url],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **settings},
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://([\d.:]+)/", process.stdout.readline())
            assert found is not None
            yield Server(found[1], process.pid)
        finally:
            process.terminate()
            process.wait(30)


class Player:
    """A client of one game, with the seats of all human players."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.state: dict[str, Any] = {}

    @property
    def ply(self) -> int:
        return len(self.state["moves"])

    @property
    def is_mine(self) -> bool:
        return not self.state["result"] and self.state["position"]["side"] in self.state["seats"]

    async def send(self, **message: object) -> None:
        await self._socket.send(json.dumps(message))

    async def receive(self) -> None:
        message = json.loads(await asyncio.wait_for(self._socket.recv(), 120))
        if message["type"] == "refused":
            raise RuntimeError(message["why"])
        self.state = message

    async def move(self, text: str = "") -> float:
        """Play a move, a random one if none is given; returns the seconds until the server
        confirms it."""
        before = self.ply
        started = monotonic()
        chosen = text or random.choice(list(self.state["position"]["paths"]))
        await self.send(type="move", move=chosen, ply=before)
        while self.ply == before:
            await self.receive()
        return monotonic() - started


@asynccontextmanager
async def join_game(
    server: Server, game: str, second: dict[str, str] | None = None, client: str = "127.0.0.1"
) -> AsyncIterator[Player]:
    created = await asyncio.to_thread(server.create_game, game, second or {"kind": "human"}, client)
    async with follow_game(server, created, client) as player:
        yield player


@asynccontextmanager
async def follow_game(
    server: Server, created: Mapping[str, Any], client: str = "127.0.0.1"
) -> AsyncIterator[Player]:
    address = f"ws://{server.address}/api/games/{created['id']}/socket"
    async with connect(address, compression=None, max_size=None, local_addr=(client, 0)) as socket:
        player = Player(socket)
        await player.send(type="hello", tokens=[token for token in created["tokens"] if token])
        await player.receive()
        yield player


async def measure_latency(server: Server, seconds: float) -> None:
    answers: list[float] = []
    started = monotonic() + 5
    until = started + seconds

    async def play(number: int) -> None:
        await asyncio.sleep(random.uniform(0, 4))
        while monotonic() < until:
            async with join_game(server, GAMES[number % len(GAMES)]) as player:
                while player.is_mine and monotonic() < until:
                    await asyncio.sleep(random.uniform(0.5, 1.5))
                    seconds_ = await player.move()
                    if monotonic() > started:
                        answers.append(seconds_)

    used = server.measure_cpu_seconds()
    await asyncio.gather(*(play(number) for number in range(LIVE_GAMES)))
    used = server.measure_cpu_seconds() - used
    answers.sort()
    print_table(
        f"{LIVE_GAMES} games at once, random moves",
        {
            "moves": f"{len(answers)}",
            "moves a second": f"{len(answers) / seconds:.0f}",
            "median answer": f"{1000 * median(answers):.1f} ms",
            "95 %": f"{1000 * answers[int(0.95 * len(answers))]:.1f} ms",
            "99 %": f"{1000 * answers[int(0.99 * len(answers))]:.1f} ms",
            "longest": f"{1000 * answers[-1]:.1f} ms",
            "server's share of a core": f"{100 * used / (seconds + 5):.0f} %",
            "load of the machine": f"{os.getloadavg()[0]:.1f}",
        },
    )


async def measure_engines(server: Server, seconds: float) -> None:
    counts = [0] * ENGINE_GAMES
    waits: list[float] = []
    started = monotonic() + 8
    until = started + seconds
    agent = {"kind": "agent", "spec": ENGINE}

    async def play(number: int) -> None:
        while monotonic() < until:
            async with join_game(server, "gomoku", agent) as player:
                while not player.state["result"] and monotonic() < until:
                    await player.move()
                    moved = monotonic()
                    while not player.is_mine and not player.state["result"]:
                        await player.receive()
                    if started < monotonic() < until:
                        counts[number] += 1
                        waits.append(monotonic() - moved)

    await asyncio.gather(*(play(number) for number in range(ENGINE_GAMES)))
    waits.sort()
    fairness = sum(counts) ** 2 / (len(counts) * sum(count * count for count in counts))
    print_table(
        f"{ENGINE_GAMES} games against {ENGINE}",
        {
            "engine's moves": f"{sum(counts)}",
            "of one game, least and most": f"{min(counts)} and {max(counts)}",
            "fairness (1 is equal)": f"{fairness:.4f}",
            "median wait for a move": f"{median(waits):.2f} s",
            "longest wait": f"{waits[-1]:.2f} s",
            "load of the machine": f"{os.getloadavg()[0]:.1f}",
        },
    )


async def measure_memory(server: Server, games: int) -> None:
    done = 0
    samples: list[tuple[int, int]] = []
    started = monotonic()

    async def play() -> None:
        nonlocal done
        while done < games:
            done += 1
            number = done
            second = {"kind": "agent", "spec": "engine:level=1"} if number % 4 == 0 else None
            async with join_game(server, GAMES[number // 4 % len(GAMES)], second) as player:
                while player.ply < PLIES and not player.state["result"]:
                    if player.is_mine:
                        await player.move()
                    else:
                        await player.receive()
            if number % max(games // 10, 1) == 0:
                samples.append((number, server.read_status("VmRSS") // 1024))

    await asyncio.gather(*(play() for _ in range(CONCURRENT_GAMES)))
    rows = {f"after {number} games": f"{size} MiB" for number, size in samples}
    rows["games a second"] = f"{games / (monotonic() - started):.1f}"
    rows["peak"] = f"{server.read_status('VmHWM') // 1024} MiB"
    print_table(f"Memory of the server, {CONCURRENT_GAMES} games at a time", rows)


def print_table(title: str, rows: dict[str, str]) -> None:
    width = max(map(len, rows))
    print(f"\n{title}")
    for name, value in rows.items():
        print(f"  {name:<{width}}  {value}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("parts", nargs="*", default=["latency", "engines", "memory"])
    parser.add_argument("--seconds", type=float, default=30.0, help="of latency, and of engines")
    parser.add_argument("--games", type=int, default=10_000, help="of memory")
    given = parser.parse_args()
    for part in given.parts:
        with run_server() as server:
            if part == "latency":
                asyncio.run(measure_latency(server, given.seconds))
            elif part == "engines":
                asyncio.run(measure_engines(server, given.seconds))
            elif part == "memory":
                asyncio.run(measure_memory(server, given.games))
            else:
                parser.error(f"no part {part}")


if __name__ == "__main__":
    main()
