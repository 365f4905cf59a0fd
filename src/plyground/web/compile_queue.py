"""Compiling in the background, so that the server answers from its first second.

Until native code is there, rules run as plain Python; only agents have to wait for it, and those
who wait for them see how far it is.
"""

from __future__ import annotations

import gc
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from plyground.agents.specs import parse_spec
from plyground.games.game import Game
from plyground.web.agent_policy import AgentPolicy

log = logging.getLogger(__name__)


class CompileJob:
    """Kernels on their way to native code; an agent's own are the last step."""

    def __init__(self, total: int) -> None:
        self.done = 0
        self.total = total
        self.ready: Future[None] = Future()
        self._listeners: list[Callable[[], None]] = []

    @property
    def is_ready(self) -> bool:
        return self.ready.done()

    def add_listener(self, listener: Callable[[], None]) -> None:
        """Be told, in the workshop's thread, of every step."""
        self._listeners.append(listener)

    def report_progress(self, done: int, total: int, name: str) -> None:
        self.done = done
        for listener in self._listeners:
            listener()

    def finish(self) -> None:
        self.ready.set_result(None)
        for listener in self._listeners:
            listener()
        self._listeners.clear()


class CompileQueue:
    """One thread that compiles what is asked for, in the order in which it was asked."""

    def __init__(self, agent_policy: AgentPolicy) -> None:
        self._agent_policy = agent_policy
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.is_busy = False
        self._is_closed = False
        self._jobs: dict[object, CompileJob] = {}
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="workshop", daemon=True)
        self._thread.start()

    def submit(self, game: Game, spec: str | None = None) -> CompileJob:
        """Have a game, and an agent for it, made ready; at once if its like was before."""
        key = (game.kernels, spec and self._get_kernel_key(spec))
        with self._lock:
            job = self._jobs.get(key)
            if job is None:
                job = self._jobs[key] = CompileJob(len(game.kernels.present()) + bool(spec))
                self._queue.put(partial(self._compile, game, spec, job))
        if job.is_ready:
            game.native()
        return job

    def compile_core(self) -> None:
        """Load the compiler, and make what all engines need, before anybody asks for it."""
        self._queue.put(_compile_core)

    def close(self) -> None:
        """Take no more orders; what is being compiled is left to end with the process."""
        self._is_closed = True
        self._queue.put(None)

    def join(self, seconds: float) -> None:
        """Wait for the end of what is being compiled."""
        self._thread.join(seconds)

    def _get_kernel_key(self, spec: str) -> str:
        """Agents of one kind need the same kernels, whatever their settings."""
        if spec in self._agent_policy.engines:
            return spec
        wanted = parse_spec(spec)
        return f"{wanted.name}:{wanted.variant}"

    def _run(self) -> None:
        while (task := self._queue.get()) is not None and not self._is_closed:
            self.is_busy = True
            try:
                task()
            except Exception:
                # Whoever needs it will fail again, where it can be told to whom it concerns.
                log.exception("something could not be compiled")
            self.is_busy = False

    def _compile(self, game: Game, spec: str | None, compile_job: CompileJob) -> None:
        from plyground.core.pointers import compile_rules

        try:
            game.native(compile_job.report_progress)
            # The same once more as everybody asks for it, so that nobody waits for the compiler.
            compile_rules(game.kernels)
            if spec is not None:
                compile_job.report_progress(compile_job.total - 1, compile_job.total, spec)
                player: Any = self._agent_policy.make_agent(spec)
                if hasattr(player, "prepare"):
                    player.prepare(game)
        finally:
            compile_job.finish()


def _compile_core() -> None:
    # Imported here: it loads the compiler, for which no page should wait.
    from plyground.core.jit import compile_kernel
    from plyground.core.root_search import ENTRIES

    for entry in ENTRIES:
        compile_kernel(*entry)
    # The libraries are all there now and stay for good. Looking through them for garbage would
    # stop every game for a tenth of a second now and then.
    gc.collect()
    gc.freeze()
