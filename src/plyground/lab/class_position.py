"""Adapts positions of a user's class to the searches and drawings of the laboratory.

The class has the textbook's five methods: `to_move`, `actions()`, `result(action)`,
`is_terminal()` and `utility()`, which is the value for Max. `to_move` may be an attribute, and be
called `player`; `actions()` may be called `empty_cells()`. The start is the class called without
arguments, and a position is drawn as `str` writes it.

Max is player 0, `"X"`, or 1 where the other player is -1; under any other names, Max moves first.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from plyground.games.game import Game
from plyground.games.user_code import (
    describe_error,
    list_own_classes,
    load_module,
    load_name,
    split_reference,
)
from plyground.locale import Problem

METHODS = (("actions", "empty_cells"), ("result",), ("is_terminal",), ("utility",))
"""The names that each method may have."""
PLAYERS = ("to_move", "player")

MAX_LINES, MAX_COLUMNS = 16, 40
"""Lines and columns of a position's text that are drawn."""


def load_class(reference: str) -> type:
    """The class that a reference names: a game, or a class of positions; the only one of a file."""
    source, name = split_reference(reference)
    if name is None:
        return _find_only_class(load_module(source), source)
    found = load_name(reference)
    if not isinstance(found, type):
        raise Problem("lab.problem.class.none", name=reference)
    return found


def _find_only_class(module: ModuleType, source: str) -> type:
    classes = list_own_classes(module)
    fitting = [kind for kind in classes if issubclass(kind, Game) or not _missing_methods(kind)]
    found = fitting or classes
    if not found:
        raise Problem("lab.problem.class.none", name=source)
    if len(found) > 1:
        names = ", ".join(kind.__name__ for kind in found)
        raise Problem(
            "lab.problem.class.several", source=source, names=names, name=found[0].__name__
        )
    return found[0]


def _missing_methods(kind: type) -> list[str]:
    return [names[0] for names in METHODS if not any(hasattr(kind, name) for name in names)]


class ClassPosition:
    """A position of such a class with the methods that the searches use."""

    def __init__(self, wrapped: Any, max_player: object) -> None:
        self.wrapped = wrapped
        self.max_player = max_player

    @classmethod
    def start(cls, kind: type) -> ClassPosition:
        """The first position of a class that has what the searches need."""
        try:
            wrapped = kind()
        except Exception as error:
            why = describe_error(error)
            raise Problem("lab.problem.class.start", name=kind.__name__, why=why) from error
        missing = _missing_methods(kind)
        if not any(hasattr(wrapped, name) for name in PLAYERS):
            missing.insert(0, PLAYERS[0])
        if missing:
            names = ", ".join(missing)
            raise Problem("lab.problem.class.missing", name=kind.__name__, missing=names)
        start = cls(wrapped, None)
        start.max_player = start._find_max_player()
        return start

    def play(self, moves: str) -> ClassPosition:
        """The position after actions, given by their texts."""
        position = self
        for text in moves.split():
            actions = [] if position.is_terminal() else position.actions()
            known = {str(action): action for action in actions}
            if text not in known:
                raise Problem("problem.move", given=text, legal=" ".join(known) or "-")
            position = position.result(known[text])
        return position

    # For the searches.

    @property
    def to_move(self) -> int:
        return 0 if self._player == self.max_player else 1

    def actions(self) -> Sequence[Any]:
        return list(self._call(METHODS[0]))

    def result(self, action: Any) -> ClassPosition:
        after = self._call(METHODS[1], action)
        if after is None or after is self.wrapped:
            raise Problem("lab.problem.class.result", name=self.title)
        return ClassPosition(after, self.max_player)

    def is_terminal(self) -> bool:
        return bool(self._call(METHODS[2]))

    def utility(self) -> float:
        value = self._call(METHODS[3])
        if not isinstance(value, int | float | np.number):
            raise Problem("lab.problem.class.utility", name=self.title, value=repr(value))
        return value  # type: ignore[return-value]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClassPosition) and bool(self._key == other._key)

    def __hash__(self) -> int:
        return hash(self._key)

    # For the drawings.

    @property
    def title(self) -> str:
        return type(self.wrapped).__name__

    @cached_property
    def text(self) -> str:
        """The position as its class writes it; nothing if it does not."""
        if not _defines(self.wrapped, "__str__"):
            return ""
        lines = str(self._call(("__str__",))).expandtabs().splitlines()
        return "\n".join(line[:MAX_COLUMNS] for line in lines[:MAX_LINES])

    # The class itself.

    @property
    def _player(self) -> Any:
        name = next(name for name in PLAYERS if hasattr(self.wrapped, name))
        player = getattr(self.wrapped, name)
        return self._call((name,)) if callable(player) else player

    def _find_max_player(self) -> object:
        """Who is Max, by the names of who moves at the start and after the first action."""
        first = self._player
        others = {first}
        if not self.is_terminal():
            before = self._key
            others |= {self.result(action)._player for action in self.actions()[:1]}
            if self._make_key() != before:
                raise Problem("lab.problem.class.result", name=self.title)
        if others <= {0, 1}:
            return 0
        if others <= {1, -1}:
            return 1
        return "X" if others <= {"X", "O"} else first

    @cached_property
    def _key(self) -> Hashable:
        return self._make_key()

    def _make_key(self) -> Hashable:
        """What makes two positions equal: the equality of the class, else all their attributes."""
        wrapped = self.wrapped
        if _defines(wrapped, "__eq__") and isinstance(wrapped, Hashable):
            return wrapped
        return _to_hashable(vars(wrapped)) if hasattr(wrapped, "__dict__") else id(wrapped)

    def _call(self, names: Sequence[str], *arguments: Any) -> Any:
        """Call the method with one of these names; an exception in it becomes a `Problem`."""
        name = next(name for name in names if hasattr(self.wrapped, name))
        try:
            return getattr(self.wrapped, name)(*arguments)
        except RecursionError:
            raise
        except Exception as error:
            why = describe_error(error)
            raise Problem(
                "lab.problem.class.failed", name=self.title, method=name, why=why
            ) from error


def _defines(value: object, method: str) -> bool:
    """Does the class of a value have its own method, and not the one that all objects have?"""
    return getattr(type(value), method) is not getattr(object, method)


def _to_hashable(value: Any) -> Hashable:
    """Something hashable that is equal for equal data."""
    if isinstance(value, dict):
        return tuple((key, _to_hashable(kept)) for key, kept in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(_to_hashable, value))
    if isinstance(value, set):
        return frozenset(map(_to_hashable, value))
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    return value if isinstance(value, Hashable) else id(value)
