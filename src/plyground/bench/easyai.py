"""easyAI as a peer: its searches in plain Python, on our rules or on its own games.

On our rules it runs the kernels as plain Python on lists, which are faster than arrays there, and
it undoes moves instead of copying games.
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
    """The easyAI library."""

    def __init__(self, library: Any) -> None:
        self._library = library

    @classmethod
    def load(cls) -> EasyAi | None:
        """The library, if it is installed."""
        try:
            return cls(importlib.import_module("easyAI"))
        except ImportError:
            return None

    def search(self, game: Game, depth: int) -> tuple[int, float]:
        """Nodes and seconds of a Negamax search to `depth` from the start of one of our games."""
        adapter = _make_adapter_class(self._library)(game)
        started = perf_counter()
        self._library.Negamax(depth)(adapter)
        return adapter.nodes, perf_counter() - started

    def time_own_game(self, game: Game, depth: int) -> float | None:
        """Seconds of a Negamax search to `depth` in easyAI's own version of a game, if any."""
        own_game = self._find_own_game(game)
        if own_game is None:
            return None
        started = perf_counter()
        self._library.Negamax(depth)(own_game)
        return perf_counter() - started

    def run_minimax(self, game: Game, depth: int) -> tuple[int, float] | None:
        """Nodes and seconds of a plain minimax in easyAI's own version of a game, if any."""
        own_game = self._find_own_game(game)
        if own_game is None:
            return None
        started = perf_counter()
        _, nodes = _run_minimax(own_game, depth)
        return nodes, perf_counter() - started

    def _find_own_game(self, game: Game) -> Any | None:
        """The start of easyAI's own game with the name or the title of ours."""
        names = [_normalise(game.name), _normalise(game.titles.get("en", ""))]
        library = importlib.import_module("easyAI.games")
        for module in pkgutil.iter_modules(library.__path__):
            if _normalise(module.name) in names:
                imported = importlib.import_module(f"easyAI.games.{module.name}")
                return getattr(imported, module.name)([None, None])
        return None


def _normalise(name: str) -> str:
    return name.replace(" ", "").lower()


def _run_minimax(game: Any, depth: int) -> tuple[float, int]:
    """The value for the player to move, and the number of nodes; undoes moves."""
    if depth == 0 or game.is_over():
        return game.scoring(), 1
    best, nodes = -math.inf, 1
    for move in game.possible_moves():
        game.make_move(move)
        game.switch_player()
        value, visited = _run_minimax(game, depth - 1)
        game.switch_player()
        game.unmake_move(move)
        best = max(best, -value)
        nodes += visited
    return best, nodes


def _make_adapter_class(library: Any) -> Any:
    class EasyAiGame(library.TwoPlayerGame):  # type: ignore[misc]
        """Adapts one of our games to the interface of easyAI."""

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
            """Required by easyAI, but never called in a search."""

    return EasyAiGame
