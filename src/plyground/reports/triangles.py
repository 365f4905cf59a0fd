"""The agent of the report on Gaining Territory, without and with the report's own afterthought.

What it does on its turn comes from the report, weights included:

1. It draws a segment that scores, the best one.
2. Else it draws *independent* segments, those that give the opponent nothing next turn, until there
   are none left (*saturation*). A complete depth-first search over them, stopped at 12 cases and at
   the best so far, finds a case with fewest; when all points lie on the hull it does not begin with
   a hull edge.
3. At saturation it searches by alpha-beta to depth 5, looking at the three segments with the
   highest h = 3 x points gained - penalty: 0 if the opponent can make no triangle then, 2 if one,
   1 if two or more. (The report's text says the highest; its program sorted the other way round.)
   A move is worth 45 or 15 for two triangles or one gained, less 30 or 10 for two or one given;
   the opponent's moves count against it, and what is counted adds up along the path.

`improved` adds the afterthought: it does not take a point that hands back two; when one is handed
back, it plays out the chain of such points, and takes its own only if the chain has an odd length.

Where the report leaves it open, the reading is ours:

* Among equals the segment that comes first in the order of the game is drawn.
* A *case* is a drawing at saturation, however it was reached. It is as long as the segments that
  lead to it. A way that is not saturated when it is as long as the best so far is left; it is no
  case. The first segment of the first case with fewest is drawn.
* Hull edges are left out as the first segment of a case only, and only if another one is left.
* The triangles of the penalty are all that lack a single open segment; those *given* in the
  evaluation are the most that the opponent can make with one segment.
* A point *hands back* what its own segment prepares, not what could be taken anyway. The chain goes
  on with the best segment that the last one has prepared.
* A point that was refused is not drawn for other reasons either, unless nothing else is left.
* When time runs out: the shortest case so far, or the highest h.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import cast

import numpy as np

from plyground.agents.agent import OnDepth, Searcher
from plyground.agents.alphabeta_agent import texts
from plyground.agents.specs import Kind
from plyground.classic.alphabeta import alphabeta
from plyground.classic.textbook import Stopped
from plyground.core.contract import Vector
from plyground.core.jit import compile_kernel, kernel
from plyground.core.limits import Limit, Stop
from plyground.core.values import POINT
from plyground.games.game import Game
from plyground.games.options import Option
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score
from plyground.games.triangles import Triangles
from plyground.games.triangles.evaluate import is_open
from plyground.games.triangles.rules import (
    BITS,
    CLOSED,
    DRAWN,
    EXTRA_MOVE,
    LEFT,
    TRIANGLES,
    WORDS,
    completed,
    is_drawn,
    moves,
    segment_at,
    triangles_at,
)
from plyground.reports.experiment import Experiment

CASES = 12
DEPTH = 5
WIDTH = 3
# By the number of triangles: none, one, two; the penalty knows no more than "two or more".
PENALTY = (0, 2, 1)
GAINED = (0, 15, 45)
GIVEN = (0, 10, 30)

SECONDS = 55.0
"""The report has less than a minute a turn."""

# Rows of a survey: one column for each open segment, but for `TAKING` (see `survey`).
MOVE, GAIN, MOST, TOTAL, TAKING = range(5)
SURVEY_SIGNATURE = "int64(int64[::1], int64[:, ::1], int64[::1])"


@kernel
def survey(state: Vector, found: Vector, tables: Vector) -> int:
    """What each open segment completes, and what it leaves to the opponent; how many there are.

    Rows of `found`: the segment; the triangles it completes; then, once it is drawn, the most that
    one segment of the opponent completes, and what all of its segments do. The last row is scratch:
    the columns of the segments that complete something now.
    """
    count = moves(state, found[MOVE], tables)
    takers = 0
    for column in range(count):
        found[GAIN, column] = completed(state, found[MOVE, column], tables)
        if found[GAIN, column] > 0:
            found[TAKING, takers] = column
            takers += 1
    for column in range(count):
        move = found[MOVE, column]
        most = 0
        total = 0
        # What could be taken before and still can.
        for place in range(takers):
            taker = found[TAKING, place]
            if not is_closed_by(move, found[MOVE, taker], tables):
                most = max(most, found[GAIN, taker])
                total += found[GAIN, taker]
        # What the segment prepares: triangles that then lack one side only.
        entry = tables[TRIANGLES] + move
        for place in range(tables[entry], tables[entry + 1], 2):
            one, two = segment_at(tables[place]), segment_at(tables[place + 1])
            if is_drawn(state, one) != is_drawn(state, two):
                third = two if is_drawn(state, one) else one
                if is_open(state, third, tables) != 0:
                    most = max(most, completed(state, third, tables) + 1)
                    total += 1
        # Who moves again gives nothing yet.
        if tables[EXTRA_MOVE] != 0 and found[GAIN, column] > 0:
            most = 0
            total = 0
        found[MOST, column] = most
        found[TOTAL, column] = total
    return count


@kernel
def is_closed_by(segment: int, other: int, tables: Vector) -> bool:
    """Can the other one no longer be drawn once this segment is? (A segment closes itself.)"""
    word = tables[CLOSED + segment * tables[WORDS] + other // BITS]
    return bool((word >> (other % BITS)) & 1)


@dataclass(frozen=True)
class Segment:
    """An open segment as the report looks at it."""

    move: int
    gain: int
    most: int
    """Triangles that the opponent can then complete with one segment."""
    total: int
    """Triangles that lack one open segment then."""

    @property
    def h(self) -> int:
        return 3 * self.gain - PENALTY[min(self.total, 2)]

    @property
    def worth(self) -> int:
        """What drawing it adds to the value of a path, for the side that draws it."""
        return GAINED[self.gain] - GIVEN[self.most]


class Sheet:
    """The points of a game, on which drawings are made."""

    def __init__(self, game: Triangles) -> None:
        native = game.native()
        self.tables = game.rules.tables
        self._play = native.compiled["play"].call
        self._survey = compile_kernel(survey, SURVEY_SIGNATURE).call
        self._found = np.zeros((TAKING + 1, game.rules.branching), np.int64)
        figure = game.figure
        self.is_convex = len(figure.rim) == figure.size
        self.hull_edges = {
            number
            for number, (a, b) in enumerate(figure.segments)
            if abs(figure.turns[a, b].astype(int).sum()) == np.count_nonzero(figure.turns[a, b])
        }

    def look(self, state: Vector) -> Vector:
        """A row for each open segment, with what a `Segment` is made of."""
        count = self._survey(state, self._found, self.tables)
        return np.array(self._found[:TAKING, :count].T)

    def after(self, state: Vector, move: int) -> Vector:
        drawn = np.array(state)
        self._play(drawn, move, self.tables)
        return drawn


class Drawing:
    """A position with what its path was worth: a textbook game of three choices at every turn."""

    def __init__(self, sheet: Sheet, state: Vector, worth: int = 0) -> None:
        self.sheet = sheet
        self.state = state
        self.worth = worth
        """For side 0."""
        self.to_move = int(state[0])

    @cached_property
    def _rows(self) -> Vector:
        return self.sheet.look(self.state)

    @cached_property
    def segments(self) -> list[Segment]:
        return [Segment(*row) for row in self._rows.tolist()]

    @cached_property
    def independent(self) -> list[Segment]:
        """Those that give the opponent nothing."""
        return [Segment(*row) for row in self._rows[self._rows[:, TOTAL] == 0].tolist()]

    def result(self, segment: Segment) -> Drawing:
        worth = segment.worth if self.to_move == 0 else -segment.worth
        after = self.sheet.after(self.state, segment.move)
        return Drawing(self.sheet, after, self.worth + worth)

    def actions(self) -> list[Segment]:
        return highest(self.segments)

    def is_terminal(self) -> bool:
        return bool(self.state[LEFT] == 0)

    def utility(self) -> int:
        return self.worth

    def prepared_by(self, segment: int) -> Iterator[tuple[int, int]]:
        """The open segments that a drawn one made scoring, each with the triangles it completes."""
        tables = self.sheet.tables
        for one, two in triangles_at(segment, tables):
            for side, third in ((one, two), (two, one)):
                if is_drawn(self.state, side) and is_open(self.state, third, tables):
                    yield third, completed(self.state, third, tables)


class Saturated(Drawing):
    """A drawing without independent segments, in which nothing scores but what was refused."""

    def actions(self) -> list[Segment]:
        return highest([segment for segment in self.segments if segment.gain == 0] or self.segments)


def highest(segments: list[Segment]) -> list[Segment]:
    """The best ones by h."""
    return sorted(segments, key=lambda segment: -segment.h)[:WIDTH]


class Patience:
    """Counts the drawings looked at, and knows when to end."""

    def __init__(self, limit: Limit, stop: Stop) -> None:
        self.nodes = 0
        self._most = limit.nodes or math.inf
        self._stop = stop

    def is_over(self) -> bool:
        """Asked once before each drawing."""
        if not self.is_spent:
            self.nodes += 1
        return self.is_spent

    @property
    def is_spent(self) -> bool:
        return self._stop.is_set or self.nodes > self._most

    @property
    def reason(self) -> str:
        return self._stop.reason or ("nodes" if self.is_spent else "depth")


class Cases:
    """The depth-first search over independent segments for a case with fewest."""

    def __init__(self, patience: Patience) -> None:
        self.best: list[Segment] = []
        self.count = 0
        self._patience = patience
        self._seen: set[bytes] = set()

    def search(self, drawing: Drawing) -> list[Segment]:
        """A shortest case, as far as it was looked for."""
        firsts = drawing.independent
        if drawing.sheet.is_convex:
            edges = drawing.sheet.hull_edges
            firsts = [segment for segment in firsts if segment.move not in edges] or firsts
        self._draw_each(drawing, firsts, [])
        return self.best or firsts[:1]

    def _draw_each(self, drawing: Drawing, segments: list[Segment], path: list[Segment]) -> None:
        for segment in segments:
            if self.count == CASES or self._patience.is_spent:
                break
            self._follow(drawing.result(segment), [*path, segment])

    def _follow(self, drawing: Drawing, path: list[Segment]) -> None:
        # The same segments in another order are the same case.
        key = drawing.state[DRAWN:].tobytes()
        if key in self._seen or self._patience.is_over():
            return
        self._seen.add(key)
        independent = drawing.independent
        is_shorter = not self.best or len(path) < len(self.best)
        if not independent:
            self.count += 1
            self.best = path if is_shorter else self.best
        elif is_shorter:
            self._draw_each(drawing, independent, path)


class ReportAgent(Searcher):
    """Takes what scores, then draws what gives nothing, then searches."""

    def __init__(self, time: float = SECONDS, afterthought: bool = False) -> None:
        self.time = time
        self.afterthought = afterthought
        self._sheets = lru_cache(maxsize=2)(Sheet)

    def prepare(self, game: Game) -> None:
        self._sheets(cast(Triangles, game))

    def own(self, limit: Limit) -> Limit:
        return replace(limit, time=min(self.time, limit.time or self.time))

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        drawing = Drawing(self._sheets(cast(Triangles, position.game)), position.state)
        patience = Patience(limit, stop)
        if taken := self._take(drawing):
            line, points = [taken], float(taken.gain)
        elif drawing.independent:
            line, points = Cases(patience).search(drawing), 0.0
        else:
            depth = min(DEPTH, limit.depth or DEPTH)
            line, points = self._search(drawing, depth, patience)
        score = Score.from_core(round(points * POINT), False, position.game.rules)
        drawn = texts(position, tuple(segment.move for segment in line))
        return Analysis(
            drawn[0], score, (Line(drawn, score),), drawn[:1],
            len(line), patience.nodes, stop.elapsed, patience.reason,
        )  # fmt: skip

    def _take(self, drawing: Drawing) -> Segment | None:
        """The best segment that scores, of those worth taking."""
        scoring = [segment for segment in drawing.segments if segment.gain > 0]
        if self.afterthought:
            scoring = [segment for segment in scoring if is_worth_taking(drawing, segment)]
        return max(scoring, key=lambda segment: segment.gain, default=None)

    def _search(
        self, drawing: Drawing, depth: int, patience: Patience
    ) -> tuple[list[Segment], float]:
        """The line that alpha-beta finds, and its worth in triangles for the side to move."""
        root = Saturated(drawing.sheet, drawing.state)
        try:
            found = alphabeta(root, depth, Drawing.utility, stop=patience.is_over)
        except Stopped:
            return root.actions()[:1], 0.0
        worth = found.value if root.to_move == 0 else -found.value
        return list(found.line), worth / GAINED[1]


def is_worth_taking(drawing: Drawing, segment: Segment) -> bool:
    """The report's afterthought on a segment that scores."""
    after = drawing.result(segment)
    if after.to_move == drawing.to_move:
        return True
    back = max((gain for _, gain in after.prepared_by(segment.move)), default=0)
    return back < 2 and chain_length(after, segment.move) % 2 == 1


def chain_length(drawing: Drawing, move: int) -> int:
    """How many segments score one after the other, each prepared by the last; `move` is drawn."""
    length = 1
    while prepared := list(drawing.prepared_by(move)):
        move, _ = max(prepared, key=lambda link: link[1])
        drawing = Drawing(drawing.sheet, drawing.sheet.after(drawing.state, move))
        length += 1
    return length


_OPTIONS = (Option("time", None, low=0.001, kind="float"),)
_HOME = f"{__name__}:ReportAgent"

BASELINES = {
    "report": Kind(_HOME, _OPTIONS),
    "improved": Kind(_HOME, _OPTIONS, {"afterthought": True}),
}

EXPERIMENTS = {
    "triangles-afterthought": Experiment(
        game="triangles",
        a="baseline:improved",
        b="baseline:report",
        games=60,
        seconds=5.0,
        options={"n": 16},
        opening_plies=4,
    )
}
