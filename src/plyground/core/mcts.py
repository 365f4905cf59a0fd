"""Monte-Carlo tree search for any game: limits, results, and the tree kept between moves.

The simulations themselves are in `uct.py`, the tree in `mcts_tree.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

import numpy as np

from plyground.core import slots
from plyground.core.context import Context, Matrix
from plyground.core.contract import Rules, Vector, vector
from plyground.core.game_calls import raise_violation
from plyground.core.jit import compile_kernel
from plyground.core.limits import Limit, Stop
from plyground.core.mcts_tree import (
    COLUMNS,
    COUNT,
    FIRST,
    MOVE,
    NODE_BYTES,
    VISITS,
    Nodes,
    Totals,
    add_ply,
    high_for,
    is_settled,
    low_for,
    make_node,
    mean_for,
)
from plyground.core.playout import seed_random
from plyground.core.pointers import NativeKernels
from plyground.core.stack import bind_stack, read_state
from plyground.core.uct import ENTRIES, LEAF, PATH_PLIES, ROOT
from plyground.core.values import DECIDED
from plyground.locale import Problem

__all__ = ["ENTRIES", "TreeMove", "TreeResult", "TreeSearch"]

# Between calls of native code Python can handle Ctrl-C and report progress.
CALL_SECONDS = 0.05
FIRST_CALL = 256

VISITS_LIMIT = 2**31 - 1

# Equal to no state: slot 0 of a state is 0 or 1.
_NOWHERE = -1


@dataclass(frozen=True)
class TreeMove:
    """Statistics of one root move, for the side to move."""

    move: int
    visits: int
    mean: float | None
    """Mean reward: 1 a win, 0 a loss; None before the first visit."""
    score: int | None
    """The proven score, if there is one. A win may take fewer plies than it says."""


@dataclass(frozen=True)
class TreeResult:
    """The result of a tree search, for the side to move."""

    move: int | None
    """The move to play; None if the game is over."""
    moves: tuple[TreeMove, ...]
    """All legal moves, most visited first."""
    mean: float | None
    score: int | None
    line: tuple[int, ...]
    simulations: int
    seconds: float
    stopped_by: str = ""

    @property
    def depth(self) -> int:
        return len(self.line)


class TreeSearch:
    """Searches positions of one game; the tree is kept for positions that come next.

    All memory is allocated at the start. When the tree has used it up, simulations go on with the
    nodes there are.
    """

    def __init__(
        self, rules: Rules, native: NativeKernels, mebibytes: float = 64, seed: int = 0
    ) -> None:
        self.rules = rules
        self._context = Context(rules, native)
        self._stack = bind_stack(self._context, rules, LEAF, lists=2)
        self._path = np.zeros(PATH_PLIES, np.int64)
        # What the features say about the root, without their scratch space.
        copied = rules.features_size - rules.features_scratch
        others: dict[int, Matrix] = {
            slots.ROOT_FEATURES: np.zeros(copied, np.int64),
            slots.PATH: self._path,
            slots.SIDES: np.zeros(PATH_PLIES, np.int64),
        }
        fixed = self._stack.nbytes + rules.features_size * 8
        fixed += sum(array.nbytes for array in others.values())
        capacity = min((int(mebibytes * 2**20) - fixed) // NODE_BYTES, 2**31 - 1)
        if capacity <= rules.branching:
            least = (fixed + NODE_BYTES * (rules.branching + 1)) / 2**20
            raise Problem("problem.mcts.memory", given=mebibytes, least=f"{least:.2f}")
        # Filled, not just reserved: else the first search would pay for every new page.
        self._nodes: Nodes = np.full((capacity, COLUMNS), 0, np.int32)
        self._totals: Totals = np.full(capacity, 0.0, np.float64)
        others |= {slots.TREE: self._nodes, slots.TOTALS: self._totals}
        for slot, array in others.items():
            self._context.bind(slot, array)
        compiled = (compile_kernel(*entry).call for entry in ENTRIES)
        self._simulate, self._set_root, self._advance, self._read_principal_line = compiled
        self._context[slots.RANDOM] = seed_random(vector(seed)[0])
        self._clear(_NOWHERE)

    def run(
        self,
        state: Vector,
        limit: Limit,
        stop: Stop,
        on_progress: Callable[[TreeResult], None] | None = None,
    ) -> TreeResult:
        """Simulate until stopped, at most `limit.nodes` times, or until `state` is solved.

        Time limits come through `stop`. The tree is reused if `state` is the one that `run` and
        `advance` led to, else cleared.
        """
        began = monotonic()
        self._context.bind(slots.STOP, stop.flag)
        if not np.array_equal(state, self._root):
            self._clear(state)
        self._set_root(self._context.words)
        room_for = VISITS_LIMIT - int(self._nodes[0, VISITS])
        budget = min(limit.nodes or room_for, room_for)
        self._context[slots.SIMULATIONS] = 0
        size = FIRST_CALL
        while not (stop.is_set or is_settled(self._nodes, 0) or self._simulations == budget):
            called = monotonic()
            self._simulate(self._context.words, min(size, budget - self._simulations))
            raise_violation(self._context)
            size = self._next_size(size, monotonic() - called)
            if on_progress is not None:
                on_progress(self._result(began))
        reason = "proven" if is_settled(self._nodes, 0) else stop.reason or "nodes"
        return self._result(began, reason)

    def advance(self, move: int) -> None:
        """Keep the subtree of a move that was played at the root of the last search."""
        if not self._advance(self._context.words, move):
            self._clear(_NOWHERE)
        raise_violation(self._context)

    @property
    def nodes(self) -> int:
        """The number of nodes in use."""
        return self._context[slots.TREE_SIZE]

    @property
    def _simulations(self) -> int:
        return self._context[slots.SIMULATIONS]

    @property
    def _root(self) -> Vector:
        """The state that the tree is for."""
        return read_state(self._stack, ROOT, len(self.rules.start))

    def _clear(self, root: Vector | int) -> None:
        """Start a new tree."""
        self._root[:] = root
        make_node(self._nodes, self._totals, 0, 0, 0)
        self._context[slots.TREE_SIZE] = 1

    def _next_size(self, size: int, seconds: float) -> int:
        """The number of simulations for the next call to take about `CALL_SECONDS`."""
        if seconds < CALL_SECONDS / 2:
            return size * 2
        return max(size // 2, 1) if seconds > CALL_SECONDS else size

    def _result(self, began: float, reason: str = "") -> TreeResult:
        length = self._read_principal_line(self._context.words)
        line = tuple(int(move) for move in self._path[:length])
        first, count = int(self._nodes[0, FIRST]), int(self._nodes[0, COUNT])
        moves = [self._read_move(child) for child in range(first, first + count)]
        return TreeResult(
            move=line[0] if line else None,
            moves=tuple(sorted(moves, key=lambda found: -found.visits)),
            mean=self._mean(0),
            score=self._score(0),
            line=line,
            simulations=self._simulations,
            seconds=monotonic() - began,
            stopped_by=reason,
        )

    def _read_move(self, child: int) -> TreeMove:
        score = self._score(child)
        return TreeMove(
            move=int(self._nodes[child, MOVE]),
            visits=int(self._nodes[child, VISITS]),
            mean=self._mean(child),
            score=None if score is None else add_ply(score),
        )

    def _mean(self, node: int) -> float | None:
        if self._nodes[node, VISITS] == 0:
            return None
        return float(mean_for(self._nodes, self._totals, node, self._side))

    def _score(self, node: int) -> int | None:
        """The proven score of a node for the side to move at the root."""
        if not is_settled(self._nodes, node):
            return None
        low, high = low_for(self._nodes, node, self._side), high_for(self._nodes, node, self._side)
        return int(high if high <= -DECIDED else low)

    @property
    def _side(self) -> int:
        return int(self._root[0])
