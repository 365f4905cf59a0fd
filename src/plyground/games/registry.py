"""Finding a game by its name, importing only the one that is asked for.

Games are the folders beside this file, entry points of the group `plyground.games` of installed
packages, those registered in this process, and, where the caller trusts the name, files
(`mine.py`) and `module:Class`.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from importlib.metadata import entry_points
from pathlib import Path

from plyground.games.game import Game
from plyground.games.options import did_you_mean
from plyground.locale import Problem

GROUP = "plyground.games"

_registered: dict[str, type[Game]] = {}


def game_names() -> list[str]:
    """The names of all games."""
    installed = (entry.name for entry in entry_points(group=GROUP))
    return sorted({*_list_folders(), *installed, *_registered})


def register_game(name: str) -> type[Game]:
    """Register a user's game, given as a file or `module:Class`, under its own name.

    A name that belongs to another game is a `Problem`.
    """
    kind = find_game_class(name, trusted=True)
    if kind.name in game_names() and find_game_class(kind.name).__qualname__ != kind.__qualname__:
        raise Problem("problem.game.taken", file=name, name=kind.name)
    if kind.name not in game_names():
        _registered[kind.name] = kind
    return kind


def find_game_class(name: str, trusted: bool = False) -> type[Game]:
    """The class of a game. Only a trusted name may be a file or a module."""
    if name in _registered:
        return _registered[name]
    if name in _list_folders():
        return _find_only_game(importlib.import_module(f"{__package__}.{name}").__dict__, name)
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return _require_game_class(entry.load(), name)
    if trusted and name.endswith(".py"):
        return _load_file(Path(name))
    if trusted and ":" in name:
        module, _, attribute = name.partition(":")
        try:
            return _require_game_class(getattr(importlib.import_module(module), attribute), name)
        except Exception as error:
            raise Problem("problem.game.module", name=name, why=error) from error
    known = game_names()
    raise Problem("problem.game", name=name, hint=did_you_mean(name, known), known=", ".join(known))


def load_game(name: str, trusted: bool = False, /, **options: object) -> Game:
    """The game of that name with these options."""
    return find_game_class(name, trusted)(**options)


def _list_folders() -> list[str]:
    here = Path(__file__).parent
    return sorted(path.parent.name for path in here.glob("*/rules.py"))


def _load_file(path: Path) -> type[Game]:
    if not path.is_file():
        raise Problem("problem.file", path=path)
    name = path.stem
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Problem("problem.game.module", name=path, why=error) from error
    return _find_only_game(module.__dict__, str(path))


def _find_only_game(names: dict[str, object], asked: str) -> type[Game]:
    found = {
        value
        for value in names.values()
        if inspect.isclass(value) and issubclass(value, Game) and not inspect.isabstract(value)
    }
    if len(found) != 1:
        raise Problem("problem.game.class", name=asked)
    return found.pop()


def _require_game_class(value: object, asked: str) -> type[Game]:
    if not (inspect.isclass(value) and issubclass(value, Game)):
        raise Problem("problem.game.class", name=asked)
    return value
