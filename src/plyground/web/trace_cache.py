"""The most recent traces of the lab page, for stepping through them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from plyground.lab.trace import Trace

MAX_TRACE_NODES = 20_000
MAX_CACHED_NODES = 100_000
"""Nodes that can be shown, of one search and of the whole cache: some tens of megabytes."""

T = TypeVar("T")


class CachedTrace:
    """A trace with a lock for its readers: they share the working vectors of its evaluation."""

    def __init__(self, traced: Trace) -> None:
        self.trace = traced
        self._lock = threading.Lock()

    def read(self, function: Callable[[Trace], T]) -> T:
        with self._lock:
            return function(self.trace)


class TraceCache:
    """Traces by what was searched and how."""

    def __init__(self) -> None:
        self._cached: OrderedDict[str, CachedTrace] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._cached)

    def find(self, key: str) -> CachedTrace | None:
        with self._lock:
            if key in self._cached:
                self._cached.move_to_end(key)
            return self._cached.get(key)

    def insert(self, key: str, trace: Trace) -> None:
        with self._lock:
            self._cached[key] = CachedTrace(trace)
            while len(self._cached) > 1 and self._count_nodes() > MAX_CACHED_NODES:
                self._cached.popitem(last=False)

    def _count_nodes(self) -> int:
        return sum(min(each.trace.found.nodes, MAX_TRACE_NODES) for each in self._cached.values())
