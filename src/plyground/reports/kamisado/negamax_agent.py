"""The agent of the report on Kamisado: easyAI's negamax to depth 3, which knows only losing.

From the report: its program gives the game to easyAI's `Negamax(3)`. easyAI searches by alpha-beta,
keeps the first of the best moves, and adds to a score a thousandth for every ply of depth that is
left. So a win at once comes before a win in three, and of lost moves the one that lasts longest is
played.

The report's first player sits on row 8 and moves down. Its board is scanned from the top left,
row by row: the squares that a tower stands on, and for each of them the squares that it can go to.
Our side 0 sits on row 1, so our board is the report's rotated by 180 degrees, which keeps the
colours in place. The scan then begins at h1 and goes to a1, then from h2 to a2, and ends at a8;
for both sides alike, because the report has one board. Hence its habits: the nearest row comes
first for side 0, which moves up, and the farthest first for side 1, which moves down. Where
nothing is won or lost, the first player takes one step and the second goes as far as it can.

The printed program has no `scoring`, without which easyAI cannot search. Ours is that of easyAI's
own examples: -100 for a loss, else 0.

Ours: depths 1 and 2 are searched before 3, so that there is an answer when the time runs out. In
a match, which the report does not have, each round is played for itself, and home rows are filled
from the right. The agent plays by whichever deadlock rule the game has; the report's program has
`deadlock=printed`, its text `deadlock=two`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from plyground.agents.agent import OnDepth, TimedSearchAgent
from plyground.classic import Stopped, TextbookResult, deepening, negamax
from plyground.core.limits import Limit, Stop
from plyground.games.kamisado.rules import FILL, FORCED
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score
from plyground.locale import Sentence

DEPTH = 3

WIN = 1_000
"""A win at ply n is worth `WIN - n`: more than any later one, as with easyAI's bonus for depth."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round in the words of the textbook, its moves in the order of the report."""

    position: Position
    ply: int = 0
    """Moves since the search began."""

    @property
    def to_move(self) -> int:
        return self.position.side

    def actions(self) -> list[str]:
        moves = zip(self.position.codes, self.position.moves, strict=True)
        return [text for _, text in sorted((scan_order(code), text) for code, text in moves)]

    def result(self, action: str) -> Round:
        return Round(self.position.play(action), self.ply + 1)

    def is_terminal(self) -> bool:
        return self.position.is_over or self._is_fill

    def utility(self) -> int:
        # Whoever won a round of a match is to choose how the home rows are filled.
        winner = 1 - 2 * self.position.side if self._is_fill else self.position.utility()
        return int(winner) * (WIN - self.ply)

    @property
    def _is_fill(self) -> bool:
        return bool(self.position.state[FORCED] == FILL)


def scan_order(code: int) -> tuple[int, int]:
    """The place of a move in the scan: its start, then its end, row 1 first, each from h to a."""
    start, end = divmod(code, 64)
    return start ^ 7, end ^ 7


class Negamax(TimedSearchAgent):
    """Sees what is won or lost within `depth` moves, and nothing else."""

    def __init__(self, depth: int = DEPTH) -> None:
        self.depth = depth

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        root = Round(position)
        depth = min(self.depth, limit.depth or math.inf)
        found = None
        with suppress(Stopped):
            found = deepening(root, depth, stop=_poll(stop, limit.nodes), search=negamax)
        if found is None or not found.line:
            key = "fill" if root.is_terminal() else "unfinished"
            why = Sentence(f"baseline.kamisado.why.{key}")
            return Analysis(root.actions()[0], stopped_by=stop.reason or "nodes", why=why)
        score = _read_score(root, found)
        reason = "depth" if found.depth == depth else stop.reason or "nodes"
        return Analysis(
            found.action, score, (Line(found.line, score),), (found.action,),
            int(found.depth), found.nodes, stop.elapsed, "proven" if found.complete else reason,
            _explain(root, found, score),
        )  # fmt: skip


def _read_score(root: Round, found: TextbookResult) -> Score:
    """For the side to move; a value is for side 0."""
    value = found.value if root.to_move == 0 else -found.value
    if value == 0:
        return Score("value", 0, None, False, 0.5)
    plies = WIN - abs(int(value))
    return Score("win", 1, plies, True, 1.0) if value > 0 else Score("loss", -1, plies, True, 0.0)


def _explain(root: Round, found: TextbookResult, score: Score) -> Sentence:
    """Which rule chose the move."""
    actions = root.actions()
    start, end = found.action.split("-")
    values: dict[str, str | int] = {}
    if start == end:
        key = "zero"
    elif len(actions) == 1:
        key = "only"
    elif score.kind == "win":
        key = "win" if score.plies == 1 else "win_later"
        values = {"plies": score.plies or 0}
    elif score.kind == "loss":
        key = "loss"
    else:
        # Moves that come earlier in the scan and are not kept are worse: they lose.
        key = "first" if found.action == actions[0] else "avoid"
        values = {"depth": int(found.depth)}
    return Sentence(f"baseline.kamisado.why.{key}", values)


def _poll(stop: Stop, nodes: int | None) -> Callable[[], bool]:
    """The check at every node: is the time over, or are so many nodes used up?"""
    left = math.inf if nodes is None else nodes
    seconds = math.inf if stop.seconds is None else stop.seconds

    def is_over() -> bool:
        nonlocal left
        left -= 1
        # The timer has to wait for Python's lock, which this very search holds.
        if stop.elapsed >= seconds:
            stop.set("time")
        return left < 0 or stop.is_set

    return is_over
