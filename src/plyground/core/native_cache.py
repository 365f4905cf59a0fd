"""Numba's disk cache, located by fingerprint instead of by the path and time of a source file.

Numba accepts cached code only for the very file it was compiled from. A kernel's fingerprint covers
everything that its native code depends on (see `jit`), so code may come from another checkout, or
from the wheel: a wheel built for one platform carries the built-in games, compiled for a baseline
processor, in `plyground/native`, with a manifest of what it fits.
"""

from __future__ import annotations

import functools
import hashlib
import json
import platform
import sys
import types
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

from plyground.core.jit import name_function

BUNDLE = Path(__file__).parents[1] / "native"
MANIFEST = "manifest.json"

# The processor that code in a wheel is compiled for, by machine: LLVM's name of it, and those of
# its features that a processor must have. x86-64-v3 is every x86 server and desktop since 2015.
_X86_64_V3 = ("x86-64-v3", ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt"))
BASELINES: dict[str, tuple[str, tuple[str, ...]]] = {
    "x86_64": _X86_64_V3,
    "amd64": _X86_64_V3,
    "aarch64": ("generic", ()),
    "arm64": ("generic", ()),
}


class _Locator:
    """A folder whose name says all that the code in it depends on."""

    def __init__(self, folder: Path, source: str) -> None:
        self._folder = folder
        self._py_file = source

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    def __init__(self, function: types.FunctionType, folder: Path) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(folder, function.__code__.co_filename)


def name_index(function: types.FunctionType) -> str:
    """The file that Numba writes last for a function, once its code is there."""
    return f"{name_function(function)}.nbi"


class KernelCache(FunctionCache):  # type: ignore[misc]
    """The cache of one function in the folder of its entry kernel.

    Code is read from the first of `folders` that has it and written to the last one.
    """

    def __init__(self, function: types.FunctionType, folders: list[Path]) -> None:
        self._name = name = name_function(function)
        self._py_func = function
        self._impl = _CacheImpl(function, folders[-1])
        self._cache_path = str(folders[-1])
        self._files = [IndexDataCacheFile(str(folder), name, "") for folder in folders]
        self._cache_file = self._files[-1]
        self.enable()

    def _load_overload(self, signature: Any, target_context: Any) -> Any:
        for file in self._files:
            data = file.load(self._index_key(signature, None))
            if data is not None:
                return self._impl.rebuild(target_context, data)
        return None

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        """The signature alone: all else is in the name of the folder."""
        return (signature,)


@functools.cache
def hash_machine() -> str:
    """Hash everything but the fingerprint that native code depends on."""
    name = numba.config.CPU_NAME or binding.get_host_cpu_name()
    features = numba.config.CPU_FEATURES
    if features is None:
        features = binding.get_host_cpu_features().flatten()
    parts = (numba.__version__, sys.version, name, features)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:8]


def describe_runtime() -> dict[str, str]:
    """What bundled code depends on beside its fingerprint and the processor."""
    major, minor = sys.version_info[:2]
    # A free-threaded or a debug build has other objects; Windows does not tell them apart.
    flags = getattr(sys, "abiflags", "")
    return {
        "numba": numba.__version__,
        "python": f"{sys.implementation.name} {major}.{minor}{flags}",
        "system": platform.system(),
        "machine": platform.machine().lower(),
    }


@functools.cache
def bundle_fits(bundle: Path = BUNDLE) -> bool:
    """Is there native code in the package that fits this Numba, Python and processor?"""
    try:
        manifest = json.loads((bundle / MANIFEST).read_text(encoding="utf-8"))
        runtime, features = manifest["runtime"], manifest["features"]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    host = binding.get_host_cpu_features()
    return runtime == describe_runtime() and all(host.get(feature) for feature in features)


def find_bundled(fingerprint: str) -> Path | None:
    """The folder of a kernel's bundled native code, if there is one that fits."""
    folder = BUNDLE / fingerprint
    return folder if folder.is_dir() and bundle_fits(BUNDLE) else None
