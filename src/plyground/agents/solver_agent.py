"""The solver behind the interface of a search: it runs beside one, and its proof takes over.

Until a position is solved there is no score. What is proven so far stays in the solver's table:
thinking about the same position again goes on from there.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from plyground.agents.agent import OnDepth, TimedSearchAgent, list_rules
from plyground.agents.alphabeta_agent import format_line
from plyground.core.jit import Entry
from plyground.core.limits import Limit, Stop
from plyground.core.solver import ENTRIES, Solution, Solver, ValueBounds
from plyground.core.values import POINT, lost_in, won_in
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score


class SolverAgent(TimedSearchAgent):
    """Plays perfectly what it can solve, and the first legal move otherwise."""

    def __init__(self, hash: int = 64) -> None:
        self.hash = hash
        self._solvers = lru_cache(maxsize=1)(self._make_solver)

    def _make_solver(self, game: Game) -> Solver:
        return Solver(game.rules, game.native(), self.hash)

    def list_kernels(self, game: Game) -> list[Entry]:
        return [*ENTRIES, *list_rules(game.kernels)]

    def prepare(self, game: Game) -> None:
        super().prepare(game)
        self._solvers(game)

    def release(self) -> None:
        """Free the table."""
        self._solvers.cache_clear()

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        """Solve a position, with a line to the end for each of the best moves, up to `lines`."""
        solver = self._solvers(position.game)
        found = solver.solve(position.state, stop)
        proof = self._prove_lines(solver, position, found, stop, lines) if found.complete else ()
        move = proof[0].moves[0] if proof else position.moves[0]
        best = [position.game.move_text(position.state, code) for code in found.best_moves]
        return Analysis(
            move,
            proof[0].score if proof else None,
            proof,
            tuple(best) if proof else (),
            found.plies or (len(proof[0].moves) if proof else 0),
            found.nodes,
            stop.elapsed,
            "proven" if proof else stop.reason or "",
        )

    def _prove_lines(
        self, solver: Solver, position: Position, found: Solution, stop: Stop, lines: int
    ) -> tuple[Line, ...]:
        """The best moves with a line each; none if stopped."""
        score = to_score(found.bounds, position.game)
        proof = []
        for code in found.best_moves[:lines]:
            after = position.play(code)
            rest = solver.find_line(after.state, _after_move(found.bounds, position, after), stop)
            if rest is None:
                return ()
            proof.append(Line(format_line(position, (code, *rest)), score))
        return tuple(proof)


def _after_move(bounds: ValueBounds, before: Position, after: Position) -> ValueBounds:
    """What is known after a best move, for the side that is to move there."""
    value = bounds.low if after.side == before.side else -bounds.low
    return ValueBounds(value, value, None if bounds.plies is None else bounds.plies - 1)


def to_score(bounds: ValueBounds, game: Game) -> Score:
    """The score of a position whose value is known."""
    core = bounds.low * POINT
    if bounds.plies is not None:
        core = won_in(bounds.plies) if bounds.low > 0 else lost_in(bounds.plies)
    return Score.from_core(core, True, game.rules)


def take_over(proof: Analysis, found: Analysis | None, lines: int) -> Analysis:
    """A proof in the place of what a search has found, whose other moves follow it.

    An estimate that is better than what is proven is wrong, and left out.
    """
    if found is None or proof.score is None:
        return proof
    least = _rank(proof.score)
    others = [
        line
        for line in found.lines
        if line.moves[0] not in proof.best_moves and _rank(line.score) <= least
    ]
    return replace(
        proof,
        lines=(*proof.lines, *others)[:lines],
        nodes=proof.nodes + found.nodes,
        seconds=max(proof.seconds, found.seconds),
    )


def _rank(score: Score) -> tuple[float, float]:
    return score.chance if score.margin is None else 0.0, score.margin or 0.0
