"""From plain Python functions to machine code, once, and never a stale copy of it.

`@kernel` marks a function that may be compiled; called from Python it is still the plain
function. `compile_kernel` turns one, with all it calls, into native code.

What only this module knows:

* Numba's disk cache looks at the file of a function, not at what the function calls. So each
  kernel gets a cache folder named by a fingerprint of its own code, of every kernel it calls and
  of every constant it reads: an edit anywhere in them is another folder.
* Kernels are called through their address. A search takes a vector of addresses, so it is
  compiled once for all games.
* Kernels are compiled without Numba's reference counting (`_nrt=False`): counting made a tree
  search three to four times slower. A kernel that allocates is compiled with it after all.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import threading
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")

# Raised when the way of compiling changes, so that old folders are left alone.
_RECIPE = "1"

_lock = threading.RLock()


class Kernel(Generic[P, R]):
    """A plain function that may be compiled. Calling it runs the plain function."""

    def __init__(self, function: Callable[P, R], signature: str | None) -> None:
        if not isinstance(function, types.FunctionType):
            raise TypeError(f"a kernel is a plain function, not {function!r}")
        self.function: types.FunctionType = function
        self.signature = signature
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        result: R = self.function(*args, **kwargs)
        return result

    def __repr__(self) -> str:
        return f"<kernel {self.function.__module__}.{self.function.__qualname__}>"


@overload
def kernel(function: Callable[P, R]) -> Kernel[P, R]: ...


@overload
def kernel(*, signature: str) -> Callable[[Callable[P, R]], Kernel[P, R]]: ...


def kernel(
    function: Callable[P, R] | None = None, *, signature: str | None = None
) -> Kernel[P, R] | Callable[[Callable[P, R]], Kernel[P, R]]:
    """Mark a function as compilable.

    A kernel that calls itself needs a `signature` in Numba's words, such as
    `"int64(int64[::1], int64)"`: with inferred types a recursion can compile, run, and crash when
    it is loaded from the cache.
    """
    if function is None:
        return lambda marked: Kernel(marked, signature)
    return Kernel(function, signature)


@dataclass(frozen=True)
class Compiled:
    """Native code of one kernel: callable from Python, and by address from other native code."""

    call: Callable[..., Any]
    address: int
    from_cache: bool


def compile_kernel(function: Callable[..., Any], signature: str) -> Compiled:
    """Compile `function` for exactly `signature`, or load it from the cache."""
    with _lock:
        return _compile(as_kernel(function), signature)


@functools.cache
def as_kernel(function: Callable[..., Any]) -> Kernel[..., Any]:
    return function if isinstance(function, Kernel) else Kernel(function, None)


def cache_root() -> Path:
    """Where native code is kept: PLYGROUND_CACHE, else the user's cache folder."""
    given = os.environ.get("PLYGROUND_CACHE")
    if given:
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_cache_dir("plyground", appauthor=False)) / "kernels"


@functools.cache
def _compile(marked: Kernel[..., Any], signature: str) -> Compiled:
    import numba
    from numba.core.errors import NumbaError
    from numba.experimental.function_type import _get_wrapper_address

    folder = _writable_folder(marked)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or "")
    try:
        try:
            call = _Linker(counted=False).entry(marked, cached=folder is not None)
            call.compile(signature)
        except NumbaError:
            call = _Linker(counted=True).entry(marked, cached=folder is not None)
            call.compile(signature)
    finally:
        numba.config.CACHE_DIR = before
    address = _get_wrapper_address(call, call.nopython_signatures[0])
    return Compiled(call, address, from_cache=bool(call.stats.cache_hits))


def _writable_folder(marked: Kernel[..., Any]) -> Path | None:
    """The cache folder, or None where caching cannot work (typed-in code, read-only disk)."""
    if not os.path.isfile(marked.function.__code__.co_filename):
        return None
    folder = cache_root() / fingerprint(marked)
    probe = folder / f".probe-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    return folder


class _Linker:
    """Gives one entry kernel, and every kernel it reaches, a Numba dispatcher.

    Numba finds what a function calls in the function's globals. There stand our `Kernel`s, so
    each function is copied with globals in which dispatchers have taken their places. Every entry
    has a linker of its own: a helper shared between entries would be compiled outside the cache.
    """

    def __init__(self, counted: bool) -> None:
        self._counted = counted
        self._dispatchers: dict[Kernel[..., Any], Any] = {}
        self._worlds: dict[int, dict[str, Any]] = {}

    def entry(self, marked: Kernel[..., Any], cached: bool) -> Any:
        return self._dispatcher(marked, cached)

    def _dispatcher(self, marked: Kernel[..., Any], cached: bool = False) -> Any:
        if marked in self._dispatchers:
            return self._dispatchers[marked]
        import numba

        plain = marked.function
        world = self._worlds.setdefault(id(plain.__globals__), dict(plain.__globals__))
        copy = types.FunctionType(
            plain.__code__, world, plain.__name__, plain.__defaults__, plain.__closure__
        )
        copy.__module__ = plain.__module__
        copy.__qualname__ = plain.__qualname__
        dispatcher = numba.njit(nogil=True, error_model="numpy", _nrt=self._counted)(copy)
        if cached:
            dispatcher.enable_caching()
        self._dispatchers[marked] = dispatcher
        for name, value in _referenced(plain):
            if isinstance(value, Kernel):
                world[name] = self._dispatcher(value)
        if marked.signature is not None:
            dispatcher.compile(marked.signature)
        return dispatcher


def fingerprint(function: Callable[..., Any]) -> str:
    """A hash of all that decides what `function` compiles to."""
    digest = hashlib.sha256(_RECIPE.encode())
    for part in _parts(as_kernel(function), set()):
        digest.update(part)
        digest.update(b"\0")
    return digest.hexdigest()[:20]


def _parts(marked: Kernel[..., Any], seen: set[int]) -> Iterator[bytes]:
    if id(marked) in seen:
        return
    seen.add(id(marked))
    function = marked.function
    yield function.__qualname__.encode()
    yield from _code_parts(function.__code__)
    for name, value in _referenced(function):
        yield name.encode()
        yield from _value_parts(value, function.__code__.co_names, seen)
    for cell in function.__closure__ or ():
        yield from _value_parts(cell.cell_contents, function.__code__.co_names, seen)


def _referenced(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The globals that a function, or a function inside it, mentions."""
    names: set[str] = set()
    waiting = [function.__code__]
    while waiting:
        code = waiting.pop()
        names.update(code.co_names)
        waiting.extend(part for part in code.co_consts if isinstance(part, types.CodeType))
    for name in sorted(names):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _code_parts(code: types.CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars)).encode()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _code_parts(constant)
        else:
            yield repr(constant).encode()


def _value_parts(value: Any, names: tuple[str, ...], seen: set[int]) -> Iterator[bytes]:
    """What a mentioned value adds to the fingerprint."""
    if isinstance(value, Kernel):
        yield from _parts(value, seen)
    elif isinstance(value, types.ModuleType):
        yield value.__name__.encode()
        for name in names:
            inner = getattr(value, name, None)
            if isinstance(inner, int | float | Kernel):
                yield from _value_parts(inner, (), seen)
    elif hasattr(value, "tobytes"):
        yield repr((value.dtype, value.shape)).encode()
        yield value.tobytes()
    elif isinstance(value, int | float | str | tuple | bool | None):
        yield repr(value).encode()
    else:
        # Something of Numba's own, or a type: what it does is written in its module.
        module = sys.modules.get(getattr(value, "__module__", None) or type(value).__module__)
        path = getattr(module, "__file__", None)
        if path and path.endswith(".py"):
            yield Path(path).read_bytes()
        else:
            yield repr(type(value)).encode()
