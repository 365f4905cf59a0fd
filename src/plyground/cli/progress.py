"""Progress of compilation, which takes a while the first time.

Nothing is shown for what takes less than half a second, such as loading from the cache.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from plyground.cli.interrupts import run_interruptibly
from plyground.locale import say

if TYPE_CHECKING:
    from rich.progress import Progress

    from plyground.core.jit import Compiled
    from plyground.games.game import Game

T = TypeVar("T")

DELAY_SECONDS = 0.5
"""Seconds before progress is shown."""


def prepare(
    game: Game | None = None, kernels: Sequence[tuple[Callable[..., Any], str]] = ()
) -> list[Compiled]:
    """Compile a game, and kernels of the core by their signatures, or load them from the cache."""
    from plyground.core.jit import compile_kernel

    def work(progress: CompileProgress) -> list[Compiled]:
        if game is not None:
            game.native(progress.update)
        compiled = []
        for done, (function, signature) in enumerate(kernels):
            progress.update(done, len(kernels), getattr(function, "__name__", ""))
            compiled.append(compile_kernel(function, signature))
        return compiled

    return run_with_progress(work)


def prepare_agents(agents: Iterable[object], game: Game) -> None:
    """Let all agents that can prepare compile and allocate what they need."""
    preparable: list[Any] = [agent for agent in agents if hasattr(agent, "prepare")]

    def work(progress: CompileProgress) -> None:
        game.native(progress.update)
        for agent in preparable:
            agent.prepare(game)

    if preparable:
        run_with_progress(work)


def run_with_progress(work: Callable[[CompileProgress], T]) -> T:
    """Do work that compiles, with a progress display.

    It runs in its own thread: an interrupt inside the compiler itself would be lost.
    """
    with CompileProgress() as progress:
        return run_interruptibly(lambda: work(progress))


class CompileProgress:
    """A progress display on standard error that appears after a delay."""

    def __init__(self, delay: float = DELAY_SECONDS) -> None:
        _load_numba()
        self._timer = threading.Timer(delay, self._show)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._progress: Progress | None = None
        self._state = (0, 1, "")

    def __enter__(self) -> CompileProgress:
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        with self._lock:
            if self._progress is not None:
                self._progress.stop()

    def update(self, done: int, total: int, name: str) -> None:
        """Report how many kernels are compiled, of how many, and the name of the next."""
        with self._lock:
            self._state = (done, total, name)
            self._refresh()

    def _show(self) -> None:
        with self._lock:
            if not sys.stderr.isatty():
                print(say("cli.preparing"), file=sys.stderr, flush=True)
                return
            from rich.console import Console
            from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

            self._progress = Progress(
                SpinnerColumn(),
                TextColumn(say("cli.preparing")),
                BarColumn(bar_width=24),
                TextColumn("{task.fields[name]}", style="dim"),
                console=Console(stderr=True),
                transient=True,
            )
            self._progress.add_task("", name="")
            self._refresh()
            self._progress.start()

    def _refresh(self) -> None:
        if self._progress is not None:
            done, total, name = self._state
            task = self._progress.task_ids[0]
            self._progress.update(task, completed=done, total=total, name=name)


def _load_numba() -> None:
    """Load Numba's registries: a second in every process, which is not compilation."""
    from numba.core.registry import cpu_target

    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()
