"""Kills the web server again and again while games are played: is every acknowledged move kept?

    python bench/killed_server.py                             20 kills, 50 games, SQLite
    python bench/killed_server.py --postgres                  the same, on a PostgreSQL of its own
    python bench/killed_server.py --kills 2 --games 5 --database URL

Players in all games move as fast as they can. At a random time the server gets SIGKILL, and is
started again on the same database. Every game that was created must be there, with all moves that
were acknowledged, in their order; a move that was sent and not answered may be there, or not. The
exit code is 1 if anything is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from websockets.exceptions import WebSocketException

from serving import GAMES, UNLIMITED, Player, Server, follow_game, run_server

PRIVATE_POSTGRES = Path(__file__).with_name("private_postgres.py")
GONE = (OSError, HTTPException, WebSocketException, asyncio.IncompleteReadError)
"""What a client of a killed server gets."""
MAX_PAUSE = 0.05
"""Seconds."""


@dataclass
class Game:
    """A game as its player knows it."""

    created: dict[str, Any]
    moves: list[str] = field(default_factory=list)
    """Those that were acknowledged."""
    sent: str | None = None
    """A move that was not answered yet."""
    is_over: bool = False


class Table:
    """Where one player plays game after game."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.games: list[Game] = []

    async def play(self, server: Server) -> None:
        """Play until the server is gone."""
        with suppress(*GONE):
            while True:
                if not self.games or self.games[-1].is_over:
                    human = {"kind": "human"}
                    created = await asyncio.to_thread(server.create_game, self._name, human)
                    self.games.append(Game(created))
                async with follow_game(server, self.games[-1].created) as player:
                    await self._play_on(self.games[-1], player)

    async def _play_on(self, game: Game, player: Player) -> None:
        while player.is_mine:
            game.sent = random.choice(list(player.state["position"]["paths"]))
            await player.move(game.sent)
            game.moves.append(game.sent)
            game.sent = None
        game.is_over = True


class Run:
    """All tables, and what was found after each kill."""

    def __init__(self, tables: int) -> None:
        self.tables = [Table(GAMES[number % len(GAMES)]) for number in range(tables)]
        self.lost: list[str] = []
        self.kept = 0
        self.dropped = 0

    @property
    def games(self) -> list[Game]:
        return [game for table in self.tables for game in table.games]

    @property
    def acknowledged(self) -> int:
        return sum(len(game.moves) for game in self.games)

    def check(self, server: Server) -> None:
        """Compare every game with what its player knows of it."""
        for game in self.games:
            id = game.created["id"]
            try:
                with urlopen(f"http://{server.address}/api/games/{id}", timeout=60) as answer:
                    stored = [made["move"] for made in json.load(answer)["moves"]]
            except HTTPError as error:
                self.lost.append(f"game {id}: {error}")
                continue
            if game.sent is not None and stored == [*game.moves, game.sent]:
                self.kept += 1
                game.moves = stored
            elif stored == game.moves:
                self.dropped += game.sent is not None
            else:
                self.lost.append(f"game {id}: {game.moves} acknowledged, {stored} stored")
            game.sent = None

    async def play_and_kill(self, server: Server, moves: int) -> None:
        """Play so many moves, and kill the server some moment later."""
        until = self.acknowledged + moves
        playing = [asyncio.create_task(table.play(server)) for table in self.tables]
        while self.acknowledged < until:
            await asyncio.sleep(random.uniform(0, MAX_PAUSE))
        os.kill(server.process, signal.SIGKILL)
        await asyncio.gather(*playing)


@contextmanager
def open_database(given: argparse.Namespace) -> Iterator[str]:
    """The URL of the database: the one that is given, a private one, or a file."""
    if given.database:
        yield given.database
    elif given.postgres:
        command = [sys.executable, PRIVATE_POSTGRES, "--durable", "--while", str(os.getpid())]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as guard:
            assert guard.stdout is not None
            yield guard.stdout.readline().strip()
            guard.terminate()
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/killed.db"


def main() -> int:
    given = parse_arguments()
    random.seed(given.seed)
    run = Run(given.games)
    with open_database(given) as url:
        for kill in range(given.kills + 1):
            started = monotonic()
            with run_server(UNLIMITED, url) as server:
                ready = monotonic() - started
                run.check(server)
                print(f"{kill:>3} kills: {run.acknowledged} moves acknowledged in {len(run.games)}"
                      f" games, {len(run.lost)} lost; ready in {ready:.1f} s",
                      flush=True)  # fmt: skip
                if kill < given.kills:
                    moves = random.randint(given.moves // 2, given.moves * 3 // 2)
                    asyncio.run(run.play_and_kill(server, moves))
    print(f"in flight when the server was killed: {run.kept} moves kept, {run.dropped} not")
    for line in run.lost:
        print(line)
    return int(bool(run.lost) or not run.acknowledged)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--games", type=int, default=50, help="at the same time")
    parser.add_argument("--moves", type=int, default=500, help="from a start to a kill, about")
    parser.add_argument("--postgres", action="store_true", help="start a PostgreSQL server for it")
    parser.add_argument("--database", help="URL of an empty database")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
