"""The prover: yes-or-no questions about a position, answered by the proof searches.

All values are for the side to move: 1, 0 or -1 for a win, a draw or a loss, or the margin in a game
that is won by points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core import dfpn, margin_search, mate_distance, proof_stack, slots
from plyground.core.context import ENDLESS, Context
from plyground.core.contract import BOUNDS_SIZE, Rules, Vector
from plyground.core.game_calls import raise_violation
from plyground.core.jit import Compiled, Entry, compile_kernel
from plyground.core.limits import Stop
from plyground.core.pointers import NativeKernels
from plyground.core.stack import MOVES, read_list, read_state
from plyground.core.values import DRAW, LOSS, MARGIN, POINT, WIN

ENTRIES = (*proof_stack.ENTRIES, *mate_distance.ENTRIES, *dfpn.ENTRIES, *margin_search.ENTRIES)


def list_entries(rules: Rules) -> tuple[Entry, ...]:
    """The entry kernels that are needed for a game."""
    needed = margin_search.ENTRIES if rules.scoring else (*mate_distance.ENTRIES, *dfpn.ENTRIES)
    return (*proof_stack.ENTRIES, *needed)


DEEPEST = 4096
"""The deepest line that is searched: native code recurses once for each ply."""
_PLIES = 128


class Stopped(Exception):
    """A question was not answered: stopped, out of positions, or deeper than `DEEPEST`."""


@dataclass(frozen=True, eq=False)
class Expansion:
    """The outcome of a position, and its children."""

    outcome: int
    moves: tuple[int, ...]
    states: Vector
    """A row for each move."""
    outcomes: tuple[int, ...]


def outcome_value(outcome: int) -> int:
    """The value of a finished game."""
    return {WIN: 1, LOSS: -1, DRAW: 0}.get(outcome, outcome - MARGIN)


class Prover:
    """Answers questions about positions of one game; not safe for use by several threads.

    Results stay in the table, which other provers may share.
    """

    def __init__(self, rules: Rules, native: NativeKernels, table: Vector) -> None:
        self.rules = rules
        self._evaluate = native.compiled.get("evaluate")
        self._context = Context(rules, native)
        self._context.bind(slots.TABLE, table)
        self._stack = proof_stack.bind_proof_stack(self._context, rules, _PLIES)
        self._children = np.zeros((rules.branching, len(rules.start)), np.int64)
        self._outcomes = np.zeros(rules.branching + 1, np.int64)
        self._native: dict[Callable[..., Any], Compiled] = {
            entry: compile_kernel(entry, signature) for entry, signature in list_entries(rules)
        }

    @property
    def nodes(self) -> int:
        """Positions visited so far, in all; may be read while a search runs."""
        return self._context[slots.NODES]

    def limit_nodes(self, nodes: int | None) -> None:
        """Stop after so many positions from now on; None: never."""
        self._context[slots.NODE_LIMIT] = ENDLESS if nodes is None else self.nodes + nodes

    def expand_root(self, state: Vector) -> Expansion:
        read_state(self._stack, 0, len(state))[:] = state
        count = self._native[proof_stack.expand_root].call(
            self._context.words, self._children, self._outcomes
        )
        raise_violation(self._context)
        return Expansion(
            int(self._outcomes[-1]),
            tuple(read_list(self._context, self._stack, 0, MOVES)[:count].tolist()),
            self._children[:count].copy(),
            tuple(self._outcomes[:count].tolist()),
        )

    def can_reach(self, state: Vector, target: int, stop: Stop) -> bool:
        """Is the value at least `target`?"""
        if self.rules.scoring:
            return self.margin(state, target, stop) >= target
        if target <= -1 or target > 1:
            return target <= -1
        goal = dfpn.WIN_ONLY if target == 1 else dfpn.DRAW_AT_LEAST
        self._search(dfpn.prove, (goal, dfpn.CERTAIN, dfpn.CERTAIN), state, stop)
        return bool(self._stack[0, dfpn.PROOF] == 0)

    def distance(self, state: Vector, won: bool, depth: int, stop: Stop) -> int:
        """A bound of the plies n to a win (or a loss) that can be forced.

        At most `depth`: n is no more than that. Else: n is no less.
        """
        if depth < 0:
            return 0
        while depth >= len(self._stack) - 1:
            self._grow_stack(stop)
        return self._search(mate_distance.search_distance, (int(won), depth), state, stop)

    def plies(
        self,
        state: Vector,
        won: bool,
        stop: Stop,
        on_depth: Callable[[int], None] = lambda depth: None,
    ) -> int:
        """The plies to the end of a position that is known to be won (or lost).

        Where sides alternate, a win takes an odd number of plies and a loss an even one, so the
        depth grows by two; one ply less is ruled out at the end.
        """
        least = 1
        depth = 1 if won else 2
        while (plies := self.distance(state, won, depth, stop)) > depth:
            least = plies
            depth = max(depth + 2, plies)
            on_depth(depth)
        while plies > least and (shorter := self.distance(state, won, plies - 1, stop)) < plies:
            plies = shorter
        return plies

    def margin(self, state: Vector, target: int, stop: Stop) -> int:
        """A bound of the margin n.

        At least `target`: n is no less than that. Else: n is no more.
        """
        lead = self.read_bounds(state)[0]
        return lead + self._search(margin_search.search_margin, (target - lead,), state, stop)

    def estimate_margin(self, state: Vector) -> int:
        """The margin by the game's evaluation, as a first guess; 0 if it has none, or one that
        needs features."""
        if self._evaluate is None or self.rules.features_size:
            return 0
        none = np.zeros(1, np.int64)
        return round(int(self._evaluate.call(np.array(state), none, self.rules.tables)) / POINT)

    def read_bounds(self, state: Vector) -> tuple[int, int, int]:
        """Points ahead, and the least and the most that can be added."""
        # A search that is stopped before it begins still computes the bounds of its root.
        stopped = Stop()
        stopped.set()
        self._call(margin_search.search_margin, (0,), state, stopped)
        at = margin_search.LEAD
        lead, least, most = self._stack[0, at : at + BOUNDS_SIZE].tolist()
        return lead, least, most

    def _search(
        self, entry: Callable[..., Any], arguments: tuple[int, ...], state: Vector, stop: Stop
    ) -> int:
        while (answer := self._call(entry, arguments, state, stop)) == proof_stack.TOO_DEEP:
            self._grow_stack(stop)
        if answer == proof_stack.INTERRUPTED:
            raise Stopped
        return answer

    def _call(
        self, entry: Callable[..., Any], arguments: tuple[int, ...], state: Vector, stop: Stop
    ) -> int:
        read_state(self._stack, 0, len(state))[:] = state
        self._context.bind(slots.STOP, stop.flag)
        answer: int = self._native[entry].call(self._context.words, 0, *arguments)
        raise_violation(self._context)
        return answer

    def _grow_stack(self, stop: Stop) -> None:
        if len(self._stack) > DEEPEST:
            stop.set("depth")
            raise Stopped
        plies = 2 * len(self._stack)
        self._stack = proof_stack.bind_proof_stack(self._context, self.rules, plies)
