"""The report on tic-tac-toe: minimax over the whole tree, and the same with alpha-beta.

From the report: minimax to the end of the game, or alpha-beta in its place; the board is shown
round by round, which is the work of `plyground play`.

Our reading: a game is worth +1, 0 or -1 however long it takes, and of the moves of the same worth
the first is played, square by square from a1. So it never loses on the usual board, and may take
its time to win.

Ours: the searches deepen, so that there is an answer when the time runs out and on boards that
are larger than the report's. On the usual board the last depth is that of the report, and so is
the move. Out of time, the last finished depth counts, or the first empty square if there is none.
Minimax runs in native code; it looks at the positions that `classic.minimax` looks at and plays
what that would play.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import count

from plyground.agents.agent import OnDepth, Searcher
from plyground.agents.alphabeta_agent import PlainAgent
from plyground.agents.specs import Kind
from plyground.agents.textbook_agent import TextbookAgent
from plyground.classic import alphabeta
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.options import Option
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score
from plyground.reports.experiment import Experiment

PATIENCE = 10.0
"""Seconds for a move if nobody limits it: a larger board has no end in sight."""

FINISHED = ("depth", "proven")
"""Why a search is over that was not stopped."""


class Minimax(Searcher):
    """Looks at everything."""

    def __init__(self, depth: int | None = None, time: float | None = None) -> None:
        self.depth = depth
        self.time = time
        self._plain = PlainAgent()

    def prepare(self, game: Game) -> None:
        self._plain.prepare(game)

    def own(self, limit: Limit) -> Limit:
        return _timed(limit, self.time, self.depth)

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        deepest = min(self.depth or math.inf, limit.depth or math.inf)
        best = Analysis(position.moves[0])
        nodes = 0
        for depth in count(1):
            left = None if limit.nodes is None else max(limit.nodes - nodes, 1)
            found = self.look(position, replace(limit, depth=depth, nodes=left), stop)
            nodes += found.nodes
            if found.stopped_by in FINISHED:
                best = found
            if found.stopped_by != "depth" or depth == deepest:
                break
        lines_found = tuple(self._prolong(position, line, best.depth, stop) for line in best.lines)
        return replace(
            best,
            lines=lines_found,
            nodes=nodes,
            seconds=stop.elapsed,
            stopped_by=found.stopped_by,
        )

    def look(self, position: Position, limit: Limit, stop: Stop) -> Analysis:
        """One search; of the moves of the same worth the first is chosen, not the fastest."""
        found = self._plain.think(position, limit, stop, len(position.codes))
        told = {line.moves[0]: line.score for line in found.lines}
        scores = {move: told[move] for move in position.moves if move in told}
        top = max(map(_worth, scores.values()))
        best = tuple(move for move in scores if _worth(scores[move]) == top)
        line = Line(best[:1], scores[best[0]])
        return replace(found, move=best[0], score=line.score, lines=(line,), best_moves=best)

    def _prolong(self, position: Position, line: Line, depth: int, stop: Stop) -> Line:
        """A line to its end, as long as there is time."""
        moves = line.moves
        after = position.play(moves[0])
        while not after.is_over and len(moves) < depth:
            found = self.look(after, Limit(depth=depth - len(moves)), stop)
            if found.stopped_by not in FINISHED:
                break
            moves = (*moves, found.move)
            after = after.play(found.move)
        return replace(line, moves=moves)


class AlphaBeta(TextbookAgent):
    """Leaves out what cannot matter."""

    def __init__(self, depth: int | None = None, time: float | None = None) -> None:
        super().__init__(alphabeta, depth)
        self.time = time

    def own(self, limit: Limit) -> Limit:
        return _timed(limit, self.time, self.depth)

    def read(self, position: Position) -> Position:
        return position


def _worth(score: Score) -> int:
    return {"win": 1, "loss": -1}.get(score.kind, 0)


def _timed(limit: Limit, time: float | None, depth: int | None) -> Limit:
    """The limit with what an agent was told when it was made."""
    if time is not None:
        return replace(limit, time=min(time, limit.time or time))
    is_endless = limit.is_endless and depth is None
    return replace(limit, time=PATIENCE) if is_endless else limit


_OPTIONS = (
    Option("depth", None, low=1, high=100),
    Option("time", None, low=0.001, kind="float"),
)

BASELINES = {
    "minimax": Kind(f"{__name__}:Minimax", _OPTIONS),
    "alphabeta": Kind(f"{__name__}:AlphaBeta", _OPTIONS),
}

EXPERIMENTS: dict[str, Experiment] = {}
