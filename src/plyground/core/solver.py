"""Solving positions: the value under best play, the distance to the end, and all best moves.

The value of a game that is won or lost comes from df-pn, the margin of a scoring game from
alpha-beta, and the distance, if asked for, from a search for the shortest win and the longest loss.
Every line of play of the game must end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic

from plyground.core.contract import Rules, Vector
from plyground.core.limits import Stop
from plyground.core.margin_search import MOST
from plyground.core.pointers import NativeKernels
from plyground.core.prover import ENTRIES, Prover, Stopped, outcome_value
from plyground.core.transposition_table import make_table
from plyground.core.values import ONGOING
from plyground.core.watched_thread import Worker, run_watched

__all__ = ["ENTRIES", "Progress", "Solution", "Solver", "ValueBounds"]


@dataclass(frozen=True)
class ValueBounds:
    """Bounds of the value of a position for one side.

    Values are 1, 0 or -1 for a win, a draw or a loss, or the margin.
    """

    low: int
    high: int
    plies: int | None = None
    """The distance to the end if it is won or lost; None if unknown or not asked for."""

    @property
    def value(self) -> int | None:
        return self.low if self.low == self.high else None


@dataclass(frozen=True)
class Solution:
    """A position solved, or what is known so far, for the side to move."""

    bounds: ValueBounds
    best_moves: tuple[int, ...]
    """All moves that keep the value and, if it was asked for, the distance."""
    moves: dict[int, ValueBounds]
    """The value of each move, its own ply counted; empty unless all were asked for."""
    nodes: int
    seconds: float
    complete: bool
    """Is everything known that was asked for?"""

    @property
    def value(self) -> int | None:
        return self.bounds.value

    @property
    def plies(self) -> int | None:
        return self.bounds.plies


@dataclass(frozen=True)
class Progress:
    """The progress of a solver."""

    bounds: ValueBounds
    """Of the position asked about."""
    depth: int
    """The depth of the search for a distance; 0 during other searches."""
    solved: int
    """How many of the position's moves are done."""
    moves: int
    nodes: int
    seconds: float


OnProgress = Callable[[Progress], None]


@dataclass
class _MutableBounds:
    """The bounds of a position while it is solved."""

    low: int
    high: int
    plies: int | None = None

    def bounds(self) -> ValueBounds:
        return ValueBounds(self.low, self.high, self.plies)


@dataclass
class _Move:
    """A move while it is solved: the bounds of the child, for the side to move there."""

    move: int
    state: Vector
    same: bool
    """Is the side that moved to move again?"""
    known: _MutableBounds

    def bounds(self) -> ValueBounds:
        """The bounds for the side that makes the move."""
        known = self.known
        plies = None if known.plies is None else known.plies + 1
        if self.same:
            return ValueBounds(known.low, known.high, plies)
        return ValueBounds(-known.high, -known.low, plies)


@dataclass
class _Task:
    """One call of the solver, and what it has found so far."""

    state: Vector
    known: _MutableBounds
    moves: list[_Move]
    stop: Stop
    distance: bool
    best: set[int] = field(default_factory=set)
    values_known: bool = False
    """Do the position's bounds follow from those of its moves?"""
    depth: int = 0
    solved: int = 0
    complete: bool = False

    def note_depth(self, depth: int) -> None:
        self.depth = depth

    def searched_bounds(self) -> ValueBounds:
        """What best moves have to keep."""
        return ValueBounds(
            self.known.low, self.known.high, self.known.plies if self.distance else None
        )

    def bounds(self) -> ValueBounds:
        return (
            combine_moves([move.bounds() for move in self.moves])
            if self.values_known
            else self.known.bounds()
        )


class Solver:
    """Solves positions of one game. Results are kept, within `memory` MiB, for later calls.

    Threads divide the moves of a position among them.
    """

    def __init__(
        self, rules: Rules, native: NativeKernels, memory: float = 256.0, threads: int = 1
    ) -> None:
        table = make_table(memory)
        self.rules = rules
        self.provers = [Prover(rules, native, table) for _ in range(threads)]

    @property
    def nodes(self) -> int:
        """Positions visited so far, by all calls; may be read while one runs."""
        return sum(prover.nodes for prover in self.provers)

    @contextmanager
    def limit_nodes(self, nodes: int | None) -> Iterator[None]:
        """Give up what is asked inside after so many positions of each thread: an effort that is
        the same on every machine."""
        for prover in self.provers:
            prover.limit_nodes(nodes)
        try:
            yield
        finally:
            for prover in self.provers:
                prover.limit_nodes(None)

    def solve(
        self,
        state: Vector,
        stop: Stop,
        on_progress: OnProgress | None = None,
        distance: bool = True,
    ) -> Solution:
        """The value of a position, its distance to the end, and the best moves.

        When it is stopped, the solution has what is known by then.
        """

        def work(task: _Task) -> None:
            self._find_value(self.provers[0], state, task.known, stop)
            if distance:
                self._find_distance(self.provers[0], state, task.known, task)
            # Then a best move is known even if there is no time for the others.
            self._for_each_move(task, self._test_best_by_table)
            self._for_each_move(task, self._test_best)

        return self._run(state, work, stop, on_progress, distance)

    def find_value(self, state: Vector, stop: Stop) -> Solution:
        """The value of a position, and nothing else."""

        def work(task: _Task) -> None:
            self._find_value(self.provers[0], state, task.known, stop)

        return self._run(state, work, stop, None, distance=False)

    def list_sound_moves(self, state: Vector, bounds: ValueBounds) -> tuple[int, ...]:
        """The moves that no proof in the table refutes, given what is known of the position.

        If its value is known, these are the moves that are proven to keep it; if there are none,
        because `known_result` gave the value without a move, all that are not refuted.
        """
        moves, prover = self._list_moves(state), self.provers[0]
        least = bounds.low if self.rules.scoring else max(bounds.low, min(bounds.high, 0))
        keeps = {
            move.move: self._ask_table(prover, move, ValueBounds(least, least)) for move in moves
        }
        kept = tuple(move for move, answer in keeps.items() if answer)
        if kept and bounds.value is not None:
            return kept
        return tuple(move for move, answer in keeps.items() if answer is not False) or tuple(keeps)

    def solve_moves(
        self,
        state: Vector,
        stop: Stop,
        on_progress: OnProgress | None = None,
        distance: bool = True,
    ) -> Solution:
        """The same, with the value and the distance of every move; all values come first."""

        def work(task: _Task) -> None:
            task.values_known = bool(task.moves)
            if not task.values_known:
                self._find_value(self.provers[0], state, task.known, stop)
            self._for_each_move(task, self._find_move_value)
            if distance:
                self._for_each_move(task, self._find_move_distance)
            bounds = task.bounds()
            task.best = {move.move for move in task.moves if move.bounds() == bounds}

        return self._run(state, work, stop, on_progress, distance)

    def find_line(self, state: Vector, bounds: ValueBounds, stop: Stop) -> tuple[int, ...] | None:
        """A line of best play to the end from a position with this value; None if stopped.

        With a distance, the line is as long: the winner goes the shortest way, the loser the
        longest.
        """
        line: list[int] = []

        def work() -> None:
            here, known, prover = state, bounds, self.provers[0]
            while moves := self._list_moves(here):
                best = self._find_best(prover, moves, known, stop)
                line.append(best.move)
                plies = None if known.plies is None else known.plies - 1
                sign = 1 if best.same else -1
                here, known = best.state, ValueBounds(sign * known.low, sign * known.low, plies)

        try:
            run_watched(work, stop)
        except Stopped:
            return None
        return tuple(line)

    # Questions about one move.

    def _find_move_value(self, prover: Prover, move: _Move, task: _Task) -> None:
        self._find_value(prover, move.state, move.known, task.stop)

    def _find_move_distance(self, prover: Prover, move: _Move, task: _Task) -> None:
        self._find_distance(prover, move.state, move.known, task)

    def _test_best(self, prover: Prover, move: _Move, task: _Task) -> None:
        if move.move not in task.best and self._is_best(
            prover, move, task.searched_bounds(), task.stop
        ):
            task.best.add(move.move)

    def _test_best_by_table(self, prover: Prover, move: _Move, task: _Task) -> None:
        if self._ask_table(prover, move, task.searched_bounds()):
            task.best.add(move.move)

    def _ask_table(self, prover: Prover, move: _Move, bounds: ValueBounds) -> bool | None:
        """`_is_best` without a search; None if the table does not know."""
        # A prover that is stopped still answers from its table.
        stopped = Stop()
        stopped.set()
        try:
            return self._is_best(prover, move, bounds, stopped)
        except Stopped:
            return None

    def _find_best(
        self, prover: Prover, moves: list[_Move], bounds: ValueBounds, stop: Stop
    ) -> _Move:
        """One of the best moves of a position with this value; the table is usually enough."""
        for move in moves:
            if self._ask_table(prover, move, bounds):
                return move
        return next(move for move in moves if self._is_best(prover, move, bounds, stop))

    def _is_best(self, prover: Prover, move: _Move, bounds: ValueBounds, stop: Stop) -> bool:
        """Is this one of the best moves of a position with this value?"""
        if bounds.plies is not None:
            left = bounds.plies - 1 if bounds.low == 1 else bounds.plies - 2
            won = move.same == (bounds.low == 1)
            # A win that is as short; a loss that is not shorter.
            is_short = prover.distance(move.state, won, left, stop) <= left
            return is_short == (bounds.low == 1)
        if move.same:
            return prover.can_reach(move.state, bounds.low, stop)
        return not prover.can_reach(move.state, 1 - bounds.low, stop)

    # Questions about one position.

    def _find_value(self, prover: Prover, state: Vector, known: _MutableBounds, stop: Stop) -> None:
        """Find the value."""
        outcome = prover.expand_root(state).outcome
        if outcome != ONGOING:
            known.low = known.high = outcome_value(outcome)
            known.plies = None if self.rules.scoring or known.low == 0 else 0
        elif self.rules.scoring:
            self._find_margin(prover, state, known, stop)
        elif prover.can_reach(state, 1, stop):
            known.low = 1
        else:
            known.high = 0
            if prover.can_reach(state, 0, stop):
                known.low = 0
            else:
                known.high = -1

    def _find_margin(
        self, prover: Prover, state: Vector, known: _MutableBounds, stop: Stop
    ) -> None:
        """Find the margin by MTD: test a guess, then guess again."""
        lead, least, most = prover.read_bounds(state)
        known.low, known.high = lead + least, lead + most
        guess = min(max(prover.estimate_margin(state), known.low), known.high)
        while known.low < known.high:
            target = guess + 1 if guess == known.low else guess
            guess = prover.margin(state, target, stop)
            if guess >= target:
                known.low = guess
            else:
                known.high = guess

    def _find_distance(
        self, prover: Prover, state: Vector, known: _MutableBounds, task: _Task
    ) -> None:
        """Find the distance of a win or a loss whose value is known."""
        if not self.rules.scoring and known.plies is None and known.low != 0:
            known.plies = prover.plies(state, known.low == 1, task.stop, task.note_depth)
            task.depth = 0

    # Running them.

    def _for_each_move(self, task: _Task, ask: Callable[[Prover, _Move, _Task], None]) -> None:
        """Do `ask` for all moves, each prover in a thread of its own."""
        pending: SimpleQueue[_Move] = SimpleQueue()
        for move in task.moves:
            pending.put(move)
        task.solved = 0

        def work(prover: Prover) -> None:
            while True:
                try:
                    ask(prover, pending.get_nowait(), task)
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
        moves = self._list_moves(state)
        task = _Task(state, self._open_bounds(), moves, stop, distance)
        nodes, began = self.nodes, monotonic()

        def run_task() -> None:
            try:
                work(task)
                task.complete = True
            except Stopped:
                pass

        def report() -> None:
            if on_progress is not None:
                made, seconds = self.nodes - nodes, monotonic() - began
                on_progress(
                    Progress(task.bounds(), task.depth, task.solved, len(moves), made, seconds)
                )

        run_watched(run_task, stop, report)
        return Solution(
            bounds=task.bounds(),
            best_moves=tuple(move.move for move in moves if move.move in task.best),
            moves={move.move: move.bounds() for move in moves} if task.values_known else {},
            nodes=self.nodes - nodes,
            seconds=monotonic() - began,
            complete=task.complete,
        )

    def _list_moves(self, state: Vector) -> list[_Move]:
        """The legal moves with their children; none when the game is over."""
        here = self.provers[0].expand_root(state)
        return [
            _Move(move, child, bool(child[0] == state[0]), self._open_bounds())
            for move, child in zip(here.moves, here.states, strict=True)
        ]

    def _open_bounds(self) -> _MutableBounds:
        return _MutableBounds(-MOST, MOST) if self.rules.scoring else _MutableBounds(-1, 1)


def combine_moves(moves: list[ValueBounds]) -> ValueBounds:
    """The bounds of a position from those of its moves."""
    low = max(bounds.low for bounds in moves)
    high = max(bounds.high for bounds in moves)
    lengths = [bounds.plies for bounds in moves if bounds.value == high]
    known = [plies for plies in lengths if plies is not None]
    if low < high or len(known) < len(lengths):
        return ValueBounds(low, high)
    return ValueBounds(low, high, max(known) if high < 0 else min(known))
