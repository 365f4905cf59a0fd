"""Finding a game by its name, and loading only the one that is asked for.

Games are the folders beside this file, entry points of the group `plyground.games` of installed
packages, those that the owner of this process admitted, and, where the caller trusts the name,
files (`mine.py`) and `module:Class`.
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

_admitted: dict[str, type[Game]] = {}


def game_names() -> list[str]:
    """All games that can be had by name."""
    installed = (entry.name for entry in entry_points(group=GROUP))
    return sorted({*_folders(), *installed, *_admitted})


def admit(name: str) -> type[Game]:
    """Have a game of the user's own, given by its file or `module:Class`, by its name from now on.

    The names of other games stay theirs.
    """
    kind = game_class(name, trusted=True)
    if kind.name in game_names() and game_class(kind.name).__qualname__ != kind.__qualname__:
        raise Problem("problem.game.taken", file=name, name=kind.name)
    if kind.name not in game_names():
        _admitted[kind.name] = kind
    return kind


def game_class(name: str, trusted: bool = False) -> type[Game]:
    """The class of a game. Only a trusted name may be a file or a module."""
    if name in _admitted:
        return _admitted[name]
    if name in _folders():
        return _only_game(importlib.import_module(f"{__package__}.{name}").__dict__, name)
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return _checked(entry.load(), name)
    if trusted and name.endswith(".py"):
        return _from_file(Path(name))
    if trusted and ":" in name:
        module, _, attribute = name.partition(":")
        try:
            return _checked(getattr(importlib.import_module(module), attribute), name)
        except Exception as error:
            raise Problem("problem.game.module", name=name, why=error) from error
    known = game_names()
    raise Problem("problem.game", name=name, hint=did_you_mean(name, known), known=", ".join(known))


def load_game(name: str, trusted: bool = False, /, **options: object) -> Game:
    """The game of that name with these options."""
    return game_class(name, trusted)(**options)


def _folders() -> list[str]:
    here = Path(__file__).parent
    return sorted(path.parent.name for path in here.glob("*/rules.py"))


def _from_file(path: Path) -> type[Game]:
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
    return _only_game(module.__dict__, str(path))


def _only_game(names: dict[str, object], asked: str) -> type[Game]:
    found = {
        value
        for value in names.values()
        if inspect.isclass(value) and issubclass(value, Game) and not inspect.isabstract(value)
    }
    if len(found) != 1:
        raise Problem("problem.game.class", name=asked)
    return found.pop()


def _checked(value: object, asked: str) -> type[Game]:
    if not (inspect.isclass(value) and issubclass(value, Game)):
        raise Problem("problem.game.class", name=asked)
    return value
