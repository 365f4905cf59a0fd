"""Games with their options, made once and shared: the tables of some take a while to build."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from plyground.games.game import Game
from plyground.games.options import Setting, resolve
from plyground.games.position import Position
from plyground.games.registry import find_game_class
from plyground.locale import Problem

MAX_GAMES = 64
MAX_POSITIONS = 128

T = TypeVar("T")


class GameCache:
    """The games and positions used last.

    Names come from guests: files and modules are never looked for.
    """

    def __init__(self) -> None:
        self._classes: dict[str, type[Game]] = {}
        self._games: OrderedDict[object, Game] = OrderedDict()
        self._positions: OrderedDict[object, Position] = OrderedDict()
        self._lock = threading.Lock()

    def get_game(self, name: str, options: Mapping[str, Setting] | None = None) -> Game:
        """The game of a name with these options."""
        cls = self._find_class(name)
        # Names are checked before they become arguments of a class.
        settings = resolve(cls.name, cls.options, options or {})
        key = (name, tuple(settings.items()))
        known = self._lookup(self._games, key)
        if known is not None:
            return known
        made = cls(**(options or {}))
        _ = made.rules
        return self._insert(self._games, key, made, MAX_GAMES)

    def _find_class(self, name: str) -> type[Game]:
        """The class of a game; looking through what is installed takes a while."""
        if name not in self._classes:
            self._classes[name] = game_class(name)
        return self._classes[name]

    def get_position(
        self,
        name: str,
        options: Mapping[str, Setting] | None = None,
        start: str | None = None,
        moves: Iterable[str] = (),
    ) -> Position:
        """A position as guests describe it: where it began, and the moves since."""
        game = self.get_game(name, options)
        line = tuple(" ".join(moves).split())
        # Whoever walks through a game asks for one move more, or one less, than before.
        for known in range(len(line), -1, -1):
            begun = self._lookup(self._positions, (game, start, line[:known]))
            if begun is not None:
                break
        else:
            known = 0
            begun = game.position(start) if start else game.start()
        try:
            for text in line[known:]:
                known += 1
                begun = drop_cached_moves(begun.play(text))
        except Problem as problem:
            raise Problem("problem.move.number", number=known, why=problem) from problem
        return self._insert(self._positions, (game, start, line), begun, MAX_POSITIONS)

    def _lookup(self, cache: OrderedDict[object, T], key: object) -> T | None:
        with self._lock:
            if key not in cache:
                return None
            cache.move_to_end(key)
            return cache[key]

    def _insert(self, cache: OrderedDict[object, T], key: object, made: T, most: int) -> T:
        with self._lock:
            made = cache.setdefault(key, made)
            while len(cache) > most:
                cache.popitem(last=False)
        return made


def drop_cached_moves(position: Position) -> Position:
    """The same position, and earlier ones without the lists of moves they once computed."""
    if position.before is not None:
        earlier = position.before
        position.before = Position(earlier.game, earlier.state, earlier.history, earlier.before)
    return position
