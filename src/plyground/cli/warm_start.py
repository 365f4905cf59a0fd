"""A warm start: plain Python plays while other processes compile the engine's native code.

Only for a user at a terminal: a script, a match or a rated game waits for the engine instead.
"""

from __future__ import annotations

import os
import subprocess
import sys

from plyground.agents.engine import list_kernels
from plyground.agents.python_search import PythonSearch
from plyground.core.jit import is_cached
from plyground.games.game import Game


class WarmStart:
    """Processes that compile for a game into the cache, as many as there are cores."""

    def __init__(self, game: Game, source: str) -> None:
        self.agent = PythonSearch()
        count = max(os.cpu_count() or 1, 1)
        settings = [f"--set={name}={value}" for name, value in game.changed_settings.items()]
        self._processes = [
            subprocess.Popen(
                [sys.executable, "-m", "plyground", "warmup", source, *settings, "--part", part],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                # Ctrl-C at the terminal is for the game.
                start_new_session=True,
            )
            for part in (f"{number}/{count}" for number in range(1, count + 1))
        ]  # fmt: skip

    @property
    def is_running(self) -> bool:
        """Is a process still compiling? One that failed is done: the engine says why."""
        return any(process.poll() is None for process in self._processes)

    def close(self) -> None:
        for process in self._processes:
            if process.poll() is None:
                process.kill()
            process.wait()


def needs_compiling(game: Game) -> bool:
    """Would the engine have to compile something before it can play this game?"""
    return not all(is_cached(function) for function, _ in list_kernels(game))
