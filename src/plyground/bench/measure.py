"""A rate of work, ours beside a peer's.

Machines are shared and clocks wander, so both sides take turns in short rounds and each keeps its
best one: a ratio is worth more than either of its halves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

Work = Callable[[], int]
"""Does a batch of work and tells how many pieces it was."""

ROUNDS = 3


@dataclass(frozen=True)
class Measure:
    """Pieces of work per second."""

    game: str
    what: str
    """What was counted, as the last part of its key `bench.what.*`."""
    rate: float
    peer: str | None = None
    peer_rate: float | None = None

    @property
    def ratio(self) -> float | None:
        return self.rate / self.peer_rate if self.peer_rate else None


@dataclass(frozen=True)
class Rival:
    """A peer's work of the same kind."""

    name: str
    work: Work


def measure(game: str, what: str, work: Work, rival: Rival | None, seconds: float) -> Measure:
    """Our rate, and the rival's, taking turns for about `seconds` each."""
    ours, theirs = 0.0, 0.0
    for _ in range(ROUNDS):
        ours = max(ours, rate(work, seconds / ROUNDS))
        if rival is not None:
            theirs = max(theirs, rate(rival.work, seconds / ROUNDS))
    if rival is None:
        return Measure(game, what, ours)
    return Measure(game, what, ours, rival.name, theirs)


def rate(work: Work, seconds: float) -> float:
    """Pieces per second, over batches that together last `seconds` or a little more."""
    pieces = 0
    began = perf_counter()
    while True:
        pieces += work()
        passed = perf_counter() - began
        if passed >= seconds:
            return pieces / passed
