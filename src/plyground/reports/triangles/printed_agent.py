"""The agent of the report as its printed program plays, slips included.

It has the three phases of the text and differs from it in these points:

* A segment is independent only if it also prepares no triangle whose third side was open at the
  beginning of the turn, though a segment of the case may cross it.
* All independent segments are searched. Hull edges are skipped when a segment is chosen from a case
  with fewest; if every such case has nothing else, the turn is decided by min-max.
* Its list of hull points goes from left to right twice, above and then below. Where two points or
  more lie below, two diagonals stand among its hull edges and two hull edges are missing.
* The search goes six plies, and keeps the three segments with the *lowest* h.
* What a segment gives is counted at the last two points only: the loop that lists the open segments
  reuses the names of its end points. Segments are counted, not triangles; in the evaluation three
  and more count as none.
* At the opponent's nodes 45/15 and 30/10 are swapped: a triangle made counts 30 or 10, one given
  45 or 15.
* The best segment is stored in one place by every max node of the search, so the answer is the last
  improvement anywhere, not that of the root.

Ties go to the order of the coordinates of both ends, not of the points' numbers; the program sorts
the segments themselves.

Time is not limited in the print. Here, when it runs out, the last improvement or the case so far
is played.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from plyground.agents.agent import OnDepth, TimedSearchAgent, list_rules
from plyground.agents.alphabeta_agent import format_line
from plyground.classic.textbook import Stopped
from plyground.core.contract import Vector
from plyground.core.jit import Entry
from plyground.core.limits import Limit, Stop
from plyground.core.values import POINT
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score
from plyground.games.triangles import Triangles
from plyground.games.triangles.geometry import Point
from plyground.locale import Sentence
from plyground.reports.triangles.segment_scan import (
    ENTRIES,
    PREPARED,
    SECONDS,
    NodeBudget,
    SegmentScanner,
)

MAX_CASES = 12
PLIES = 6
WIDTH = 3
# By the number of segments that score at the last two points: none, one, two or more.
PENALTY = (0, 2, 1)
# By the number of triangles made, and of segments given; whatever is not listed counts nothing.
MADE = ({1: 15, 2: 45}, {1: 10, 2: 30})
GIVEN = ({1: 10, 2: 30}, {1: 15, 2: 45})
"""First at the program's own nodes, then at its opponent's."""


@dataclass(frozen=True)
class PrintedSegment:
    """An open segment, and what it is worth to the printed program."""

    move: int
    gain: int
    last_pair: int
    """Segments at one of the last two points that score then."""
    prepared: int

    @property
    def h(self) -> int:
        return 3 * self.gain - PENALTY[min(self.last_pair, 2)]

    def value(self, is_min: bool) -> int:
        """What drawing it adds to the value of a line, for the side that draws it."""
        return MADE[is_min].get(self.gain, 0) - GIVEN[is_min].get(self.last_pair, 0)


class PrintedTurn:
    """One turn of the program: a root position, and what it computes from there."""

    def __init__(self, scanner: SegmentScanner, root: Vector, budget: NodeBudget) -> None:
        self.root = root
        self.segments = self._scan(scanner, root)
        self._scanner = scanner
        self._budget = budget
        self._order = [(scanner.points[a], scanner.points[b]) for a, b in scanner.segments]
        self._cases: list[list[int]] = []
        self._seen: set[frozenset[int]] = set()
        self._shortest: float = math.inf
        self.best_move = -1
        """Overwritten by every max node of the search."""
        self.best_ply = 0
        """Of the node that wrote it last."""

    def _scan(self, scanner: SegmentScanner, state: Vector) -> list[PrintedSegment]:
        return [PrintedSegment(*row) for row in scanner.scan_as_printed(state, self.root).tolist()]

    # Phase 1.

    def choose_capture(self) -> PrintedSegment | None:
        """The first segment that completes most triangles."""
        scoring = [segment for segment in self.segments if segment.gain > 0]
        return max(scoring, key=lambda segment: segment.gain, default=None)

    # Phase 2.

    def choose_from_cases(self) -> tuple[int | None, int]:
        """A segment of a case with fewest, and how many segments that case has.

        None if there is nothing to draw before saturation, or nothing but hull edges.
        """
        self._collect_cases(self.root, frozenset())
        if not self._cases:
            # Stopped before the first case.
            first = [segment.move for segment in self.segments if segment.prepared == 0]
            return (first[0], 1) if first else (None, 0)
        length = min(map(len, self._cases))
        edges = self._list_hull_edges() if self._scanner.is_convex else set()
        for case in self._cases:
            if len(case) == length:
                for move in case:
                    if move not in edges:
                        return move, length
        return None, length

    def _collect_cases(self, state: Vector, drawn: frozenset[int]) -> None:
        """Search depth-first for drawings without independent segments.

        The program visits every order of the same segments; that finds nothing more, because the
        bounds only get tighter.
        """
        if len(self._cases) == MAX_CASES or len(drawn) > self._shortest or drawn in self._seen:
            return
        if self._budget.spend():
            return
        self._seen.add(drawn)
        rows = self._scanner.scan_as_printed(state, self.root)
        independent = rows[rows[:, PREPARED] == 0, 0].tolist()
        for move in independent:
            self._collect_cases(self._scanner.play(state, move), drawn | {move})
        if not independent:
            self._cases.append(sorted(drawn, key=self._order.__getitem__))
            self._shortest = min(self._shortest, len(drawn))

    def _list_hull_edges(self) -> set[int]:
        """What the program takes for hull edges."""
        points = chain_hull(self._scanner.points)
        pairs = list(zip(points, [*points[1:], points[0]], strict=True))
        known = {frozenset(ends): move for move, ends in enumerate(self._order)}
        return {known[frozenset(pair)] for pair in pairs if frozenset(pair) in known}

    # Phase 3.

    def search(self, plies: int) -> int:
        """The value of the root by min-max, for the side to move; `best_move` is the answer."""
        try:
            return self._search(self.root, 0, plies, -math.inf, math.inf, 0)
        except Stopped:
            if self.best_move < 0:
                self.best_move = self._select_children(self.segments)[0].move
            return 0

    def _search(
        self, state: Vector, ply: int, plies: int, alpha: float, beta: float, value: int
    ) -> int:
        if self._budget.spend():
            raise Stopped
        segments = self._scan(self._scanner, state)
        if not segments or ply == plies:
            return value
        is_min = ply % 2 == 1
        sign = -1 if is_min else 1
        best = None
        for segment in self._select_children(segments):
            after = self._scanner.play(state, segment.move)
            added = sign * segment.value(is_min)
            child = self._search(after, ply + 1, plies, alpha, beta, value + added)
            if best is None or sign * child > sign * best:
                best = child
                if is_min:
                    beta = min(beta, best)
                else:
                    self.best_move, self.best_ply = segment.move, ply
                    alpha = max(alpha, best)
            if beta <= alpha:
                break
        assert best is not None
        return best

    def _select_children(self, segments: list[PrintedSegment]) -> list[PrintedSegment]:
        ordered = sorted(segments, key=lambda segment: (segment.h, self._order[segment.move]))
        return ordered[:WIDTH]


def chain_hull(points: list[Point]) -> list[Point]:
    """The points of the upper hull from left to right, then the others of the lower one alike."""
    upper: list[Point] = []
    lower: list[Point] = []
    for point in sorted(points):
        while len(upper) > 1 and orient(upper[-2], upper[-1], point) > 0:
            upper.pop()
        while len(lower) > 1 and orient(lower[-2], lower[-1], point) < 0:
            lower.pop()
        upper.append(point)
        lower.append(point)
    return list(dict.fromkeys(upper + lower))


def orient(a: Point, b: Point, c: Point) -> int:
    """Positive if c lies left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


class PrintedAgent(TimedSearchAgent):
    """Plays as the printed program does."""

    def __init__(self, time: float = SECONDS) -> None:
        self.time = time
        self._scanners = lru_cache(maxsize=2)(SegmentScanner)

    def list_kernels(self, game: Game) -> list[Entry]:
        return [*ENTRIES, *list_rules(game.kernels)]

    def prepare(self, game: Game) -> None:
        super().prepare(game)
        self._scanners(cast(Triangles, game))

    def tighten_limit(self, limit: Limit) -> Limit:
        return replace(limit, time=min(self.time, limit.time or self.time))

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        budget = NodeBudget(limit, stop)
        turn = PrintedTurn(self._scanners(cast(Triangles, position.game)), position.state, budget)
        move, points, why = self._choose(turn, min(PLIES, limit.depth or PLIES))
        score = Score.from_core(round(points * POINT), False, position.game.rules)
        drawn = format_line(position, (move,))
        return Analysis(
            drawn[0], score, (Line(drawn, score),), drawn,
            1, budget.nodes, stop.elapsed, budget.reason, why,
        )  # fmt: skip

    def _choose(self, turn: PrintedTurn, plies: int) -> tuple[int, float, Sentence]:
        """The move, its value in triangles, and the rule that chose it."""
        if capture := turn.choose_capture():
            why = Sentence(f"baseline.why.triangles.takes{capture.gain}")
            return capture.move, capture.gain, why
        move, count = turn.choose_from_cases()
        if move is not None:
            return move, 0.0, Sentence("baseline.why.triangles.case", {"count": count})
        value = turn.search(plies)
        rule = "search" if turn.best_ply == 0 else "inner"
        values: dict[str, str | int] = {"depth": plies, "width": WIDTH}
        why = Sentence(f"baseline.why.triangles.{rule}", values)
        return turn.best_move, value / MADE[0][1], why
