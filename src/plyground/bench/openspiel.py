"""OpenSpiel as a peer: the same games in C++, driven as fast as its Python package allows."""

from __future__ import annotations

import importlib
from typing import Any

from plyground.bench.measure import Rival
from plyground.games.game import Game

NAME = "OpenSpiel"
PACKAGE = "open_spiel"


class Spiel:
    """The library, if it is installed."""

    def __init__(self, library: Any) -> None:
        self._library = library

    @classmethod
    def found(cls) -> Spiel | None:
        try:
            return cls(importlib.import_module("pyspiel"))
        except ImportError:
            return None

    def twin(self, game: Game) -> Twin | None:
        """The same game there, known by its name and the number of its first moves."""
        if game != type(game)():
            return None
        for name in self._library.registered_names():
            if name.replace("_", "") == game.name:
                twin = self._library.load_game(name)
                first = twin.new_initial_state().legal_actions()
                return Twin(self._library, twin) if len(first) == len(game.start().codes) else None
        return None


class Twin:
    """One of our games as OpenSpiel plays it."""

    def __init__(self, library: Any, game: Any) -> None:
        self._library = library
        self._game = game

    def playouts(self) -> Rival:
        """Random games played inside C++.

        The evaluator of its Monte-Carlo search plays them; a search of two simulations evaluates
        the start and the position after one move, and does nothing else.
        """
        batch = 50
        evaluator = self._library.RandomRolloutEvaluator(batch, 1)
        bot = self._library.MCTSBot(self._game, evaluator, 2.0, 2, 1_000, False, 1, False)
        start = self._game.new_initial_state()

        def work() -> int:
            bot.mcts_search(start)
            return 2 * batch

        return Rival(NAME, work)

    def perft(self, depth: int) -> Rival:
        """Sequences of moves, the states being C++ and the loop over them Python.

        One first move after the other, so that a batch is short.
        """
        start = self._game.new_initial_state()
        first = start.legal_actions()
        turns = iter(range(1 << 40))

        def work() -> int:
            return _sequences(start.child(first[next(turns) % len(first)]), depth - 1)

        return Rival(NAME, work)

    def minimax(self) -> Rival:
        """The whole tree from the start, the states being C++ and the loop over them Python."""
        start = self._game.new_initial_state()
        return Rival(NAME, lambda: _minimax(start)[1])

    def simulations(self, count: int) -> Rival:
        """Its Monte-Carlo tree search in C++, one random game a simulation."""
        evaluator = self._library.RandomRolloutEvaluator(1, 1)
        bot = self._library.MCTSBot(self._game, evaluator, 2.0, count, 1_000, True, 1, False)
        start = self._game.new_initial_state()

        def work() -> int:
            bot.mcts_search(start)
            return count

        return Rival(NAME, work)


def _minimax(state: Any) -> tuple[float, int]:
    """The value for the player to move, and the nodes visited."""
    if state.is_terminal():
        return state.player_return(state.num_players() - 1), 1
    mover = state.current_player()
    best, nodes = -float("inf"), 1
    for move in state.legal_actions():
        child = state.child(move)
        if child.is_terminal():
            value, visited = child.player_return(mover), 1
        else:
            below, visited = _minimax(child)
            value = below if child.current_player() == mover else -below
        best = max(best, value)
        nodes += visited
    return best, nodes


def _sequences(state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.legal_actions())
    return sum(_sequences(state.child(move), depth - 1) for move in state.legal_actions())
