"""Runs kernels in isolation, so that a broken one is reported in a sentence and crashes nothing.

A plain kernel gets vectors that raise on an index out of range, including a negative one, which
NumPy would count from the end. A native kernel gets vectors with padding on both sides, which must
come back unchanged. Both get copies: what a kernel may only read must come back unchanged, too.
"""

from __future__ import annotations

import ctypes
import operator
import threading
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any

import numpy as np

from plyground.core.contract import KERNELS, NUMBERS, Vector
from plyground.locale import Problem

# The parameters a kernel may write to. Every kernel that takes features may write to them: part of
# them is scratch space.
_WRITABLE = {
    "moves": {"out"},
    "play": {"state"},
    "canonical": {"out"},
    "score_bounds": {"out"},
    "priors": {"out"},
    "candidates": {"out", "info"},
    "threat_search": {"line", "info"},
}
_PADDING = 64
# A kernel that takes longer than this, even in plain Python, is taken to be in an endless loop.
CALL_SECONDS = 10.0
_CANARY = -0x5EEDBED5EEDBED


@dataclass(frozen=True)
class KernelResult:
    """What a kernel returned and wrote."""

    value: int
    vectors: Mapping[str, Vector]


class Sandbox:
    """Runs kernels on copies of the given vectors, and checks what comes back."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]], tables: Vector) -> None:
        self._functions = functions
        self.tables = tables

    def run(self, name: str, **given: Any) -> KernelResult:
        parameters, returns = KERNELS[name]
        wrapped: dict[str, Vector] = {}
        arguments: list[Any] = []
        for parameter in parameters[:-1]:
            value = given[parameter]
            if parameter not in NUMBERS:
                value = wrapped[parameter] = self.wrap(parameter, value)
            arguments.append(value)
        result = self.call(name, *arguments, self.tables)
        self.unwrap(name, wrapped)
        for parameter, vector in wrapped.items():
            allowed = parameter == "features" or parameter in _WRITABLE.get(name, ())
            if not allowed and not np.array_equal(vector, given[parameter]):
                raise Problem("problem.check.changed", kernel=name, vector=parameter)
        return KernelResult(_to_int(name, result) if returns else 0, wrapped)

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a kernel on the given vectors themselves, without copies and checks of them."""
        raise NotImplementedError

    def wrap(self, name: str, vector: Vector) -> Vector:
        raise NotImplementedError

    def unwrap(self, name: str, wrapped: dict[str, Vector]) -> None:
        """Check and restore the vectors once the kernel is done."""


def _to_int(name: str, result: object) -> int:
    try:
        return operator.index(result)  # type: ignore[arg-type]
    except TypeError:
        # NumPy's booleans are not integers; Python's and Numba's are.
        if isinstance(result, np.bool_):
            return int(result)
        raise Problem("problem.check.returned", kernel=name, given=repr(result)) from None


class _BoundedVector(np.ndarray[Any, np.dtype[np.int64]]):
    """A vector that rejects negative indices."""

    label = "vector"

    def __getitem__(self, index: Any) -> Any:
        self._check_index(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check_index(index)
        super().__setitem__(index, value)

    def __array_finalize__(self, source: Any) -> None:
        self.label = getattr(source, "label", "vector")

    def _check_index(self, index: Any) -> None:
        if isinstance(index, int | np.integer) and index < 0:
            raise IndexError(f"index {index} of {self.label} is negative")


class KernelTimeout(Exception):
    """Raised inside a kernel that does not return."""


class PlainSandbox(Sandbox):
    """Runs the kernels as plain Python. One that does not return is interrupted."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]], tables: Vector) -> None:
        super().__init__(functions, self._bound("tables", tables))
        self._started: float | None = None
        self._thread = threading.get_ident()
        watchdog = threading.Thread(target=_watch_for_timeout, args=(weakref.ref(self),))
        watchdog.daemon = True
        watchdog.start()

    def interrupt_if_late(self) -> None:
        # Called repeatedly, since code called from C may swallow the exception.
        if self._started is not None and monotonic() - self._started > CALL_SECONDS:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self._thread), ctypes.py_object(KernelTimeout)
            )

    def call(self, name: str, *arguments: Any) -> Any:
        function = self._functions[name]
        try:
            with np.errstate(over="ignore", divide="raise", invalid="raise"):
                self._started = monotonic()
                try:
                    return function(*arguments)
                finally:
                    self._started = None
        except KernelTimeout as error:
            raise Problem(
                "problem.check.overdue", kernel=name, seconds=f"{CALL_SECONDS:g}"
            ) from error
        except IndexError as error:
            raise Problem("problem.check.bounds", kernel=name, why=error) from error
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise Problem("problem.check.failed", kernel=name, why=why) from error

    def wrap(self, name: str, vector: Vector) -> Vector:
        return self._bound(name, np.array(vector, np.int64))

    def _bound(self, name: str, vector: Vector) -> Vector:
        bounded = vector.view(_BoundedVector)
        bounded.label = name
        return bounded

    def unwrap(self, name: str, wrapped: dict[str, Vector]) -> None:
        for parameter, vector in wrapped.items():
            wrapped[parameter] = vector.view(np.ndarray)


def _watch_for_timeout(reference: weakref.ref[PlainSandbox]) -> None:
    """Check a sandbox twice a second until it is garbage-collected."""
    while (sandbox := reference()) is not None:
        sandbox.interrupt_if_late()
        del sandbox
        sleep(0.5)


class NativeSandbox(Sandbox):
    """Runs the kernels as native code."""

    def call(self, name: str, *arguments: Any) -> Any:
        try:
            return self._functions[name](*arguments)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise Problem("problem.check.failed", kernel=name, why=why) from error

    def wrap(self, name: str, vector: Vector) -> Vector:
        padded = np.full(len(vector) + 2 * _PADDING, _CANARY, np.int64)
        inside = padded[_PADDING : _PADDING + len(vector)]
        inside[:] = vector
        return inside

    def unwrap(self, name: str, wrapped: dict[str, Vector]) -> None:
        for parameter, vector in wrapped.items():
            padded = vector.base
            assert padded is not None
            if np.any(padded[:_PADDING] != _CANARY) or np.any(padded[-_PADDING:] != _CANARY):
                raise Problem("problem.check.outside", kernel=name, vector=parameter)
