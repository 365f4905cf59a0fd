"""Who counts as one client: an IPv4 address, or the /64 of a household in IPv6."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

NOBODY = "nobody"
"""Work that no request has asked for, and connections without an address."""
MAX_LENGTH = 100

_client: ContextVar[str] = ContextVar("client", default=NOBODY)


def identify_client(host: str | None) -> str:
    """The key by which limits are counted, for an address as a socket or a proxy gives it."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return (host or NOBODY)[:MAX_LENGTH]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address)


def current_client() -> str:
    """The client whose request is being handled."""
    return _client.get()


@contextmanager
def acting_for(client_address: str) -> Iterator[None]:
    """Handle a request of this client inside the `with` block."""
    token = _client.set(client_address)
    try:
        yield
    finally:
        _client.reset(token)
