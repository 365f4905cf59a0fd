"""The same position searched by every algorithm, without a table and with one: whose work is less?

Searches that would take too long are given up; the others are still compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from plyground.classic.textbook import Stopped
from plyground.lab.search_setup import ALGORITHMS, Search
from plyground.lab.search_tree import plain

MOST_NODES = 1_000_000
MOST_SECONDS = 120.0

OnNodes = Callable[[str, int], None]
"""Told now and then which algorithm is at work, and how many nodes it has looked at."""


@dataclass(frozen=True)
class Effort:
    """The work of one search. Without a value it was given up after so many nodes."""

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
            "value": plain(self.value),
            "complete": self.complete,
        }


def compare(
    position: Any,
    depth: float = math.inf,
    order: str = "natural",
    on_nodes: OnNodes | None = None,
    most_nodes: int = MOST_NODES,
    most_seconds: float = MOST_SECONDS,
) -> Iterator[Effort]:
    """The work of every algorithm, each as soon as it is done."""
    for algorithm in ALGORITHMS:
        for table in (False, True):
            search = Search(position, algorithm, depth, order, table)
            yield _effort(search, Meter(algorithm, on_nodes, most_nodes, most_seconds))


class Meter:
    """Asked at every node whether the search must stop."""

    def __init__(
        self,
        algorithm: str,
        on_nodes: OnNodes | None,
        most_nodes: float = math.inf,
        most_seconds: float = math.inf,
    ) -> None:
        self.nodes = 0
        self.stopped = False
        self.began = perf_counter()
        self._algorithm = algorithm
        self._tell = on_nodes
        self._most_nodes = most_nodes
        self._most_seconds = most_seconds

    @property
    def seconds(self) -> float:
        return perf_counter() - self.began

    def __call__(self) -> bool:
        if self.nodes % 1024 == 0:
            if self._tell is not None:
                self._tell(self._algorithm, self.nodes)
            self.stopped = self.nodes >= self._most_nodes or self.seconds > self._most_seconds
        if not self.stopped:
            self.nodes += 1
        return self.stopped


def _effort(search: Search, meter: Meter) -> Effort:
    name, table = search.algorithm, search.table
    found = None
    with suppress(Stopped):
        found = search.run(stop=meter)
    if found is None or meter.stopped:
        return Effort(name, table, meter.nodes, None, None, meter.seconds, None)
    counts = found.nodes, found.leaves, found.cuts
    return Effort(name, table, *counts, meter.seconds, found.value)
