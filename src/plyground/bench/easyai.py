"""easyAI as a peer: searches in plain Python, over our own rules or over its own games.

Over our rules it runs the kernels as the plain Python that they are, on lists, which Python
handles faster than arrays; and it may undo moves instead of copying games.
"""

from __future__ import annotations

import importlib
import math
import pkgutil
from time import perf_counter
from typing import Any

from plyground.games.game import Game

NAME = "easyAI"
PACKAGE = "easyAI"
WIN_SCORE = 100


class EasyAi:
    """The library, if it is installed."""

    def __init__(self, library: Any) -> None:
        self._library = library

    @classmethod
    def found(cls) -> EasyAi | None:
        try:
            return cls(importlib.import_module("easyAI"))
        except ImportError:
            return None

    def search(self, game: Game, depth: int) -> tuple[int, float]:
        """Nodes and seconds of a Negamax to `depth` from the start of one of our games."""
        twin = _twin_class(self._library)(game)
        began = perf_counter()
        self._library.Negamax(depth)(twin)
        return twin.nodes, perf_counter() - began

    def own_game_seconds(self, game: Game, depth: int) -> float | None:
        """Seconds of a Negamax to `depth` in easyAI's own game of that name, if it has one."""
        own = self._own_game(game)
        if own is None:
            return None
        began = perf_counter()
        self._library.Negamax(depth)(own)
        return perf_counter() - began

    def minimax(self, game: Game, depth: int) -> tuple[int, float] | None:
        """Nodes and seconds of a plain minimax in easyAI's own game, if it has one."""
        own = self._own_game(game)
        if own is None:
            return None
        began = perf_counter()
        _, nodes = _minimax(own, depth)
        return nodes, perf_counter() - began

    def _own_game(self, game: Game) -> Any | None:
        """The start of easyAI's own game that has the name or the title of ours."""
        wanted = [_letters(game.name), _letters(game.titles.get("en", ""))]
        library = importlib.import_module("easyAI.games")
        for module in pkgutil.iter_modules(library.__path__):
            if _letters(module.name) in wanted:
                found = importlib.import_module(f"easyAI.games.{module.name}")
                return getattr(found, module.name)([None, None])
        return None


def _letters(name: str) -> str:
    return name.replace(" ", "").lower()


def _minimax(game: Any, depth: int) -> tuple[float, int]:
    """The value for the player to move, and the nodes visited; moves are undone, not copied."""
    if depth == 0 or game.is_over():
        return game.scoring(), 1
    best, nodes = -math.inf, 1
    for move in game.possible_moves():
        game.make_move(move)
        game.switch_player()
        value, visited = _minimax(game, depth - 1)
        game.switch_player()
        game.unmake_move(move)
        best = max(best, -value)
        nodes += visited
    return best, nodes


def _twin_class(library: Any) -> Any:
    class Twin(library.TwoPlayerGame):  # type: ignore[misc]
        """One of our games, with the methods that easyAI asks for."""

        def __init__(self, game: Game) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.nodes = 1
            self.ai_move = None
            kernels = game.kernels
            self._moves, self._play, self._outcome = kernels.moves, kernels.play, kernels.outcome
            self._tables = game.rules.tables.tolist()
            self._states = [game.rules.start.tolist()]
            self._out = [0] * game.rules.branching

        def possible_moves(self) -> Any:
            count = self._moves(self._states[-1], self._out, self._tables)
            return self._out[:count]

        def make_move(self, move: int) -> None:
            state = self._states[-1].copy()
            self._play(state, move, self._tables)
            self._states.append(state)
            self.nodes += 1

        def unmake_move(self, move: int) -> None:
            self._states.pop()

        def is_over(self) -> bool:
            return bool(self._outcome(self._states[-1], self._tables))

        def scoring(self) -> int:
            code = self._outcome(self._states[-1], self._tables)
            return WIN_SCORE * int(code) if abs(code) == 1 else 0

        def show(self) -> None:
            """easyAI asks for it; a search never does."""

    return Twin
