"""The progress of a match or tournament on standard error: a bar in a terminal, and lines."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


class EventProgress:
    """A bar with the standing beside it, below lines that stay; a context manager."""

    def __init__(self, games: int, has_lines: bool) -> None:
        self._games = games
        self._is_terminal = sys.stderr.isatty()
        self._has_lines = has_lines or self._is_terminal
        self._progress: Progress | None = None

    def __enter__(self) -> EventProgress:
        if self._is_terminal:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            self._progress = Progress(
                BarColumn(bar_width=24),
                MofNCompleteColumn(),
                TextColumn("{task.fields[standing]}"),
                console=Console(stderr=True, highlight=False),
                refresh_per_second=5,
                transient=True,
            )
            self._progress.add_task("", total=self._games, standing="")
            self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._progress is not None:
            self._progress.stop()
            self._progress = None

    def show(self, games: int, standing: str) -> None:
        """Move the bar."""
        if self._progress is not None:
            task = self._progress.task_ids[0]
            self._progress.update(task, completed=games, standing=standing)

    def print(self, line: str) -> None:
        """Print a line that stays."""
        if not self._has_lines:
            return
        if self._progress is not None:
            self._progress.console.print(line, markup=False, soft_wrap=True)
        else:
            print(line, file=sys.stderr, flush=True)
