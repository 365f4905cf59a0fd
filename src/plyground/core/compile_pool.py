"""Compiling on all cores: processes that compile kernels into the cache, which is then read here.

Numba compiles one function at a time, and in Python, so more cores need more processes. Each takes
one entry kernel after the other, whichever is needed first:

* A new request goes before all that wait, except before one that takes less than half of its
  time: a small game never waits for a big one. What is only wanted ahead comes last.
* Within a request the longest kernel is first, since the longest one may take as long as all others
  together.

A kernel that only this process has (typed in, or of the program's main file) is compiled here.
"""

from __future__ import annotations

import atexit
import functools
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import CancelledError, Future, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from plyground.core.compile_times import CompileTimes
from plyground.core.jit import (
    Compiled,
    Entry,
    as_kernel,
    cache_root,
    compile_kernel,
    fingerprint,
    is_cached,
    is_compiled,
)
from plyground.locale import Failure, Problem, say

log = logging.getLogger(__name__)

IDLE_SECONDS = 20.0
"""How long a process without a task is kept."""
START_SECONDS = 2.0
"""What starting a process takes."""
SMALL_SHARE = 0.5
"""A waiting request that takes less than this share of a new one's time stays before it."""
OVERDUE_SHARE = 0.1
"""A kernel that takes longer than expected is said to need this share of its time still."""

_Key = tuple[str, str, str]


@dataclass(eq=False)
class _Task:
    """One entry kernel to be compiled by a process."""

    key: _Key
    function: Callable[..., Any]
    signature: str
    seconds: float
    started: float | None = None
    done: Future[None] = field(default_factory=Future)

    @property
    def spent(self) -> float:
        return 0.0 if self.started is None else monotonic() - self.started

    def estimate(self, pace: float = 1.0) -> float:
        """Expected seconds until it is done, if everything takes `pace` times as long as said."""
        if self.done.done():
            return 0.0
        return max(pace * self.seconds - self.spent, OVERDUE_SHARE * self.spent)


class CompileRequest:
    """Kernels that were requested together, and when they are ready."""

    def __init__(self, pool: CompilePool, is_ahead: bool, is_loaded: bool) -> None:
        self.ready: Future[None] = Future()
        """Done when all native code is in the cache and, unless not wanted, loaded; a `Problem` if
        a kernel cannot be compiled."""
        self.is_ahead = is_ahead
        self.is_loaded = is_loaded
        self.tasks: list[_Task] | None = None
        """What processes compile for it, the longest first; None before that is known."""
        self.planned = threading.Event()
        """Set when it is known what has to be compiled."""
        self.local: list[_Task] = []
        """What this process compiles or loads for it."""
        self._pool = pool
        self._listeners: list[Callable[[], None]] = []

    @property
    def is_ready(self) -> bool:
        """Is there nothing left to do, be it because something failed?"""
        return self.ready.done()

    @property
    def remaining_seconds(self) -> float | None:
        """Expected seconds until it is ready; None as long as it is not known what is cached."""
        return 0.0 if self.is_ready else self._pool.estimate_wait(self)

    def add_listener(self, listener: Callable[[], None]) -> None:
        """Call `listener` at every step and at the end, in a thread of the pool."""
        self._listeners.append(listener)
        if self.is_ready:
            listener()

    def report(self) -> None:
        for listener in list(self._listeners):
            try:
                listener()
            except Exception:
                log.exception("a listener failed")


class CompilePool:
    """As many compiling processes as there are cores; they start when there is work for them."""

    def __init__(self, processes: int | None = None) -> None:
        self._size = processes or _count_cores()
        self._changed = threading.Condition()
        self._requests: list[CompileRequest] = []
        """Those with tasks, the most urgent first."""
        self._tasks: dict[_Key, _Task] = {}
        self._workers: list[_Worker] = []
        self._lanes = 0
        self._idle = 0
        self._active = 0
        self._expected = self._actual = 0.0
        """Seconds of the kernels that processes have compiled."""
        self._is_closed = False

    @property
    def _times(self) -> CompileTimes:
        return _load_times(cache_root())

    @property
    def is_busy(self) -> bool:
        """Is any request not ready yet?"""
        return self._active > 0

    def submit(
        self,
        entries: Sequence[Entry] | Callable[[], Sequence[Entry]],
        *,
        ahead: bool = False,
        load: bool = True,
    ) -> CompileRequest:
        """Compile kernels, or find them in the cache; this returns at once.

        `entries` may be a function, which a thread of the pool calls: finding an agent's kernels
        can take a second of imports. With `ahead` the request waits for all others. Without
        `load` the code is only made, not loaded into this process.
        """
        request = CompileRequest(self, ahead, load)
        with self._changed:
            self._active += 1
        if self._is_closed:
            self._finish(request, CancelledError())
        else:
            self._start_thread(self._serve, request, entries)
        return request

    def prefer(self, request: CompileRequest) -> None:
        """Treat a request like a new one: somebody has asked for it again."""
        with self._changed:
            if request in self._requests:
                self._requests.remove(request)
                self._requests.insert(self._find_place(request), request)

    def close(self) -> None:
        """End all processes; requests that are not ready are cancelled."""
        with self._changed:
            self._is_closed = True
            waiting = list(self._tasks.values())
            self._tasks.clear()
            self._requests.clear()
            workers = list(self._workers)
            self._changed.notify_all()
            for task in waiting:
                task.done.set_exception(CancelledError())
        for worker in workers:
            worker.kill()

    def estimate_wait(self, request: CompileRequest) -> float | None:
        """Expected seconds until a request is ready, with what goes before it."""
        with self._changed:
            if request.tasks is None:
                return None
            before = {task for task in self._tasks.values() if task.started is not None}
            for other in self._requests:
                before.update(other.tasks or ())
                if other is request:
                    break
            is_started = any(worker.is_running for worker in self._workers)
            pace = self._measure_pace()
        here = sum(task.estimate() for task in request.local)
        if not request.tasks:
            return here
        there = max(task.estimate(pace) for task in request.tasks)
        if any(task.started is None for task in request.tasks):
            there = max(there, sum(task.estimate(pace) for task in before) / self._size)
        return max(here, there if is_started else START_SECONDS + there)

    def _measure_pace(self) -> float:
        """How much longer kernels take than expected, by those that are done or overdue."""
        running = (task for task in self._tasks.values() if task.started is not None)
        overdue = [task for task in running if task.spent > task.seconds]
        expected = self._expected + sum(task.seconds for task in overdue)
        actual = self._actual + sum(task.spent for task in overdue)
        return actual / expected if expected else 1.0

    # The thread of a request.

    def _serve(
        self,
        request: CompileRequest,
        entries: Sequence[Entry] | Callable[[], Sequence[Entry]],
    ) -> None:
        """Plan a request, do what is to be done here, and load what the processes compile."""
        try:
            self._plan(request, dict.fromkeys(entries() if callable(entries) else entries))
            for task in request.local:
                task.started = monotonic()
                self._load(request, task)
                task.done.set_result(None)
            tasks = {task.done: task for task in request.tasks or ()}
            for done in as_completed(tasks):
                done.result()
                self._load(request, tasks[done])
                request.report()
        except BaseException as error:
            self._finish(request, error)
        else:
            self._finish(request, None)

    def _plan(self, request: CompileRequest, entries: Iterable[Entry]) -> None:
        """Divide kernels into tasks for the processes and what is compiled or loaded here."""
        wanted: list[_Task] = []
        for function, signature in entries:
            key = fingerprint(function), as_kernel(function).__module__, signature
            if is_compiled(function, signature) or is_cached(function):
                request.local.append(_Task(key, function, signature, 0.0))
                continue
            task = _Task(key, function, signature, self._times.estimate(function))
            (wanted if _is_findable(function) else request.local).append(task)
        with self._changed:
            if self._is_closed:
                raise CancelledError
            # A kernel that another request wants too is compiled once.
            tasks = [self._tasks.setdefault(task.key, task) for task in wanted]
            tasks.sort(key=lambda task: -task.seconds)
            request.tasks = tasks
            if tasks:
                self._requests.insert(self._find_place(request), request)
                for _ in range(min(len(tasks) - self._idle, self._size - self._lanes)):
                    self._lanes += 1
                    self._start_thread(self._run_lane)
                self._changed.notify_all()
        request.planned.set()
        request.report()

    def _find_place(self, request: CompileRequest) -> int:
        """Where a new request goes among those that wait."""
        if request.is_ahead:
            return len(self._requests)
        least = SMALL_SHARE * _sum_remaining(request)
        places = enumerate(self._requests)
        found = (at for at, other in places if other.is_ahead or _sum_remaining(other) >= least)
        return next(found, len(self._requests))

    def _load(self, request: CompileRequest, task: _Task) -> None:
        if request.is_loaded or not is_cached(task.function):
            compile_kernel(task.function, task.signature)

    def _finish(self, request: CompileRequest, error: BaseException | None) -> None:
        with self._changed:
            self._active -= 1
            if request in self._requests:
                self._requests.remove(request)
        if isinstance(error, CancelledError):
            request.ready.cancel()
            # Without it, `concurrent.futures.wait` goes on waiting for a cancelled future.
            request.ready.set_running_or_notify_cancel()
        elif error is not None:
            request.ready.set_exception(error)
        else:
            request.ready.set_result(None)
        request.planned.set()
        request.report()

    # The threads of the processes.

    def _run_lane(self) -> None:
        """Give tasks to one process, and end it when there has been none for a while."""
        worker: _Worker | None = None
        while (task := self._take_task()) is not None:
            try:
                if worker is None or not worker.is_running:
                    worker = self._start_worker()
                seconds = worker.compile(task)
                if seconds is not None:
                    self._times.record(task.function, seconds)
                    self._expected += task.seconds
                    self._actual += seconds
            except Problem as problem:
                self._end_task(task, problem)
            except Exception:
                # The process could not be started, was killed, or has not found the kernel. It is
                # compiled where it is loaded.
                self._end_task(task, None)
            else:
                self._end_task(task, None)
        if worker is not None:
            worker.kill()

    def _take_task(self) -> _Task | None:
        """The most urgent task; None if the lane should end."""
        with self._changed:
            until = monotonic() + IDLE_SECONDS
            self._idle += 1
            try:
                while not self._is_closed:
                    waiting = (task for request in self._requests for task in request.tasks or ())
                    task = next((task for task in waiting if task.started is None), None)
                    if task is not None:
                        task.started = monotonic()
                        return task
                    if not self._changed.wait(until - monotonic()):
                        break
                self._lanes -= 1
                return None
            finally:
                self._idle -= 1

    def _start_worker(self) -> _Worker:
        worker = _Worker()
        with self._changed:
            self._workers = [known for known in self._workers if known.is_running] + [worker]
            if self._is_closed:
                worker.kill()
        return worker

    def _end_task(self, task: _Task, problem: Problem | None) -> None:
        with self._changed:
            self._tasks.pop(task.key, None)
            if task.done.done():
                # The pool was closed meanwhile.
                return
            if problem is None:
                task.done.set_result(None)
            else:
                task.done.set_exception(problem)

    @staticmethod
    def _start_thread(target: Callable[..., None], *arguments: Any) -> None:
        threading.Thread(target=target, args=arguments, name="compile pool", daemon=True).start()


class _Worker:
    """A compiling process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "plyground.core.compile_worker"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            # Ctrl-C at the terminal is not for it.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )  # fmt: skip

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def compile(self, task: _Task) -> float | None:
        """The seconds that a kernel took, None if it was in the cache already."""
        plain = as_kernel(task.function).function
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        document = {
            "module": plain.__module__,
            "file": sys.modules[plain.__module__].__file__,
            "name": plain.__qualname__,
            "signature": task.signature,
            "fingerprint": task.key[0],
            "path": sys.path,
            "cache": str(cache_root().absolute()),
        }
        print(json.dumps(document), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        if "problem" in answer:
            raise Failure(answer["problem"], **answer["values"])
        if "unknown" in answer:
            raise LookupError(plain.__qualname__)
        seconds: float | None = answer.get("seconds")
        return seconds

    def kill(self) -> None:
        """End the process now; this may be called twice."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            # What was not sent is lost; another thread may close the pipe at the same time.
            with suppress(OSError, ValueError):
                pipe.close()


def _sum_remaining(request: CompileRequest) -> float:
    return sum(task.estimate() for task in request.tasks or ())


def _is_findable(function: Callable[..., Any]) -> bool:
    """Can another process find a kernel by its module and name, and keep it in the cache?"""
    plain = as_kernel(function).function
    module = sys.modules.get(plain.__module__)
    if plain.__module__ == "__main__" or "<locals>" in plain.__qualname__:
        return False
    file = getattr(module, "__file__", None)
    return file is not None and Path(file) == Path(plain.__code__.co_filename)


def _count_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(len(os.sched_getaffinity(0)), 1)
    return os.cpu_count() or 1


@functools.lru_cache(maxsize=4)
def _load_times(folder: Path) -> CompileTimes:
    return CompileTimes(folder)


_shared = CompilePool()
atexit.register(_shared.close)


def get_pool() -> CompilePool:
    """The pool of this process."""
    return _shared


def compile_all(entries: Iterable[Entry]) -> list[Compiled]:
    """Compile kernels on all cores, or load them from the cache, and wait for it.

    If there is much to compile, standard error says so, once in a process.
    """
    listed = list(entries)
    missing = [entry for entry in listed if not (is_compiled(*entry) or is_cached(entry[0]))]
    if _estimate(missing) > 2 * START_SECONDS:
        request = _shared.submit(missing)
        request.add_listener(functools.partial(_announce, request))
        request.ready.result()
    return [compile_kernel(*entry) for entry in listed]


def _estimate(entries: list[Entry]) -> float:
    """Expected seconds of compiling kernels one after the other."""
    times = _load_times(cache_root()) if entries else None
    return sum(times.estimate(function) for function, _ in entries) if times else 0.0


def _announce(request: CompileRequest) -> None:
    """Say how long a request will take, as soon as that is known."""
    seconds = request.remaining_seconds
    if seconds and not _announced.is_set():
        _announced.set()
        print(say("compiling.wait", seconds=round(seconds)), file=sys.stderr, flush=True)


_announced = threading.Event()
