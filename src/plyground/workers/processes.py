"""Tasks in processes of this machine.

A worker reads tasks from a pipe, and ends, with everything it has started, when its parent closes
the pipe or dies, however it dies. A worker that dies is replaced, and its task is given to another.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from types import TracebackType
from typing import Any

from plyground.agents.process_groups import kill_all_groups
from plyground.locale import Failure, current_language, use_language
from plyground.workers.work import (
    MAX_ATTEMPTS,
    OnReport,
    answer_task,
    find_work,
    ignore_report,
    read_answer,
)

END_SECONDS = 5.0
"""How long a worker may take to end by itself."""


class ProcessWorkers:
    """So many processes, started when there is something to do."""

    def __init__(self, work: str, size: int, on_report: OnReport = ignore_report) -> None:
        self.size = size
        self._work = work
        self._on_report = on_report
        self._idle: list[_Process] = []
        self._busy: dict[Connection, _Process] = {}

    def __enter__(self) -> ProcessWorkers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        processes = [*self._idle, *self._busy.values()]
        for process in processes:
            process.connection.close()
        for process in processes:
            process.end()

    def run(self, tasks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        waiting = ((task, 1) for task in tasks)
        again: deque[tuple[Any, int]] = deque()
        """Tasks whose worker has died, with the number of the next attempt."""
        while True:
            while len(self._busy) < self.size:
                task, attempt = again.popleft() if again else next(waiting, (None, 0))
                if not attempt:
                    break
                self._submit(task, attempt)
            if not self._busy:
                return
            for connection in wait(list(self._busy)):
                assert isinstance(connection, Connection)
                process = self._busy[connection]
                try:
                    answer = connection.recv()
                except (EOFError, OSError):
                    del self._busy[connection]
                    process.end()
                    if process.attempt == MAX_ATTEMPTS:
                        raise Failure("workers.problem.died", count=MAX_ATTEMPTS) from None
                    again.append((process.task, process.attempt + 1))
                    continue
                if "progress" in answer:
                    self._on_report(process.task, answer["progress"])
                    continue
                del self._busy[connection]
                self._idle.append(process)
                yield process.task, read_answer(answer)

    def _submit(self, task: Any, attempt: int) -> None:
        while True:
            process = self._idle.pop() if self._idle else _start(self._work)
            try:
                process.connection.send(task)
            except OSError:
                # It died while it had nothing to do.
                process.end()
                continue
            process.task, process.attempt = task, attempt
            self._busy[process.connection] = process
            return


@dataclass
class _Process:
    process: Any
    connection: Connection
    task: Any = None
    attempt: int = 0

    def end(self) -> None:
        """Wait until it has ended, and end what it has started and left behind."""
        self.connection.close()
        self.process.join(END_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)


def _start(work: str) -> _Process:
    # A fork would copy threads' locks in whatever state they are.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    # It has children itself: agents.
    process = context.Process(target=_serve, args=(theirs, work, current_language()), daemon=False)
    process.start()
    theirs.close()
    return _Process(process, ours)


# In the worker.


def _serve(connection: Connection, work: str, language: str) -> None:
    """Work on tasks until the pipe is closed."""
    if hasattr(os, "setpgid"):
        # A group of its own: Ctrl-C in the terminal reaches the parent only, which closes the pipe.
        os.setpgid(0, 0)
    use_language(language)
    tasks: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_read_tasks, args=(connection, tasks), daemon=True).start()
    function = find_work(work)

    def report(progress: Any) -> None:
        connection.send({"progress": progress})

    while True:
        connection.send(answer_task(function, tasks.get(), report))


def _read_tasks(connection: Connection, tasks: SimpleQueue[Any]) -> None:
    with suppress(EOFError, OSError):
        while True:
            tasks.put(connection.recv())
    kill_all_groups()
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(0)
