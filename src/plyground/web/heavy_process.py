"""Heavy requests in a process of their own: in a thread they would hold up the event loop.

Drawing a long game or searching for the lab is plain Python. After every call of the system the
event loop waits for the interpreter's lock behind each thread that runs Python, so that a few of
them make all answers slow. The process starts with the first heavy request, has a lower priority
than the server and ends with it; one that ends or is silent for too long is replaced.
"""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Concatenate, ParamSpec, TypeVar

from plyground.games.registry import list_registered
from plyground.locale import current_language
from plyground.web.game_cache import GameCache
from plyground.web.heavy_context import Control, HeavyContext
from plyground.web.http_errors import Interrupted
from plyground.web.trace_cache import TraceCache

log = logging.getLogger(__name__)

SILENCE_SECONDS = 60.0
"""How long a call may run without a report: its own limits are much lower."""
POLL_SECONDS = 0.05
"""Seconds between two checks whether the caller still wants an answer."""

P = ParamSpec("P")
T = TypeVar("T")


class HeavyProcess:
    """Calls functions of modules in the process. Each caller waits in a thread of its own."""

    def __init__(self, game_cache: GameCache, is_apart: bool = True) -> None:
        self.traces = TraceCache()
        """Those of the server itself, if there is no such process."""
        self._game_cache = game_cache
        self._is_apart = is_apart
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._is_closed = False

    def call(
        self,
        function: Callable[Concatenate[HeavyContext, P], T],
        control: Control,
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        """Call a function and wait for its result, or for the Problem that it raises."""
        if not self._is_apart:
            context = HeavyContext(self._game_cache, self.traces, control)
            return function(context, *arguments, **named)
        result: T = self._get_process().call(function, control, arguments, named)
        return result

    def start(self) -> None:
        """Start the process: somebody has opened a page that will need it."""
        if self._is_apart:
            self._get_process()

    def close(self) -> None:
        """End the process; whoever waits for it gets a Problem."""
        with self._lock:
            self._is_closed = True
            if self._process is not None:
                self._process.kill()

    def _get_process(self) -> _Process:
        with self._lock:
            if self._is_closed:
                raise Interrupted("server.problem.closed")
            if self._process is None or not self._process.is_running:
                self._process = _Process()
            return self._process


class _Process:
    """One process, with the calls that it works on."""

    def __init__(self) -> None:
        words = [sys.executable, "-P", "-m", "plyground.web.heavy_worker", *list_registered()]
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # The games were checked when the server loaded them.
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                "PLYGROUND_NO_CHECK": "1",
            },
            # Ctrl-C at the terminal is not for it. Not in a session of its own, for which Linux
            # would forget the lower priority.
            process_group=0 if os.name == "posix" else None,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._numbers = count()
        self._calls: dict[int, SimpleQueue[tuple[str, Any]]] = {}
        self._lock = threading.Lock()
        threading.Thread(target=self._read_answers, name="heavy answers", daemon=True).start()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def call(self, function: Callable[..., Any], control: Control, *arguments: Any) -> Any:
        number = next(self._numbers)
        answers: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self._calls[number] = answers
        try:
            self._send("call", number, (function, current_language(), *arguments))
            return self._wait(number, control, answers)
        finally:
            del self._calls[number]

    def _wait(self, number: int, control: Control, answers: SimpleQueue[tuple[str, Any]]) -> Any:
        is_told = False
        last = monotonic()
        while True:
            try:
                kind, value = answers.get(timeout=POLL_SECONDS)
            except Empty:
                if not self.is_running:
                    raise Interrupted("server.problem.interrupted") from None
                if monotonic() - last > SILENCE_SECONDS:
                    log.error("heavy request without an answer; its process is ended")
                    self.kill()
                kind, value = "", None
            else:
                last = monotonic()
            if control.is_stopped and not is_told:
                self._send("stop", number, None)
                is_told = True
            match kind:
                case "result":
                    return value
                case "problem":
                    raise value
                case "report":
                    control.report(value)

    def _send(self, kind: str, number: int, value: Any) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        message = pickle.dumps((kind, number, value))
        with self._lock, suppress(OSError, ValueError):
            # If it has ended, the one who waits for it finds out.
            stdin.write(message)
            stdin.flush()

    def _read_answers(self) -> None:
        """Give each call its answers, until the process has ended."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            while True:
                kind, number, value = pickle.load(stdout)
                answers = self._calls.get(number)
                if answers is not None:
                    answers.put((kind, value))
        except EOFError:
            pass
        finally:
            self.kill()
            stdout.close()
            with self._lock, suppress(OSError):
                # What was not sent is lost.
                stdin.close()
