"""The agent of the report on gomoku 19x19 as its text describes it: iterative deepening.

It searches to depth 1, 2, 3, 4 (`depth`) and plays the move of the last depth finished in time
(`time`, 30 seconds). A move is valued by the eight criteria of the report, each counted once
however often it is met; the first of them is a five, which wins.

Our reading: the last move of a line of play is valued, for the side that made it. Rows are unbroken
and of just that length; an open one has an empty point at either end, and the edge blocks. The
candidates nearest the centre come first, and none is forbidden to its side: this report has a rule
about that. A win is better if it comes sooner. The report has no swap2 opening: there the agent
makes the first legal move. What its printed code does instead is in `printed_agent`.
"""

from __future__ import annotations

from plyground.agents.agent import OnDepth
from plyground.core.contract import Kernels, Vector
from plyground.core.jit import kernel
from plyground.core.limits import Limit, Stop
from plyground.core.values import DECIDED
from plyground.games.gomoku import rules
from plyground.games.gomoku.lines import PLANE, STEPS
from plyground.games.gomoku.rules import BOARD, PLAYING, STAGE, colour_to_move
from plyground.games.gomoku.variants import SIZE
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Sentence
from plyground.reports.gomoku.report_search import ReportAgent, candidates

# What `deepening` gives for a move that is no five: it closes a four that is blocked at its other
# end; makes an open four; closes an end of an open four, of an open three; closes a three that is
# blocked at its other end; makes an open three, an open two. The report does not tell the second:
# to stop a five must be more, and to be too late for stopping one less.
VALUES = (5_000, 1_000, 500, 300, 100, 50, 10)
# The criterion, as a bit, that is met by a row of none to five or more stones.
MAKES_OPEN = (0, 0, 1 << 6, 1 << 5, 1 << 1, 0)
CLOSES_OPEN = (0, 0, 0, 1 << 3, 1 << 2, 0)
CLOSES_BLOCKED = (0, 0, 0, 1 << 4, 1 << 0, 0)


@kernel
def play_and_store_move(state: Vector, move: int, tables: Vector) -> None:
    rules.play(state, move, tables)
    state[BOARD + tables[SIZE]] = move


@kernel
def evaluate_last_move(state: Vector, features: Vector, tables: Vector) -> int:
    """What the last move is worth; from the side of who is to move now, which did not make it."""
    size = tables[SIZE]
    met = find_criteria(state, state[BOARD + size], 1 - colour_to_move(state), size)
    return -sum_values(met)


@kernel
def sum_values(met: int) -> int:
    """What the criteria that are met, as bits, are worth together."""
    total = 0
    for criterion in range(len(VALUES)):
        total += (met >> criterion & 1) * VALUES[criterion]
    return total


@kernel
def find_criteria(state: Vector, cell: int, colour: int, size: int) -> int:
    """Which of the criteria the stone of `colour` on `cell` meets, as bits."""
    x, y = cell % size, cell // size
    met = 0
    for step_x, step_y in STEPS:
        after = rules.reach(state, x, y, step_x, step_y, colour, size)
        before = rules.reach(state, x, y, -step_x, -step_y, colour, size)
        if is_empty(state, x + (after + 1) * step_x, y + (after + 1) * step_y, size) and is_empty(
            state, x - (before + 1) * step_x, y - (before + 1) * step_y, size
        ):
            met |= MAKES_OPEN[min(before + after + 1, 5)]
        for sign in (-1, 1):
            away_x, away_y = sign * step_x, sign * step_y
            enemies = rules.reach(state, x, y, away_x, away_y, 1 - colour, size)
            if is_empty(state, x + (enemies + 1) * away_x, y + (enemies + 1) * away_y, size):
                met |= CLOSES_OPEN[min(enemies, 5)]
            else:
                met |= CLOSES_BLOCKED[min(enemies, 5)]
    return met


@kernel
def is_empty(state: Vector, x: int, y: int, size: int) -> bool:
    """Is there a point at column `x`, row `y`, and no stone on it?"""
    if x < 0 or x >= size or y < 0 or y >= size:
        return False
    stones = state[BOARD + y] >> x
    found: bool = (stones | stones >> PLANE) & 1 == 0
    return found


class Deepening(ReportAgent):
    """One depth after the other; the last finished one counts."""

    kernels = Kernels(
        moves=candidates,
        play=play_and_store_move,
        outcome=rules.outcome,
        evaluate=evaluate_last_move,
    )
    lawful = True
    scale = 1_000.0

    def __init__(self, depth: int = 4, time: float = 30.0) -> None:
        super().__init__(depth, time)

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        self._begin(position)
        if position.state[STAGE] != PLAYING:
            why = Sentence("baseline.why.opening_first")
            return self._answer(position, position.codes[0], stop, "rule", why)
        cells = self.candidates(position)
        best, reached, reason = None, 0, "depth"
        for depth in range(1, min(self.depth, limit.depth or self.depth) + 1):
            found = self._best(position, cells, depth, stop, limit.nodes)
            if found is None:
                reason = stop.reason or "nodes"
                break
            best, reached = found, depth
            if on_depth is not None:
                on_depth(self._answer_with_score(position, best, reached, stop, ""))
            if abs(best[1]) >= DECIDED:
                # No deeper search would choose otherwise.
                break
        if best is None:
            why = Sentence("baseline.why.unfinished_first")
            return self._answer(position, cells[0], stop, reason, why)
        return self._answer_with_score(position, best, reached, stop, reason)
