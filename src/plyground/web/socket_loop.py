"""One socket on which a guest asks and is answered: read in order, answered from an outbox.

What is too large, too often, or without meaning is refused, and in the end shut out.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.locale import Problem, current_language, override_language, say
from plyground.web.client import Watcher
from plyground.web.rate_limits import Bucket
from plyground.web.services import House

log = logging.getLogger(__name__)

SEND_SECONDS = 20.0
"""Seconds that sending one message may take."""
CLOSE_SECONDS = 2.0
"""Seconds that saying goodbye may take."""
MISTAKES = 5
"""Messages without meaning after which a socket is closed."""


class Conversation(ABC):
    """A reader that obeys, and a writer that empties the outbox."""

    def __init__(self, socket: WebSocket, house: House) -> None:
        self._socket = socket
        self._house = house
        self._watcher = Watcher(current_language())
        self._bucket = Bucket(house.settings.message_rate, house.settings.message_burst)
        self._mistakes = 0
        self._patience: float | None = None
        """Seconds within which the next message must come."""

    @abstractmethod
    async def obey(self, text: str) -> None:
        """Do what a message asks for; a ValidationError if it cannot be read."""

    def end(self) -> None:  # noqa: B027
        """Whatever must be stopped when nobody listens any more."""

    async def serve(self) -> None:
        """Until either side has had enough."""
        reader = asyncio.create_task(self._read())
        writer = asyncio.create_task(self._write())
        closing = asyncio.create_task(self._watcher.closing.wait())
        tasks = (reader, writer, closing)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self._watcher.close_code is not None:
                # What waits to be said, and the close itself.
                await asyncio.wait((writer,), timeout=CLOSE_SECONDS)
        finally:
            self.end()
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception):
                    log.error("a socket failed", exc_info=ended)

    def refuse(self, why: str) -> None:
        self._watcher.send({"type": "refused", "why": why})

    async def _write(self) -> None:
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            while (text := await self._watcher.next()) is not None:
                await asyncio.wait_for(self._socket.send_text(text), SEND_SECONDS)
            await self._socket.close(self._watcher.close_code or 1000)

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect):
            while self._watcher.close_code is None:
                text = await self._next()
                if text is not None:
                    await self.attempt(partial(self.obey, text))

    async def _next(self) -> str | None:
        """The next message; None if there is none that is worth reading."""
        try:
            message = await asyncio.wait_for(self._socket.receive(), self._patience)
        except TimeoutError:
            self._shut_out(1008)
            return None
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text = message.get("text")
        if len(text or message.get("bytes") or "") > self._house.settings.message_limit:
            self._shut_out(1009)
        elif self._bucket.take():
            self._shut_out(1008)
        elif text is None:
            self._misunderstood()
        else:
            return str(text)
        return None

    async def attempt(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something for the guest, in its language; what goes wrong is told."""
        with override_language(self._watcher.language):
            try:
                await work()
            except ValidationError:
                self._misunderstood()
            except Problem as problem:
                self.refuse(str(problem))
            except WebSocketDisconnect:
                raise
            except Exception:
                log.exception("a message failed")
                self._house.metrics.errors += 1
                self.refuse(say("server.problem.defect"))

    def _misunderstood(self) -> None:
        self._mistakes += 1
        self.refuse(say("server.problem.message"))
        if self._mistakes > MISTAKES:
            self._shut_out(1008)

    def _shut_out(self, code: int) -> None:
        self._house.metrics.refused += 1
        self._watcher.close(code)
