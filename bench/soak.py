"""The web server under attack, on loopback: 200 games go on, and others' answers stay quick.

    python bench/soak.py                        30 minutes
    python bench/soak.py --minutes 2
    python bench/soak.py --minutes 2 --attacks flood_with_pings

Everybody has an address of their own (127.0.x.y), and the server its usual limits. Players move
about every two seconds. Attackers, in another process, do all of this at once: half-sent headers,
bodies that arrive byte by byte, connections and sockets that nobody reads, floods of requests, of
nonsense and of pings, heavy drafts, long studies and lab searches from several addresses. It fails
if the median answer takes 50 ms or more, if memory grows by over a tenth after the first third,
if an answer is a 500, or if the server cannot be reached.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import struct
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from statistics import median
from time import monotonic

from serving import GAMES, Server, join_game, print_table, run_server

PLAYERS = 200
MEDIAN_MILLISECONDS = 50.0
MEMORY_GROWTH = 0.1
SAMPLE_SECONDS = 5.0

UPGRADE = (
    "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)  # fmt: skip

# Players.


class Measurements:
    """What the players and the server's process have shown."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.failures: list[str] = []
        self.memory: list[int] = []


async def play_games(server: Server, number: int, until: float, found: Measurements) -> None:
    """Play game after game from an address of one's own."""
    client = f"127.0.1.{1 + number}"
    await asyncio.sleep(random.uniform(0, 4))
    while monotonic() < until:
        try:
            async with join_game(server, GAMES[number % len(GAMES)], client=client) as player:
                while player.is_mine and monotonic() < until:
                    await asyncio.sleep(random.uniform(1, 3))
                    found.answers.append(await player.move())
        except Exception as error:
            found.failures.append(f"{type(error).__name__}: {error}")
            await asyncio.sleep(1)


async def sample_memory(server: Server, until: float, found: Measurements) -> None:
    while monotonic() < until:
        await asyncio.sleep(SAMPLE_SECONDS)
        found.memory.append(server.read_status("VmRSS") // 1024)


async def play_all(server: Server, seconds: float) -> Measurements:
    found = Measurements()
    until = monotonic() + seconds
    players = (play_games(server, number, until, found) for number in range(PLAYERS))
    await asyncio.gather(*players, sample_memory(server, until, found))
    return found


# Attackers. Each is tried again for ever, some at a time.


class Target:
    """Where to attack, and what bytes to send."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._host, port = address.split(":")
        self._port = int(port)

    async def open(
        self, client: str, limit: int = 2**16
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            self._host, self._port, local_addr=(client, 0), limit=limit
        )

    def request(self, method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
        length = [f"Content-Length: {len(body)}", "Content-Type: application/json"] if body else []
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.address}", *headers, *length, "", ""]
        return "\r\n".join(lines).encode() + body


async def send_half_a_header(target: Target, client: str) -> None:
    reader, writer = await target.open(client)
    writer.write(b"GET / HTTP/1.1\r\nHost: ")
    await reader.read()
    writer.close()


async def drip_a_body(target: Target, client: str) -> None:
    _, writer = await target.open(client)
    writer.write(target.request("POST", "/api/games", "Content-Length: 100000"))
    while not writer.is_closing():
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(1)


async def read_nothing(target: Target, client: str) -> None:
    _, writer = await target.open(client, limit=1)
    writer.write(target.request("GET", "/api/words") * 30)
    await asyncio.sleep(60)
    writer.close()


async def watch_and_read_nothing(target: Target, client: str) -> None:
    _, writer = await target.open(client, limit=1)
    writer.write(target.request("GET", "/api/analysis/socket", *UPGRADE))
    analyse = b'{"type":"analyse","game":"gomoku","lines":10}'
    for _ in range(20):
        writer.write(make_frame(1, analyse))
        await asyncio.sleep(1)
    writer.close()


async def flood_with_pings(target: Target, client: str) -> None:
    reader, writer = await target.open(client)
    writer.write(target.request("GET", "/api/analysis/socket", *UPGRADE))
    await reader.readuntil(b"\r\n\r\n")
    writer.write(make_frame(9, b"x" * 100) * 2000)
    await reader.read()
    writer.close()
    await asyncio.sleep(1)


async def flood_with_requests(target: Target, client: str) -> None:
    reader, writer = await target.open(client)
    for _ in range(100):
        writer.write(target.request("GET", "/api/catalogue"))
        await reader.readuntil(b"\r\n\r\n")
        await asyncio.sleep(0.02)
        # What has arrived of the body is dropped.
        await reader.read(2**20)
    writer.close()


async def send_nonsense(target: Target, client: str) -> None:
    reader, writer = await target.open(client)
    writer.write(random.randbytes(200) + b"\r\n\r\n")
    await reader.read()
    writer.close()
    await asyncio.sleep(0.1)


async def ask(target: Target, client: str, method: str, path: str, body: object = None) -> bytes:
    """The answer to a request, without its header."""
    reader, writer = await target.open(client)
    text = b"" if body is None else json.dumps(body).encode()
    writer.write(target.request(method, path, "Connection: close", body=text))
    answer = await reader.read()
    writer.close()
    await asyncio.sleep(0.05)
    return answer.partition(b"\r\n\r\n")[2]


def make_long_game() -> dict[str, object]:
    # Every cell once, so that nobody has five in a row before the end; never the same twice.
    cells = [f"{column}{row}" for row in range(1, 16) for column in "acegikmobdfhjln"]
    cells = cells[: random.randrange(100, len(cells))]
    return {"game": "gomoku", "options": {"rule": "renju"}, "moves": cells}


async def draft_a_long_game(target: Target, client: str) -> None:
    await ask(target, client, "POST", "/api/studies/draft", make_long_game())


async def read_a_long_study(target: Target, client: str) -> None:
    with suppress(ValueError, KeyError):
        created = json.loads(await ask(target, client, "POST", "/api/studies", make_long_game()))
        for _ in range(50):
            await ask(target, client, "GET", f"/api/studies/{created['id']}")


async def search_in_the_lab(target: Target, client: str) -> None:
    body = {"game": "tictactoe", "algorithm": "minimax", "depth": random.randrange(4, 7)}
    await ask(target, client, "POST", "/api/lab/trace", body)


def make_frame(opcode: int, payload: bytes) -> bytes:
    return struct.pack("!BB4s", 0x80 | opcode, 0x80 | len(payload), b"\0\0\0\0") + payload


Attack = Callable[[Target, str], Coroutine[None, None, None]]

ATTACKS: tuple[tuple[Attack, int, int], ...] = (
    (send_half_a_header, 1, 1100),
    (drip_a_body, 13, 16),
    (read_nothing, 3, 10),
    (watch_and_read_nothing, 3, 10),
    (flood_with_pings, 3, 5),
    (flood_with_requests, 5, 4),
    (send_nonsense, 3, 2),
    (draft_a_long_game, 4, 16),
    (read_a_long_study, 4, 4),
    (search_in_the_lab, 4, 2),
)
"""Each with the addresses that it comes from, and how often at the same time from each."""


async def attack_for_ever(address: str, chosen: list[str]) -> None:
    target = Target(address)

    async def repeat(attack: Attack, client: str) -> None:
        while True:
            with suppress(OSError, EOFError, asyncio.LimitOverrunError):
                await attack(target, client)
            await asyncio.sleep(random.uniform(0.1, 1))

    await asyncio.gather(
        *(
            repeat(attack, f"127.0.{kind + 2}.{1 + place}")
            for kind, (attack, places, times) in enumerate(ATTACKS)
            if attack.__name__ in chosen
            for place in range(places)
            for _ in range(times)
        )
    )


def run_attackers(address: str, chosen: list[str]) -> None:
    # The players, who measure, come first.
    os.nice(5)
    with suppress(KeyboardInterrupt):
        asyncio.run(attack_for_ever(address, chosen))


# The verdict.


def soak(minutes: float, most_milliseconds: float, chosen: list[str]) -> bool:
    """Run it, print what was found, and return whether the server has withstood."""
    with run_server({}) as server:
        attackers = multiprocessing.get_context("spawn").Process(
            target=run_attackers, args=(server.address, chosen), daemon=True
        )
        attackers.start()
        try:
            found = asyncio.run(play_all(server, 60 * minutes))
            errors = server.read_metric("errors_total")
            refused = server.read_metric("refused_total")
        finally:
            attackers.terminate()
            attackers.join()
    answers = sorted(found.answers)
    middle = 1000 * median(answers)
    early, late = found.memory[len(found.memory) // 3], found.memory[-1]
    growth = late / early - 1
    print_table(
        f"{minutes:g} minutes with {PLAYERS} games and {len(chosen)} kinds of attack",
        {
            "moves": f"{len(answers)}",
            "median answer": f"{middle:.1f} ms",
            "95 %": f"{1000 * answers[int(0.95 * len(answers))]:.1f} ms",
            "longest": f"{1000 * answers[-1]:.1f} ms",
            "players' failures": f"{len(found.failures)} {' '.join(set(found.failures))[:80]}",
            "server's failures": f"{errors:.0f}",
            "refused or dropped": f"{refused:.0f}",
            "memory": f"{early} MiB after a third, {late} MiB at the end ({100 * growth:+.1f} %)",
            "load of the machine": f"{os.getloadavg()[0]:.1f}",
        },
    )
    problems = [
        sentence
        for is_wrong, sentence in (
            (middle >= most_milliseconds, f"the median answer took {middle:.1f} ms"),
            (growth > MEMORY_GROWTH, f"memory grew by {100 * growth:.1f} %"),
            (errors > 0, f"{errors:.0f} requests failed on the server"),
            (len(found.failures) > len(answers) / 100, f"{len(found.failures)} players failed"),
        )
        if is_wrong
    ]
    print(f"\nFAILED: {'; '.join(problems)}." if problems else "\nPassed.")
    return not problems


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument(
        "--median", type=float, default=MEDIAN_MILLISECONDS, help="milliseconds that are too many"
    )
    names = [attack.__name__ for attack, _, _ in ATTACKS]
    parser.add_argument("--attacks", nargs="*", choices=names, default=names, help="some, or none")
    given = parser.parse_args()
    sys.exit(0 if soak(given.minutes, given.median, given.attacks) else 1)


if __name__ == "__main__":
    main()
