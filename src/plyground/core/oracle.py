"""Yes-or-no questions about a position, answered by native code over one table.

All values are for the side to move: 1, 0 or -1 for a win, a draw or a loss, or the margin in a game
that is won by points. A position of slot values is passed as its state.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core import distance, numbers, points, trail
from plyground.core.compiling import Compiled, compile_kernel
from plyground.core.contract import Rules, Vector
from plyground.core.limits import Stop
from plyground.core.table import make_table
from plyground.core.values import DRAW, LOSS, MARGIN, WIN

ENTRIES = (*trail.ENTRIES, *distance.ENTRIES, *numbers.ENTRIES, *points.ENTRIES)

NEVER = distance.NEVER
# Rows to begin with, and how far they may grow: native code calls itself once for each ply.
_PLIES = 128
DEEPEST = 4096

Question = tuple[Callable[..., Any], tuple[int, ...]]


class Stopped(Exception):
    """The question was not answered: told to stop, or deeper than `DEEPEST`."""


@dataclass(frozen=True, eq=False)
class Unfolded:
    """A position, its outcome so far, and its children."""

    outcome: int
    moves: tuple[int, ...]
    states: Vector
    """A row for each move."""
    outcomes: tuple[int, ...]


def worth_of(outcome: int) -> int:
    """A finished game as a value."""
    return {WIN: 1, LOSS: -1, DRAW: 0}.get(outcome, outcome - MARGIN)


class Oracle:
    """Answers questions about positions of one game; what it finds out stays in its table."""

    def __init__(
        self, rules: Rules, addresses: Vector, memory: float = 256.0, threads: int = 1
    ) -> None:
        self.rules = rules
        self._addresses = addresses
        self._table = make_table(memory)
        self._desks = [trail.make_desk(rules, addresses, turn) for turn in range(threads)]
        self._rows = [trail.make_rows(desk, _PLIES) for desk in self._desks]
        self._children = np.zeros((rules.branching, len(rules.start)), np.int64)
        self._outcomes = np.zeros(rules.branching + 1, np.int64)
        self._native: dict[Callable[..., Any], Compiled] = {
            entry: compile_kernel(entry, signature) for entry, signature in ENTRIES
        }

    @property
    def nodes(self) -> int:
        """Positions made so far, in all; may be read while a question is open."""
        return sum(int(desk[trail.NODES]) for desk in self._desks)

    def unfold(self, state: Vector) -> Unfolded:
        rows, desk = self._rows[0], self._desks[0]
        rows[0, : len(state)] = state
        count = self._native[trail.unfold].call(
            rows, self._children, self._outcomes, desk, self._addresses, self.rules.tables
        )
        at = trail.list_at(0, desk)
        return Unfolded(
            int(self._outcomes[-1]),
            tuple(rows[0, at : at + count].tolist()),
            self._children[:count].copy(),
            tuple(self._outcomes[:count].tolist()),
        )

    def reaches(self, state: Vector, target: int, stop: Stop) -> bool:
        """Is the value at least `target`?"""
        if self.rules.scoring:
            return self.margin(state, target, stop) >= target
        if target <= -1 or target > 1:
            return target <= -1
        goal = numbers.WIN_ONLY if target == 1 else numbers.DRAW_AT_LEAST
        certain = numbers.CERTAIN
        row = self._ask(state, (numbers.prove, (goal, certain, certain)), stop)[1]
        return bool(row[2 * len(state) + numbers.PROOF] == 0)

    def distance(self, state: Vector, won: bool, depth: int, stop: Stop) -> int:
        """The plies n to a win (a loss) that can be forced, as far as `depth` tells it.

        At most `depth`: n is no more than that. Else: n is no less. `NEVER` if it cannot be forced.
        """
        if depth < 0:
            return 0
        if depth >= DEEPEST:
            stop.set("depth")
            raise Stopped
        while depth >= len(self._rows[0]) - 1:
            self._grow()
        return self._ask(state, (distance.seek, (int(won), depth)), stop)[0]

    def margin(self, state: Vector, target: int, stop: Stop) -> int:
        """The margin n as far as `target` tells it.

        At least `target`: n is no less than that. Else: n is no more.
        """
        lead = self.stock(state)[0]
        return lead + self._ask(state, (points.weigh, (target - lead,)), stop)[0]

    def stock(self, state: Vector) -> tuple[int, int, int]:
        """Points ahead, and the least and the most that can be added."""
        told = Stop()
        told.set()
        try:
            row = self._ask(state, (points.weigh, (0,)), told)[1]
        except Stopped:
            row = self._rows[0][0]
        at = 2 * len(state) + points.LEAD
        lead, least, most = row[at : at + 3].tolist()
        return lead, least, most

    def _ask(self, state: Vector, question: Question, stop: Stop) -> tuple[int, Vector]:
        """The native answer, and the root's row of the thread that gave it."""
        answer, thread = self._race(state, question, stop)
        while answer == trail.TOO_DEEP and len(self._rows[0]) <= DEEPEST:
            self._grow()
            answer, thread = self._race(state, question, stop)
        if answer == trail.TOO_DEEP:
            stop.set("depth")
        if answer > trail.UNKNOWN:
            raise Stopped
        return answer, self._rows[thread][0]

    def _grow(self) -> None:
        plies = 2 * len(self._rows[0])
        self._rows = [trail.make_rows(desk, plies) for desk in self._desks]

    def _race(self, state: Vector, question: Question, stop: Stop) -> tuple[int, int]:
        """All threads look for the answer; the first to have it ends the others."""
        answers: list[tuple[int, int]] = []

        def run(thread: int) -> None:
            answer = self._call(thread, state, question, stop)
            answers.append((answer, thread))
            if answer != trail.STOPPED:
                for desk in self._desks:
                    desk[trail.HALT] = 1

        for desk in self._desks:
            desk[trail.HALT] = 0
        helpers = [
            threading.Thread(target=run, args=(thread,)) for thread in range(1, len(self._desks))
        ]
        for helper in helpers:
            helper.start()
        run(0)
        for helper in helpers:
            helper.join()
        return next((found for found in answers if found[0] != trail.STOPPED), answers[0])

    def _call(self, thread: int, state: Vector, question: Question, stop: Stop) -> int:
        entry, arguments = question
        rows = self._rows[thread]
        rows[0, : len(state)] = state
        answer: int = self._native[entry].call(
            *arguments, 0, rows, self._desks[thread],
            stop.flag, self._table, self._addresses, self.rules.tables,
        )  # fmt: skip
        return answer
