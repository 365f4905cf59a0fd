"""Compiling takes a while once; whoever waits is told so.

Nothing is shown for what takes no longer than a blink, such as loading from the cache.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from plyground.cli.interrupts import interruptible
from plyground.locale import say

if TYPE_CHECKING:
    from rich.progress import Progress

    from plyground.core.jit import Compiled
    from plyground.games.game import Game

T = TypeVar("T")

PATIENCE = 0.5
"""Seconds after which somebody who waits wants to know why."""


def prepare(
    game: Game | None = None, kernels: Sequence[tuple[Callable[..., Any], str]] = ()
) -> list[Compiled]:
    """Compile a game, and kernels of the core by their signatures, or load them from the cache."""
    from plyground.core.jit import compile_kernel

    def work(preparing: Preparing) -> list[Compiled]:
        if game is not None:
            game.native(preparing.tell)
        compiled = []
        for done, (function, signature) in enumerate(kernels):
            preparing.tell(done, len(kernels), getattr(function, "__name__", ""))
            compiled.append(compile_kernel(function, signature))
        return compiled

    return while_preparing(work)


def get_ready(agents: Iterable[object], game: Game) -> None:
    """Let those agents that compute compile and allocate what they need."""
    thinkers: list[Any] = [player for player in agents if hasattr(player, "prepare")]

    def work(preparing: Preparing) -> None:
        game.native(preparing.tell)
        for player in thinkers:
            player.prepare(game)

    if thinkers:
        while_preparing(work)


def while_preparing(work: Callable[[Preparing], T]) -> T:
    """Do work that compiles; whoever waits long is told, and Ctrl-C is heard.

    The work has a thread of its own: an interrupt that meets the compiler itself would be lost.
    """
    with Preparing() as preparing:
        return interruptible(lambda: work(preparing))


class Preparing:
    """A display on standard error that comes up only if there is something to wait for."""

    def __init__(self, patience: float = PATIENCE) -> None:
        _wake_numba()
        self._timer = threading.Timer(patience, self._show)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._progress: Progress | None = None
        self._told = (0, 1, "")

    def __enter__(self) -> Preparing:
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

    def tell(self, done: int, total: int, name: str) -> None:
        """How many kernels of how many are ready, and which comes next."""
        with self._lock:
            self._told = (done, total, name)
            self._update()

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
            self._update()
            self._progress.start()

    def _update(self) -> None:
        if self._progress is not None:
            done, total, name = self._told
            task = self._progress.task_ids[0]
            self._progress.update(task, completed=done, total=total, name=name)


def _wake_numba() -> None:
    """Load what Numba needs in every process: a second that must not be mistaken for compiling."""
    from numba.core.registry import cpu_target

    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()
