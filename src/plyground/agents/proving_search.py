"""A heuristic search and the solver on one clock, and never a move that a proof refutes.

One thread does both in turns: a first look by the heuristic search; the solver, for a share of the
limit, until it knows the value; and, if it does, for the distance to the end and the best moves.
Otherwise the heuristic search gets the rest, among the moves that are not refuted. With more
threads, one of them runs the solver all the time.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Protocol

from plyground.agents.agent import OnDepth
from plyground.agents.round_solver import RoundSolver
from plyground.agents.solver_agent import SolverAgent, take_over, to_score
from plyground.core.limits import Limit, Stop
from plyground.core.solver import Solution, ValueBounds
from plyground.core.watched_thread import Worker
from plyground.games.position import Position
from plyground.games.score import Analysis, Line

FIRST_LOOK = 0.05
"""Share of the limit for the first look: it shows something soon, and proves what is short."""
VALUE_SHARE, LEAST_VALUE_SHARE = 0.5, 0.1
"""Share of it for the value. Every failure halves it for the next position, down to the least, so
that a game too large to be solved costs the engine little."""
PROOF_SHARE = 0.9
"""Share of it after which the solver ends even if it knows the value but not the distance."""
# What the shares are of when there is neither a time limit nor one of positions.
ENDLESS_NODES = 4_000_000


class HeuristicSearch(Protocol):
    """A search that may be restricted to some of the moves."""

    def __call__(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int,
        on_depth: OnDepth | None,
        only: Collection[int] | None,
    ) -> Analysis: ...


class Proofs(Protocol):
    """What the solver says of a position: in a match, about its round."""

    @property
    def asks_more(self) -> bool:
        """Is there more to ask than who wins?"""

    def find_value(self, position: Position, limit: Limit, stop: Stop) -> Solution: ...
    def think(self, position: Position, limit: Limit, stop: Stop, lines: int) -> Analysis: ...
    def list_sound_moves(self, position: Position, bounds: ValueBounds) -> tuple[int, ...]: ...


class ProvingSearch:
    """Thinks by a heuristic search and the solver."""

    def __init__(
        self, look: HeuristicSearch, search: HeuristicSearch, solver: SolverAgent, threads: int
    ) -> None:
        """`look` is the search of the first look."""
        self._look = look
        self._search = search
        self._solver = solver
        self._threads = threads
        self._failures = 0
        """How many positions in a row were not solved."""

    def reset(self) -> None:
        """Expect to solve the next position."""
        self._failures = 0

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int,
        on_depth: OnDepth | None,
    ) -> Analysis:
        if limit.depth is not None:
            # Whoever asks for a depth wants to see what that depth finds.
            return self._search(position, limit, stop, lines, on_depth, None)
        if position.game.round is None:
            return self._think(position, self._solver, limit, stop, lines, on_depth)
        # In a match the horizon is the end of the round.
        solver = RoundSolver(self._solver, position)
        rated = on_depth and (lambda found: on_depth(solver.rate(found)))
        return solver.rate(self._think(solver.round_position, solver, limit, stop, lines, rated))

    def _think(
        self,
        position: Position,
        solver: Proofs,
        limit: Limit,
        stop: Stop,
        lines: int,
        on_depth: OnDepth | None,
    ) -> Analysis:
        think = self._think_in_turns if self._threads == 1 else self._think_beside
        return replace(think(position, solver, limit, stop, lines, on_depth), seconds=stop.elapsed)

    def add_lines(
        self, proof: Analysis, position: Position, limit: Limit, stop: Stop, lines: int
    ) -> Analysis:
        """A proof, and beside it other moves by a first look."""
        part, _ = _Budget(limit, stop).take_until(FIRST_LOOK)
        with stop.make_part(stop.seconds and FIRST_LOOK * stop.seconds) as first:
            look = self._look(position, part, first, lines, None, None)
        return replace(take_over(proof, look, lines), seconds=stop.elapsed)

    def _think_in_turns(
        self,
        position: Position,
        solver: Proofs,
        limit: Limit,
        stop: Stop,
        lines: int,
        on_depth: OnDepth | None,
    ) -> Analysis:
        budget = _Budget(limit, stop)
        on_depth = on_depth and _Deepening(on_depth)

        # Step 1. A first look. It is enough if there is nothing to choose.
        is_forced = len(position.codes) == 1
        part, seconds = budget.take_until(FIRST_LOOK)
        if is_forced:
            part = replace(part, depth=1)
        with stop.make_part(seconds) as first:
            look = self._look(position, part, first, lines, on_depth, None)
        budget.nodes += look.nodes
        if _is_proven(look) and not solver.asks_more:
            return look

        # Step 2. The value.
        share = max(VALUE_SHARE / 2**self._failures, LEAST_VALUE_SHARE)
        part, seconds = budget.take_until(FIRST_LOOK + share)
        with stop.make_part(seconds) as second:
            value = solver.find_value(position, part, second)
        budget.nodes += value.nodes
        self._failures = 0 if value.value is not None else self._failures + 1

        # Step 3. If it is known, the distance and the best moves.
        proof = None
        if value.value is not None:
            part, seconds = budget.take_until(PROOF_SHARE)
            with stop.make_part(seconds) as third:
                proof = solver.think(position, part, third, lines)
            budget.nodes += proof.nodes
            if proof.score is not None:
                look = take_over(proof, look, lines)
                if on_depth is not None:
                    on_depth(look)
                if len(look.lines) == min(lines, len(position.codes)):
                    return replace(look, nodes=budget.nodes)

        # Step 4. The rest of the time for what is still unknown: other moves, or all that are not
        # refuted.
        part, seconds = budget.take_until(1.0)
        is_solved = proof is not None and proof.score is not None
        sound = None if is_solved else solver.list_sound_moves(position, value.bounds)
        found = look
        if not is_forced:
            with stop.make_part(seconds) as last:
                # Whoever asks for several lines wants to see other moves, too.
                only = sound if lines == 1 else None
                found = self._search(position, part, last, lines, on_depth, only)
            budget.nodes += found.nodes
            if found.depth < look.depth:
                found = look
        if proof is not None and is_solved:
            found = take_over(proof, found, lines)
        elif sound is not None:
            found = keep_sound(found, position, sound, value.bounds)
        return replace(found, nodes=budget.nodes)

    def _think_beside(
        self,
        position: Position,
        solver: Proofs,
        limit: Limit,
        stop: Stop,
        lines: int,
        on_depth: OnDepth | None,
    ) -> Analysis:
        proofs: list[Analysis] = []
        share = replace(limit, nodes=limit.nodes and limit.nodes // self._threads)
        rest = replace(limit, nodes=limit.nodes and limit.nodes - limit.nodes // self._threads)
        proving, searching = (stop.make_part(stop.seconds_left) for _ in range(2))

        def prove() -> None:
            proofs.append(solver.think(position, share, proving, lines))
            if proofs[0].score is not None:
                searching.set("proven")

        with proving, searching:
            worker = Worker(prove)
            try:
                found = self._search(position, rest, searching, lines, on_depth, None)
                if _is_proven(found) and not solver.asks_more:
                    proving.set("proven")
            except BaseException:
                proving.set("error")
                raise
            finally:
                worker.finish()
        [proof] = proofs
        if _is_proven(found) and not solver.asks_more:
            return found
        if proof.score is not None:
            return take_over(proof, found, lines)
        # The solver that is stopped answers from its table.
        known = solver.find_value(position, share, proving).bounds
        sound = solver.list_sound_moves(position, known)
        found = keep_sound(found, position, sound, known)
        return replace(found, nodes=found.nodes + proof.nodes)


class _Budget:
    """How much of a limit is used up."""

    def __init__(self, limit: Limit, stop: Stop) -> None:
        self.nodes = 0
        self._limit = limit
        self._stop = stop

    def take_until(self, share: float) -> tuple[Limit, float | None]:
        """What is left until so much of the limit is used: a limit of positions, and seconds."""
        limit, stop = self._limit, self._stop
        nodes = limit.nodes
        if nodes is None and stop.seconds is None and share < PROOF_SHARE:
            nodes = ENDLESS_NODES
        left = None if nodes is None else max(int(share * nodes) - self.nodes, 1)
        seconds = None if stop.seconds is None else max(share * stop.seconds - stop.elapsed, 0.0)
        return replace(limit, nodes=left), seconds


class _Deepening:
    """Reports depths, but none again that an earlier search has reported."""

    def __init__(self, report: OnDepth) -> None:
        self._report = report
        self._depth = 0

    def __call__(self, found: Analysis) -> None:
        if found.depth > self._depth or _is_proven(found):
            self._depth = found.depth
            self._report(found)


def _is_proven(found: Analysis) -> bool:
    return found.score is not None and found.score.proven


def keep_sound(
    found: Analysis,
    position: Position,
    sound: Collection[int],
    known: ValueBounds | None = None,
) -> Analysis:
    """What a search has found, with a sound move in front, and the value if it is proven."""
    allowed = [position.game.move_text(position.state, code) for code in sound]
    lines = tuple(line for line in found.lines if line.moves[0] in allowed)
    move = found.move if found.move in allowed else lines[0].moves[0] if lines else allowed[0]
    score = lines[0].score if lines else found.score
    if known is not None and known.value is not None:
        if score is None or not score.proven:
            score = to_score(known, position.game)
        first = lines[0].moves if lines else (move,)
        most = score.chance
        # An estimate that is better than what is proven is wrong.
        others = [line for line in found.lines if line not in lines and line.score.chance <= most]
        lines = (Line(first, score), *lines[1:], *others)[: max(len(found.lines), 1)]
    best = tuple(text for text in found.best_moves if text in allowed)
    return replace(found, move=move, score=score, lines=lines, best_moves=best or (move,))
