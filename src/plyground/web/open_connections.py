"""All open connections: how many of whom, what each is waited for, and which have to go.

A connection costs whoever opens it nothing, and the server a file and some memory. One that keeps
us waiting too long is dropped: for the header of a request, its body, or until the client reads.
When there is no room for a new one, the one that has kept us waiting longest goes.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
from enum import Enum
from time import monotonic

from plyground.web.client_address import identify_client
from plyground.web.metrics import Metrics
from plyground.web.rate_limits import ConcurrencyLimit
from plyground.web.settings import Settings

SWEEP_SECONDS = 1.0
"""Seconds between two looks at all connections."""
REFUSAL = b"HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Awaited(Enum):
    """What the client of a connection has to do next."""

    NOTHING = 0
    """It is our turn, or it is a socket, whose messages may take as long as they want."""
    HEADER = 1
    BODY = 2


class Connection:
    """One open connection."""

    def __init__(self, transport: asyncio.Transport, client_address: str | None) -> None:
        self.transport = transport
        self.client_address = client_address
        """None: the proxy, whose connections are those of all clients."""
        self.awaited = Awaited.HEADER
        self.awaited_since = monotonic()
        self._unsent = 0
        self._stalled_since = monotonic()

    def measure_stall(self, now: float) -> float:
        """Seconds for which the client has read nothing of what waits for it."""
        unsent = self.transport.get_write_buffer_size()
        if unsent == 0 or unsent < self._unsent:
            self._stalled_since = now
        self._unsent = unsent
        return now - self._stalled_since


class OpenConnections:
    """The open connections. Use it in the event loop only."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._limit = ConcurrencyLimit(settings.client_connections, settings.all_connections)
        self._open: dict[asyncio.Transport, Connection] = {}
        self._awaited: dict[Connection, None] = {}
        """Those that are waited for, the longest first."""

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, transport: asyncio.Transport) -> Connection | None:
        """Count a new connection; None if it was refused."""
        connection = Connection(transport, self._identify(transport))
        client_address = connection.client_address
        if len(self) >= self._settings.all_connections and self._awaited:
            self._drop(next(iter(self._awaited)))
        if len(self) >= self._settings.all_connections:
            self._refuse(connection, b"503 Service Unavailable")
            return None
        if client_address is not None and not self._limit.acquire(client_address):
            self._refuse(connection, b"429 Too Many Requests")
            return None
        self._open[transport] = connection
        self._awaited[connection] = None
        return connection

    def release(self, transport: asyncio.Transport) -> None:
        connection = self._open.pop(transport, None)
        if connection is None:
            return
        self._awaited.pop(connection, None)
        if connection.client_address is not None:
            self._limit.release(connection.client_address)

    def await_next(self, connection: Connection, awaited: Awaited) -> None:
        """Note what a connection is waited for now; its time runs from the first such note."""
        if connection.awaited is awaited or connection.transport not in self._open:
            return
        connection.awaited = awaited
        connection.awaited_since = monotonic()
        self._awaited.pop(connection, None)
        if awaited is not Awaited.NOTHING:
            self._awaited[connection] = None

    async def run_sweeper(self) -> None:
        """Drop connections that have kept us waiting too long, for ever."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.drop_late()

    def drop_late(self) -> None:
        now = monotonic()
        patience = {
            Awaited.NOTHING: math.inf,
            Awaited.HEADER: self._settings.header_seconds,
            Awaited.BODY: self._settings.body_seconds,
        }
        for connection in list(self._open.values()):
            stall = connection.measure_stall(now)
            wait = now - connection.awaited_since
            if stall > self._settings.stall_seconds or wait > patience[connection.awaited]:
                self._drop(connection)

    def _refuse(self, connection: Connection, status: bytes) -> None:
        self._metrics.refused += 1
        connection.transport.write(REFUSAL % status)
        connection.transport.close()

    def _drop(self, connection: Connection) -> None:
        self._metrics.refused += 1
        # Not `close`, which waits until a client has read what it may never read.
        connection.transport.abort()
        self.release(connection.transport)

    def _identify(self, transport: asyncio.Transport) -> str | None:
        """The client at the other end; None if it is the proxy."""
        peer = transport.get_extra_info("peername")
        if not isinstance(peer, tuple):
            return identify_client(None)
        address = ipaddress.ip_address(peer[0])
        if self._settings.behind_proxy and any(
            address in network for network in self._settings.proxies
        ):
            return None
        return identify_client(peer[0])
