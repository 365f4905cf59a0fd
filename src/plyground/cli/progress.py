"""Progress of compilation, which takes a while the first time.

Nothing is shown for what takes less than half a second, nor for loading from the cache.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

from plyground.agents.agent import Preparable, list_kernels, list_rules
from plyground.cli.interrupts import run_interruptibly
from plyground.core.compile_pool import CompileRequest, get_pool
from plyground.core.jit import Entry, compile_kernel
from plyground.locale import say

if TYPE_CHECKING:
    from rich.progress import Progress

    from plyground.core.jit import Compiled
    from plyground.games.game import Game

DELAY_SECONDS = 0.5
"""Seconds before progress is shown."""
REFRESH_SECONDS = 0.1


def prepare(game: Game | None = None, kernels: Sequence[Entry] = ()) -> list[Compiled]:
    """Compile a game, and kernels of the core by their signatures, or load them from the cache."""
    compile_entries(lambda: [*kernels, *(list_rules(game.kernels) if game is not None else ())])
    if game is not None:
        game.native()
    return [compile_kernel(*entry) for entry in kernels]


def prepare_agents(agents: Iterable[object], game: Game) -> None:
    """Let all agents that can prepare compile and allocate what they need."""
    preparable = [agent for agent in agents if isinstance(agent, Preparable)]
    if not preparable:
        return
    compile_entries(lambda: [entry for agent in preparable for entry in list_kernels(agent, game)])

    def allocate() -> None:
        for agent in preparable:
            agent.prepare(game)

    run_interruptibly(allocate)


def compile_entries(
    entries: Sequence[Entry] | Callable[[], Sequence[Entry]], load: bool = True
) -> None:
    """Compile kernels on all cores with a progress display, and wait for them; Ctrl-C works."""
    request = get_pool().submit(entries, load=load)
    with CompileProgress(request) as progress:
        while not request.is_ready:
            with suppress(TimeoutError):
                request.ready.exception(REFRESH_SECONDS)
            progress.refresh()
    request.ready.result()


class CompileProgress:
    """A progress display on standard error that appears after a delay."""

    def __init__(self, request: CompileRequest, delay: float = DELAY_SECONDS) -> None:
        self._request = request
        self._started = monotonic()
        self._delay = delay
        self._is_shown = False
        self._progress: Progress | None = None

    def __enter__(self) -> CompileProgress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def refresh(self) -> None:
        """Show how far the compilation is, by expected seconds."""
        left = self._request.remaining_seconds
        spent = monotonic() - self._started
        if not self._is_shown and left and left > self._delay and spent > self._delay:
            self._is_shown = True
            self._show(left)
        if self._progress is not None and left is not None:
            seconds = say("cli.preparing.left", seconds=round(left))
            task = self._progress.task_ids[0]
            self._progress.update(task, completed=spent, total=spent + left, left=seconds)

    def _show(self, left: float) -> None:
        title = say("cli.preparing")
        if not sys.stderr.isatty():
            seconds = say("cli.preparing.left", seconds=round(left))
            print(f"{title}: {seconds}", file=sys.stderr, flush=True)
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

        self._progress = Progress(
            SpinnerColumn(),
            TextColumn(title),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[left]}", style="dim"),
            console=Console(stderr=True),
            transient=True,
        )
        self._progress.add_task("", left="")
        self._progress.start()


class StatusLine:
    """A line about work in progress, if standard error is a terminal."""

    def __init__(self) -> None:
        from rich.console import Console

        console = Console(stderr=True)
        self._status = console.status("") if console.is_terminal else None

    def __enter__(self) -> StatusLine:
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._status is not None:
            self._status.stop()

    def show(self, text: str) -> None:
        if self._status is not None:
            self._status.update(text)
