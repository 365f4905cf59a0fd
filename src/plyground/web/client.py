"""One connected client: its language, its seats, and the queue of messages to send."""

from __future__ import annotations

import asyncio
import json
from typing import Any

MAX_QUEUED = 64
"""Messages that may wait for a slow client; each is a whole state."""


class Client:
    """The sending side of one socket."""

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


def encode_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
