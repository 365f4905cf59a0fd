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

GAMES_KEPT = 64
POSITIONS_KEPT = 128

T = TypeVar("T")


class Shelf:
    """The games and positions used last.

    Names come from guests: files and modules are never looked for.
    """

    def __init__(self) -> None:
        self._kinds: dict[str, type[Game]] = {}
        self._games: OrderedDict[object, Game] = OrderedDict()
        self._positions: OrderedDict[object, Position] = OrderedDict()
        self._lock = threading.Lock()

    def game(self, name: str, options: Mapping[str, Setting] | None = None) -> Game:
        """The game of a name with these options."""
        kind = self._kind(name)
        # Names are checked before they become arguments of a class.
        settings = resolve(kind.name, kind.options, options or {})
        key = (name, tuple(settings.items()))
        known = self._found(self._games, key)
        if known is not None:
            return known
        made = kind(**(options or {}))
        _ = made.rules
        return self._kept(self._games, key, made, GAMES_KEPT)

    def _kind(self, name: str) -> type[Game]:
        """The class of a game; looking through what is installed takes a while."""
        if name not in self._kinds:
            self._kinds[name] = find_game_class(name)
        return self._kinds[name]

    def position(
        self,
        name: str,
        options: Mapping[str, Setting] | None = None,
        start: str | None = None,
        moves: Iterable[str] = (),
    ) -> Position:
        """A position as guests describe it: where it began, and the moves since."""
        game = self.game(name, options)
        line = tuple(" ".join(moves).split())
        # Whoever walks through a game asks for one move more, or one less, than before.
        for known in range(len(line), -1, -1):
            begun = self._found(self._positions, (game, start, line[:known]))
            if begun is not None:
                break
        else:
            known = 0
            begun = game.position(start) if start else game.start()
        try:
            for text in line[known:]:
                known += 1
                begun = lightened(begun.play(text))
        except Problem as problem:
            raise Problem("problem.move.number", number=known, why=problem) from problem
        return self._kept(self._positions, (game, start, line), begun, POSITIONS_KEPT)

    def _found(self, shelf: OrderedDict[object, T], key: object) -> T | None:
        with self._lock:
            if key not in shelf:
                return None
            shelf.move_to_end(key)
            return shelf[key]

    def _kept(self, shelf: OrderedDict[object, T], key: object, made: T, most: int) -> T:
        with self._lock:
            made = shelf.setdefault(key, made)
            while len(shelf) > most:
                shelf.popitem(last=False)
        return made


def lightened(position: Position) -> Position:
    """The same position, and earlier ones without the lists of moves they once computed."""
    if position.before is not None:
        earlier = position.before
        position.before = Position(earlier.game, earlier.state, earlier.history, earlier.before)
    return position
