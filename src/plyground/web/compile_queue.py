"""Compilation in the background, so that the server responds as soon as it starts.

Until native code is ready, rules run as plain Python; only agents wait for it, and clients see its
progress.
"""

from __future__ import annotations

import gc
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from plyground.agents.agent import prepare_agent
from plyground.agents.specs import parse_spec
from plyground.games.game import Game
from plyground.web.agent_policy import AgentPolicy

log = logging.getLogger(__name__)


class CompileJob:
    """The compilation of a game's kernels, and of an agent's own as the last step."""

    def __init__(self, total: int) -> None:
        self.done = 0
        self.total = total
        self.ready: Future[None] = Future()
        self._listeners: list[Callable[[], None]] = []

    @property
    def is_ready(self) -> bool:
        return self.ready.done()

    def add_listener(self, listener: Callable[[], None]) -> None:
        """Call `listener` at every step, in the compiling thread."""
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
    """One thread that compiles what is submitted, in order."""

    def __init__(self, agent_policy: AgentPolicy) -> None:
        self._agent_policy = agent_policy
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.is_busy = False
        self._is_closed = False
        self._jobs: dict[object, CompileJob] = {}
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="compiler", daemon=True)
        self._thread.start()

    def submit(self, game: Game, spec: str | None = None) -> CompileJob:
        """Compile a game, and an agent for it; the same kernels are compiled once."""
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
        """Load the compiler, and compile what every engine needs, before it is needed."""
        self._queue.put(_compile_core)

    def close(self) -> None:
        """Compile nothing more; a compilation in progress ends with the process."""
        self._is_closed = True
        self._queue.put(None)

    def join(self, seconds: float) -> None:
        """Wait for the compilation in progress."""
        self._thread.join(seconds)

    def _get_kernel_key(self, spec: str) -> str:
        """Agents of one kind need the same kernels, whatever their settings."""
        if spec in self._agent_policy.engines:
            return spec
        parsed = parse_spec(spec)
        return f"{parsed.name}:{parsed.variant}"

    def _run(self) -> None:
        while (task := self._queue.get()) is not None and not self._is_closed:
            self.is_busy = True
            try:
                task()
            except Exception:
                # Whatever needs it fails in the same way, where the client sees why.
                log.exception("compilation failed")
            self.is_busy = False

    def _compile(self, game: Game, spec: str | None, compile_job: CompileJob) -> None:
        from plyground.core.pointers import compile_rules

        try:
            game.native(compile_job.report_progress)
            # Once more in the form in which agents request it, so that none waits for the compiler.
            compile_rules(game.kernels)
            if spec is not None:
                compile_job.report_progress(compile_job.total - 1, compile_job.total, spec)
                prepare_agent(self._agent_policy.make_agent(spec), game)
        finally:
            compile_job.finish()


def _compile_core() -> None:
    # Imported here: it loads the compiler, and no request should wait for that.
    from plyground.core.jit import compile_kernel
    from plyground.core.root_search import ENTRIES

    for entry in ENTRIES:
        compile_kernel(*entry)
    # The libraries are loaded now and stay. Scanning them for garbage would pause every game for a
    # tenth of a second now and then.
    gc.collect()
    gc.freeze()
