"""Tasks in this process, one after the other: nothing is started, and no core is shared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from types import TracebackType
from typing import Any

from plyground.workers.work import OnReport, find_work, ignore_report


class InlineWorkers:
    """The only worker is the caller."""

    def __init__(self, work: str, on_report: OnReport = ignore_report) -> None:
        self._work = find_work(work)
        self._on_report = on_report

    def __enter__(self) -> InlineWorkers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

    def run(self, tasks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        for task in tasks:
            yield task, self._work(task, partial(self._on_report, task))
