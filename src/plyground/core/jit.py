"""Compiling kernels: from plain Python functions to cached native code that is never stale.

`@kernel` marks a function that may be compiled; called from Python it is still the plain
function. `compile_kernel` turns one, with all it calls, into native code.

What only this module knows:

* Numba's disk cache looks at the file of a function, not at what the function calls. So each
  kernel gets a cache folder named by a fingerprint of its own code, of every kernel it calls and
  of every constant it reads (`native_cache`): an edit anywhere in them is another folder.
* Kernels are called through their address. A search takes a vector of addresses, so it is
  compiled once for all games.
* Kernels are compiled without Numba's reference counting (`_nrt=False`): counting made a tree
  search three to four times slower. A kernel that allocates is compiled with it after all.
* To Numba a read-only vector is another type and would need another compilation. Native code gets
  the same memory without the flag; `check_game` verifies that kernels do not write to it.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import sys
import threading
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Any, Generic, ParamSpec, TypeVar, overload

import numpy as np

from plyground.locale import Failure

P = ParamSpec("P")
R = TypeVar("R")

# Increment this when the way of compiling changes: old cache folders are then ignored.
_RECIPE = "6"

# Days after which an unused cache folder is deleted.
UNUSED_DAYS = 90

_lock = threading.RLock()

Entry = tuple[Callable[..., Any], str]
"""A kernel that is called from Python, and its signature."""

_compiled: dict[tuple[Kernel[..., Any], str], Compiled] = {}


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

    A kernel that calls itself needs a `signature` in Numba's notation, such as
    `"int64(int64[::1], int64)"`: with inferred types a recursion can compile, run, and crash when
    it is loaded from the cache.
    """
    if function is None:
        return lambda marked: Kernel(marked, signature)
    return Kernel(function, signature)


class Intrinsic(Generic[P, R]):
    """A function that native code has of its own, for kernels to call.

    `define(*arguments)` returns it in Numba's terms. That happens when a kernel is linked, so that
    importing a kernel does not load Numba, which takes longer than the first page of the server.
    `plain` does the same in plain Python, if that is possible.
    """

    def __init__(
        self,
        define: Callable[..., Callable[..., Any]],
        *arguments: object,
        plain: Callable[P, R] | None = None,
    ) -> None:
        self.define = define
        self.arguments = arguments
        self.plain = plain
        if plain is not None:
            self.__doc__ = plain.__doc__

    @functools.cached_property
    def definition(self) -> Callable[P, R]:
        return self.define(*self.arguments)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return (self.plain or self.definition)(*args, **kwargs)


@dataclass(frozen=True)
class Compiled:
    """Native code of one kernel: callable from Python, and by address from other native code."""

    native: Callable[..., Any]
    address: int
    from_cache: bool

    def call(self, *arguments: Any) -> Any:
        return self.native(*map(_as_writable, arguments))


class _WritableView:
    """A writable view of the memory of a read-only vector."""

    def __init__(self, vector: np.ndarray[Any, Any]) -> None:
        self._vector = vector
        memory = vector.__array_interface__
        self.__array_interface__ = {**memory, "data": (memory["data"][0], False)}


def _as_writable(argument: Any) -> Any:
    if not isinstance(argument, np.ndarray) or argument.flags.writeable:
        return argument
    whole = argument.base
    if isinstance(whole, np.ndarray) and whole.flags.writeable and whole.size == argument.size:
        return whole
    return np.asarray(_WritableView(argument))


def make_readonly(vector: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A read-only view of a vector; native code still gets the vector itself, at no cost."""
    view = vector.view()
    view.flags.writeable = False
    return view


def compile_kernel(function: Callable[..., Any], signature: str) -> Compiled:
    """Compile `function` for exactly `signature`, or load it from the cache."""
    key = as_kernel(function), signature
    if key not in _compiled:
        with _lock:
            if key not in _compiled:
                _compiled[key] = _compile(*key)
    return _compiled[key]


def is_compiled(function: Callable[..., Any], signature: str) -> bool:
    """Is native code of a kernel in this process already?"""
    return (as_kernel(function), signature) in _compiled


def load_compiler() -> None:
    """Load Numba and its registries: a second in every process, which is not compilation."""
    from numba.core.registry import cpu_target

    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


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


def _compile(marked: Kernel[..., Any], signature: str) -> Compiled:
    from numba.core.errors import NumbaError

    folders = _cache_folders(marked)
    refcounted = False
    while True:
        try:
            return _compile_into(marked, signature, folders, refcounted)
        except NumbaError as error:
            if refcounted:
                raise _explain_error(marked, error) from error
            refcounted = True
        except Exception as error:
            # A damaged cache or a full disk; if not, the next attempt fails in the same way.
            if not folders:
                raise _explain_error(marked, error) from error
            if len(folders) == 1:
                shutil.rmtree(folders[0], ignore_errors=True)
            folders = folders[1:]


def _compile_into(
    marked: Kernel[..., Any], signature: str, folders: list[Path], refcounted: bool
) -> Compiled:
    from numba.experimental.function_type import _get_wrapper_address

    native = _Linker(refcounted, folders).link(marked)
    if marked.signature is None:
        native.compile(signature)
    native.disable_compile()
    address = _get_wrapper_address(native, native.nopython_signatures[0])
    return Compiled(native, address, from_cache=bool(native.stats.cache_hits))


def compile_with_bounds_checks(function: Callable[..., Any], signature: str) -> Callable[..., Any]:
    """Compile a kernel so that an index out of range raises an IndexError.

    For a first run of unknown code; it is never cached, and has no address.
    """
    from numba.core.errors import NumbaError

    marked = as_kernel(function)
    with _lock:
        for refcounted in (False, True):
            try:
                native = _Linker(refcounted, [], bounds_checked=True).link(marked)
                if marked.signature is None:
                    native.compile(signature)
                native.disable_compile()
            except NumbaError as error:
                if refcounted:
                    raise _explain_error(marked, error) from error
            except Exception as error:
                raise _explain_error(marked, error) from error
            else:
                compiled: Callable[..., Any] = native
                return compiled
    raise AssertionError


def _explain_error(marked: Kernel[..., Any], error: Exception) -> Failure:
    """Reduce Numba's many lines to one sentence."""
    name = f"{marked.function.__module__}.{marked.function.__qualname__}"
    # Where colorama is installed, as on Windows, Numba writes in colours.
    text = re.sub(r"\x1b\[[\d;]*m", "", str(error))
    unmarked = re.search(r"global name '(\w+)': .* <class 'function'>", text)
    if unmarked:
        return Failure("problem.kernel.unmarked", kernel=name, function=unmarked[1])
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    useful = [line for line in lines if not line.startswith("Failed in nopython mode")]
    return Failure("problem.kernel.compile", kernel=name, why=(useful or [repr(error)])[0])


def _cache_folders(marked: Kernel[..., Any]) -> list[Path]:
    """Where native code may be: in the package, and in the user's cache, which comes last.

    Empty where caching cannot work: typed-in code, or a read-only disk without this kernel.
    """
    from plyground.core.native_cache import find_bundled, hash_machine, name_index

    function = marked.function
    if not os.path.isfile(function.__code__.co_filename):
        return []
    # Numba's cache pickles what a function closes over; a kernel's pickle never looks the same.
    if any(isinstance(cell.cell_contents, Kernel) for cell in function.__closure__ or ()):
        return []
    kernel_hash = fingerprint(marked)
    folder = cache_root() / f"{kernel_hash}-{hash_machine()}"
    bundled = find_bundled(kernel_hash)
    if bundled is not None:
        return [bundled, folder]
    probe = folder / f".probe-{os.getpid()}"
    try:
        if not folder.exists():
            _discard_unused(cache_root())
        folder.mkdir(parents=True, exist_ok=True)
        # Making and removing a file also marks the folder as used today.
        probe.touch()
        probe.unlink()
    except OSError:
        return [folder] if (folder / name_index(function)).is_file() else []
    return [folder]


def is_cached(function: Callable[..., Any]) -> bool:
    """Is native code of an entry kernel there already, so that nothing need be compiled?"""
    from plyground.core.native_cache import find_bundled, hash_machine, name_index

    marked = as_kernel(function)
    kernel_hash = fingerprint(marked)
    folders = (find_bundled(kernel_hash), cache_root() / f"{kernel_hash}-{hash_machine()}")
    name = name_index(marked.function)
    return any(folder is not None and (folder / name).is_file() for folder in folders)


def name_function(function: types.FunctionType) -> str:
    """The name of a function in the cache, without what Windows forbids in file names."""
    return f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")


def estimate_cost(function: Callable[..., Any]) -> int:
    """The bytes of bytecode that a kernel reaches: the time to compile it grows with them."""
    return sum(len(marked.function.__code__.co_code) for marked in reach_kernels(function))


def reach_kernels(function: Callable[..., Any]) -> list[Kernel[..., Any]]:
    """A kernel and all that it calls, each once."""
    return list(_reach(function, set()))


def _reach(function: Callable[..., Any], seen: set[int]) -> Iterator[Kernel[..., Any]]:
    marked = as_kernel(function)
    if id(marked) in seen:
        return
    seen.add(id(marked))
    yield marked
    plain = marked.function
    cells = (cell.cell_contents for cell in plain.__closure__ or ())
    for value in (*(value for _, value in _referenced_globals(plain)), *cells):
        if isinstance(value, Kernel):
            yield from _reach(value, seen)
        elif isinstance(value, types.ModuleType):
            for _, inner in _module_attributes(value, plain):
                if isinstance(inner, Kernel):
                    yield from _reach(inner, seen)


def _discard_unused(root: Path) -> None:
    """Delete native code that has not been used for a long time: its rules have changed since."""
    long_ago = time() - UNUSED_DAYS * 86_400
    for folder in root.glob("*-*") if root.is_dir() else ():
        if folder.is_dir() and folder.stat().st_mtime < long_ago:
            shutil.rmtree(folder, ignore_errors=True)


class _Linker:
    """Gives one entry kernel, and every kernel it reaches, a Numba dispatcher.

    Numba looks up what a function calls in the function's globals. Those hold our `Kernel`s, so
    each function is copied with globals in which dispatchers replace them. Every entry has its own
    linker: a helper shared between entries would be compiled outside the cache.
    """

    def __init__(self, refcounted: bool, folders: list[Path], bounds_checked: bool = False) -> None:
        self._refcounted = refcounted
        self._folders = folders
        self._bounds_checked = bounds_checked
        self._dispatchers: dict[Kernel[..., Any], Any] = {}
        self._globals: dict[int, dict[str, Any]] = {}
        self._shadows: dict[types.ModuleType, types.ModuleType] = {}

    def link(self, marked: Kernel[..., Any]) -> Any:
        return self._dispatcher(marked, True, wrapped=True)

    def _dispatcher(self, marked: Kernel[..., Any], cached: bool, wrapped: bool = False) -> Any:
        if marked in self._dispatchers:
            return self._dispatchers[marked]
        import numba

        plain = marked.function
        namespace = self._globals.setdefault(id(plain.__globals__), dict(plain.__globals__))
        cells = tuple(types.CellType() for _ in plain.__closure__ or ())
        copy = types.FunctionType(
            plain.__code__, namespace, plain.__name__, plain.__defaults__, cells or None
        )
        copy.__module__ = plain.__module__
        copy.__qualname__ = plain.__qualname__
        copy.__kwdefaults__ = plain.__kwdefaults__
        # Only the entry is called from outside; wrappers for the others would take a quarter of the
        # compile time.
        dispatcher = numba.njit(
            nogil=True,
            error_model="numpy",
            boundscheck=self._bounds_checked,
            _nrt=self._refcounted,
            no_cpython_wrapper=not wrapped,
            no_cfunc_wrapper=not wrapped,
        )(copy)
        dispatcher.get_call_template = functools.partial(_resolve_call, dispatcher)
        if cached and self._folders:
            from plyground.core.native_cache import KernelCache

            dispatcher._cache = KernelCache(copy, self._folders)
        self._dispatchers[marked] = dispatcher
        for cell, original in zip(cells, plain.__closure__ or (), strict=True):
            cell.cell_contents = self._link_value(original.cell_contents, plain)
        for name, value in _referenced_globals(plain):
            namespace[name] = self._link_value(value, plain)
        if marked.signature is not None:
            dispatcher.compile(marked.signature)
            # Without this a call with, say, a constant would compile a second version for that
            # type, and a recursion with two versions crashes when it comes from the cache.
            dispatcher.disable_compile()
        return dispatcher

    def _link_value(self, value: Any, user: types.FunctionType) -> Any:
        """The replacement for a value that `user` refers to."""
        if isinstance(value, Kernel):
            # Kernels with a signature are compiled at once, so they need the cache themselves.
            return self._dispatcher(value, value.signature is not None)
        if isinstance(value, Intrinsic):
            return value.definition
        if isinstance(value, types.ModuleType):
            for name, inner in _module_attributes(value, user):
                if isinstance(inner, Kernel | Intrinsic):
                    setattr(self._shadow(value), name, self._link_value(inner, user))
            return self._shadows.get(value, value)
        return value

    def _shadow(self, module: types.ModuleType) -> types.ModuleType:
        """A copy of a module whose kernels and intrinsics can be replaced by Numba's."""
        if module not in self._shadows:
            self._shadows[module] = types.ModuleType(module.__name__)
            self._shadows[module].__dict__.update(module.__dict__)
        return self._shadows[module]


def _resolve_call(
    dispatcher: Any, arguments: tuple[Any, ...], named: dict[str, Any]
) -> tuple[Any, ...]:
    """Find the version of a function for a call.

    Numba would compile one for every constant that is passed, without any use of its value.
    """
    from numba.core.types import unliteral

    plain = tuple(map(unliteral, arguments)), {k: unliteral(v) for k, v in named.items()}
    resolved: tuple[Any, ...] = type(dispatcher).get_call_template(dispatcher, *plain)
    return resolved


def fingerprint(function: Callable[..., Any]) -> str:
    """Hash everything that `function` compiles to depends on."""
    digest = hashlib.sha256(_RECIPE.encode())
    for part in _fingerprint_parts(as_kernel(function), set()):
        digest.update(part)
        digest.update(b"\0")
    return digest.hexdigest()[:20]


def _fingerprint_parts(marked: Kernel[..., Any], seen: set[int]) -> Iterator[bytes]:
    if id(marked) in seen:
        return
    seen.add(id(marked))
    function = marked.function
    yield function.__qualname__.encode()
    yield repr((marked.signature, function.__kwdefaults__)).encode()
    yield from _code_parts(function.__code__)
    for default in function.__defaults__ or ():
        yield from _value_parts(default, function, seen)
    for name, value in _referenced_globals(function):
        yield name.encode()
        yield from _value_parts(value, function, seen)
    for cell in function.__closure__ or ():
        yield from _value_parts(cell.cell_contents, function, seen)


def _names(code: types.CodeType) -> set[str]:
    """The globals and attributes that a function, or a function inside it, refers to."""
    names = set(code.co_names)
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            names |= _names(part)
    return names


def _referenced_globals(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    for name in sorted(_names(function.__code__)):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _module_attributes(
    module: types.ModuleType, user: types.FunctionType
) -> Iterator[tuple[str, Any]]:
    """The attributes of a module that `user` refers to."""
    for name in sorted(_names(user.__code__)):
        if name in module.__dict__:
            yield name, module.__dict__[name]


def _code_parts(code: types.CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars)).encode()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _code_parts(constant)
        else:
            yield repr(constant).encode()


_HASHED = (int, float, tuple, np.ndarray, np.generic, Kernel, Intrinsic)
"""What counts of a module's attributes."""


def _value_parts(value: Any, user: types.FunctionType, seen: set[int]) -> Iterator[bytes]:
    """What a value that `user` refers to adds to the fingerprint."""
    if isinstance(value, Kernel):
        yield from _fingerprint_parts(value, seen)
    elif isinstance(value, Intrinsic):
        yield repr(value.arguments).encode()
        yield from _foreign_parts(value.define)
    elif isinstance(value, types.ModuleType):
        yield value.__name__.encode()
        for name, inner in _module_attributes(value, user):
            if isinstance(inner, _HASHED):
                yield name.encode()
                yield from _value_parts(inner, user, seen)
    elif isinstance(value, np.ndarray | np.generic):
        yield repr((value.dtype, value.shape)).encode()
        yield value.tobytes()
    elif isinstance(value, tuple):
        yield repr(len(value)).encode()
        for inner in value:
            yield from _value_parts(inner, user, seen)
    elif isinstance(value, int | float | str | bool | None):
        yield repr(value).encode()
    else:
        yield from _foreign_parts(value)


def _foreign_parts(value: Any) -> Iterator[bytes]:
    """One of Numba's own objects, or a type: its source file determines what it does."""
    module = sys.modules.get(getattr(value, "__module__", None) or type(value).__module__)
    path = getattr(module, "__file__", None)
    if path and path.endswith(".py"):
        yield Path(path).read_bytes()
    else:
        yield repr(type(value)).encode()
    # An intrinsic bakes in what its function closes over.
    wrapped = getattr(value, "__wrapped__", None)
    for cell in getattr(wrapped, "__closure__", None) or ():
        if not isinstance(cell.cell_contents, types.FunctionType):
            yield repr(cell.cell_contents).encode()
