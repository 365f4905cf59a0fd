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
from plyground.core.prover import list_entries
from plyground.core.solver import Solution, Solver, ValueBounds
from plyground.core.values import POINT, lost_in, won_in
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score


class SolverAgent(TimedSearchAgent):
    """Plays perfectly what it can solve, and the first legal move otherwise."""

    asks_more = False

    def __init__(self, hash: int = 64) -> None:
        self.hash = hash
        self._solvers = lru_cache(maxsize=1)(self._make_solver)

    def _make_solver(self, game: Game) -> Solver:
        return Solver(game.rules, game.native(), self.hash)

    def list_kernels(self, game: Game) -> list[Entry]:
        return [*list_entries(game.rules), *list_rules(game.kernels)]

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
        """Solve a position, with a line to the end for each of the best moves, up to `lines`.

        If the time ends early, best moves may be missing, and lines are the moves alone.
        """
        solver = self._solvers(position.game)
        with solver.limit_nodes(limit.nodes):
            found = solver.solve(position.state, stop)
            # Best moves are tested last, when all else about the position is known.
            proof = self._prove_lines(solver, position, found, stop, lines)
        is_complete = found.complete and not stop.is_set
        move = proof[0].moves[0] if proof else position.moves[0]
        best = [position.game.move_text(position.state, code) for code in found.best_moves]
        return Analysis(
            move,
            proof[0].score if proof else None,
            proof,
            tuple(best),
            found.plies or (len(proof[0].moves) if proof else 0),
            found.nodes,
            stop.elapsed,
            "proven" if is_complete else stop.reason or "nodes",
        )

    def find_value(self, position: Position, limit: Limit, stop: Stop) -> Solution:
        """What is proven of the value of a position within a limit."""
        solver = self._solvers(position.game)
        with solver.limit_nodes(limit.nodes):
            return solver.find_value(position.state, stop)

    def list_sound_moves(self, position: Position, bounds: ValueBounds) -> tuple[int, ...]:
        """The moves that no proof so far refutes."""
        return self._solvers(position.game).list_sound_moves(position.state, bounds)

    def _prove_lines(
        self, solver: Solver, position: Position, found: Solution, stop: Stop, lines: int
    ) -> tuple[Line, ...]:
        """The best moves with a line each."""
        score = to_score(found.bounds, position.game)
        proof = []
        for code in found.best_moves[:lines]:
            after = position.play(code)
            rest = solver.find_line(after.state, _after_move(found.bounds, position, after), stop)
            proof.append(Line(format_line(position, (code, *(rest or ()))), score))
        return tuple(proof)


def _after_move(bounds: ValueBounds, before: Position, after: Position) -> ValueBounds:
    """What is known after a best move, for the side that is to move there."""
    value = bounds.low if after.side == before.side else -bounds.low
    return ValueBounds(value, value, None if bounds.plies is None else bounds.plies - 1)


def to_score(bounds: ValueBounds, game: Game) -> Score:
    """The score of a position whose value is known, and perhaps the distance to its end."""
    if game.rules.scoring or bounds.low == 0:
        return Score.from_core(bounds.low * POINT, True, game.rules)
    if bounds.plies is None:
        won = bounds.low > 0
        return Score("win" if won else "loss", bounds.low, None, True, 1.0 if won else 0.0)
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
