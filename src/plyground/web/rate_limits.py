"""How often somebody may ask: buckets that fill with time and empty with every request."""

from __future__ import annotations

from collections import Counter, OrderedDict
from time import monotonic

from plyground.web.settings import Settings

CLIENTS_KEPT = 10_000


class Bucket:
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


class Rates:
    """The buckets of all guests; those unseen for longest are forgotten."""

    def __init__(self, settings: Settings) -> None:
        self._limits = {
            "request": (settings.request_rate, settings.request_burst),
            "creation": (settings.creation_rate, settings.creation_burst),
        }
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def take(self, kind: str, client: str) -> float:
        """0 if a guest may do one more of a kind, else the seconds until it may."""
        key = (kind, client)
        bucket = self._buckets.pop(key, None) or Bucket(*self._limits[kind])
        self._buckets[key] = bucket
        while len(self._buckets) > CLIENTS_KEPT:
            self._buckets.popitem(last=False)
        return bucket.take()


class Doors:
    """How many of something are open at the same time, of each guest and of all."""

    def __init__(self, each: int, all: int) -> None:
        self._each = each
        self._all = all
        self._open: Counter[str] = Counter()

    @property
    def total(self) -> int:
        return self._open.total()

    def enter(self, client: str) -> bool:
        """May this guest open one more? If so, it is counted."""
        if self._open[client] >= self._each or self._open.total() >= self._all:
            return False
        self._open[client] += 1
        return True

    def leave(self, client: str) -> None:
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]
