"""All live games by their addresses: loaded when somebody asks, put away when nobody does."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from plyground.games.position import Outcome
from plyground.store import game_store as rows
from plyground.store.game_store import SavedGame
from plyground.web.game_setup import Setup
from plyground.web.http_errors import Busy, Missing
from plyground.web.live_game import Table
from plyground.web.seats import new_id
from plyground.web.views import outcome_view

if TYPE_CHECKING:
    from plyground.web.services import House

log = logging.getLogger(__name__)

SWEEP = 5.0
"""Seconds between two looks for tables that nobody needs."""
CLEANING = 3600.0
"""Seconds between two looks for games that nobody ever played."""
UNPLAYED = 7 * 86_400.0
"""Seconds after which a game without a move is thrown away."""


class Lobby:
    """The tables. Only the event loop touches it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}

    def __len__(self) -> int:
        return len(self._tables)

    async def create(self, setup: Setup) -> str:
        """Begin a game; it is in the store before its address is known to anybody."""
        self._check_room()
        saved = SavedGame(new_id(), setup.game, setup.as_json())
        begun = await asyncio.to_thread(setup.begin, self._house.shelf)
        await asyncio.wrap_future(self._house.store.write(partial(rows.add_game, game=saved)))
        self._tables[saved.id] = Table(self._house, saved, setup, begun)
        self._house.metrics.games += 1
        self._prepare(self._tables[saved.id])
        return saved.id

    async def table(self, id: str) -> Table:
        """The live table of a game."""
        if id in self._tables:
            return self._tables[id]
        if id not in self._loading:
            self._check_room()
            task = asyncio.get_running_loop().create_task(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    def forget(self, table: Table) -> None:
        if self._tables.get(table.id) is table:
            del self._tables[table.id]

    async def sweep(self) -> None:
        """Put away, now and then, what nobody looks at."""
        cleaned = -CLEANING
        while True:
            if monotonic() - cleaned > CLEANING:
                cleaned = monotonic()
                before = time.time() - UNPLAYED
                self._house.store.write(partial(rows.forget_unplayed, before=before))
            await asyncio.sleep(min(SWEEP, self._house.settings.idle_seconds))
            self.put_away()

    def put_away(self) -> None:
        """Keep idle games on disk only."""
        long_ago = monotonic() - self._house.settings.idle_seconds
        for table in list(self._tables.values()):
            if table.is_idle and table.idle_since < long_ago:
                self.forget(table)

    def close(self) -> None:
        """Send everybody away; they come back when the server does."""
        for table in list(self._tables.values()):
            table.give_up(1012)

    def _check_room(self) -> None:
        if len(self._tables) >= self._house.settings.live_games:
            raise Busy("server.problem.full", after=10)

    async def _load(self, id: str) -> Table:
        saved = await asyncio.to_thread(self._house.store.read, partial(rows.find_game, id=id))
        if saved is None:
            raise Missing("server.problem.game", id=id)
        table = await asyncio.to_thread(self._restored, saved)
        self._tables[id] = table
        self._prepare(table)
        return table

    def _prepare(self, table: Table) -> None:
        """Let native code be made while people still look at the board."""
        specs = {seat.spec for seat in table.setup.seats if seat.spec is not None}
        for spec in specs or (None,):
            self._house.workshop.prepare(table.position.game, spec)

    def _restored(self, saved: SavedGame) -> Table:
        setup = Setup.read(saved.setup)
        return Table(self._house, saved, setup, setup.begin(self._house.shelf))

    async def recent(self, limit: int) -> list[dict[str, Any]]:
        """The games in which something happened last."""
        found = await asyncio.to_thread(
            self._house.store.read, partial(rows.recent_games, limit=limit)
        )
        return [
            {
                "id": game.id,
                "game": game.game,
                "players": [
                    {"kind": seat["kind"], "name": seat["name"]} for seat in game.setup["seats"]
                ],
                "ply": game.plies + len(game.setup["moves"]),
                "result": outcome_view(_outcome(game.state.get("result"))),
                "updated": game.updated,
                "live": game.id in self._tables,
            }
            for game in found
        ]


def _outcome(kept: dict[str, Any] | None) -> Outcome | None:
    return None if kept is None else Outcome(**kept)
