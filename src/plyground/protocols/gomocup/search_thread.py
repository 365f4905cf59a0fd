"""The thread that searches, and the requests it answers.

A request is answered once: by its search, or at the deadline with the best answer so far. So a move
is sent in time even if a search does not return. While the engine is being compiled, by other
processes, plain Python searches in its place.
"""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from queue import SimpleQueue
from time import monotonic
from typing import Any

from plyground.agents.engine import Engine
from plyground.agents.python_search import PythonSearch
from plyground.core.compile_pool import CompileRequest, get_pool
from plyground.core.contract import Kernels
from plyground.core.jit import compile_kernel, is_cached, is_compiled
from plyground.core.limits import Cancel, Limit, Stop
from plyground.games.game import Game
from plyground.protocols.gomocup.match_info import TimeBudget, compute_table_size, measure_memory

log = logging.getLogger(__name__)

MAX_OVERHEAD = 0.050
COMPILE_MARGIN = 0.150
"""Additional margin in seconds while native code is loaded in the same process."""
LOAD_SECONDS = 10.0
"""How long a manager waits for native code that only has to be loaded, at most."""

Player = Engine | PythonSearch


@dataclass(frozen=True)
class EngineSetup:
    """What an engine is made for: other values need another engine."""

    game: Game
    memory: int
    hash: int | None
    threads: int
    number: int
    """Incremented to get an empty table."""


SearchTask = Callable[[Player, Limit, Stop, Callable[[Any], None]], None]
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
    """Prepares an engine for the latest setup, and runs requests on it.

    It begins with the rules and the native code of `list_common`, the games that are most likely to
    be played: a manager needs a moment until it sends anything.
    """

    def __init__(
        self, seed: int | None = None, list_common: Callable[[], Iterable[Game]] = tuple
    ) -> None:
        super().__init__(name="search", daemon=True)
        self._seed = seed
        self._list_common = list_common
        self.overhead = 0.0
        """Seconds by which recent searches stopped later than planned."""
        self._wanted: EngineSetup | None = None
        self._ready: EngineSetup | None = None
        self._engine: Engine | None = None
        self._plain = PythonSearch()
        self._compiling: dict[Kernels, CompileRequest] = {}
        self._settled = threading.Event()
        self._is_ending = False
        self._requests: SimpleQueue[MoveRequest | None] = SimpleQueue()

    @property
    def is_ready(self) -> bool:
        """Is the native code loaded, so that evaluating a position takes no time?"""
        return self._ready is not None and self._ready == self._wanted

    def prepare(self, setup: EngineSetup) -> None:
        if setup != self._wanted:
            self._settled.clear()
            self._wanted = setup
            self._requests.put(None)

    def wait_until_settled(self) -> None:
        """Wait until the engine is ready, or until it is clear that it has to be compiled."""
        if not self._is_ending:
            self._settled.wait(LOAD_SECONDS)

    def stop_waiting(self) -> None:
        """Let nobody wait for the engine any more."""
        self._is_ending = True
        self._settled.set()

    def submit(self, request: MoveRequest) -> None:
        request.start_timer(0 if self.is_ready else COMPILE_MARGIN)
        self._requests.put(request)

    def run(self) -> None:
        self._preload()
        while True:
            request = self._requests.get()
            try:
                player = self._find_player(self._wanted)
                if request is not None:
                    self._search(player, request)
            except Exception:
                # A failed search must not lose the game: there is always an initial answer.
                log.exception("the search failed")
                self._ready = self._engine = None
            if request is not None:
                request.finish()

    def _preload(self) -> None:
        # Collecting what is loaded would take the time of a move.
        gc.disable()
        try:
            for game in self._list_common():
                # Make its tables, too.
                _ = game.rules
                if not self._needs_compiling(game):
                    for entry in Engine().list_kernels(game):
                        compile_kernel(*entry)
        except Exception:
            log.exception("preloading failed")
        gc.freeze()
        gc.enable()

    @staticmethod
    def _needs_compiling(game: Game) -> bool:
        entries = Engine().list_kernels(game)
        return not all(is_compiled(*entry) or is_cached(entry[0]) for entry in entries)

    def _find_player(self, setup: EngineSetup | None) -> Player:
        """The engine for a setup, or plain Python as long as it is compiled."""
        if setup is None:
            return self._plain
        if setup != self._ready or self._engine is None:
            if self._is_being_compiled(setup.game):
                self._settled.set()
                return self._plain
            self._make_engine(setup)
        if setup == self._wanted:
            self._settled.set()
        return self._engine or self._plain

    def _is_being_compiled(self, game: Game) -> bool:
        """Is native code of a game missing? Then it is compiled in the background, once."""
        request = self._compiling.get(game.kernels)
        if request is None:
            if not self._needs_compiling(game):
                return False
            request = get_pool().submit(lambda: Engine().list_kernels(game))
            self._compiling[game.kernels] = request
            # When it is ready this thread makes the engine, before a move is due.
            request.add_listener(lambda: self._requests.put(None))
        # What cannot be compiled is played by plain Python for good.
        return not request.is_ready or request.ready.exception() is not None

    def _make_engine(self, setup: EngineSetup) -> None:
        if self._engine is not None:
            self._engine.release()
        self._ready = self._engine = None
        # The memory that native code takes is known only afterwards; the table gets the rest.
        Engine(hash=1).prepare(setup.game)
        table = compute_table_size(setup.memory, setup.hash, measure_memory())
        engine = Engine(threads=setup.threads, hash=table, seed=self._seed)
        engine.prepare(setup.game)
        gc.freeze()
        self._ready, self._engine = setup, engine

    def _search(self, player: Player, request: MoveRequest) -> None:
        seconds = request.budget.think - request.elapsed
        if seconds <= 0 or request.cancellation.is_set:
            return
        with request.cancellation, Stop(seconds) as stop:
            request.task(player, request.limit, stop, request.improve)
            if stop.reason == "time":
                late = stop.elapsed - seconds
                self.overhead = min(max(0.9 * self.overhead, late), MAX_OVERHEAD)
