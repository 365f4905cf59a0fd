"""Finding a game by its name, and importing no other.

Games are the folders beside this file, entry points of the group `plyground.games` of installed
packages, those registered in this process, and, where the caller trusts the name, files
(`mine.py`) and `module:Class`.
"""

from __future__ import annotations

import importlib
import inspect
from importlib.metadata import entry_points
from pathlib import Path

from plyground.games.game import Game
from plyground.games.options import did_you_mean
from plyground.games.user_code import load_module, load_name
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
        return _find_only_game(load_module(name).__dict__, name)
    if trusted and ":" in name:
        return _require_game_class(load_name(name), name)
    known = game_names()
    raise Problem("problem.game", name=name, hint=did_you_mean(name, known), known=", ".join(known))


def load_game(name: str, trusted: bool = False, /, **options: object) -> Game:
    """The game of that name with these options."""
    return find_game_class(name, trusted)(**options)


def _list_folders() -> list[str]:
    here = Path(__file__).parent
    return sorted(path.parent.name for path in here.glob("*/rules.py"))


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
