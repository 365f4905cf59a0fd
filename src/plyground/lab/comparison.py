"""The effort of every algorithm on the same position, without a transposition table and with one.

Searches that take too long are stopped; the others are still compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from plyground.classic.textbook import Stopped
from plyground.lab.search_setup import ALGORITHMS, TextbookSearch
from plyground.lab.search_tree import trim_number

MAX_NODES = 1_000_000
MAX_SECONDS = 120.0

OnNodes = Callable[[str, int], None]
"""Called every 1024 nodes with the algorithm that is running and its number of nodes."""


@dataclass(frozen=True)
class Effort:
    """The effort of one search. Without a value it was stopped after so many nodes."""

    algorithm: str
    table: bool
    nodes: int
    leaves: int | None
    cuts: int | None
    seconds: float
    value: float | None

    @property
    def complete(self) -> bool:
        return self.value is not None

    def as_json(self) -> dict[str, Any]:
        return {
            **vars(self),
            "seconds": round(self.seconds, 4),
            "value": trim_number(self.value),
            "complete": self.complete,
        }


def compare(
    position: Any,
    depth: float = math.inf,
    order: str = "natural",
    on_nodes: OnNodes | None = None,
    max_nodes: int = MAX_NODES,
    max_seconds: float = MAX_SECONDS,
) -> Iterator[Effort]:
    """Yield the effort of every algorithm, each as soon as it is done."""
    for algorithm in ALGORITHMS:
        for table in (False, True):
            search = TextbookSearch(position, algorithm, depth, order, table)
            yield _measure_effort(search, SearchBudget(algorithm, on_nodes, max_nodes, max_seconds))


class SearchBudget:
    """Limits the nodes and the seconds of a search, which calls it at every node."""

    def __init__(
        self,
        algorithm: str,
        on_nodes: OnNodes | None,
        max_nodes: float = math.inf,
        max_seconds: float = math.inf,
    ) -> None:
        self.nodes = 0
        self.stopped = False
        self.began = perf_counter()
        self._algorithm = algorithm
        self._on_nodes = on_nodes
        self._max_nodes = max_nodes
        self._max_seconds = max_seconds

    @property
    def seconds(self) -> float:
        return perf_counter() - self.began

    def __call__(self) -> bool:
        if self.nodes % 1024 == 0:
            if self._on_nodes is not None:
                self._on_nodes(self._algorithm, self.nodes)
            self.stopped = self.nodes >= self._max_nodes or self.seconds > self._max_seconds
        if not self.stopped:
            self.nodes += 1
        return self.stopped


def _measure_effort(search: TextbookSearch, budget: SearchBudget) -> Effort:
    name, table = search.algorithm, search.table
    found = None
    with suppress(Stopped):
        found = search.run(stop=budget)
    if found is None or budget.stopped:
        return Effort(name, table, budget.nodes, None, None, budget.seconds, None)
    counts = found.nodes, found.leaves, found.cuts
    return Effort(name, table, *counts, budget.seconds, found.value)
