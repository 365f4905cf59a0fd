"""How long kernels took to compile on this machine, from which waiting times are estimated.

The seconds are kept by a kernel's name, not by its fingerprint: after an edit it takes about as
long as before. A kernel that was never compiled here is estimated by the size of its code.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plyground.core.jit import as_kernel, estimate_cost, name_function

FILE = "compile-times.json"

DEFAULT_RATE = 1 / 2000
"""Seconds per byte of bytecode, where nothing has been compiled yet."""

_lock = threading.Lock()


class CompileTimes:
    """Measured seconds of kernels, with the sizes that they had, in the folder of a cache."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._measured = _read(self._path)

    def estimate(self, function: Callable[..., Any]) -> float:
        """The seconds that compiling a kernel will take."""
        known = self._measured.get(_name(function))
        return known[0] if known else self._rate * estimate_cost(function)

    def record(self, function: Callable[..., Any], seconds: float) -> None:
        """Keep what a compilation took, also on disk, where other processes may have written."""
        with _lock:
            entry = {_name(function): (round(seconds, 3), estimate_cost(function))}
            self._measured |= entry
            _write(self._path, _read(self._path) | entry)

    @property
    def _rate(self) -> float:
        seconds = sum(seconds for seconds, _ in self._measured.values())
        size = sum(size for _, size in self._measured.values())
        return seconds / size if size else DEFAULT_RATE


def _name(function: Callable[..., Any]) -> str:
    return name_function(as_kernel(function).function)


def _read(path: Path) -> dict[str, tuple[float, int]]:
    """The content of the file; what is damaged or missing is as if it had never been measured."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8")).items()
    except (OSError, ValueError, AttributeError):
        return {}
    found = {}
    for name, value in entries:
        match value:
            case [float() | int() as seconds, int() as size] if 0 < seconds < 3600 and size > 0:
                found[name] = (float(seconds), size)
    return found


def _write(path: Path, measured: dict[str, tuple[float, int]]) -> None:
    """Replace the file. Where that is impossible nothing is kept, and nothing else fails."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{FILE}.")
        with open(handle, "w", encoding="utf-8") as file:
            json.dump(measured, file)
        os.replace(temporary, path)
