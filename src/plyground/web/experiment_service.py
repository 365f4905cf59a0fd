"""The reports' experiments, run for the page: one at a time, each in a process of its own.

An experiment takes from seconds to many minutes of a whole core, so it runs as
`plyground lab --experiment NAME --jsonl`, at a lower priority than games, and ends with the client
who started it. Finished summaries are kept.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from plyground.locale import current_language, say
from plyground.reports import load_experiments
from plyground.web.http_errors import NotFound, TooManyRequests

MAX_LINE_BYTES = 8 << 20
"""A summary contains its chart and boards."""
LOWER_PRIORITY = 10


class ExperimentService:
    """Runs experiments, and keeps the summary of each by name and language."""

    def __init__(self) -> None:
        self._summaries: dict[tuple[str, str], dict[str, Any]] = {}
        self._processes: set[asyncio.subprocess.Process] = set()
        self._is_running = False

    def list(self) -> list[dict[str, Any]]:
        """All experiments in the current language, with those summaries that are there."""
        language = current_language()
        return [
            {
                "name": name,
                "game": experiment.game,
                "title": say(f"experiment.{name}.title"),
                "claim": say(f"experiment.{name}.report"),
                "summary": self._summaries.get((name, language)),
            }
            for name, experiment in load_experiments().items()
        ]

    def close(self) -> None:
        for process in self._processes:
            _kill(process)

    def reserve(self, name: str) -> None:
        """Take the place of the one running experiment, or say why not."""
        if name not in load_experiments():
            raise NotFound("web.experiment.problem.name", name=name[:100])
        if self._is_running:
            raise TooManyRequests("web.experiment.problem.busy", retry_after=10.0)
        self._is_running = True

    async def run(self, name: str) -> AsyncIterator[dict[str, Any]]:
        """Yield progress and then the summary of an experiment that has been reserved."""
        language = current_language()
        process = None
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "plyground",
                "lab", "--experiment", name, "--jsonl", "--lang", language,
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL, limit=MAX_LINE_BYTES, start_new_session=True,
            )  # fmt: skip
            self._processes.add(process)
            with suppress(OSError, AttributeError):
                os.setpriority(os.PRIO_PROCESS, process.pid, LOWER_PRIORITY)
            assert process.stdout is not None
            async for line in process.stdout:
                message: dict[str, Any] = json.loads(line)
                if message["type"] == "summary":
                    self._summaries[name, language] = message
                yield message
            if await process.wait() != 0:
                yield {"type": "problem", "problem": say("web.experiment.problem.failed")}
        finally:
            self._is_running = False
            if process is not None:
                self._processes.discard(process)
                _kill(process)
                await asyncio.shield(process.wait())


def _kill(process: asyncio.subprocess.Process) -> None:
    """End a process and whatever it started."""
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
