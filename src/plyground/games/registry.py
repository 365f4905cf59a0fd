"""Finding a game by its name, and importing no other.

Games are the folders beside this file, entry points of the group `plyground.games` of installed
packages, those registered in this process, and, where the caller trusts the name, files
(`mine.py`) and `module:Class`.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from plyground.games.checking.admission import check_loaded
from plyground.games.game import Game
from plyground.games.installed_names import GROUP, list_folders, list_installed_names
from plyground.games.options import did_you_mean
from plyground.games.user_code import describe_error, load_module, load_name, split_reference
from plyground.locale import Failure, Problem

_registered: dict[str, type[Game]] = {}
_broken: dict[str, Failure] = {}


def game_names() -> list[str]:
    """The names of all games."""
    return sorted({*list_installed_names(), *_registered, *_broken})


def register_game(name: str) -> str:
    """Register a user's game, given as a file or `module:Class`, and return its own name.

    A name that belongs to another game is a `Problem`. A game whose code fails is registered by the
    name of its file, to be answered by a sentence; the other games do not suffer from it.
    """
    try:
        kind = find_game_class(name, trusted=True)
    except Failure as failure:
        stem = Path(split_reference(name)[0]).stem
        _broken[stem] = failure
        return stem
    if kind.name in game_names() and find_game_class(kind.name).__qualname__ != kind.__qualname__:
        raise Problem("problem.game.taken", file=name, name=kind.name)
    if kind.name not in game_names():
        _registered[kind.name] = kind
    return kind.name


def list_registered() -> list[str]:
    """The registered games, as trusted names by which another process finds them."""
    return [name_reference(kind) for kind in _registered.values()]


def find_game_class(name: str, trusted: bool = False) -> type[Game]:
    """The class of a game. Only a trusted name may be a file or a module."""
    if name in _registered:
        return _registered[name]
    if name in _broken:
        raise _broken[name]
    if name in list_folders():
        return _find_only_game(importlib.import_module(f"{__package__}.{name}").__dict__, name)
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return _require_game_class(_load_entry(entry), name)
    if trusted and name.endswith(".py"):
        return _find_only_game(load_module(name).__dict__, name)
    if trusted and ":" in name:
        return _require_game_class(load_name(name), name)
    known = game_names()
    raise Problem("problem.game", name=name, hint=did_you_mean(name, known), known=", ".join(known))


def name_reference(kind: type[Game]) -> str:
    """The name by which another process finds the class of a game, as a trusted name."""
    if kind.__module__.startswith(f"{__package__}."):
        return kind.name
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    if "." in kind.__module__ or Path(file or "").name == "__init__.py":
        return f"{kind.__module__}:{kind.__qualname__}"
    if file is None or not kind.__qualname__.isidentifier():
        raise Problem("problem.game.elsewhere", game=kind.__qualname__)
    return f"{Path(file).absolute()}:{kind.__qualname__}"


def load_game(name: str, trusted: bool = False, /, **options: object) -> Game:
    """The game of that name with these options; one of a user's own is checked."""
    return make_game(find_game_class(name, trusted), options)


def make_game(kind: type[Game], options: Mapping[str, object]) -> Game:
    """A game with these options. A user's game that breaks the contract is a `Failure`."""
    try:
        game = kind(**options)
    except Problem:
        raise
    except Exception as error:
        raise Failure(
            "problem.game.module", name=kind.__qualname__, why=describe_error(error)
        ) from error
    check_loaded(game)
    return game


def _load_entry(entry: EntryPoint) -> object:
    """What an installed package has for an entry point."""
    try:
        return entry.load()
    except (Exception, SystemExit) as error:
        why = describe_error(error)
        raise Failure("problem.game.module", name=entry.value, why=why) from error


def _find_only_game(names: dict[str, object], asked: str) -> type[Game]:
    found = {
        value
        for value in names.values()
        if inspect.isclass(value) and issubclass(value, Game) and not inspect.isabstract(value)
    }
    if len(found) != 1:
        raise Problem("problem.game.class", name=asked)
    return _require_name(found.pop())


def _require_game_class(value: object, asked: str) -> type[Game]:
    if not (inspect.isclass(value) and issubclass(value, Game)):
        raise Problem("problem.game.class", name=asked)
    return _require_name(value)


def _require_name(kind: type[Game]) -> type[Game]:
    try:
        _ = kind.name
    except Problem as problem:
        raise Failure(problem.key, **problem.values) from problem
    return kind


def find_atlas_file(kind: type[Game]) -> Path | None:
    """Where the atlas of a game is, or would be; None if its class is in no file."""
    source = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return Path(source).with_name(f"{kind.name}.atlas.json") if source else None
