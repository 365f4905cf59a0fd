"""easyAI as a peer: its Negamax in plain Python, over our own rules or over its own games.

Over our rules it runs the kernels as the plain Python that they are, on lists, which Python
handles faster than arrays; and it may undo moves instead of copying games.
"""

from __future__ import annotations

import importlib
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

    def own_game_seconds(self, title: str, depth: int) -> float | None:
        """Seconds of a Negamax to `depth` in easyAI's own game of that title, if it has one."""
        name = title.replace(" ", "").replace("-", "")
        try:
            own = getattr(importlib.import_module(f"easyAI.games.{name}"), name)
        except (ImportError, AttributeError):
            return None
        began = perf_counter()
        self._library.Negamax(depth)(own([None, None]))
        return perf_counter() - began


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
