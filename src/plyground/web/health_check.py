"""Is the server healthy? It is if its database can be written to, and anybody may ask."""

from __future__ import annotations

import asyncio
from time import monotonic

from plyground.store.database import Database

FRESH_SECONDS = 1.0
"""For how long the result of a check holds."""


class HealthCheck:
    """Checks of the database, one at a time; who asks meanwhile gets the result of the same one."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._checking: asyncio.Task[None] | None = None
        self._began = -FRESH_SECONDS

    async def run(self) -> None:
        """Return if the database can be written to; raise Unavailable if not."""
        is_old = monotonic() - self._began > FRESH_SECONDS
        if self._checking is None or (is_old and self._checking.done()):
            self._began = monotonic()
            check = asyncio.to_thread(self._store.check_writable)
            self._checking = asyncio.get_running_loop().create_task(check)
        await asyncio.shield(self._checking)
