"""Agents that play what a search of the textbook finds, move for move: the first best is kept.

Depths are searched one after the other, so that there is an answer whenever the time runs out.
That does not change what the last one finds: without a table no search knows of an earlier one.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from plyground.agents.agent import OnDepth, Searcher
from plyground.classic import Found, Stopped, deepening
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score

Search = Callable[..., Found]
IsOver = Callable[[], bool]


class TextbookAgent(Searcher):
    """A search of `classic` as a player, in a game that is won, lost or drawn.

    It has no evaluation: what lies beyond the depth is even, so a win or a loss that it sees is
    proven. If not even the first depth was finished in time, it plays the first move.
    """

    def __init__(self, search: Search, depth: int | None) -> None:
        self._search = search
        self.depth = depth

    @abstractmethod
    def read(self, position: Position) -> Any:
        """The position as the search sees it; its actions are moves as people write them."""

    def prepare(self, game: Game) -> None:
        game.native()

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        root = self.read(position)
        depth = min(self.depth or math.inf, limit.depth or math.inf)
        is_over = _patience(stop, limit.nodes)
        found = None
        with suppress(Stopped):
            found = deepening(root, depth, stop=is_over, search=self._search)
        if found is None or not found.line:
            return Analysis(root.actions()[0], stopped_by=stop.reason or "nodes")
        reason = "depth" if found.depth == depth else stop.reason or "nodes"
        score = self._score(root, found, is_over)
        return Analysis(
            found.action, score, (Line(found.line, score),), (found.action,),
            int(found.depth), found.nodes, stop.elapsed, "proven" if found.complete else reason,
        )  # fmt: skip

    def _score(self, root: Any, found: Found, is_over: IsOver) -> Score:
        """For the side to move; a value is for side 0."""
        value = found.value if root.to_move == 0 else -found.value
        if value == 0:
            return Score("draw" if found.complete else "value", 0, None, found.complete, 0.5)
        plies = None
        with suppress(Stopped):
            plies = self._plies(root.result(found.action), found, is_over)
        return Score("win" if value > 0 else "loss", value, plies, True, 0.5 + value / 2)

    def _plies(self, after: Any, found: Found, is_over: IsOver) -> int:
        """How soon the move wins or loses: as far as one must look ahead to see it."""
        ahead = 0
        while self._search(after, ahead, stop=is_over).value != found.value:
            ahead += 1
        return ahead + 1


def _patience(stop: Stop, nodes: int | None) -> IsOver:
    """What a search asks at every node: is the time over, or are so many nodes used up?"""
    left = math.inf if nodes is None else nodes
    seconds = math.inf if stop.seconds is None else stop.seconds

    def is_over() -> bool:
        nonlocal left
        left -= 1
        # The timer has to wait for Python's lock, which this very search holds.
        if stop.elapsed >= seconds:
            stop.set("time")
        return left < 0 or stop.is_set

    return is_over
