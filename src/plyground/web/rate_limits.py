"""How often somebody may ask: buckets that fill with time and empty with every request."""

from __future__ import annotations

from collections import Counter, OrderedDict
from time import monotonic

from plyground.web.settings import Settings

MAX_CLIENTS = 10_000


class TokenBucket:
    """Lets `rate` a second through on average, and `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._at = monotonic()

    def take(self) -> float:
        """0 if another one may pass, else the seconds until one may."""
        now = monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level >= 1:
            self._level -= 1
            return 0.0
        return (1 - self._level) / self._rate


class RateLimits:
    """The buckets of all guests; those unseen for longest are forgotten."""

    def __init__(self, settings: Settings) -> None:
        self._limits = {
            "request": (settings.request_rate, settings.request_burst),
            "creation": (settings.creation_rate, settings.creation_burst),
        }
        self._buckets: OrderedDict[tuple[str, str], TokenBucket] = OrderedDict()

    def take(self, kind: str, client_address: str) -> float:
        """0 if a guest may do one more of a kind, else the seconds until it may."""
        key = (kind, client_address)
        bucket = self._buckets.pop(key, None) or TokenBucket(*self._limits[kind])
        self._buckets[key] = bucket
        while len(self._buckets) > MAX_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket.take()


class ConcurrencyLimit:
    """How many of something are open at the same time, of each guest and of all."""

    def __init__(self, per_client: int, limit: int) -> None:
        self._per_client = per_client
        self._limit = limit
        self._open: Counter[str] = Counter()

    @property
    def total(self) -> int:
        return self._open.total()

    def acquire(self, client_address: str) -> bool:
        """May this guest open one more? If so, it is counted."""
        if self._open[client_address] >= self._per_client or self._open.total() >= self._limit:
            return False
        self._open[client_address] += 1
        return True

    def release(self, client_address: str) -> None:
        self._open[client_address] -= 1
        if not self._open[client_address]:
            del self._open[client_address]
