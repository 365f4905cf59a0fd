"""How much clients may store: quotas by client and day, a limit for all, and what goes to keep it.

Nothing is deleted as long as there is room, but games that were never played. If there are too many
games or studies, those go that were not visited for the longest time, and for `keep_days` at least;
if all are newer, no more are created.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

from plyground.store import game_store, usage
from plyground.store.database import Database
from plyground.store.errors import Unavailable
from plyground.store.usage import Usage
from plyground.web.http_errors import InsufficientStorage, TooManyRequests
from plyground.web.rate_limits import RateLimits
from plyground.web.settings import Settings

log = logging.getLogger(__name__)

SWEEP_SECONDS = 60.0
"""Seconds between two measurements of what is stored."""
UNPLAYED_SECONDS = 7 * 86_400.0
"""Seconds after which a game without a move is deleted."""
MAX_DELETED = 500
"""Games or studies that are deleted in one transaction."""
DAY_SECONDS = 86_400


class Storage:
    """Admits what clients create, and keeps the database within its limits."""

    def __init__(self, settings: Settings, store: Database, rate_limits: RateLimits) -> None:
        self._store = store
        self._rate_limits = rate_limits
        self._daily = {"games": settings.daily_games, "studies": settings.daily_studies}
        self._limits = {"games": settings.stored_games, "studies": settings.stored_studies}
        self._keep_seconds = settings.keep_days * DAY_SECONDS
        self.usage = Usage(dict.fromkeys(self._limits, 0), 0)
        """What was stored when it was last measured, with what was created since."""

    async def admit(self, kind: str, client_address: str) -> None:
        """Count a game or study that a client creates, or raise a Problem if it is one too many."""
        self._rate_limits.check("creation", client_address)
        if self.usage.rows[kind] >= self._limits[kind]:
            raise InsufficientStorage("server.problem.storage")
        now = time.time()
        day, most = int(now // DAY_SECONDS), self._daily[kind]
        count = partial(usage.count_creation, client=client_address, kind=kind, day=day, most=most)
        if not await asyncio.wrap_future(self._store.write(count)):
            tomorrow = DAY_SECONDS - now % DAY_SECONDS
            raise TooManyRequests(f"server.problem.daily.{kind}", retry_after=tomorrow, most=most)
        self.usage.rows[kind] += 1

    async def run_sweeper(self) -> None:
        """Measure what is stored and delete what must go, periodically, for ever."""
        while True:
            try:
                await asyncio.to_thread(self.sweep)
            except Unavailable:
                log.info("nothing is measured while the database is away")
            except Exception:
                log.exception("what is stored could not be measured")
            await asyncio.sleep(SWEEP_SECONDS)

    def sweep(self) -> None:
        now = time.time()
        unplayed = partial(game_store.delete_unplayed, before=now - UNPLAYED_SECONDS)
        self._store.write(unplayed).result()
        today = int(now // DAY_SECONDS)
        self._store.write(partial(usage.delete_creations, day=today)).result()
        stored = self._store.read(usage.measure)
        for kind, limit in self._limits.items():
            # Some more than necessary, so that there is room until the next time.
            surplus = stored.rows[kind] - limit + max(1, limit // 100)
            if stored.rows[kind] >= limit and self._delete(kind, surplus, now):
                stored = self._store.read(usage.measure)
        self.usage = stored

    def _delete(self, kind: str, count: int, now: float) -> int:
        """Delete so many that were not visited for long, or as many as there are."""
        deleted = 0
        while deleted < count:
            change = partial(
                usage.delete_unvisited,
                kind=kind,
                before=now - self._keep_seconds,
                limit=min(MAX_DELETED, count - deleted),
            )
            batch = self._store.write(change).result()
            deleted += batch
            if not batch:
                break
        if deleted:
            log.warning("%d %s were deleted: there were too many", deleted, kind)
        return deleted
