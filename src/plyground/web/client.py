"""Those who look at one game: what each is sent, in its own language, and who is too slow."""

from __future__ import annotations

import asyncio
import json
from typing import Any

MAX_QUEUED = 64
"""Messages that may wait for a slow reader; every one is a whole state."""


class Client:
    """One socket: its language, the sides that it plays, and what waits to be sent."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.seats: tuple[int, ...] = ()
        self.address = ""
        """By whom limits are counted."""
        self.close_code: int | None = None
        self.closing = asyncio.Event()
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, message: dict[str, Any]) -> None:
        self.send_text(encode_json(message))

    def send_text(self, text: str) -> None:
        """Queue a message. Whoever reads so slowly that too many wait is shut out."""
        if self.close_code is not None:
            return
        if self._outbox.qsize() >= MAX_QUEUED:
            self.close(1013)
        else:
            self._outbox.put_nowait(text)

    def close(self, code: int) -> None:
        """Close the socket, once what waits is sent; at once if that is too much."""
        if self.close_code is None:
            self.close_code = code
            self._outbox.put_nowait(None)
            self.closing.set()

    async def get_message(self) -> str | None:
        """The next message to send; None when the socket is to be closed."""
        if self.close_code == 1013:
            return None
        return await self._outbox.get()


def encode_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
