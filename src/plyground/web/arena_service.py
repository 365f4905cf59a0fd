"""Matches and tournaments for everybody to watch, and for the owner of the server to start.

Those of the terminal are there, too: they are stored in the same database, and nothing else is read
here. The owner starts one as `plyground tournament`, in a process of its own, at a lower priority
than games; it goes on from where it was after whatever may happen.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import Any

from plyground.agents.process_groups import has_exited, kill_group, start_group
from plyground.agents.specs import parse_spec
from plyground.arena.match import MatchGame
from plyground.arena.schedule import FORMATS, list_pairings
from plyground.arena.standings import PointsTable
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import name_reference
from plyground.locale import Failure, Problem
from plyground.store import event_store
from plyground.store.database import Database
from plyground.store.event_store import SavedEvent, StoredPair
from plyground.web.agent_policy import AgentPolicy
from plyground.web.game_cache import GameCache
from plyground.web.http_errors import Conflict, NotFound
from plyground.web.views import View, make_board_view, make_position_view

MAX_EVENTS = 50
"""Events in the list, the newest ones."""
MAX_GAMES = 200
"""Games in the list of an event, the newest ones."""
MAX_RUNNING = 8
"""Boards of games in progress."""
LOWER_PRIORITY = 10
END_SECONDS = 10.0
"""How long a tournament may take to end its games when it is stopped."""


@dataclass(frozen=True)
class TournamentRequest:
    """What the owner wants to be played."""

    game: str
    options: Mapping[str, Any]
    players: Sequence[str]
    format: str
    rounds: int
    seconds: float
    workers: int


class ArenaService:
    """Shows events of the database, and runs one at a time for the owner."""

    def __init__(
        self, database_url: str, store: Database, games: GameCache, policy: AgentPolicy
    ) -> None:
        self._database_url = database_url
        self._store = store
        self._games = games
        self._policy = policy
        self._names = {spec: name for name, spec in policy.engines.items()}
        self._process: subprocess.Popen[bytes] | None = None

    # Watching.

    def list_events(self) -> list[View]:
        """The newest events, without their games."""
        found = self._store.read(partial(event_store.list_recent_events, limit=MAX_EVENTS))
        return [self._describe(event, played, leases) for event, played, leases in found]

    def show_event(self, id: str) -> View:
        """An event with its table, its last games, and those in progress."""
        event = self._find_event(id)
        pairs = self._store.read(partial(event_store.list_pairs, event=id))
        finished = [pair for pair in pairs if pair.finished is not None]
        running = [pair for pair in pairs if _is_running(pair)]
        documents = self._store.read(
            partial(event_store.list_last_games, event=id, limit=MAX_GAMES)
        )
        game = self._find_game(event)
        start = game.start() if game is not None else None
        numbered = {pair.number: pair for pair in pairs}
        games = [
            self._show_game(event, numbered[pair], document, start) for pair, document in documents
        ]
        played = sum(pair.games for pair in finished)
        return {
            **self._describe(event, played, [pair.owner for pair in running]),
            "standings": self._make_table(event, finished),
            "games": games,
            "board": make_board_view(start) if start is not None else None,
            "running_pairs": [
                self._show_running(event, pair, game) for pair in running[:MAX_RUNNING]
            ],
        }

    def check_event(self, id: str) -> None:
        """NotFound if there is no such event."""
        self._find_event(id)

    def _find_event(self, id: str) -> SavedEvent:
        event = self._store.read(partial(event_store.get_event, id=id))
        if event is None:
            raise NotFound("web.arena.problem.event")
        return event

    def _describe(self, event: SavedEvent, played: int, owners: Sequence[str | None]) -> View:
        return {
            "id": event.id,
            "kind": event.kind,
            "game": event.game,
            "options": event.options,
            "players": [self._name_player(spec) for spec in event.setup["players"]],
            "created": event.created,
            "played": played,
            "total": _count_games(event),
            "running": any(owner and not event_store.is_gone(owner) for owner in owners),
        }

    def _make_table(self, event: SavedEvent, pairs: Sequence[StoredPair]) -> View:
        """Ratings with errors, best first, and the points of everybody against everybody."""
        table = PointsTable(event.setup["players"], [pair.encounter for pair in pairs])
        names = [row.name for row in table.rows]
        rows = [
            {
                "name": self._name_player(row.name),
                "elo": row.rating.elo,
                "error": row.rating.error,
                "points": row.points.scored,
                "games": row.points.games,
            }
            for row in table.rows
        ]
        found = [[table.crosstable.get((name, other)) for other in names] for name in names]
        crosstable = [[points and [points.scored, points.games] for points in row] for row in found]
        return {"rows": rows, "crosstable": crosstable}

    def _show_game(
        self,
        event: SavedEvent,
        pair: StoredPair,
        document: Mapping[str, Any],
        start: Position | None,
    ) -> View:
        first, second = (pair.a, pair.b) if document["a_side"] == 0 else (pair.b, pair.a)
        shown: View = {
            "number": document["number"],
            "first": self._name_player(first),
            "second": self._name_player(second),
            "moves": f"{document['opening']} {document['moves']}".split(),
            "position": event.setup["setup"]["position"],
            "winner": document["outcome"]["winner"],
            "words": "",
        }
        if start is not None:
            result = MatchGame.from_json(document, start.game).result
            shown["words"] = result.describe()
        return shown

    def _show_running(self, event: SavedEvent, pair: StoredPair, game: Game | None) -> View:
        """A pair in progress, with the board of its current game as far as it was reported."""
        progress = pair.progress or {"a_side": 0, "moves": pair.opening.split()}
        first, second = (pair.a, pair.b) if progress["a_side"] == 0 else (pair.b, pair.a)
        position = None
        if game is not None:
            with suppress(Problem):
                origin = game.position(event.setup["setup"]["position"])
                position = make_position_view(origin.play_all(" ".join(progress["moves"])))
        return {
            "number": pair.number,
            "first": self._name_player(first),
            "second": self._name_player(second),
            "position": position,
        }

    def _find_game(self, event: SavedEvent) -> Game | None:
        """The game of an event; None if it is not installed here."""
        try:
            return self._games.get_game(event.game, event.options)
        except Problem:
            return None

    def _name_player(self, spec: str) -> str:
        """How visitors see a player: the owner's name for it, or without the folders of a file."""
        if spec in self._names:
            return self._names[spec]
        name = parse_spec(spec).name
        if name.endswith(".py"):
            return PurePath(name).name + spec[len(name) :]
        scheme, colon, path = spec.partition(":")
        return f"{scheme}:{PurePath(path).name}" if colon and "/" in path else spec

    # Starting and stopping.

    @property
    def is_busy(self) -> bool:
        return self._process is not None and not has_exited(self._process)

    async def start(self, request: TournamentRequest) -> None:
        """Start a tournament; it appears in the list as soon as everything is compiled."""
        game = self._games.get_game(request.game, request.options)
        if request.format not in FORMATS:
            raise Problem(
                "cli.tournament.problem.format", given=request.format, known=", ".join(FORMATS)
            )
        checked = [self._policy.check_spec(spec, game) for spec in request.players]
        list_pairings(checked, FORMATS[FORMATS.index(request.format)])
        players = [self._policy.engines.get(spec, spec) for spec in checked]
        settings = [f"--set={name}={value}" for name, value in game.changed_settings.items()]
        await self._run(
            name_reference(type(game)), *players, *settings, f"--format={request.format}",
            f"--rounds={request.rounds}", f"--time={request.seconds}",
            f"--workers={request.workers}", f"--seed={int(time.time())}",
        )  # fmt: skip

    async def resume(self, id: str) -> None:
        """Continue an event that was started here and has stopped."""
        event = self._find_event(id)
        setup = event.setup
        limit = setup["setup"]["limit"]["time"]
        if event.kind != "tournament" or setup["format"] not in FORMATS or limit is None:
            raise Conflict("web.arena.problem.resume")
        settings = [f"--set={name}={value}" for name, value in event.options.items()]
        await self._run(
            setup["setup"]["game"], *setup["players"], *settings, f"--format={setup['format']}",
            f"--rounds={setup['rounds']}", f"--time={limit}",
            f"--seed={setup['openings']['seed']}", "--resume",
        )  # fmt: skip

    async def stop(self) -> None:
        """Stop what was started here; nothing that is finished is lost."""
        process = self._process
        if process is None or not self.is_busy:
            raise Conflict("web.arena.problem.idle")
        process.send_signal(signal.SIGINT)
        await asyncio.to_thread(has_exited, process, END_SECONDS)
        self.close()

    def close(self) -> None:
        """End what was started here, at once."""
        if self._process is not None:
            kill_group(self._process)

    async def _run(self, *arguments: str) -> None:
        if self.is_busy:
            raise Conflict("web.arena.problem.busy")
        self.close()
        quiet = subprocess.DEVNULL
        try:
            self._process = await asyncio.to_thread(
                start_group,
                [sys.executable, "-m", "plyground", "tournament", *arguments],
                # The URL may hold a password, and arguments are seen by everybody on the machine.
                env={**os.environ, "PLYGROUND_DATABASE": self._database_url},
                stdin=quiet,
                stdout=quiet,
                stderr=quiet,
            )
        except OSError as error:
            raise Failure("web.arena.problem.start", why=error.strerror) from error
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, LOWER_PRIORITY)


def _is_running(pair: StoredPair) -> bool:
    return pair.finished is None and pair.owner is not None and pair.expires > time.time()


def _count_games(event: SavedEvent) -> int:
    """How many games the event will have."""
    setup = event.setup
    if event.kind == "match":
        return int(setup["games"])
    return 2 * int(setup["rounds"]) * len(list_pairings(setup["players"], setup["format"]))
