"""Rates of work, measured in turns with another library.

Machines are shared and clock frequencies vary, so both sides take turns in short rounds and each
keeps its best one: the ratio is more reliable than either rate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

Work = Callable[[], int]
"""Does a batch of work and returns the number of its units."""

ROUNDS = 3


@dataclass(frozen=True)
class Measurement:
    """Units of work per second."""

    game: str
    what: str
    """What is counted: the last part of its key `bench.what.*`."""
    rate: float
    peer: str | None = None
    peer_rate: float | None = None

    @property
    def ratio(self) -> float | None:
        return self.rate / self.peer_rate if self.peer_rate else None


@dataclass(frozen=True)
class Peer:
    """The same work done by another library."""

    name: str
    work: Work


def measure(game: str, what: str, work: Work, peer: Peer | None, seconds: float) -> Measurement:
    """Our rate and the peer's, in turns, for about `seconds` each."""
    ours, theirs = 0.0, 0.0
    for _ in range(ROUNDS):
        ours = max(ours, measure_rate(work, seconds / ROUNDS))
        if peer is not None:
            theirs = max(theirs, measure_rate(peer.work, seconds / ROUNDS))
    if peer is None:
        return Measurement(game, what, ours)
    return Measurement(game, what, ours, peer.name, theirs)


def measure_rate(work: Work, seconds: float) -> float:
    """Units per second, over batches that together last at least `seconds`."""
    units = 0
    started = perf_counter()
    while True:
        units += work()
        elapsed = perf_counter() - started
        if elapsed >= seconds:
            return units / elapsed
