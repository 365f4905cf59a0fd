"""Limits of a search, and the flag that stops it.

The search itself reads no clock. It polls a flag in an array; a timer, a cancel button or Ctrl-C
sets the flag, and the search ends within microseconds.
"""

from __future__ import annotations

import threading
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from time import monotonic
from types import TracebackType

import numpy as np

from plyground.core.contract import Vector

# The move overhead subtracted from every time limit: a tenth and a little more, up to a maximum.
# `python bench/punctuality.py` shows what is needed under load.
MARGIN_SHARE = 0.1
MARGIN_LEAST = 0.008
MARGIN_MOST = 0.020


@dataclass(frozen=True)
class Clock:
    """Time left for the rest of the game, and what each move adds to it, in seconds."""

    left: float
    """Seconds for the rest of the game."""
    increment: float = 0.0
    """Seconds that each move adds."""


@dataclass(frozen=True)
class Limit:
    """What ends a search, whichever comes first. Without any: until stopped."""

    time: float | None = None
    """Seconds for this move."""
    clock: Clock | None = None
    """The clock of the side to move, from which this move gets its share."""
    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    """Positions that are searched."""

    @property
    def seconds(self) -> float | None:
        """Seconds for this move, less the overhead."""
        budgets = []
        if self.time is not None:
            budgets.append(self.time)
        if self.clock is not None:
            budgets.append(time_for_move(self.clock))
        if not budgets:
            return None
        budget = min(budgets)
        margin = min(MARGIN_LEAST + MARGIN_SHARE * budget, MARGIN_MOST)
        return max(budget - margin, budget / 4)

    @property
    def is_endless(self) -> bool:
        """Does nothing but a stop end the search?"""
        return self.time is None and self.clock is None and not self.depth and not self.nodes


def time_for_move(clock: Clock) -> float:
    """Allocate time for one move: a thirtieth of what is left and most of the increment.

    At most half of what is left, so that the clock never runs out on this move.
    """
    return min(clock.left / 30 + 0.8 * clock.increment, clock.left / 2)


SEARCH_THREAD = "search"
"""The name of all threads that work for a search. They outlive it, so that one can tell afterwards
how long they waited for a core."""


class Stop:
    """A flag that native code polls, and the timer that sets it; a context manager."""

    def __init__(self, seconds: float | None = None) -> None:
        self.flag: Vector = np.zeros(1, np.int64)
        self.reason: str | None = None
        self.started = monotonic()
        self.seconds = seconds
        self._parts: list[Stop] = []

    def __enter__(self) -> Stop:
        if (cancel := _cancel.get()) is not None:
            cancel.register(self)
        if self.seconds is not None:
            _get_timer().add(self, self.started + self.seconds)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.seconds is not None:
            _get_timer().remove(self)

    def set(self, reason: str = "stop") -> None:
        """End the search now. The first reason given is kept."""
        if self.reason is None:
            self.reason = reason
        self.flag[0] = 1
        for part in self._parts:
            part.set(self.reason)

    def make_part(self, seconds: float | None) -> Stop:
        """The stop of a part of this search: it ends with the whole, or after so many seconds."""
        part = Stop(seconds)
        self._parts.append(part)
        if self.is_set:
            part.set(self.reason or "stop")
        return part

    @property
    def seconds_left(self) -> float | None:
        return None if self.seconds is None else max(self.seconds - self.elapsed, 0.0)

    @property
    def is_set(self) -> bool:
        return bool(self.flag[0])

    @property
    def elapsed(self) -> float:
        return monotonic() - self.started


class _Timer(threading.Thread):
    """The one thread that sets the flags of all searches when their time is up."""

    def __init__(self) -> None:
        super().__init__(name=SEARCH_THREAD, daemon=True)
        self._deadlines: dict[Stop, float] = {}
        self._changed = threading.Condition()
        self._wakes_at = 0.0

    def add(self, stop: Stop, deadline: float) -> None:
        with self._changed:
            self._deadlines[stop] = deadline
            if deadline < self._wakes_at:
                self._changed.notify()

    def remove(self, stop: Stop) -> None:
        with self._changed:
            self._deadlines.pop(stop, None)

    def run(self) -> None:
        with self._changed:
            while True:
                now = monotonic()
                for stop in [stop for stop, at in self._deadlines.items() if at <= now]:
                    stop.set("time")
                    del self._deadlines[stop]
                self._wakes_at = min(self._deadlines.values(), default=inf)
                self._changed.wait(min(self._wakes_at - now, threading.TIMEOUT_MAX))


_timer_lock = threading.Lock()
_timer: _Timer | None = None


def _get_timer() -> _Timer:
    """The timer of this process; that of a parent has not survived a fork."""
    global _timer
    with _timer_lock:
        if _timer is None or not _timer.is_alive():
            _timer = _Timer()
            _timer.start()
        return _timer


class Cancel:
    """Stops, from another thread, every search started in its context."""

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

    def register(self, stop: Stop) -> None:
        """Include a stop in this cancellation."""
        with self._lock:
            self._stops.append(stop)
            if self.is_set:
                stop.set("cancel")


_cancel: ContextVar[Cancel | None] = ContextVar("cancel", default=None)
