"""The thread that searches, and the requests it answers.

A request is answered once: by its search, or at the deadline with the best answer so far. So a move
is sent in time even while the engine is being compiled, or if a search does not return.
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
from plyground.protocols.gomocup.match_info import TimeBudget, compute_table_size, measure_memory

if TYPE_CHECKING:
    from plyground.agents.engine import Engine

log = logging.getLogger(__name__)

MAX_OVERHEAD = 0.050
COMPILE_MARGIN = 0.150
"""Additional margin in seconds while the engine is being compiled in the same process."""


@dataclass(frozen=True)
class EngineSetup:
    """What an engine is made for: other values need another engine."""

    game: Game
    memory: int
    hash: int | None
    threads: int
    number: int
    """Incremented to get an empty table."""


SearchTask = Callable[["Engine", Limit, Stop, Callable[[Any], None]], None]
"""Searches until it is stopped, and passes on every improved answer."""


class MoveRequest:
    """A request for an answer, with the best one so far."""

    def __init__(
        self,
        started: float,
        initial: Any,
        task: SearchTask,
        limit: Limit,
        budget: TimeBudget,
        on_answer: Callable[[MoveRequest], None],
    ) -> None:
        self.started = started
        self.best = initial
        self.task = task
        self.limit = limit
        self.budget = budget
        self.cancellation = Cancel()
        self._on_answer = on_answer
        self._timer: threading.Timer | None = None

    @property
    def elapsed(self) -> float:
        return monotonic() - self.started

    def start_timer(self, margin: float) -> None:
        """Answer at the deadline, or `margin` seconds before it."""
        seconds = self.budget.latest - margin - self.elapsed
        if seconds <= 0:
            self.finish()
            return
        self._timer = threading.Timer(seconds, self.finish)
        self._timer.daemon = True
        self._timer.start()

    def improve(self, better: Any) -> None:
        self.best = better

    def finish(self) -> None:
        """Answer with the best so far; the caller uses only the first call."""
        self.cancel()
        self._on_answer(self)

    def cancel(self) -> None:
        """Stop the search without an answer."""
        self.cancellation.set()
        if self._timer is not None:
            self._timer.cancel()


class SearchThread(threading.Thread):
    """Prepares an engine for the latest setup, and runs requests on it."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(name="search", daemon=True)
        self._seed = seed
        self.overhead = 0.0
        """Seconds by which recent searches stopped later than planned."""
        self._wanted: EngineSetup | None = None
        self._ready: EngineSetup | None = None
        self._engine: Engine | None = None
        self._requests: SimpleQueue[MoveRequest | None] = SimpleQueue()

    @property
    def is_ready(self) -> bool:
        """Is the native code loaded, so that evaluating a position takes no time?"""
        return self._ready is not None and self._ready == self._wanted

    def prepare(self, setup: EngineSetup) -> None:
        if setup != self._wanted:
            self._wanted = setup
            self._requests.put(None)

    def submit(self, request: MoveRequest) -> None:
        request.start_timer(0 if self.is_ready else COMPILE_MARGIN)
        self._requests.put(request)

    def run(self) -> None:
        while True:
            request = self._requests.get()
            try:
                engine = self._make_engine(self._wanted)
                if request is not None and engine is not None:
                    self._search(engine, request)
            except Exception:
                # A failed search must not lose the game: there is always an initial answer.
                log.exception("the search failed")
                self._ready = self._engine = None
            if request is not None:
                request.finish()

    def _make_engine(self, setup: EngineSetup | None) -> Engine | None:
        """The engine for a setup: the current one, or one newly compiled and allocated."""
        if setup is not None and setup != self._ready:
            engine_class = _load_engine()
            if self._engine is not None:
                self._engine.release()
            self._ready = self._engine = None
            # The memory that compiling takes is known only afterwards; the table gets the rest.
            engine_class(hash=1).prepare(setup.game)
            table = compute_table_size(setup.memory, setup.hash, measure_memory())
            engine = engine_class(threads=setup.threads, hash=table, seed=self._seed)
            engine.prepare(setup.game)
            gc.freeze()
            self._ready, self._engine = setup, engine
        return self._engine

    def _search(self, engine: Engine, request: MoveRequest) -> None:
        seconds = request.budget.think - request.elapsed
        if seconds <= 0 or request.cancellation.is_set:
            return
        with request.cancellation, Stop(seconds) as stop:
            request.task(engine, request.limit, stop, request.improve)
            if stop.reason == "time":
                late = stop.elapsed - seconds
                self.overhead = min(max(0.9 * self.overhead, late), MAX_OVERHEAD)


def _load_engine() -> type[Engine]:
    """Import the engine and freeze what it loads: collecting it would take the time of a move."""
    gc.disable()
    try:
        from plyground.agents.engine import Engine

        gc.freeze()
        return Engine
    finally:
        gc.enable()
