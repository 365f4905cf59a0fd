"""Kernels run under watch, so that a broken one is told in a sentence and crashes nothing.

A plain kernel gets vectors that refuse an index outside of them, also a negative one, which
NumPy would count from the end. A native kernel gets vectors with a margin on both sides that must
come back untouched. Both get copies: what a kernel may only read must come back unchanged.
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

# What a kernel may write. Features may be written by every kernel that takes them: part of them is
# scratch space.
_WRITES = {
    "moves": {"out"},
    "play": {"state"},
    "canonical": {"out"},
    "score_bounds": {"out"},
    "priors": {"out"},
    "candidates": {"out", "info"},
    "threat_search": {"line", "info"},
}
_MARGIN = 64
# A kernel that takes longer than this, even in plain Python, does not come back.
CALL_SECONDS = 10.0
_UNTOUCHED = -0x5EEDBED5EEDBED


@dataclass(frozen=True)
class Answer:
    """What a kernel returned and wrote."""

    value: int
    vectors: Mapping[str, Vector]


class Guard:
    """Runs kernels on copies of the given vectors and looks at what comes back."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]], tables: Vector) -> None:
        self._functions = functions
        self._tables = tables

    def run(self, name: str, **given: Any) -> Answer:
        parameters, returns = KERNELS[name]
        held: dict[str, Vector] = {}
        arguments: list[Any] = []
        for parameter in parameters[:-1]:
            value = given[parameter]
            if parameter not in NUMBERS:
                value = held[parameter] = self.hold(parameter, value)
            arguments.append(value)
        result = self.call(name, *arguments, self._tables)
        self.release(name, held)
        for parameter, vector in held.items():
            allowed = parameter == "features" or parameter in _WRITES.get(name, ())
            if not allowed and not np.array_equal(vector, given[parameter]):
                raise Problem("problem.check.changed", kernel=name, vector=parameter)
        return Answer(_whole(name, result) if returns else 0, held)

    def call(self, name: str, *arguments: Any) -> Any:
        raise NotImplementedError

    def hold(self, name: str, vector: Vector) -> Vector:
        raise NotImplementedError

    def release(self, name: str, held: dict[str, Vector]) -> None:
        """Look after the vectors once the kernel is done."""


def _whole(name: str, result: object) -> int:
    try:
        return operator.index(result)  # type: ignore[arg-type]
    except TypeError:
        # NumPy's truth values are no integers, Python's and Numba's are.
        if isinstance(result, np.bool_):
            return int(result)
        raise Problem("problem.check.returned", kernel=name, given=repr(result)) from None


class _Bounded(np.ndarray[Any, np.dtype[np.int64]]):
    """A vector that takes no index from its end."""

    role = "vector"

    def __getitem__(self, index: Any) -> Any:
        self._look(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._look(index)
        super().__setitem__(index, value)

    def __array_finalize__(self, source: Any) -> None:
        self.role = getattr(source, "role", "vector")

    def _look(self, index: Any) -> None:
        if isinstance(index, int | np.integer) and index < 0:
            raise IndexError(f"index {index} of {self.role} is negative")


class Overdue(Exception):
    """Raised inside a kernel that does not return."""


class PlainGuard(Guard):
    """Runs the kernels as plain Python. One that does not return is interrupted."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]], tables: Vector) -> None:
        super().__init__(functions, tables)
        self._began: float | None = None
        self._caller = threading.get_ident()
        watching = threading.Thread(target=_interrupt_overdue, args=(weakref.ref(self),))
        watching.daemon = True
        watching.start()

    def interrupt_if_overdue(self) -> None:
        # Again and again: code that is called from C may swallow it.
        if self._began is not None and monotonic() - self._began > CALL_SECONDS:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self._caller), ctypes.py_object(Overdue)
            )

    def call(self, name: str, *arguments: Any) -> Any:
        function = self._functions[name]
        try:
            with np.errstate(over="ignore", divide="raise", invalid="raise"):
                self._began = monotonic()
                try:
                    return function(*arguments)
                finally:
                    self._began = None
        except Overdue as error:
            raise Problem(
                "problem.check.overdue", kernel=name, seconds=f"{CALL_SECONDS:g}"
            ) from error
        except IndexError as error:
            raise Problem("problem.check.bounds", kernel=name, why=error) from error
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise Problem("problem.check.failed", kernel=name, why=why) from error

    def hold(self, name: str, vector: Vector) -> Vector:
        bounded = np.array(vector, np.int64).view(_Bounded)
        bounded.role = name
        return bounded

    def release(self, name: str, held: dict[str, Vector]) -> None:
        for parameter, vector in held.items():
            held[parameter] = vector.view(np.ndarray)


def _interrupt_overdue(guard: weakref.ref[PlainGuard]) -> None:
    """Look at a guard now and then, until it is gone."""
    while (watched := guard()) is not None:
        watched.interrupt_if_overdue()
        del watched
        sleep(0.5)


class NativeGuard(Guard):
    """Runs the kernels as native code."""

    def call(self, name: str, *arguments: Any) -> Any:
        try:
            return self._functions[name](*arguments)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise Problem("problem.check.failed", kernel=name, why=why) from error

    def hold(self, name: str, vector: Vector) -> Vector:
        wide = np.full(len(vector) + 2 * _MARGIN, _UNTOUCHED, np.int64)
        inside = wide[_MARGIN : _MARGIN + len(vector)]
        inside[:] = vector
        return inside

    def release(self, name: str, held: dict[str, Vector]) -> None:
        for parameter, vector in held.items():
            wide = vector.base
            assert wide is not None
            if np.any(wide[:_MARGIN] != _UNTOUCHED) or np.any(wide[-_MARGIN:] != _UNTOUCHED):
                raise Problem("problem.check.outside", kernel=name, vector=parameter)
