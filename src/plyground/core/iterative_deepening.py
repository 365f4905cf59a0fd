"""Iterative deepening around the alpha-beta search: limits, windows, lines and threads.

Plain Python: it runs a few dozen times a second at most. Threads share only the table (lazy SMP):
each searches the same root by itself. A helper thread has the root moves in another order than the
main thread, and starts the next depth when the main thread does: in an exact search only entries of
the same depth are usable.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Collection
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from queue import SimpleQueue

import numpy as np
import numpy.typing as npt

from plyground.core import slots
from plyground.core.alphabeta import EXACT_DEPTH, HEURISTIC
from plyground.core.context import ENDLESS, Context
from plyground.core.contract import (
    INFO_SIZE,
    LINE_SIZE,
    POSITIONS,
    RESUMABLE,
    WIN_ESTIMATE,
    Rules,
    Vector,
    vector,
)
from plyground.core.game_calls import check_moves, raise_violation
from plyground.core.jit import compile_kernel
from plyground.core.limits import SEARCH_THREAD, Limit, Stop
from plyground.core.pointers import NativeKernels
from plyground.core.root_search import (
    ENTRIES,
    ROOT_BOUND,
    ROOT_COLUMNS,
    ROOT_LINE,
    ROOT_MOVE,
    ROOT_PROVEN,
    ROOT_SCORE,
)
from plyground.core.stack import KILLERS, MAX_PLY, SPARE, bind_stack, read_state
from plyground.core.transposition_table import EXACT, make_table
from plyground.core.values import DECIDED, INFINITE, winning_chance

# The game's threat search runs first, in slices, for a share of the time; it goes on between depths
# up to the square of the winning chance or of its win estimate, once the general search has had
# time for a score; without a time limit it gets a budget of positions. The first slice is small:
# there may be no time for more.
# `bench/duel.py GAME plyground.core.iterative_deepening:THREAT_SEARCH_SHARE - 0.4` compares shares;
# the square of the chance won 34 games to 21 (5 drawn) at 0.1 s a move
# against 0.6 of the elapsed time wherever the chance was above 0.73, the chance itself 33 to 25.
# The win estimate counts only after so many positions: used from the beginning it lost 42 games and
# won 27 at 0.1 s; used this late, it helps to solve puzzles in 2 s.
THREAT_SEARCH_SHARE = 0.25
ESTIMATE_DELAY = 200_000
JUDGEMENT_SHARE = 0.02
THREAT_SEARCH_BUDGET = 20_000
FIRST_SLICE = 500
SLICE = 2_000


@dataclass(frozen=True)
class RootLine:
    """One root move with its score for the side to move, and its principal variation."""

    move: int
    score: int
    proven: bool
    line: tuple[int, ...]


@dataclass(frozen=True)
class SearchResult:
    """The result of a search."""

    lines: tuple[RootLine, ...]
    """The best moves, best first; as many as requested."""
    best_moves: tuple[int, ...]
    """All moves exactly as good as the best."""
    proven: bool
    """Would a deeper search give the same score?"""
    depth: int
    nodes: int
    seconds: float
    stopped_by: str = ""

    @property
    def best(self) -> RootLine:
        return self.lines[0]


class _Thread:
    """The arrays of one searching thread."""

    def __init__(self, rules: Rules, native: NativeKernels, table: Vector) -> None:
        self._rules = rules
        self._native = native
        self.context = Context(rules, native)
        stack = bind_stack(self.context, rules, MAX_PLY + 1, lists=2, line=MAX_PLY + 1)
        stack[:, KILLERS : KILLERS + 2] = -1
        self.state = read_state(stack, 0, len(rules.start))
        self.features = self.context.array(slots.FEATURES)
        self.history = np.zeros(2 * rules.move_limit, np.int64)
        self.roots = np.zeros((rules.branching, ROOT_COLUMNS), np.int64)
        self.flag = np.zeros(1, np.int64)
        self.context.bind(slots.TABLE, table)
        self.context.bind(slots.HISTORY, self.history)
        self.context.bind(slots.ROOT_MOVES, self.roots)
        self.context.bind(slots.STOP, self.flag)

    @property
    def is_stopped(self) -> bool:
        return self.context[slots.STOPPED] != 0

    def prepare(self, state: Vector, moves: Vector, mode: int, age: int, nodes: int) -> None:
        context = self.context
        context[slots.NODES] = context[slots.STOPPED] = 0
        context[slots.AGE], context[slots.NODE_LIMIT], context[slots.MODE] = age, nodes, mode
        self.state[:] = state
        self.history //= 8
        if "init_features" in self._native.compiled:
            self._native.compiled["init_features"].call(
                self.state, self.features, self._rules.tables
            )
        self.roots[: len(moves)] = 0
        self.roots[: len(moves), ROOT_MOVE] = moves


class _Helper:
    """A thread that helps in one search after the other, and ends with this object."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[tuple[Callable[[], None], Future[None]] | None] = SimpleQueue()
        self._done: Future[None] = Future()
        weakref.finalize(self, self._tasks.put, None)
        threading.Thread(
            target=_run_tasks, args=(self._tasks,), name=SEARCH_THREAD, daemon=True
        ).start()

    def start_work(self, work: Callable[[], None]) -> None:
        self._done = Future()
        self._tasks.put((work, self._done))

    def finish(self) -> None:
        """Wait until the work is done; raise its error."""
        self._done.result()


def _run_tasks(tasks: SimpleQueue[tuple[Callable[[], None], Future[None]] | None]) -> None:
    while (task := tasks.get()) is not None:
        work, done = task
        try:
            work()
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(None)
        # What is not held here can be freed, and this thread ends with it.
        del task, work, done


@dataclass
class _ThreatSearch:
    """What the game's threat search has used up during one search."""

    nodes: int
    """The node limit of the whole search."""
    positions: int = 0
    seconds: float = 0.0
    resumable: bool = True
    """May there be more to find?"""
    win_estimate: float = 0.0
    """How likely more positions would show a win."""

    @property
    def settled_estimate(self) -> float:
        """The win estimate once it means something: early ones are always high."""
        return self.win_estimate if self.positions >= ESTIMATE_DELAY else 0.0

    @property
    def next_budget(self) -> int:
        return min(SLICE if self.positions else FIRST_SLICE, max(self.nodes // 2, 1))

    def may_go_on(self, seconds: float | None, stop: Stop) -> bool:
        """Has it used less than so many seconds or, without a time limit, positions?"""
        if not self.resumable or stop.is_set:
            return False
        if self.positions == 0:
            return True
        if seconds is None:
            return self.positions < min(THREAT_SEARCH_BUDGET, THREAT_SEARCH_SHARE * self.nodes)
        return self.seconds < seconds

    def count(self, positions: int, seconds: float, info: Vector) -> None:
        self.positions += positions
        self.seconds += seconds
        self.resumable = bool(info[RESUMABLE])
        self.win_estimate = int(info[WIN_ESTIMATE]) / 100


class AlphaBeta:
    """Searches positions of one game; the table is kept for the next search."""

    def __init__(
        self, rules: Rules, native: NativeKernels, mebibytes: float = 64, threads: int = 1
    ) -> None:
        self.rules = rules
        self.native = native
        self.table = make_table(mebibytes)
        self._root = compile_kernel(*ENTRIES[0]).call
        self._threads = [_Thread(rules, native, self.table) for _ in range(max(1, threads))]
        self._helpers = [_Helper() for _ in self._threads[1:]]
        self._age = 0
        self._depth = 0
        self._threats = _ThreatSearch(ENDLESS)

    def run(
        self,
        state: Vector,
        limit: Limit,
        stop: Stop,
        *,
        exact: bool = False,
        lines: int = 1,
        on_depth: Callable[[SearchResult], None] | None = None,
        only: Collection[int] | None = None,
    ) -> SearchResult:
        """Deepen until a limit is reached, or the score is proven. `state` must be ongoing.

        With `only`, all other moves are known to be no better and left out.
        """
        # The main thread polls the caller's flag, a helper thread its own.
        self._threads[0].context.bind(slots.STOP, stop.flag)
        moves = self._root_moves(state, exact)
        if only is not None:
            kept = moves[np.isin(moves, list(only))]
            moves = kept if len(kept) else vector(list(only))
        mode = EXACT_DEPTH if exact else HEURISTIC
        self._age = (self._age + 1) % 32
        for thread in self._threads:
            thread.prepare(state, moves, mode, self._age, limit.nodes or ENDLESS)
        self._threats = _ThreatSearch(limit.nodes or ENDLESS)
        share = None if stop.seconds is None else THREAT_SEARCH_SHARE * stop.seconds
        found = self._search_threats(exact, stop, share) or self._choose_first_move(moves, stop)
        if found.stopped_by:
            return found
        deepest = min(limit.depth or MAX_PLY, MAX_PLY)
        self._depth = 1
        for number, helper in enumerate(self._helpers, start=1):
            helper.start_work(partial(self._help, self._threads[number], number, len(moves)))
        try:
            return self._deepen(found, len(moves), deepest, lines, exact, stop, on_depth)
        finally:
            self._call_helpers(0)
            for helper in self._helpers:
                helper.finish()
            for thread in self._threads:
                raise_violation(thread.context)

    def _deepen(
        self,
        found: SearchResult,
        count: int,
        deepest: int,
        lines: int,
        exact: bool,
        stop: Stop,
        on_depth: Callable[[SearchResult], None] | None,
    ) -> SearchResult:
        thread = self._threads[0]
        reason = "depth"
        for depth in range(1, deepest + 1):
            self._call_helpers(depth)
            # Finding all moves as good as the best costs time, so only the last depth does it.
            self._search_lines(thread, count, depth, lines, stop, ties=depth == deepest)
            # An interrupted iteration counts as far as it got.
            if thread.is_stopped:
                found = self._collect_lines(thread, count, lines, depth, stop, found)
                reason = stop.reason or "nodes"
                break
            found = self._collect_lines(thread, count, lines, depth, stop, None)
            if found.proven and depth < deepest:
                self._search_lines(thread, count, depth, lines, stop, ties=True)
                if not thread.is_stopped:
                    found = self._collect_lines(thread, count, lines, depth, stop, None)
            if on_depth is not None:
                on_depth(found)
            if found.proven:
                reason = "proven"
                break
            if lines == 1:
                forced = self._search_threats(
                    exact, stop, self._threat_seconds(found.best.score, stop)
                )
                if forced is not None:
                    found, reason = forced, "proven"
                    break
            if stop.seconds is not None and stop.elapsed > 0.9 * stop.seconds:
                reason = "time"
                break
        return SearchResult(
            found.lines, found.best_moves, found.proven, found.depth,
            self._nodes(), stop.elapsed, reason,
        )  # fmt: skip

    def _search_lines(
        self, thread: _Thread, count: int, depth: int, lines: int, stop: Stop, ties: bool
    ) -> None:
        """Search the best move, then the best of the others, and so on (multi-PV).

        A selective search may find a later line better than an earlier one, so they are sorted.
        """
        for first in range(min(lines, count)):
            self._search_with_aspiration(thread, first, count, depth, ties)
            if thread.is_stopped:
                return
            rows = thread.roots[: first + 1]
            rows[:] = rows[np.argsort(-rows[:, ROOT_SCORE], kind="stable")]

    def _search_with_aspiration(
        self, thread: _Thread, first: int, count: int, depth: int, ties: bool
    ) -> None:
        """Search to one depth in an aspiration window that widens as needed."""
        guess = int(thread.roots[first, ROOT_SCORE])
        width = max(int(self.rules.scale) // 4, 1)
        alpha, beta = guess - width, guess + width
        if depth < 4 or abs(guess) >= DECIDED:
            alpha, beta = -INFINITE, INFINITE
        while True:
            score = self._root(thread.context.words, first, count, depth, alpha, beta, int(ties))
            if thread.is_stopped:
                return
            self._sort_rows(thread.roots, first, count)
            width *= 4
            # An evaluation beyond all limits would widen the widest window for ever.
            is_widest = (alpha if score <= alpha else -beta) == -INFINITE
            if alpha < score < beta or is_widest:
                return
            if score <= alpha:
                alpha = max(score - width, -INFINITE) if score > -DECIDED else -INFINITE
            else:
                beta = min(score + width, INFINITE) if score < DECIDED else INFINITE

    def _sort_rows(self, roots: npt.NDArray[np.int64], first: int, count: int) -> None:
        """Move the best rows to the front; the others keep their order."""
        rows = roots[first:count]
        exact = (rows[:, ROOT_BOUND] != 0) & (rows[:, ROOT_SCORE] >= rows[:, ROOT_SCORE].max())
        rows[:] = rows[np.argsort(~exact, kind="stable")]

    def _call_helpers(self, depth: int) -> None:
        """Make the helper threads search to this depth; 0 ends them."""
        self._depth = depth
        for thread in self._threads[1:]:
            thread.flag[0] = 1

    def _help(self, thread: _Thread, number: int, count: int) -> None:
        """The loop of a helper thread: the same search, the root moves in another order."""
        rows = thread.roots[:count]
        rows[:] = np.roll(rows, -(number * count // len(self._threads)), axis=0)
        while (depth := self._depth) > 0:
            self._search_with_aspiration(thread, 0, count, min(depth, MAX_PLY), ties=False)
            if not thread.is_stopped:
                # Done before the main thread: start the next depth already.
                self._search_with_aspiration(thread, 0, count, min(depth + 1, MAX_PLY), ties=False)
            thread.flag[0] = 0
            thread.context[slots.STOPPED] = 0

    def _root_moves(self, state: Vector, exact: bool) -> Vector:
        """The root moves, ordered by the game's priors."""
        out = np.zeros(self.rules.branching + SPARE, np.int64)
        compiled = self.native.compiled
        features = self._threads[0].features
        if "init_features" in compiled:
            compiled["init_features"].call(state, features, self.rules.tables)
        if "candidates" in compiled and not exact:
            info = np.zeros(INFO_SIZE, np.int64)
            count = compiled["candidates"].call(state, out, info, features, self.rules.tables)
        else:
            count = compiled["moves"].call(state, out, self.rules.tables)
        check_moves(self.rules, out, count)
        if "priors" in compiled and not exact:
            ranks = np.zeros_like(out)
            compiled["priors"].call(state, out, count, ranks, features, self.rules.tables)
            out[:count] = out[np.argsort(-ranks[:count], kind="stable")]
        return out[:count]

    def _threat_seconds(self, score: int, stop: Stop) -> float | None:
        """The total seconds for the threat search at this score."""
        if stop.seconds is None:
            return None
        if stop.elapsed - self._threats.seconds < JUDGEMENT_SHARE * stop.seconds:
            return 0.0
        chance = winning_chance(score, self.rules.scale)
        return max(chance * chance, self._threats.settled_estimate) * stop.seconds

    def _search_threats(
        self, exact: bool, stop: Stop, seconds: float | None
    ) -> SearchResult | None:
        """Run the game's threat search with a larger budget than inside the tree."""
        if exact or "threat_search" not in self.native.compiled:
            return None
        thread = self._threads[0]
        line = np.full(LINE_SIZE, -1, np.int64)
        info = np.zeros(INFO_SIZE, np.int64)
        while self._threats.may_go_on(seconds, stop):
            info[:] = 0
            started, budget = stop.elapsed, self._threats.next_budget
            score = self.native.compiled["threat_search"].call(
                np.array(thread.state), budget, line, info, thread.features, self.rules.tables
            )
            self._threats.count(budget, stop.elapsed - started, info)
            thread.context[slots.NODES] += int(info[POSITIONS])
            if score >= DECIDED:
                length = int(np.argmax(line < 0))
                moves = tuple(int(move) for move in line[:length])
                best = RootLine(moves[0], int(score), True, moves)
                return SearchResult(
                    (best,), moves[:1], True, length, self._nodes(), stop.elapsed, "proven"
                )
            if score != 0:
                return None
        return None

    def _choose_first_move(self, moves: Vector, stop: Stop) -> SearchResult:
        """The result when there is no time at all: the first move."""
        first = int(moves[0])
        return SearchResult(
            (RootLine(first, 0, False, (first,)),), (first,), False, 0, 0, stop.elapsed
        )

    def _collect_lines(
        self,
        thread: _Thread,
        count: int,
        lines: int,
        depth: int,
        stop: Stop,
        before: SearchResult | None,
    ) -> SearchResult:
        """Read the result from the rows; an interrupted iteration extends the one `before`."""
        rows = thread.roots[:count]
        if before is not None:
            # The first row was best before; if it was searched again, so was any better one.
            searched = [row for row in rows if row[ROOT_BOUND] == EXACT]
            if not searched or rows[0][ROOT_BOUND] == 0 or (lines > 1 and before.depth > 0):
                return before
            line = _line(searched[0])
            return replace(before, lines=(line,), best_moves=(line.move,), proven=False)
        found = tuple(_line(row) for row in rows[: max(lines, 1)])
        ties = tuple(
            int(row[ROOT_MOVE])
            for row in rows
            if row[ROOT_BOUND] == EXACT and row[ROOT_SCORE] == found[0].score
        )
        if found[0].score >= DECIDED:
            proven = found[0].proven
        else:
            proven = bool(rows[:, ROOT_PROVEN].all()) and self._has_searched_all_moves(count)
        return SearchResult(found, ties, proven, depth, self._nodes(), stop.elapsed)

    def _has_searched_all_moves(self, count: int) -> bool:
        """Were all legal moves searched, not only candidates?"""
        if (
            "candidates" not in self.native.compiled
            or self._threads[0].context[slots.MODE] == EXACT_DEPTH
        ):
            return True
        out = np.zeros(self.rules.branching, np.int64)
        state = self._threads[0].state
        return int(self.native.compiled["moves"].call(state, out, self.rules.tables)) == count

    def _nodes(self) -> int:
        return sum(thread.context[slots.NODES] for thread in self._threads)


def _line(row: Vector) -> RootLine:
    length = int(row[ROOT_LINE])
    moves = (row[ROOT_MOVE], *row[ROOT_LINE + 1 : ROOT_LINE + 1 + length])
    line = tuple(int(move) for move in moves)
    return RootLine(line[0], int(row[ROOT_SCORE]), bool(row[ROOT_PROVEN]), line)
