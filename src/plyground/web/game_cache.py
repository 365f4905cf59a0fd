"""A cache of games and positions: the tables of some games take a while to build."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from plyground.games.game import Game
from plyground.games.options import Setting, resolve
from plyground.games.position import Position
from plyground.games.registry import find_game_class, game_names, make_game
from plyground.games.user_code import describe_error
from plyground.locale import Problem

log = logging.getLogger(__name__)

MAX_GAMES = 64
MAX_POSITIONS = 128

T = TypeVar("T")


class GameCache:
    """The most recently used games and positions.

    Names come from clients, so they are never resolved to files or modules.
    """

    def __init__(self) -> None:
        self._classes: dict[str, type[Game]] = {}
        self._broken: dict[str, Problem] = {}
        self._games: OrderedDict[object, Game] = OrderedDict()
        self._positions: OrderedDict[object, Position] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def broken_count(self) -> int:
        """How many installed games are not offered."""
        return len(self._broken)

    def get_game(self, name: str, options: Mapping[str, Setting] | None = None) -> Game:
        """The game of this name with these options."""
        if name in self._broken:
            raise self._broken[name]
        cls = self._find_class(name)
        # Option names are checked before they become keyword arguments.
        settings = resolve(cls.name, cls.options, options or {})
        key = (name, tuple(settings.items()))
        cached = self._lookup(self._games, key)
        if cached is not None:
            return cached
        game = make_game(cls, options or {})
        _ = game.rules
        return self._insert(self._games, key, game, MAX_GAMES)

    def list_games(self) -> list[Game]:
        """All installed games that can be loaded, with their default options."""
        games = []
        for name in game_names():
            try:
                games.append(self.get_game(name))
            except (Exception, SystemExit) as error:
                self.report_broken(name, error)
        return games

    def report_broken(self, name: str, error: BaseException) -> Problem:
        """Log what is wrong with an installed game, once; from now on it is refused with that."""
        problem = error
        if not isinstance(problem, Problem):
            problem = Problem("server.problem.broken_game", name=name, why=describe_error(error))
        with self._lock:
            is_new = name not in self._broken
            self._broken[name] = problem
        if is_new:
            log.error("the game %s is not offered: %s", name, problem, exc_info=error)
        return problem

    def _find_class(self, name: str) -> type[Game]:
        """The class of a game, cached: searching the installed entry points is slow."""
        if name not in self._classes:
            try:
                self._classes[name] = find_game_class(name)
            except Problem:
                raise
            except (Exception, SystemExit) as error:
                # The code of an installed game may do anything when it is imported.
                raise self.report_broken(name, error) from error
        return self._classes[name]

    def get_position(
        self,
        name: str,
        options: Mapping[str, Setting] | None = None,
        start: str | None = None,
        moves: Iterable[str] = (),
    ) -> Position:
        """The position after `moves` from `start`, or from the start of the game."""
        game = self.get_game(name, options)
        line = tuple(" ".join(moves).split())
        # Stepping through a game asks for one move more, or one less, than before.
        for ply in range(len(line), -1, -1):
            position = self._lookup(self._positions, (game, start, line[:ply]))
            if position is not None:
                break
        else:
            ply = 0
            position = game.position(start) if start else game.start()
        try:
            for text in line[ply:]:
                ply += 1
                position = drop_cached_moves(position.play(text))
        except Problem as problem:
            raise Problem("problem.move.number", number=ply, why=problem) from problem
        return self._insert(self._positions, (game, start, line), position, MAX_POSITIONS)

    def _lookup(self, cache: OrderedDict[object, T], key: object) -> T | None:
        with self._lock:
            if key not in cache:
                return None
            cache.move_to_end(key)
            return cache[key]

    def _insert(self, cache: OrderedDict[object, T], key: object, value: T, size: int) -> T:
        with self._lock:
            value = cache.setdefault(key, value)
            while len(cache) > size:
                cache.popitem(last=False)
        return value


def drop_cached_moves(position: Position) -> Position:
    """Free the lists of legal moves that the position before this one has computed."""
    if position.before is not None:
        earlier = position.before
        position.before = Position(earlier.game, earlier.state, earlier.history, earlier.before)
    return position
