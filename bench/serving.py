"""How the server bears a crowd, on loopback: many games at once, engines shared, memory over time.

    python bench/serving.py                     all three, as the figures in the docs are made
    python bench/serving.py latency --seconds 20
    python bench/serving.py engines --seconds 20
    python bench/serving.py memory --games 1000

* latency: 200 games at once, a random move every second or so in each; from sending a move to
  having the position after it. Nobody thinks but the clients, who share the machine.
* engines: 50 games against an engine that takes a fixed time a move, all on one pool; how many
  moves each game got.
* memory: games one after the other, some at a time; what the server's process holds.
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
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

GAMES = ("tictactoe", "gomoku", "kamisado", "triangles")
TABLES = 200
ENGINE_TABLES = 50
ENGINE = "engine:time=0.05"
AT_ONCE = 20
PLIES = 8

# All guests come from one address here.
UNLIMITED = ("REQUEST_RATE", "REQUEST_BURST", "CREATION_RATE", "CREATION_BURST", "MESSAGE_RATE",
             "MESSAGE_BURST")  # fmt: skip


@dataclass(frozen=True)
class Server:
    """A running `plyground serve`."""

    address: str
    process: int

    def begin(self, game: str, second: dict[str, str]) -> dict[str, Any]:
        body = {"game": game, "players": [{"kind": "human"}, second]}
        request = Request(
            f"http://{self.address}/api/games",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urlopen(request, timeout=60) as answer:
            begun: dict[str, Any] = json.load(answer)
            return begun

    def status(self, field: str) -> int:
        """A number that the system keeps about the server's process, in kilobytes."""
        text = Path(f"/proc/{self.process}/status").read_text()
        found = re.search(rf"{field}:\s+(\d+)", text)
        assert found is not None
        return int(found[1])

    def processor_seconds(self) -> float:
        times = os.sysconf("SC_CLK_TCK")
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / times


@contextmanager
def serving() -> Iterator[Server]:
    """A server with a database of its own, ended at the end."""
    limits = {f"PLYGROUND_{name}": "1e9" for name in UNLIMITED}
    counts = {"PLYGROUND_CLIENT_SOCKETS": "10000", "PLYGROUND_IDLE_SECONDS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        line = f"serve --port 0 --no-open --lang en --database sqlite:///{folder}/bench.db"
        process = subprocess.Popen(
            [sys.executable, "-m", "plyground", *line.split()],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **limits, **counts},
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
    """Whoever sits at one table, for as many seats as there are people."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.state: dict[str, Any] = {}

    @property
    def ply(self) -> int:
        return len(self.state["moves"])

    @property
    def is_mine(self) -> bool:
        return not self.state["result"] and self.state["position"]["side"] in self.state["seats"]

    async def say(self, **message: object) -> None:
        await self._socket.send(json.dumps(message))

    async def hear(self) -> None:
        message = json.loads(await asyncio.wait_for(self._socket.recv(), 120))
        if message["type"] == "refused":
            raise RuntimeError(message["why"])
        self.state = message

    async def move(self) -> float:
        """Make any legal move; how long it took to see it made."""
        before = self.ply
        began = monotonic()
        await self.say(
            type="move", move=random.choice(list(self.state["position"]["paths"])), ply=before
        )
        while self.ply == before:
            await self.hear()
        return monotonic() - began


@asynccontextmanager
async def seated(
    server: Server, game: str, second: dict[str, str] | None = None
) -> AsyncIterator[Player]:
    begun = await asyncio.to_thread(server.begin, game, second or {"kind": "human"})
    address = f"ws://{server.address}/api/games/{begun['id']}/socket"
    async with connect(address, compression=None, max_size=None) as socket:
        player = Player(socket)
        await player.say(type="hello", tokens=[token for token in begun["tokens"] if token])
        await player.hear()
        yield player


async def measure_latency(server: Server, seconds: float) -> None:
    answers: list[float] = []
    began = monotonic() + 5
    until = began + seconds

    async def play(number: int) -> None:
        await asyncio.sleep(random.uniform(0, 4))
        while monotonic() < until:
            async with seated(server, GAMES[number % len(GAMES)]) as player:
                while player.is_mine and monotonic() < until:
                    await asyncio.sleep(random.uniform(0.5, 1.5))
                    took = await player.move()
                    if monotonic() > began:
                        answers.append(took)

    used = server.processor_seconds()
    await asyncio.gather(*(play(number) for number in range(TABLES)))
    used = server.processor_seconds() - used
    answers.sort()
    _table(
        f"{TABLES} games at once, random moves",
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
    counts = [0] * ENGINE_TABLES
    waits: list[float] = []
    began = monotonic() + 8
    until = began + seconds
    agent = {"kind": "agent", "spec": ENGINE}

    async def play(number: int) -> None:
        while monotonic() < until:
            async with seated(server, "gomoku", agent) as player:
                while not player.state["result"] and monotonic() < until:
                    await player.move()
                    asked = monotonic()
                    while not player.is_mine and not player.state["result"]:
                        await player.hear()
                    if began < monotonic() < until:
                        counts[number] += 1
                        waits.append(monotonic() - asked)

    await asyncio.gather(*(play(number) for number in range(ENGINE_TABLES)))
    waits.sort()
    fairness = sum(counts) ** 2 / (len(counts) * sum(count * count for count in counts))
    _table(
        f"{ENGINE_TABLES} games against {ENGINE}",
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
    held: list[tuple[int, int]] = []
    began = monotonic()

    async def play() -> None:
        nonlocal done
        while done < games:
            done += 1
            number = done
            second = {"kind": "agent", "spec": "engine:level=1"} if number % 4 == 0 else None
            async with seated(server, GAMES[number // 4 % len(GAMES)], second) as player:
                while player.ply < PLIES and not player.state["result"]:
                    if player.is_mine:
                        await player.move()
                    else:
                        await player.hear()
            if number % max(games // 10, 1) == 0:
                held.append((number, server.status("VmRSS") // 1024))

    await asyncio.gather(*(play() for _ in range(AT_ONCE)))
    rows = {f"after {number} games": f"{size} MiB" for number, size in held}
    rows["games a second"] = f"{games / (monotonic() - began):.1f}"
    rows["most ever"] = f"{server.status('VmHWM') // 1024} MiB"
    _table(f"Memory of the server, {AT_ONCE} games at a time", rows)


def _table(title: str, rows: dict[str, str]) -> None:
    wide = max(map(len, rows))
    print(f"\n{title}")
    for name, value in rows.items():
        print(f"  {name:<{wide}}  {value}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("parts", nargs="*", default=["latency", "engines", "memory"])
    parser.add_argument("--seconds", type=float, default=30.0, help="of latency, and of engines")
    parser.add_argument("--games", type=int, default=10_000, help="of memory")
    given = parser.parse_args()
    for part in given.parts:
        with serving() as server:
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
