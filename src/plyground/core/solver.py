"""Solving positions: the value under best play, the distance to the end, and all best moves.

The value of a game that is won or lost comes from proof numbers, the margin of a scoring game from
alpha-beta; the distance, where it is asked for, from a search that counts plies: the winner wants
the shortest way, the loser the longest. Every line of play of the game must end some time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic

from plyground.core.contract import Rules, Vector
from plyground.core.limits import Stop
from plyground.core.margin_search import MOST
from plyground.core.prover import ENTRIES, Prover, Stopped, worth_of
from plyground.core.transposition_table import make_table
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
    """How many of the position's moves are done with."""
    moves: int
    nodes: int
    seconds: float


OnProgress = Callable[[Progress], None]


@dataclass
class _Case:
    """A position under examination."""

    low: int
    high: int
    plies: int | None = None

    def worth(self) -> Worth:
        return Worth(self.low, self.high, self.plies)


@dataclass
class _Move:
    """A move under examination: the case of the child, for whoever is to move there."""

    move: int
    state: Vector
    same: bool
    """Is the side that moved to move again?"""
    case: _Case

    def worth(self) -> Worth:
        """What the move leads to, for the side that makes it."""
        case = self.case
        plies = None if case.plies is None else case.plies + 1
        if self.same:
            return Worth(case.low, case.high, plies)
        return Worth(-case.high, -case.low, plies)


@dataclass
class _Task:
    """What one call of the solver is about, and what it has found out so far."""

    state: Vector
    case: _Case
    moves: list[_Move]
    stop: Stop
    distance: bool
    best: set[int] = field(default_factory=set)
    valued: bool = False
    """Are the moves valued, so that the position's worth follows from theirs?"""
    depth: int = 0
    solved: int = 0
    complete: bool = False

    def note_depth(self, depth: int) -> None:
        self.depth = depth

    def worth(self) -> Worth:
        return best_of([move.worth() for move in self.moves]) if self.valued else self.case.worth()


class Solver:
    """Solves positions of one game. What it found is kept, within `memory` MiB, for later calls.

    Threads share the moves of a position among them.
    """

    def __init__(
        self, rules: Rules, addresses: Vector, memory: float = 256.0, threads: int = 1
    ) -> None:
        table = make_table(memory)
        self.rules = rules
        self.provers = [Prover(rules, addresses, table) for _ in range(threads)]

    @property
    def nodes(self) -> int:
        """Positions made so far, by all calls; may be read while one runs."""
        return sum(prover.nodes for prover in self.provers)

    def solve(
        self,
        state: Vector,
        stop: Stop,
        on_progress: OnProgress | None = None,
        distance: bool = True,
    ) -> Solution:
        """The value of a position, its distance to the end, and the best moves."""

        def work(task: _Task) -> None:
            self._decide(self.provers[0], state, task.case, stop)
            if distance:
                self._measure(self.provers[0], state, task.case, task)
            self._share(task, self._keep)

        return self._run(state, work, stop, on_progress, distance)

    def solve_moves(
        self,
        state: Vector,
        stop: Stop,
        on_progress: OnProgress | None = None,
        distance: bool = True,
    ) -> Solution:
        """The same, with the value and the distance of every move: first all values."""

        def work(task: _Task) -> None:
            task.valued = bool(task.moves)
            if not task.valued:
                self._decide(self.provers[0], state, task.case, stop)
            self._share(task, self._value)
            if distance:
                self._share(task, self._value_distance)
            worth = task.worth()
            task.best = {move.move for move in task.moves if move.worth() == worth}

        return self._run(state, work, stop, on_progress, distance)

    # What is asked about one move.

    def _value(self, prover: Prover, move: _Move, task: _Task) -> None:
        self._decide(prover, move.state, move.case, task.stop)

    def _value_distance(self, prover: Prover, move: _Move, task: _Task) -> None:
        self._measure(prover, move.state, move.case, task)

    def _keep(self, prover: Prover, move: _Move, task: _Task) -> None:
        """Is this one of the best moves?"""
        worth, child, stop = task.case, move.state, task.stop
        if task.distance and worth.plies is not None:
            left = worth.plies - 1 if worth.low == 1 else worth.plies - 2
            won = move.same == (worth.low == 1)
            # A win that is as short; a loss that is not shorter.
            kept = (prover.distance(child, won, left, stop) <= left) == (worth.low == 1)
        elif move.same:
            kept = prover.reaches(child, worth.low, stop)
        else:
            kept = not prover.reaches(child, 1 - worth.low, stop)
        if kept:
            task.best.add(move.move)

    # What is asked about one position.

    def _decide(self, prover: Prover, state: Vector, case: _Case, stop: Stop) -> None:
        """Find the value."""
        outcome = prover.expand_root(state).outcome
        if outcome != ONGOING:
            case.low = case.high = worth_of(outcome)
            case.plies = None if self.rules.scoring or case.low == 0 else 0
        elif self.rules.scoring:
            self._weigh(prover, state, case, stop)
        elif prover.reaches(state, 1, stop):
            case.low = 1
        else:
            case.high = 0
            if prover.reaches(state, 0, stop):
                case.low = 0
            else:
                case.high = -1

    def _weigh(self, prover: Prover, state: Vector, case: _Case, stop: Stop) -> None:
        """Find the margin: ask whether it is what we think, and think again."""
        lead, least, most = prover.stock(state)
        case.low, case.high = lead + least, lead + most
        guess = min(max(0, case.low), case.high)
        while case.low < case.high:
            target = guess + 1 if guess == case.low else guess
            guess = prover.margin(state, target, stop)
            if guess >= target:
                case.low = guess
            else:
                case.high = guess

    def _measure(self, prover: Prover, state: Vector, case: _Case, task: _Task) -> None:
        """Find the distance of a win or a loss whose value is known."""
        if not self.rules.scoring and case.plies is None and case.low != 0:
            case.plies = prover.plies(state, case.low == 1, task.stop, task.note_depth)
            task.depth = 0

    # How it is done.

    def _share(self, task: _Task, ask: Callable[[Prover, _Move, _Task], None]) -> None:
        """Ask about all moves, each oracle in a thread of its own."""
        waiting: SimpleQueue[_Move] = SimpleQueue()
        for move in task.moves:
            waiting.put(move)
        task.solved = 0

        def work(prover: Prover) -> None:
            while True:
                try:
                    ask(prover, waiting.get_nowait(), task)
                except Empty:
                    return
                task.solved += 1

        helpers = [Worker(partial(work, prover)) for prover in self.provers[1:]]
        try:
            work(self.provers[0])
        finally:
            for helper in helpers:
                helper.finish()

    def _run(
        self,
        state: Vector,
        work: Callable[[_Task], None],
        stop: Stop,
        on_progress: OnProgress | None,
        distance: bool,
    ) -> Solution:
        here = self.provers[0].expand_root(state)
        moves = [
            _Move(move, child, bool(child[0] == state[0]), self._open_case())
            for move, child in zip(here.moves, here.states, strict=True)
        ]
        task = _Task(state, self._open_case(), moves, stop, distance)
        nodes, began = self.nodes, monotonic()

        def attempt() -> None:
            try:
                work(task)
                task.complete = True
            except Stopped:
                pass

        def tell() -> None:
            if on_progress is not None:
                made, seconds = self.nodes - nodes, monotonic() - began
                on_progress(
                    Progress(task.worth(), task.depth, task.solved, len(moves), made, seconds)
                )

        watch(attempt, stop, tell)
        return Solution(
            worth=task.worth(),
            best_moves=tuple(move for move in here.moves if move in task.best),
            moves={move.move: move.worth() for move in moves} if task.valued else {},
            nodes=self.nodes - nodes,
            seconds=monotonic() - began,
            complete=task.complete,
        )

    def _open_case(self) -> _Case:
        return _Case(-MOST, MOST) if self.rules.scoring else _Case(-1, 1)


def best_of(moves: list[Worth]) -> Worth:
    """What a position is worth, from what its moves lead to."""
    low = max(worth.low for worth in moves)
    high = max(worth.high for worth in moves)
    lengths = [worth.plies for worth in moves if worth.value == high]
    known = [plies for plies in lengths if plies is not None]
    if low < high or len(known) < len(lengths):
        return Worth(low, high)
    return Worth(low, high, max(known) if high < 0 else min(known))


class Worker:
    """A thread with room for deep recursion, whose error is not lost."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._error: BaseException | None = None
        # Not `join`: an interrupt inside it leaves the thread marked as ended while it still runs.
        self.done = threading.Event()
        before = threading.stack_size(_STACK)
        try:
            threading.Thread(target=self._run, daemon=True).start()
        finally:
            threading.stack_size(before)

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self._error = error
        finally:
            self.done.set()

    def finish(self) -> None:
        self.done.wait()
        if self._error is not None:
            raise self._error


def watch(work: Callable[[], None], stop: Stop, tell: Callable[[], None] = lambda: None) -> None:
    """Have the work done by a thread; tell about it meanwhile. Ctrl-C stops it."""
    worker = Worker(work)
    try:
        while not worker.done.wait(_PULSE):
            tell()
    except KeyboardInterrupt:
        stop.set("interrupt")
    except BaseException:
        stop.set("error")
        raise
    finally:
        worker.finish()
