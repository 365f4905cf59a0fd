"""The solver in a match of rounds: it solves the round, and how well it can be won or lost.

A match is too long to be solved, its round is not. First it is asked who wins the round; then, if
that can be done in better and worse ways, for the best that can be forced. What is proven holds for
the round; `rate` says what it is worth in the match.
"""

from __future__ import annotations

import math
from dataclasses import replace

from plyground.agents.solver_agent import SolverAgent
from plyground.core.limits import Limit, Stop
from plyground.core.solver import Solution, ValueBounds
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score

LEAST_CHANCE = 0.001


class RoundSolver:
    """Solves the round of one position of a match, with the methods of a `SolverAgent`.

    These take `round_position`: winning it means winning the round.
    """

    def __init__(self, solver: SolverAgent, position: Position) -> None:
        grades = position.game.grade_round(position)
        self._solver = solver
        self._rules = position.game.rules
        self._grades = grades.grades
        self._least_win = grades.won - 1
        self._sought = self._least_win
        """The grade that moves are to keep: the best within reach, as far as it is known."""
        self._value: Solution | None = None
        self._is_reached = False
        """Is the sought grade proven to be within reach?"""
        self._plies: dict[str, int | None] = {}
        """The distance to the sought grade by each move that is known to go the shortest way."""

    @property
    def round_position(self) -> Position:
        return self._ask(self._least_win)

    @property
    def asks_more(self) -> bool:
        """Is there more to ask than who wins?"""
        return len(self._grades) > 2

    def find_value(self, position: Position, limit: Limit, stop: Stop) -> Solution:
        """Who wins the round; then how well, as far as the limit reaches."""
        found = self._solver.find_value(position, limit, stop)
        nodes = found.nodes

        def can_reach(grade: int) -> bool | None:
            nonlocal nodes
            if grade == len(self._grades) - 1:
                return True
            answer = self._solver.find_value(self._ask(grade), _subtract(limit, nodes), stop)
            nodes += answer.nodes
            return None if answer.value is None else answer.value == 1

        self._sought = self._least_win
        self._is_reached = found.value == 1
        if found.value == 1:
            while self._sought > 0 and can_reach(self._sought - 1):
                self._sought -= 1
        elif found.value == -1:
            reached: bool | None = False
            while reached is False:
                self._sought += 1
                reached = can_reach(self._sought)
            self._is_reached = reached is True
        self._value = replace(found, nodes=0)
        return replace(found, nodes=nodes)

    def think(self, position: Position, limit: Limit, stop: Stop, lines: int) -> Analysis:
        """The shortest way to win as well as possible, or the longest way to lose no more than
        must be; without a score if the longest way is not one of these."""
        value = self._value
        if value is None or value.value is None:
            value = self.find_value(position, limit, stop)
        is_won = value.value == 1
        asked = self._ask(self._sought) if is_won else position
        proof = self._solver.think(asked, _subtract(limit, value.nodes), stop, lines)
        proof = replace(proof, nodes=proof.nodes + value.nodes)
        if proof.score is not None and not is_won:
            proof = _keep(proof, position, self.list_sound_moves(position, value.bounds))
        if proof.score is not None and is_won:
            self._plies = dict.fromkeys(proof.best_moves, proof.score.plies)
        return proof

    def list_sound_moves(self, position: Position, bounds: ValueBounds) -> tuple[int, ...]:
        """The moves that are not proven to give up the sought grade."""
        if self._sought == len(self._grades) - 1:
            return position.codes
        if self._sought != self._least_win:
            bounds = ValueBounds(1 if self._is_reached else -1, 1)
        return self._solver.list_sound_moves(self._ask(self._sought), bounds)

    def rate(self, found: Analysis) -> Analysis:
        """What is found about the round as scores of the match. It is proven only where the round
        decides the match."""
        keeping = self._list_keeping_moves()
        lines = tuple(
            Line(line.moves, self._rate(line.score, line.moves[0], line.moves[0] in keeping))
            for line in found.lines
        )
        score = found.score and self._rate(found.score, found.move, self._is_reached)
        if score is not None and self._is_reached:
            lines = (*lines[:1], *(self._lower(line, score) for line in lines[1:]))
        return replace(found, lines=lines, score=score)

    def _ask(self, grade: int) -> Position:
        question = self._grades[grade].question
        assert question is not None
        return question

    def _list_keeping_moves(self) -> set[str]:
        """The moves that are proven to keep the sought grade."""
        if not self._is_reached:
            return set()
        here = self.round_position
        sound = self.list_sound_moves(here, ValueBounds(1, 1))
        return {here.game.move_text(here.state, code) for code in sound}

    def _rate(self, score: Score, move: str, is_kept: bool) -> Score:
        """The score of a move, or of a position in which it is best, in the match. If it keeps the
        sought grade, that is what it is worth."""
        win, loss = (self._grades[self._least_win + each].chance for each in (0, 1))
        if not score.proven:
            chance = loss + score.chance * (win - loss)
            return score if (win, loss) == (1.0, 0.0) else self._estimate(chance)
        grade = self._least_win + (score.kind == "loss")
        plies = score.plies
        if is_kept and grade != self._sought:
            grade, plies = self._sought, self._plies.get(move)
        return self._rate_chance(self._grades[grade].chance, plies)

    def _lower(self, line: Line, best: Score) -> Line:
        """A line of another move, which is no better than the best, and worse if it is refuted."""
        most = replace(best, plies=None)
        question = self._grades[self._sought].question
        if question is not None:
            sound = self._solver.list_sound_moves(question, ValueBounds(-1, 1))
            if question.find(line.moves[0]) not in sound:
                most = self._rate_chance(self._grades[self._sought + 1].chance, None)
        return line if line.score.chance <= most.chance else Line(line.moves, most)

    def _rate_chance(self, chance: float, plies: int | None) -> Score:
        """The score of a result of the round, which may end the match."""
        if 0 < chance < 1:
            return self._estimate(chance)
        won = chance == 1
        return Score("win" if won else "loss", 1 if won else -1, plies, True, chance)

    def _estimate(self, chance: float) -> Score:
        # An estimate is never certain.
        chance = min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)
        odds = math.log(chance / (1 - chance))
        return Score.from_core(round(self._rules.scale * odds), False, self._rules)


def _subtract(limit: Limit, nodes: int) -> Limit:
    """What is left of a limit."""
    return replace(limit, nodes=limit.nodes and max(limit.nodes - nodes, 1))


def _keep(proof: Analysis, position: Position, sound: tuple[int, ...]) -> Analysis:
    """A proof with its sound moves only."""
    allowed = {position.game.move_text(position.state, code) for code in sound}
    best = tuple(move for move in proof.best_moves if move in allowed)
    if not best or proof.score is None:
        return replace(proof, score=None, lines=(), best_moves=())
    kept = tuple(line for line in proof.lines if line.moves[0] in allowed)
    kept = kept or (Line(best[:1], proof.score),)
    return replace(proof, move=kept[0].moves[0], lines=kept, best_moves=best)
