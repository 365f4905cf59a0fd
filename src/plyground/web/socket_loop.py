"""One socket: the client with its queue of messages, and the loops that read and write.

A client that sends invalid messages is refused, and disconnected if it goes on; one that sends too
much or too often is disconnected at once.
"""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.locale import Problem, current_language, override_language, say
from plyground.web.client_address import current_client
from plyground.web.http_errors import check_storable
from plyground.web.metrics import Metrics
from plyground.web.rate_limits import RateLimits, TokenBucket
from plyground.web.settings import Settings

log = logging.getLogger(__name__)

SEND_TIMEOUT = 20.0
"""Seconds that sending one message may take."""
CLOSE_TIMEOUT = 2.0
"""Seconds that sending the rest of the queue and closing may take."""
MAX_INVALID = 5
"""Invalid messages that are tolerated before the socket is closed."""
MAX_QUEUED = 64
"""Messages that may wait for a slow client; each is a whole state."""


class Client:
    """The sending side of one socket: its language, its seats, and the queue of messages."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.seats: tuple[int, ...] = ()
        self.address = ""
        """The key by which limits are counted."""
        self.close_code: int | None = None
        self.closing = asyncio.Event()
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, message: dict[str, Any]) -> None:
        self.send_text(encode_json(message))

    def send_text(self, text: str) -> None:
        """Queue a message. A client that reads too slowly is disconnected."""
        if self.close_code is not None:
            return
        if self._outbox.qsize() >= MAX_QUEUED:
            self.close(1013)
        else:
            self._outbox.put_nowait(text)

    def close(self, code: int) -> None:
        """Close the socket once the queue is sent; with 1013 (too slow), at once."""
        if self.close_code is None:
            self.close_code = code
            self._outbox.put_nowait(None)
            self.closing.set()

    async def get_message(self) -> str | None:
        """Wait for the next message to send; None: close the socket."""
        if self.close_code == 1013:
            return None
        return await self._outbox.get()


class PingMessage(BaseModel):
    type: Literal["ping"]
    at: float | Annotated[str, Field(max_length=40)] | None = None


class SocketLoop(ABC):
    """A task that reads and handles messages, and one that sends the client's queue."""

    def __init__(
        self, socket: WebSocket, settings: Settings, metrics: Metrics, rate_limits: RateLimits
    ) -> None:
        self._socket = socket
        self._metrics = metrics
        self._rate_limits = rate_limits
        self._message_limit = settings.message_limit
        self._client = Client(current_language())
        self._bucket = TokenBucket(settings.message_rate, settings.message_burst)
        self._invalid_count = 0
        self._receive_timeout: float | None = None
        """Seconds within which the next message must arrive."""

    @abstractmethod
    async def handle(self, text: str) -> None:
        """Handle one message; raise a ValidationError if it is malformed."""

    def clean_up(self) -> None:  # noqa: B027
        """Stop what runs for this socket when it closes."""

    async def run(self) -> None:
        """Serve the socket until either side closes it."""
        reader = asyncio.create_task(self._read())
        writer = asyncio.create_task(self._write())
        closing = asyncio.create_task(self._client.closing.wait())
        tasks = (reader, writer, closing)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self._client.close_code is not None:
                # Time to send what is queued, and the close itself.
                await asyncio.wait((writer,), timeout=CLOSE_TIMEOUT)
        finally:
            self.clean_up()
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception):
                    log.error("a socket failed", exc_info=ended)

    def refuse(self, why: str) -> None:
        self._client.send({"type": "refused", "why": why})

    async def _write(self) -> None:
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            while (text := await self._client.get_message()) is not None:
                await asyncio.wait_for(self._socket.send_text(text), SEND_TIMEOUT)
            await self._socket.close(self._client.close_code or 1000)

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect):
            while self._client.close_code is None:
                text = await self._receive()
                # Uvicorn reads no further meanwhile: the others wait with the client.
                await asyncio.sleep(self._rate_limits.take("message", current_client()))
                if text is not None:
                    await self.attempt(partial(self._handle_checked, text))

    async def _receive(self) -> str | None:
        """Wait for the next message; None if it is not to be handled."""
        try:
            message = await asyncio.wait_for(self._socket.receive(), self._receive_timeout)
        except TimeoutError:
            self._disconnect(1008)
            return None
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text = message.get("text")
        if len(text or message.get("bytes") or "") > self._message_limit:
            self._disconnect(1009)
        elif self._bucket.take():
            self._disconnect(1008)
        elif text is None:
            self._reject_message()
        else:
            return str(text)
        return None

    async def attempt(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work in the client's language; send the client what goes wrong."""
        with override_language(self._client.language):
            try:
                await work()
            except ValidationError:
                self._reject_message()
            except Problem as problem:
                self.refuse(str(problem))
            except WebSocketDisconnect:
                raise
            except Exception:
                log.exception("a message failed")
                self._metrics.errors += 1
                self.refuse(say("server.problem.defect"))

    async def _handle_checked(self, text: str) -> None:
        check_storable(text.encode())
        await self.handle(text)

    def _reject_message(self) -> None:
        self._invalid_count += 1
        self.refuse(say("server.problem.message"))
        if self._invalid_count > MAX_INVALID:
            self._disconnect(1008)

    def _disconnect(self, code: int) -> None:
        self._metrics.refused += 1
        self._client.close(code)


def encode_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
