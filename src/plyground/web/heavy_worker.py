"""The process of heavy requests: it calls what it is sent, and ends when the server does.

Started as `python -m plyground.web.heavy_worker GAME ...`, with the games of users that the server
offers. Requests and answers are pickled, one after the other; the server limits how many there are.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, BinaryIO

from plyground.core.compile_worker import take_pipes
from plyground.games.registry import register_game
from plyground.locale import Problem, override_language
from plyground.web.game_cache import GameCache
from plyground.web.heavy_context import Control, HeavyContext
from plyground.web.trace_cache import TraceCache

NICENESS = 10
"""Lowers the priority of this process: moves in games come first."""
MAX_MEMORY = 2 << 30
"""Bytes that it may use; when it reaches them, it is replaced."""
THREADS = 16
"""More than the server has calls at a time."""


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    _limit_memory()
    requests, answers = take_pipes()
    for reference in sys.argv[1:]:
        with suppress(Problem):
            register_game(reference)
    calls = _Calls(answers)
    with suppress(EOFError):
        while True:
            calls.handle(*pickle.load(requests))
    # A search in progress is for nobody.
    os._exit(0)


class _Calls:
    """The calls that run in this process."""

    def __init__(self, answers: BinaryIO) -> None:
        self._answers = answers
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(THREADS)
        self._controls: dict[int, Control] = {}
        self._game_cache = GameCache()
        self._traces = TraceCache()

    def handle(self, kind: str, number: int, value: Any) -> None:
        if kind == "call":
            control = Control(lambda report: self._send("report", number, report))
            self._controls[number] = control
            self._threads.submit(self._run, number, control, *value)
        elif number in self._controls:
            self._controls[number].stop()

    def _run(
        self,
        number: int,
        control: Control,
        function: Any,
        language: str,
        arguments: tuple[Any, ...],
        named: dict[str, Any],
    ) -> None:
        context = HeavyContext(self._game_cache, self._traces, control)
        with override_language(language):
            try:
                self._send("result", number, function(context, *arguments, **named))
            except Problem as problem:
                self._send("problem", number, _simplify(problem))
            except MemoryError:
                os._exit(1)
            except BaseException:
                self._send("problem", number, RuntimeError(traceback.format_exc()))
            finally:
                del self._controls[number]

    def _send(self, kind: str, number: int, value: Any) -> None:
        message = pickle.dumps((kind, number, value))
        with self._lock:
            self._answers.write(message)
            self._answers.flush()


def _simplify(problem: Problem) -> Problem:
    """The problem as the server can read it, which has not imported what a user's game has."""
    ours = (kind for kind in type(problem).__mro__ if kind.__module__.startswith("plyground."))
    values = {
        name: value if isinstance(value, int | float) else str(value)
        for name, value in problem.values.items()
    }
    simple: Problem = next(ours)(problem.key, **values)
    return simple


def _limit_memory() -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))


if __name__ == "__main__":
    main()
