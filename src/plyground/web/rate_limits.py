"""Rate limits as token buckets, and limits of concurrent use, per client."""

from __future__ import annotations

from collections import Counter, OrderedDict
from time import monotonic

from plyground.web.http_errors import TooManyRequests
from plyground.web.settings import Settings

MAX_CLIENTS = 10_000


class TokenBucket:
    """Allows `rate` a second on average, and `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._at = monotonic()

    def take(self) -> float:
        """Take a token and return 0, or return the seconds until there is one."""
        now = monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level >= 1:
            self._level -= 1
            return 0.0
        return (1 - self._level) / self._rate


class RateLimits:
    """The buckets of all clients; the least recently seen are dropped."""

    def __init__(self, settings: Settings) -> None:
        self._limits = {
            "request": (settings.request_rate, settings.request_burst),
            "creation": (settings.creation_rate, settings.creation_burst),
            "message": (settings.client_message_rate, settings.client_message_burst),
        }
        self._buckets: OrderedDict[tuple[str, str], TokenBucket] = OrderedDict()

    def take(self, kind: str, client_address: str) -> float:
        """As `TokenBucket.take`, with the client's bucket of this kind."""
        key = (kind, client_address)
        bucket = self._buckets.pop(key, None) or TokenBucket(*self._limits[kind])
        self._buckets[key] = bucket
        while len(self._buckets) > MAX_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket.take()

    def check(self, kind: str, client_address: str) -> None:
        """Take from the client's bucket, or raise TooManyRequests."""
        wait = self.take(kind, client_address)
        if wait:
            raise TooManyRequests("server.problem.often", retry_after=wait)


class ConcurrencyLimit:
    """Counts what is open at the same time, by client and in total, and limits both.

    Some clients cannot use up the total: above it, each has an equal share, and at least one.
    """

    def __init__(self, per_client: int, limit: int) -> None:
        self._per_client = per_client
        self._limit = limit
        self._open: Counter[str] = Counter()

    @property
    def total(self) -> int:
        return self._open.total()

    def acquire(self, client_address: str) -> bool:
        """Count one more for this client, and return whether the limits allow it."""
        most = self._per_client
        if self.total >= self._limit:
            clients = len(self._open.keys() | {client_address})
            most = min(most, max(1, self._limit // clients))
        if self._open[client_address] >= most:
            return False
        self._open[client_address] += 1
        return True

    def release(self, client_address: str) -> None:
        self._open[client_address] -= 1
        if not self._open[client_address]:
            del self._open[client_address]
