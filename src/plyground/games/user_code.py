"""Code of the user's own by reference: `mine.py`, `mine.py:Name`, or `module:Name`.

Files and modules are looked for from the current folder. Loading runs the code, so callers pass
only references that they trust: typed at the command line, never sent or recorded.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.games.options import did_you_mean
from plyground.locale import Failure, Problem


def split_reference(reference: str) -> tuple[str, str | None]:
    """The file or module, and the name in it, if there is one."""
    file, ending, name = reference.rpartition(".py:")
    if ending:
        return f"{file}.py", name
    if reference.endswith(".py"):
        return reference, None
    module, _, name = reference.partition(":")
    return module, name or None


def has_module(name: str) -> bool:
    """Can a module of that name be found?"""
    _add_to_path(Path.cwd())
    try:
        return importlib.util.find_spec(name) is not None
    except Exception:
        # The packages above it are imported on the way, and their code may do anything.
        return False


def load_module(source: str) -> ModuleType:
    """The module that a file or a module's name stands for."""
    try:
        if not source.endswith(".py"):
            _add_to_path(Path.cwd())
            return importlib.import_module(source)
        path = Path(source).resolve()
        if not path.is_file():
            raise Problem("problem.file", path=source)
        return _load_file(path, path.stat().st_mtime_ns)
    except Problem:
        raise
    except (Exception, SystemExit) as error:
        # What does not exist was asked for in vain; what exists and fails is broken.
        kind = Failure if source.endswith(".py") or has_module(source) else Problem
        raise kind("problem.game.module", name=source, why=describe_error(error)) from error


def load_name(reference: str) -> Any:
    """What a reference names in its module."""
    source, name = split_reference(reference)
    module = load_module(source)
    if name is None or not hasattr(module, name):
        known = [name for name in vars(module) if not name.startswith("_")]
        hint = did_you_mean(name or "", known)
        raise Problem("problem.code.name", source=source, name=name or "", hint=hint)
    return getattr(module, name)


def list_own_classes(module: ModuleType) -> list[type]:
    """The classes that a module defines itself, in its order."""
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__ == module.__name__
    ]


def describe_error(error: BaseException) -> str:
    """What a user's code raised, in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


@lru_cache(maxsize=32)
def _load_file(path: Path, changed: int) -> ModuleType:
    """Once for each state of a file: it may take long, and its classes must stay the same ones."""
    name = path.stem
    if name in sys.stdlib_module_names or name in sys.modules:
        # Other code that imports the name must not get this file.
        name = f"user_{name}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    _add_to_path(path.parent)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _add_to_path(folder: Path) -> None:
    """Let the code import its neighbours, after everything that is installed."""
    importlib.invalidate_caches()
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
