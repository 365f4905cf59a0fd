"""One question of a manager, and the thread that thinks about it.

A question is answered once: by the search, or at the last moment with whatever is known by then.
So a move comes in time even while the engine is being compiled, or a search does not come back.
"""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any

from plyground.core.limits import Cancel, Limit, Stop
from plyground.games.game import Game
from plyground.protocols.gomocup.match_info import Budget, table_size, used_memory

if TYPE_CHECKING:
    from plyground.agents.engine import Engine

log = logging.getLogger(__name__)

MOST_OVERHEAD = 0.050
GETTING_READY = 0.150
"""Seconds kept back in addition while the engine is being compiled: Python has two things to do."""


@dataclass(frozen=True)
class Setup:
    """All that must be ready before a search: other values need another engine."""

    game: Game
    memory: int
    hash: int | None
    threads: int
    number: int
    """Raised to have an empty table."""


Work = Callable[["Engine", Limit, Stop, Callable[[Any], None]], None]
"""Searches until it is stopped, and hands over every answer that is better than the last."""


class Turn:
    """A question, and the best answer so far."""

    def __init__(
        self,
        began: float,
        first: Any,
        work: Work,
        limit: Limit,
        budget: Budget,
        on_answer: Callable[[Turn], None],
    ) -> None:
        self.began = began
        self.best = first
        self.work = work
        self.limit = limit
        self.budget = budget
        self.cancel = Cancel()
        self._on_answer = on_answer
        self._clock: threading.Timer | None = None

    @property
    def elapsed(self) -> float:
        return monotonic() - self.began

    def start_clock(self, margin: float) -> None:
        """Answer at the last moment, or so many seconds before it."""
        seconds = self.budget.latest - margin - self.elapsed
        if seconds <= 0:
            self.answer()
            return
        self._clock = threading.Timer(seconds, self.answer)
        self._clock.daemon = True
        self._clock.start()

    def improve(self, found: Any) -> None:
        self.best = found

    def answer(self) -> None:
        """Give the best answer so far; whoever asked takes only the first."""
        self.drop()
        self._on_answer(self)

    def drop(self) -> None:
        """End the search; nobody waits for it."""
        self.cancel.set()
        if self._clock is not None:
            self._clock.cancel()


class Thinker(threading.Thread):
    """Keeps an engine ready for the last setup that was wanted, and puts turns to it."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(name="search", daemon=True)
        self._seed = seed
        self.overhead = 0.0
        """Seconds by which answers came later than planned."""
        self._wanted: Setup | None = None
        self._ready: Setup | None = None
        self._engine: Engine | None = None
        self._turns: SimpleQueue[Turn | None] = SimpleQueue()

    @property
    def is_ready(self) -> bool:
        """Is there native code, so that a glance takes no time?"""
        return self._ready is not None and self._ready == self._wanted

    def prepare(self, setup: Setup) -> None:
        if setup != self._wanted:
            self._wanted = setup
            self._turns.put(None)

    def begin(self, turn: Turn) -> None:
        turn.start_clock(0 if self.is_ready else GETTING_READY)
        self._turns.put(turn)

    def run(self) -> None:
        while True:
            turn = self._turns.get()
            try:
                engine = self._engine_for(self._wanted)
                if turn is not None and engine is not None:
                    self._think(engine, turn)
            except Exception:
                # A search that fails must not cost the game: there is always a first answer.
                log.exception("the search failed")
                self._ready = self._engine = None
            if turn is not None:
                turn.answer()

    def _engine_for(self, setup: Setup | None) -> Engine | None:
        """Compile and allocate for a setup, unless that is done."""
        if setup is not None and setup != self._ready:
            engine_class = _load_engine()
            if self._engine is not None:
                self._engine.release()
            self._ready = self._engine = None
            # What compiling takes is known only afterwards; the table gets the rest.
            engine_class(hash=1).prepare(setup.game)
            table = table_size(setup.memory, setup.hash, used_memory())
            engine = engine_class(threads=setup.threads, hash=table, seed=self._seed)
            engine.prepare(setup.game)
            gc.freeze()
            self._ready, self._engine = setup, engine
        return self._engine

    def _think(self, engine: Engine, turn: Turn) -> None:
        seconds = turn.budget.think - turn.elapsed
        if seconds <= 0 or turn.cancel.is_set:
            return
        with turn.cancel, Stop(seconds) as stop:
            turn.work(engine, turn.limit, stop, turn.improve)
            if stop.reason == "time":
                late = stop.elapsed - seconds
                self.overhead = min(max(0.9 * self.overhead, late), MOST_OVERHEAD)


def _load_engine() -> type[Engine]:
    """What is loaded now stays: to look through it for garbage would take a fast move's time."""
    gc.disable()
    try:
        from plyground.agents.engine import Engine

        gc.freeze()
        return Engine
    finally:
        gc.enable()
