"""The agent `mcts`: Monte Carlo tree search with a tree that is reused from move to move."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from plyground.agents.agent import OnDepth, TimedSearchAgent, list_rules
from plyground.agents.alphabeta_agent import format_line
from plyground.core.jit import Entry
from plyground.core.limits import Limit, Stop
from plyground.core.mcts import ENTRIES, TreeMove, TreeResult, TreeSearch
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score

# A tree is reused after at most this many moves: one of each side, and twice that after passes.
REUSED_PLIES = 4


class MctsAgent(TimedSearchAgent):
    """Monte Carlo tree search; the tree is reused from move to move."""

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
        self._searches = lru_cache(maxsize=2)(self._make_search)
        self._last: Position | None = None

    def _make_search(self, game: Game) -> TreeSearch:
        return TreeSearch(game.rules, game.native(), self.memory, self.seed)

    def list_kernels(self, game: Game) -> list[Entry]:
        return [*ENTRIES, *list_rules(game.kernels)]

    def prepare(self, game: Game) -> None:
        super().prepare(game)
        self._searches(game)

    def release(self) -> None:
        """Free the trees."""
        self._searches.cache_clear()
        self._last = None

    def tighten_limit(self, limit: Limit) -> Limit:
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
        search = self._searches(position.game)
        self._advance_tree(search, position)
        found = search.run(
            position.state,
            limit,
            stop,
            on_depth and (lambda found: on_depth(_to_analysis(position, found, lines))),
        )
        self._last = position
        return _to_analysis(position, found, lines)

    def _advance_tree(self, search: TreeSearch, position: Position) -> None:
        """Advance the root of the tree by the moves played since the last search."""
        played: list[int] = []
        earlier: Position | None = position
        while earlier is not None and len(played) <= REUSED_PLIES:
            if self._last is not None and np.array_equal(earlier.state, self._last.state):
                for move in reversed(played):
                    search.advance(move)
                return
            if earlier.history:
                played.append(earlier.history[-1])
            earlier = earlier.before


def _to_analysis(position: Position, found: TreeResult, lines: int) -> Analysis:
    """Convert the result of a tree search."""
    assert found.move is not None
    # Of the moves that were visited most, the one that is played among them, the best comes first.
    ranked = sorted(found.moves, key=lambda move: move.move != found.move)
    shown = [
        Line(
            format_line(position, found.line if move.move == found.move else (move.move,)),
            _to_score(move, position),
        )
        for move in ranked[: max(lines, 1)]
    ]
    chosen = shown[0]
    shown.sort(key=_rank_line, reverse=True)
    equal = [
        move.move
        for move in found.moves
        if move.score is not None and move.score == ranked[0].score
    ]
    best = format_moves(position, equal or [found.move])
    return Analysis(
        chosen.moves[0], chosen.score, tuple(shown), best,
        found.depth, found.simulations, found.seconds, found.stopped_by,
    )  # fmt: skip


def _rank_line(line: Line) -> tuple[float, float]:
    """The order of lines; a win is better the sooner it comes, a loss the later."""
    score = line.score
    return score.chance, (score.plies or 0) * (-1 if score.kind == "win" else 1) + score.value


def format_moves(position: Position, moves: list[int]) -> tuple[str, ...]:
    return tuple(position.game.move_text(position.state, move) for move in moves)


def _to_score(move: TreeMove, position: Position) -> Score:
    if move.score is not None:
        return Score.from_core(move.score, True, position.game.rules)
    chance = 0.5 if move.mean is None else move.mean
    return Score("value", round(2 * chance - 1, 3), None, False, chance)
