"""The agent that the text of the report describes, without and with the report's own afterthought.

What it does on its turn comes from the text, weights included:

1. It draws a segment that scores, the best one.
2. Else it draws *independent* segments, those that give the opponent nothing next turn, until there
   are none left (*saturation*). A complete depth-first search over them, stopped at 12 cases and at
   the best so far, finds a case with fewest; when all points lie on the hull it does not begin with
   a hull edge.
3. At saturation it searches by alpha-beta to depth 5 over the three segments with the highest
   h = 3 x points gained - penalty: 0 if the opponent can make no triangle then, 2 if one, 1 if two
   or more. A move is worth 45 or 15 for two triangles or one gained, less 30 or 10 for two or one
   given; the opponent's moves count against it, and the values of the moves of a line add up.

`improved` adds the afterthought: it does not take a point that hands back two; when one is handed
back, it plays out the chain of such points, and takes its own only if the chain has an odd length.

Where the text leaves something open, the reading is ours:

* The text defines an independent segment by its two points, which nothing connects yet; its rules
  and its program ask that it gives the opponent nothing. The agent does the latter.
* Among equals the segment that comes first in the order of the game is drawn.
* A *case* is a drawing at saturation, however it was reached. It is as long as the segments that
  lead to it. A path that is not saturated when it is as long as the best so far is abandoned; it is
  no case. The first segment of the first case with fewest is drawn.
* Hull edges are left out as the first segment of a case only, and only if another one is left.
* The triangles of the penalty are all that lack a single open segment; those *given* in the
  evaluation are the most that the opponent can make with one segment.
* A point *hands back* what its own segment prepares, not what could be taken anyway. The chain goes
  on with the best segment that the last one has prepared.
* A point that was refused is not drawn for other reasons either, unless nothing else is left.
* When time runs out: the shortest case so far, or the highest h.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import cast

from plyground.agents.agent import OnDepth, TimedSearchAgent, list_rules
from plyground.agents.alphabeta_agent import format_line
from plyground.classic.alphabeta import alphabeta
from plyground.classic.textbook import Stopped
from plyground.core.contract import Vector
from plyground.core.jit import Entry
from plyground.core.limits import Limit, Stop
from plyground.core.values import POINT
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score
from plyground.games.triangles import Triangles
from plyground.games.triangles.evaluate import is_open
from plyground.games.triangles.rules import (
    DRAWN,
    SEGMENTS_LEFT,
    count_completed,
    is_drawn,
    list_triangles,
)
from plyground.locale import Sentence
from plyground.reports.triangles.segment_scan import (
    ENTRIES,
    OFFERED,
    SECONDS,
    NodeBudget,
    SegmentScanner,
)

MAX_CASES = 12
DEPTH = 5
WIDTH = 3
# By the number of triangles: none, one, two; for the penalty the last is "two or more".
PENALTY = (0, 2, 1)
GAINED = (0, 15, 45)
GIVEN = (0, 10, 30)


@dataclass(frozen=True)
class Segment:
    """An open segment, and what it is worth to the report."""

    move: int
    gain: int
    best_reply: int
    """Triangles that the opponent can then complete with one segment."""
    offered: int
    """Triangles that lack one open segment then."""

    @property
    def h(self) -> int:
        return 3 * self.gain - PENALTY[min(self.offered, 2)]

    @property
    def value(self) -> int:
        """What drawing it adds to the value of a line, for the side that draws it."""
        return GAINED[self.gain] - GIVEN[self.best_reply]


class SearchNode:
    """A position and the value of the line that leads to it; a textbook game of three choices."""

    def __init__(self, scanner: SegmentScanner, state: Vector, value: int = 0) -> None:
        self.scanner = scanner
        self.state = state
        self.value = value
        """For side 0."""
        self.to_move = int(state[0])

    @cached_property
    def _rows(self) -> Vector:
        return self.scanner.scan(self.state)

    @cached_property
    def segments(self) -> list[Segment]:
        return [Segment(*row) for row in self._rows.tolist()]

    @cached_property
    def independent(self) -> list[Segment]:
        """Those that give the opponent nothing."""
        return [Segment(*row) for row in self._rows[self._rows[:, OFFERED] == 0].tolist()]

    def result(self, segment: Segment) -> SearchNode:
        value = segment.value if self.to_move == 0 else -segment.value
        after = self.scanner.play(self.state, segment.move)
        return SearchNode(self.scanner, after, self.value + value)

    def actions(self) -> list[Segment]:
        return select_highest(self.segments)

    def is_terminal(self) -> bool:
        return bool(self.state[SEGMENTS_LEFT] == 0)

    def utility(self) -> int:
        return self.value

    def list_prepared(self, segment: int) -> Iterator[tuple[int, int]]:
        """The open segments that a drawn one made scoring, each with the triangles it completes."""
        tables = self.scanner.tables
        for one, two in list_triangles(segment, tables):
            for side, third in ((one, two), (two, one)):
                if is_drawn(self.state, side) and is_open(self.state, third, tables):
                    yield third, count_completed(self.state, third, tables)


class SaturatedRoot(SearchNode):
    """A node without independent segments, in which nothing scores but what was refused."""

    def actions(self) -> list[Segment]:
        rest = [segment for segment in self.segments if segment.gain == 0]
        return select_highest(rest or self.segments)


def select_highest(segments: list[Segment]) -> list[Segment]:
    """The best ones by h."""
    return sorted(segments, key=lambda segment: -segment.h)[:WIDTH]


class CaseSearch:
    """The depth-first search over independent segments for a case with fewest."""

    def __init__(self, budget: NodeBudget) -> None:
        self.best: list[Segment] = []
        self.count = 0
        self._budget = budget
        self._seen: set[bytes] = set()

    def search(self, node: SearchNode) -> list[Segment]:
        """The shortest case found, or a first segment if the search ended before any."""
        firsts = node.independent
        if node.scanner.is_convex:
            edges = node.scanner.hull_edges
            firsts = [segment for segment in firsts if segment.move not in edges] or firsts
        self._visit_children(node, firsts, [])
        return self.best or firsts[:1]

    def _visit_children(
        self, node: SearchNode, segments: list[Segment], path: list[Segment]
    ) -> None:
        for segment in segments:
            if self.count == MAX_CASES or self._budget.is_spent:
                break
            self._visit(node.result(segment), [*path, segment])

    def _visit(self, node: SearchNode, path: list[Segment]) -> None:
        # The same segments in another order are the same case.
        key = node.state[DRAWN:].tobytes()
        if key in self._seen or self._budget.spend():
            return
        self._seen.add(key)
        is_shorter = not self.best or len(path) < len(self.best)
        if not node.independent:
            self.count += 1
            self.best = path if is_shorter else self.best
        elif is_shorter:
            self._visit_children(node, node.independent, path)


class TextAgent(TimedSearchAgent):
    """Takes what scores, then draws what gives nothing, then searches."""

    def __init__(self, time: float = SECONDS, afterthought: bool = False) -> None:
        self.time = time
        self.afterthought = afterthought
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
        node = SearchNode(self._scanners(cast(Triangles, position.game)), position.state)
        budget = NodeBudget(limit, stop)
        if capture := self._choose_capture(node):
            line, points = [capture], float(capture.gain)
            why = self._explain_capture(node, capture)
        elif node.independent:
            line, points = CaseSearch(budget).search(node), 0.0
            why = Sentence("baseline.why.triangles.case", {"count": len(line)})
        else:
            depth = min(DEPTH, limit.depth or DEPTH)
            line, points = self._search(node, depth, budget)
            why = Sentence("baseline.why.triangles.search", {"depth": depth, "width": WIDTH})
        score = Score.from_core(round(points * POINT), False, position.game.rules)
        drawn = format_line(position, tuple(segment.move for segment in line))
        return Analysis(
            drawn[0], score, (Line(drawn, score),), drawn[:1],
            len(line), budget.nodes, stop.elapsed, budget.reason, why,
        )  # fmt: skip

    def _choose_capture(self, node: SearchNode) -> Segment | None:
        """The best segment that scores, of those worth taking."""
        scoring = [segment for segment in node.segments if segment.gain > 0]
        if self.afterthought:
            scoring = [segment for segment in scoring if is_worth_taking(node, segment)]
        return max(scoring, key=lambda segment: segment.gain, default=None)

    def _explain_capture(self, node: SearchNode, capture: Segment) -> Sentence:
        if self.afterthought:
            length = measure_chain(node.result(capture), capture.move)
            if length > 1:
                return Sentence("baseline.why.triangles.chain", {"length": length})
        return Sentence(f"baseline.why.triangles.takes{capture.gain}")

    def _search(
        self, node: SearchNode, depth: int, budget: NodeBudget
    ) -> tuple[list[Segment], float]:
        """The line that alpha-beta finds, and its value in triangles for the side to move."""
        root = SaturatedRoot(node.scanner, node.state)
        try:
            found = alphabeta(root, depth, SearchNode.utility, stop=budget.spend)
        except Stopped:
            return root.actions()[:1], 0.0
        value = found.value if root.to_move == 0 else -found.value
        return list(found.line), value / GAINED[1]


def is_worth_taking(node: SearchNode, segment: Segment) -> bool:
    """The report's afterthought on a segment that scores."""
    after = node.result(segment)
    if after.to_move == node.to_move:
        return True
    back = max((gain for _, gain in after.list_prepared(segment.move)), default=0)
    return back < 2 and measure_chain(after, segment.move) % 2 == 1


def measure_chain(node: SearchNode, move: int) -> int:
    """How many segments score one after the other, each prepared by the last; `move` is drawn."""
    length = 1
    while prepared := list(node.list_prepared(move)):
        move, _ = max(prepared, key=lambda link: link[1])
        node = SearchNode(node.scanner, node.scanner.play(node.state, move))
        length += 1
    return length
