"""The agent that plays what Monte Carlo tree search finds."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from plyground.agents.agent import OnDepth, Searcher
from plyground.agents.alphabeta_agent import texts
from plyground.core.limits import Limit, Stop
from plyground.core.mcts import TreeMove, TreeResult, TreeSearch
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score

# Moves after which a tree is still looked for: ours and the opponent's, twice if somebody passed.
REMEMBERED_PLIES = 4


class TreeAgent(Searcher):
    """Monte Carlo tree search; the tree is kept from move to move."""

    def __init__(
        self,
        playouts: int | None = None,
        time: float | None = None,
        memory: int = 64,
        seed: int = 0,
    ) -> None:
        self.playouts = playouts
        self.time = time
        self.memory = memory
        self.seed = seed
        self._searchers = lru_cache(maxsize=2)(self._make)
        self._last: Position | None = None

    def _make(self, game: Game) -> TreeSearch:
        return TreeSearch(game.rules, game.native().addresses, self.memory, self.seed)

    def prepare(self, game: Game) -> None:
        self._searchers(game)

    def own(self, limit: Limit) -> Limit:
        if self.playouts is not None:
            limit = replace(limit, nodes=min(self.playouts, limit.nodes or self.playouts))
        if self.time is not None:
            limit = replace(limit, time=min(self.time, limit.time or self.time))
        return replace(limit, time=1.0) if limit.is_endless else limit

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        search = self._searchers(position.game)
        self._catch_up(search, position)
        found = search.run(
            position.state,
            limit,
            stop,
            on_depth and (lambda found: on_depth(_analysis(position, found, lines))),
        )
        self._last = position
        return _analysis(position, found, lines)

    def _catch_up(self, search: TreeSearch, position: Position) -> None:
        """Lead the tree along the moves played since the last search."""
        played: list[int] = []
        earlier: Position | None = position
        while earlier is not None and len(played) <= REMEMBERED_PLIES:
            if self._last is not None and np.array_equal(earlier.state, self._last.state):
                for move in reversed(played):
                    search.advance(move)
                return
            if earlier.history:
                played.append(earlier.history[-1])
            earlier = earlier.before


def _analysis(position: Position, found: TreeResult, lines: int) -> Analysis:
    """What the tree says, in the words of the game."""
    assert found.move is not None
    ranked = sorted(found.moves, key=lambda move: move.move != found.move)
    told = tuple(
        Line(
            texts(position, found.line if move.move == found.move else (move.move,)),
            _score(move, position),
        )
        for move in ranked[: max(lines, 1)]
    )
    equal = [
        move.move
        for move in found.moves
        if move.score is not None and move.score == ranked[0].score
    ]
    best = texts_of_moves(position, equal or [found.move])
    score = told[0].score
    return Analysis(
        told[0].moves[0], score, told, best,
        found.depth, found.simulations, found.seconds, found.stopped_by,
    )  # fmt: skip


def texts_of_moves(position: Position, moves: list[int]) -> tuple[str, ...]:
    return tuple(position.game.move_text(position.state, move) for move in moves)


def _score(move: TreeMove, position: Position) -> Score:
    if move.score is not None:
        return Score.from_core(move.score, True, position.game.rules)
    chance = 0.5 if move.mean is None else move.mean
    return Score("value", round(2 * chance - 1, 3), None, False, chance)
