"""Minimax by the rules alone, against which the claims of other kernels are checked."""

from __future__ import annotations

import numpy as np

from plyground.core.contract import Rules, Vector
from plyground.core.values import ONGOING, is_decided, outcome_score
from plyground.games.checking.sandbox import Sandbox

_NODES = 2_000
"""Nodes of one search."""


class ReferenceSearch:
    """A search of a few plies with nothing but `moves`, `play` and `outcome`."""

    def __init__(self, rules: Rules, sandbox: Sandbox) -> None:
        self._call = sandbox.call
        self._branching = rules.branching
        self._tables = sandbox.tables
        self._nodes_left = 0
        self._cut = False

    def affordable_depth(self, moves: int) -> int:
        """How deep a tree with so many moves in every position may be searched."""
        return max(depth for depth in (1, 2, 3) if depth == 1 or moves**depth < _NODES)

    def value(self, state: Vector, depth: int) -> int | None:
        """The score to `depth`, 0 beyond it; None if the tree is too large."""
        self._nodes_left, self._cut = _NODES, False
        score = self._search(np.array(state), depth, 0)
        return None if self._nodes_left < 0 else score

    def certain_value(self, state: Vector, depth: int) -> int | None:
        """The score if a search to `depth` is certain of it, else None."""
        score = self.value(state, depth)
        return score if score is not None and (is_decided(score) or not self._cut) else None

    def _search(self, state: Vector, depth: int, ply: int) -> int:
        self._nodes_left -= 1
        outcome = self._call("outcome", state, self._tables)
        if outcome != ONGOING:
            return int(outcome_score(outcome, ply))
        if self._nodes_left < 0 or (depth == 0 and self._cut):
            return 0
        moves = np.zeros(self._branching, np.int64)
        count = self._call("moves", state, moves, self._tables)
        if depth == 0:
            self._cut = count > 0
            return 0
        scores = []
        for move in moves[:count]:
            child = state.copy()
            self._call("play", child, int(move), self._tables)
            sign = 1 if child[0] == state[0] else -1
            scores.append(sign * self._search(child, depth - 1, ply + 1))
        return max(scores, default=0)
