"""OpenSpiel as a peer: the same games in C++, used through its Python package."""

from __future__ import annotations

import importlib
from typing import Any

from plyground.bench.measure import Peer
from plyground.games.game import Game

NAME = "OpenSpiel"
PACKAGE = "open_spiel"


class OpenSpiel:
    """The OpenSpiel library."""

    def __init__(self, library: Any) -> None:
        self._library = library

    @classmethod
    def load(cls) -> OpenSpiel | None:
        """The library, if it is installed."""
        try:
            return cls(importlib.import_module("pyspiel"))
        except ImportError:
            return None

    def find_game(self, game: Game) -> OpenSpielGame | None:
        """The same game in OpenSpiel: the one that the game declares, else one of equal name; it
        must have as many first moves."""
        name = self._find_name(game)
        if name is None:
            return None
        theirs = self._library.load_game(name)
        actions = theirs.new_initial_state().legal_actions()
        is_same = len(actions) == len(game.start().codes)
        return OpenSpielGame(self._library, theirs) if is_same else None

    def _find_name(self, game: Game) -> str | None:
        if PACKAGE in game.peers:
            return game.peers[PACKAGE].format(**game.settings)
        if game != type(game)():
            return None
        names = self._library.registered_names()
        return next((name for name in names if name.replace("_", "") == game.name), None)


class OpenSpielGame:
    """A game of OpenSpiel that is one of ours, too."""

    def __init__(self, library: Any, game: Any) -> None:
        self._library = library
        self._game = game

    def make_playouts(self) -> Peer:
        """Random games played in C++.

        The rollout evaluator of its Monte Carlo tree search plays them: a search of two simulations
        evaluates the start and the position after one move, and does nothing else.
        """
        batch = 50
        evaluator = self._library.RandomRolloutEvaluator(batch, 1)
        bot = self._library.MCTSBot(self._game, evaluator, 2.0, 2, 1_000, False, 1, False)
        start = self._game.new_initial_state()

        def work() -> int:
            bot.mcts_search(start)
            return 2 * batch

        return Peer(NAME, work)

    def make_perft(self, depth: int) -> Peer:
        """Counts sequences of moves, with states in C++ and the loop in Python.

        A batch is one first move, so that it is short.
        """
        start = self._game.new_initial_state()
        actions = start.legal_actions()
        numbers = iter(range(1 << 40))

        def work() -> int:
            return _count_sequences(start.child(actions[next(numbers) % len(actions)]), depth - 1)

        return Peer(NAME, work)

    def make_minimax(self) -> Peer:
        """Minimax over the whole tree, with states in C++ and the loop in Python."""
        start = self._game.new_initial_state()
        return Peer(NAME, lambda: _run_minimax(start)[1])

    def make_alphabeta(self, depth: int) -> Peer:
        """Alpha-beta to a depth, with states in C++ and the loop in Python."""
        start = self._game.new_initial_state()
        endless = float("inf")
        return Peer(NAME, lambda: _run_alphabeta(start, depth, -endless, endless)[1])

    def make_simulations(self, count: int) -> Peer:
        """Monte Carlo tree search in C++, with one random game per simulation."""
        evaluator = self._library.RandomRolloutEvaluator(1, 1)
        bot = self._library.MCTSBot(self._game, evaluator, 2.0, count, 1_000, True, 1, False)
        start = self._game.new_initial_state()

        def work() -> int:
            bot.mcts_search(start)
            return count

        return Peer(NAME, work)


def _run_minimax(state: Any) -> tuple[float, int]:
    """The value for the player to move, and the number of nodes."""
    if state.is_terminal():
        return state.player_return(state.num_players() - 1), 1
    mover = state.current_player()
    best, nodes = -float("inf"), 1
    for move in state.legal_actions():
        child = state.child(move)
        if child.is_terminal():
            value, visited = child.player_return(mover), 1
        else:
            below, visited = _run_minimax(child)
            value = below if child.current_player() == mover else -below
        best = max(best, value)
        nodes += visited
    return best, nodes


def _run_alphabeta(state: Any, depth: int, alpha: float, beta: float) -> tuple[float, int]:
    """The value for the player to move, 0 at the horizon, and the number of nodes."""
    mover = state.current_player()
    best, nodes = -float("inf"), 1
    for move in state.legal_actions():
        child = state.child(move)
        if child.is_terminal():
            value, visited = child.player_return(mover), 1
        elif depth == 1:
            value, visited = 0.0, 1
        elif child.current_player() == mover:
            value, visited = _run_alphabeta(child, depth - 1, max(alpha, best), beta)
        else:
            below, visited = _run_alphabeta(child, depth - 1, -beta, -max(alpha, best))
            value = -below
        nodes += visited
        best = max(best, value)
        if best >= beta:
            break
    return best, nodes


def _count_sequences(state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.legal_actions())
    return sum(_count_sequences(state.child(move), depth - 1) for move in state.legal_actions())
