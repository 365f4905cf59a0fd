"""Uvicorn's protocols with what it lacks: limits before a request is complete, and below messages.

Uvicorn has a time-out for idle connections only: neither for half-sent headers and bodies nor for
clients that do not read, and no limit per client. It answers pings and collects continuation frames
of a socket without any limit. Here every connection is known to `OpenConnections`, and a socket
with floods of such frames is dropped.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from plyground.web.open_connections import REFUSAL, Awaited, Connection, OpenConnections
from plyground.web.rate_limits import TokenBucket

SLICE_BYTES = 1024
"""A socket's bytes are parsed in slices: a flood of empty frames must not be parsed to its end."""
MAX_UNREAD = 1000
"""Messages of a socket that wait to be handled."""
MAX_UNSENT_BYTES = 2**20
"""What a socket's client may leave unread while it goes on sending."""
FRAME_RATE = 5.0
FRAME_BURST = 100.0
"""Pings, pongs and continuations per second on one socket: browsers send hardly any."""


def make_protocols(
    connections: OpenConnections,
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The classes for HTTP and for WebSockets that uvicorn is to use."""
    known = {"connections_known": connections}
    return (
        type("HttpProtocol", (_HttpProtocol,), known),
        type("SocketProtocol", (_SocketProtocol,), known),
    )


class _HttpProtocol(H11Protocol):
    connections_known: ClassVar[OpenConnections]
    _connection: Connection | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._connection = self.connections_known.admit(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections_known.release(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._connection is None:
            return
        try:
            super().data_received(data)
        except h11.LocalProtocolError:
            # Nonsense after a request whose answer has begun: it cannot be answered any more.
            self.transport.abort()
        self._note_awaited()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note_awaited()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if self._connection is not None:
            self.connections_known.await_next(self._connection, Awaited.NOTHING)
            self._connection = None
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        if isinstance(protocol, _SocketProtocol) and not protocol.handshake_initiated:
            # Not even a handshake (a long header, another method): uvicorn would wait for ever.
            self.transport.write(REFUSAL % b"400 Bad Request")
            self.transport.close()

    def _note_awaited(self) -> None:
        if self._connection is not None:
            states: dict[Any, Awaited] = {h11.IDLE: Awaited.HEADER, h11.SEND_BODY: Awaited.BODY}
            awaited = states.get(self.conn.their_state, Awaited.NOTHING)
            self.connections_known.await_next(self._connection, awaited)


class _SocketProtocol(WebSocketsSansIOProtocol):
    connections_known: ClassVar[OpenConnections]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._frames = TokenBucket(FRAME_RATE, FRAME_BURST)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections_known.release(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE_BYTES])
            is_unread = self.queue.qsize() > MAX_UNREAD
            if is_unread or self.transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
                self.transport.abort()

    def handle_ping(self) -> None:
        if self._allow_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._allow_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._allow_frame():
            super().handle_cont(event)

    def _allow_frame(self) -> bool:
        is_flood = self._frames.take() > 0
        if is_flood:
            self.transport.abort()
        return not is_flood
