"""All live games by id: loaded from the store on demand, put away when nobody follows them.

The clock of a game that is put away goes on. When it runs out, the game is loaded and ended.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from time import monotonic
from typing import Any

from plyground.games.position import Outcome
from plyground.locale import Problem
from plyground.store import game_store
from plyground.store.errors import ConcurrentChange, Unavailable
from plyground.store.game_store import SavedGame
from plyground.web.fair_threads import FairThreads
from plyground.web.game_cache import GameCache
from plyground.web.game_setup import GameSetup
from plyground.web.http_errors import NotFound, TooManyRequests
from plyground.web.live.live_game import GameServices, LiveGame
from plyground.web.live.seating import Seating
from plyground.web.seats import make_id
from plyground.web.settings import Settings
from plyground.web.views import make_outcome_view

log = logging.getLogger(__name__)

SWEEP_SECONDS = 5.0
"""Seconds between two times that idle games are put away, and overdue ones ended."""
MAX_OVERDUE = 100
"""Games that are ended in one sweep because their clocks have run out."""
ROOM = 50
"""Idle games that are put away before their time if there are too many."""
NO_SUCH_GAME = 4404
"""The code with which a socket is closed if its game does not exist."""


class Lobby:
    """The live games. Not thread-safe: use it in the event loop only."""

    def __init__(
        self,
        settings: Settings,
        game_cache: GameCache,
        services: GameServices,
        heavy_threads: FairThreads,
    ) -> None:
        self._settings = settings
        self._game_cache = game_cache
        self._services = services
        self._heavy_threads = heavy_threads
        self._live_games: dict[str, LiveGame] = {}
        self._loading: dict[str, asyncio.Task[LiveGame]] = {}
        # While the server was down, no clock was running.
        services.store.write(game_store.clear_deadlines).result()

    def __len__(self) -> int:
        return sum(not live_game.is_closed for live_game in self._live_games.values())

    async def create(self, setup: GameSetup) -> str:
        """Create a game and return its id; the store has it before anybody knows the id."""
        await self._make_room()
        saved = SavedGame(make_id(), setup.game, setup.to_document())
        start = await asyncio.to_thread(setup.make_start, self._game_cache)
        await asyncio.wrap_future(
            self._services.store.write(partial(game_store.add_game, game=saved))
        )
        self._live_games[saved.id] = LiveGame(self._services, saved, setup, start)
        self._services.metrics.games += 1
        self._live_games[saved.id].start_warm_up()
        return saved.id

    async def get_game(self, id: str, even_if_full: bool = False) -> LiveGame:
        """The live game of this id, loaded if necessary."""
        if not self._is_live(id) and id not in self._loading:
            try:
                await self._make_room()
            except TooManyRequests:
                if not even_if_full:
                    raise
        if self._is_live(id):
            # It stays at least until whoever asks can say hello.
            self._live_games[id].idle_since = monotonic()
            return self._live_games[id]
        if id not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    def _is_live(self, id: str) -> bool:
        return id in self._live_games and not self._live_games[id].is_closed

    async def exists(self, id: str) -> bool:
        """Is there such a game, live or in the store?"""
        has_game = partial(game_store.has_game, id=id)
        return self._is_live(id) or await asyncio.to_thread(self._services.store.read, has_game)

    async def start_rematch(
        self, live_game: LiveGame, seats: tuple[int, ...], admit: Callable[[], Awaitable[None]]
    ) -> str:
        """The id of the rematch that the holder of these seats starts or joins; if it is a new
        game, `admit` counts it, or raises a Problem."""

        async def create(setup: GameSetup) -> str:
            await admit()
            return await self.create(setup)

        return await live_game.start_rematch(seats, create)

    async def delete(self, id: str) -> None:
        """Delete a game. Whoever has it open is told that there is no such game any more."""
        await asyncio.wrap_future(
            self._services.store.write(partial(game_store.delete_game, id=id))
        )
        live_game = self._live_games.pop(id, None)
        if live_game is not None:
            live_game.close(NO_SUCH_GAME)

    async def run_sweeper(self) -> None:
        """Put idle games away, and end overdue ones, periodically, for ever."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self._settings.idle_seconds))
            try:
                await self._sweep()
            except Unavailable:
                log.info("games stay in memory while the database is away")
            except Exception:
                log.exception("a sweep failed")

    async def _sweep(self) -> None:
        long_ago = monotonic() - self._settings.idle_seconds
        await self._put_away(game for game in self._list_idle() if game.idle_since < long_ago)
        await self._end_overdue()

    async def _end_overdue(self) -> None:
        """End games that were put away and whose clocks have run out."""
        query = partial(game_store.list_overdue, now=time.time(), limit=MAX_OVERDUE)
        for id in await asyncio.to_thread(self._services.store.read, query):
            try:
                await self.get_game(id, even_if_full=True)
            except Unavailable:
                raise
            except Problem as problem:
                log.warning("game %s cannot be ended: %s", id, problem)
                change = partial(game_store.clear_deadlines, ids=[id])
                await asyncio.wrap_future(self._services.store.write(change))

    def _list_idle(self) -> list[LiveGame]:
        """Games that may be put away, the longest idle first."""
        idle = (game for game in self._live_games.values() if game.is_idle or game.is_closed)
        return sorted(idle, key=lambda game: game.idle_since)

    async def _put_away(self, idle: Iterable[LiveGame]) -> None:
        """Put games away, and drop those that are closed from memory; the store has them."""
        await asyncio.gather(*(self._put_one_away(game) for game in list(idle)))

    async def _put_one_away(self, live_game: LiveGame) -> None:
        try:
            await live_game.put_away()
        except ConcurrentChange:
            live_game.close(1012)
        if live_game.is_closed and self._live_games.get(live_game.id) is live_game:
            del self._live_games[live_game.id]

    async def _make_room(self) -> None:
        """Put some idle games away if there are too many; TooManyRequests if none is idle."""
        if len(self) >= self._settings.live_games:
            await self._put_away(self._list_idle()[:ROOM])
        if len(self) >= self._settings.live_games:
            raise TooManyRequests("server.problem.full", retry_after=10)

    def close(self) -> None:
        """Close all live games; clients reconnect when the server is back."""
        for live_game in list(self._live_games.values()):
            live_game.close(1012)

    async def _load(self, id: str) -> LiveGame:
        saved = await asyncio.to_thread(
            self._services.store.read, partial(game_store.find_game, id=id)
        )
        if saved is None:
            raise NotFound("server.problem.game", id=id)
        live_game = await self._heavy_threads.run(partial(self._restore, saved))
        if saved.deadline is not None:
            await live_game.resume_clock(saved.deadline)
        self._live_games[id] = live_game
        live_game.start_warm_up()
        return live_game

    def _restore(self, saved: SavedGame) -> LiveGame:
        setup = GameSetup.from_document(saved.setup)
        return LiveGame(self._services, saved, setup, setup.make_start(self._game_cache))

    async def list_recent(self, limit: int) -> list[dict[str, Any]]:
        """The games that changed last, newest first."""
        found = await asyncio.to_thread(
            self._services.store.read, partial(game_store.list_recent_games, limit=limit)
        )
        return [
            {
                "id": game.id,
                "game": game.game,
                "players": [
                    {"kind": seat.kind, "name": seat.name}
                    for seat in Seating.load(game.setup, game.state).seats
                ],
                "ply": game.plies + len(game.setup["moves"]),
                "result": make_outcome_view(read_outcome(game.state.get("result"))),
                "updated": game.updated,
                "live": self._is_live(game.id),
            }
            for game in found
        ]


def read_outcome(saved: dict[str, Any] | None) -> Outcome | None:
    return None if saved is None else Outcome(**saved)
