"""Solving positions: the value under best play, the distance to the end, and all best moves.

The value of a game that is won or lost comes from proof numbers, the margin of a scoring game from
alpha-beta; the distance, where it is asked for, from a search that counts plies: the winner wants
the shortest way, the loser the longest. Every line of play of the game must end some time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from plyground.core.contract import Rules, Vector
from plyground.core.limits import Stop
from plyground.core.oracle import ENTRIES, Oracle, Stopped, Unfolded, worth_of
from plyground.core.points import MOST
from plyground.core.values import ONGOING

__all__ = ["ENTRIES", "Progress", "Solution", "Solver", "Worth"]

# How often a waiting caller is told about progress.
_PULSE = 0.1
# Native code calls itself once a ply; this is room for the deepest question.
_STACK = 64 << 20


@dataclass(frozen=True)
class Worth:
    """What best play leads to, for one side, as far as it is known.

    On the scale of values: 1, 0 or -1 for a win, a draw or a loss, or the margin.
    """

    low: int
    high: int
    plies: int | None = None
    """How many plies the game still lasts if it is won or lost; None if not known or not asked."""

    @property
    def value(self) -> int | None:
        return self.low if self.low == self.high else None


@dataclass(frozen=True)
class Solution:
    """A position solved, or what is known of it so far. All is seen by the side to move."""

    worth: Worth
    best_moves: tuple[int, ...]
    """All moves that keep the value and, if it was asked for, the distance."""
    moves: dict[int, Worth]
    """What each move leads to, its own ply counted; empty unless all were asked for."""
    nodes: int
    seconds: float
    complete: bool
    """Is all known that was asked for?"""

    @property
    def value(self) -> int | None:
        return self.worth.value

    @property
    def plies(self) -> int | None:
        return self.worth.plies


@dataclass(frozen=True)
class Progress:
    """Where a solver stands."""

    worth: Worth
    """Of the position asked about."""
    depth: int
    """How many plies are being searched for a distance; 0 while none is counted."""
    solved: int
    """So many of the position's `moves` are done with."""
    moves: int
    nodes: int
    seconds: float


@dataclass
class _Case:
    """A position under examination."""

    low: int
    high: int
    plies: int | None = None

    def worth(self) -> Worth:
        return Worth(self.low, self.high, self.plies)

    def before(self, same: bool) -> Worth:
        """The same for the side that moved here; its move counts."""
        plies = None if self.plies is None else self.plies + 1
        if same:
            return Worth(self.low, self.high, plies)
        return Worth(-self.high, -self.low, plies)


@dataclass
class _Work:
    """What one call of the solver has found out so far."""

    case: _Case
    moves: dict[int, Worth] = field(default_factory=dict)
    best_moves: list[int] = field(default_factory=list)
    depth: int = 0
    solved: int = 0
    complete: bool = False


class Solver:
    """Solves positions of one game. What it found is kept, within `memory` MiB, for later calls."""

    def __init__(
        self, rules: Rules, addresses: Vector, memory: float = 256.0, threads: int = 1
    ) -> None:
        self.oracle = Oracle(rules, addresses, memory, threads)
        self.rules = rules

    @property
    def nodes(self) -> int:
        """Positions made so far, by all calls; may be read while one runs."""
        return self.oracle.nodes

    def solve(
        self,
        state: Vector,
        stop: Stop,
        on_progress: Callable[[Progress], None] | None = None,
        distance: bool = True,
    ) -> Solution:
        """The value of a position, its distance to the end, and the best moves."""

        def work(found: _Work, here: Unfolded) -> None:
            self._decide(state, found.case, stop)
            if distance:
                self._measure(state, found.case, found, stop)
            for move, child in zip(here.moves, here.states, strict=True):
                same = bool(child[0] == state[0])
                if self._keeps(child, same, found.case, distance, stop):
                    found.best_moves.append(move)
                found.solved += 1

        return self._run(state, work, stop, on_progress)

    def solve_moves(
        self,
        state: Vector,
        stop: Stop,
        on_progress: Callable[[Progress], None] | None = None,
        distance: bool = True,
    ) -> Solution:
        """The same, with the value and distance of every move: first all values."""

        def work(found: _Work, here: Unfolded) -> None:
            cases = [self._open_case() for _ in here.moves]
            sames = [bool(child[0] == state[0]) for child in here.states]
            rounds = (False, True) if distance and not self.rules.scoring else (False,)
            for counted in rounds:
                found.solved = 0
                for child, case in zip(here.states, cases, strict=True):
                    try:
                        self._decide(child, case, stop)
                        if counted:
                            self._measure(child, case, found, stop)
                    finally:
                        worths = map(_Case.before, cases, sames)
                        found.moves = dict(zip(here.moves, worths, strict=True))
                        found.case = _best_of(list(found.moves.values()))
                    found.solved += 1
            if not cases:
                self._decide(state, found.case, stop)
            best = found.case.worth()
            found.best_moves = [move for move, worth in found.moves.items() if worth == best]

        return self._run(state, work, stop, on_progress)

    def _open_case(self) -> _Case:
        return _Case(-MOST, MOST) if self.rules.scoring else _Case(-1, 1)

    def _decide(self, state: Vector, case: _Case, stop: Stop) -> None:
        """Find the value."""
        outcome = self.oracle.unfold(state).outcome
        if outcome != ONGOING:
            case.low = case.high = worth_of(outcome)
            case.plies = None if self.rules.scoring or case.low == 0 else 0
        elif self.rules.scoring:
            self._weigh(state, case, stop)
        elif case.low < case.high:
            if self.oracle.reaches(state, 1, stop):
                case.low = 1
            else:
                case.high = 0
                if self.oracle.reaches(state, 0, stop):
                    case.low = 0
                else:
                    case.high = -1

    def _weigh(self, state: Vector, case: _Case, stop: Stop) -> None:
        """Find the margin: ask whether it is what we think, and think again."""
        lead, least, most = self.oracle.stock(state)
        case.low = max(case.low, lead + least)
        case.high = min(case.high, lead + most)
        guess = min(max(0, case.low), case.high)
        while case.low < case.high:
            target = guess + 1 if guess == case.low else guess
            guess = self.oracle.margin(state, target, stop)
            if guess >= target:
                case.low = guess
            else:
                case.high = guess

    def _measure(self, state: Vector, case: _Case, found: _Work, stop: Stop) -> None:
        """Find the distance of a win or a loss whose value is known.

        Where sides alternate, a win takes an odd number of plies and a loss an even one, so the
        depth grows by two; that one ply less would not do is asked at the end.
        """
        if self.rules.scoring or case.plies is not None or case.low == 0:
            return
        won = case.low == 1
        least = 1
        depth = 1 if won else 2
        while (plies := self.oracle.distance(state, won, depth, stop)) > depth:
            least = plies
            depth = found.depth = max(depth + 2, plies)
        while plies > least:
            shorter = self.oracle.distance(state, won, plies - 1, stop)
            if shorter >= plies:
                break
            plies = shorter
        case.plies = plies
        found.depth = 0

    def _keeps(self, child: Vector, same: bool, case: _Case, distance: bool, stop: Stop) -> bool:
        """Does the move to `child` keep what the case says of the position before it?"""
        if distance and case.plies is not None:
            if case.low == 1:
                left = case.plies - 1
                return self.oracle.distance(child, same, left, stop) <= left
            left = case.plies - 2
            return not self.oracle.distance(child, not same, left, stop) <= left
        if same:
            return self.oracle.reaches(child, case.low, stop)
        return not self.oracle.reaches(child, 1 - case.low, stop)

    def _run(
        self,
        state: Vector,
        work: Callable[[_Work, Unfolded], None],
        stop: Stop,
        on_progress: Callable[[Progress], None] | None,
    ) -> Solution:
        """Do the work in a thread, so that Ctrl-C is heard and progress is told meanwhile."""
        found = _Work(self._open_case())
        here = self.oracle.unfold(state)
        nodes, began = self.nodes, monotonic()

        def attempt() -> None:
            try:
                work(found, here)
                found.complete = True
            except Stopped:
                pass

        def tell() -> None:
            if on_progress is not None:
                on_progress(
                    Progress(
                        worth=found.case.worth(),
                        depth=found.depth,
                        solved=found.solved,
                        moves=len(here.moves),
                        nodes=self.nodes - nodes,
                        seconds=monotonic() - began,
                    )
                )

        watch(attempt, stop, tell)
        return Solution(
            found.case.worth(),
            tuple(found.best_moves),
            found.moves,
            self.nodes - nodes,
            monotonic() - began,
            found.complete,
        )


def watch(work: Callable[[], None], stop: Stop, tell: Callable[[], None] = lambda: None) -> None:
    """Run `work` in a thread of its own until it ends; Ctrl-C stops it."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    before = threading.stack_size(_STACK)
    try:
        worker = threading.Thread(target=run, daemon=True)
        worker.start()
    finally:
        threading.stack_size(before)
    try:
        while worker.is_alive():
            worker.join(_PULSE)
            tell()
    except KeyboardInterrupt:
        stop.set("interrupt")
    except BaseException:
        stop.set("error")
        raise
    finally:
        worker.join()
    if errors:
        raise errors[0]


def _best_of(moves: list[Worth]) -> _Case:
    """A position from what its moves lead to."""
    low = max(worth.low for worth in moves)
    high = max(worth.high for worth in moves)
    lengths = [worth.plies for worth in moves if worth.value == high]
    known = [plies for plies in lengths if plies is not None]
    if low < high or len(known) < len(lengths):
        return _Case(low, high)
    return _Case(low, high, max(known) if high < 0 else min(known))
