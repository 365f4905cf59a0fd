"""How long a search may take, and stopping it in time.

The search itself reads no clock. It polls a flag that lies in an array; a timer, a cancel button
or Ctrl-C sets the flag, and the search is over within microseconds.
"""

from __future__ import annotations

import threading
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic
from types import TracebackType

import numpy as np

from plyground.core.contract import Vector

# What is kept back of every time limit for waking up and for passing the move on: a tenth and a
# little more, but no more than the longest. `python bench/punctuality.py` shows what is needed
# under load.
MARGIN_SHARE = 0.1
MARGIN_LEAST = 0.008
MARGIN_MOST = 0.020


@dataclass(frozen=True)
class Clock:
    """Time left for the rest of the game, and what each move adds to it, in seconds."""

    left: float
    increment: float = 0.0


@dataclass(frozen=True)
class Limit:
    """What ends a search; whatever comes first. Nothing given: until told to stop."""

    time: float | None = None
    """Seconds for this move."""
    clock: Clock | None = None
    depth: int | None = None
    nodes: int | None = None

    @property
    def seconds(self) -> float | None:
        """How long this move may think."""
        budgets = []
        if self.time is not None:
            budgets.append(self.time)
        if self.clock is not None:
            budgets.append(share_of(self.clock))
        if not budgets:
            return None
        budget = min(budgets)
        margin = min(MARGIN_LEAST + MARGIN_SHARE * budget, MARGIN_MOST)
        return max(budget - margin, budget / 4)

    @property
    def is_endless(self) -> bool:
        return self.time is None and self.clock is None and not self.depth and not self.nodes


def share_of(clock: Clock) -> float:
    """The share of a clock for one move: a thirtieth of what is left and most of the increment.

    At most half of what is left, so that the clock can never run out on this move.
    """
    return min(clock.left / 30 + 0.8 * clock.increment, clock.left / 2)


class Stop:
    """A flag that native code polls, and the timer that sets it. Use as a context."""

    def __init__(self, seconds: float | None = None) -> None:
        self.flag: Vector = np.zeros(1, np.int64)
        self.reason: str | None = None
        self.began = monotonic()
        self.seconds = seconds
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Stop:
        if (cancel := _cancel.get()) is not None:
            cancel.reach(self)
        if self.seconds is not None:
            left = self.seconds - (monotonic() - self.began)
            self._timer = threading.Timer(max(left, 0.0), self.set, ("time",))
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def set(self, reason: str = "stop") -> None:
        """End the search now. The first reason given is kept."""
        if self.reason is None:
            self.reason = reason
        self.flag[0] = 1

    @property
    def is_set(self) -> bool:
        return bool(self.flag[0])

    @property
    def elapsed(self) -> float:
        return monotonic() - self.began


class Cancel:
    """Ends, from another thread, every search begun in its context, whoever made its `Stop`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stops: list[Stop] = []
        self.is_set = False

    def __enter__(self) -> Cancel:
        self._token = _cancel.set(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _cancel.reset(self._token)

    def set(self) -> None:
        with self._lock:
            self.is_set = True
            for stop in self._stops:
                stop.set("cancel")

    def reach(self, stop: Stop) -> None:
        """Let a stop that begins now be set too."""
        with self._lock:
            self._stops.append(stop)
            if self.is_set:
                stop.set("cancel")


_cancel: ContextVar[Cancel | None] = ContextVar("cancel", default=None)
