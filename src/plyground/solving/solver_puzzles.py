"""Puzzles of games that the solver solves: the values of all moves are known."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from plyground.agents.alphabeta_agent import format_line
from plyground.core.limits import Stop
from plyground.core.solver import Solution, Solver, ValueBounds
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.solving.difficulty import Grader
from plyground.solving.puzzle import Goal, Puzzle, Refutation
from plyground.solving.sampling import list_choices

MEBIBYTES = 64
EFFORT = 300_000
"""Positions that the solver may visit for one question about a position."""
LONGEST_LINE = 40
MOST_WRONG = 5
"""Wrong moves that a puzzle explains: those that look most natural."""


class SolverPuzzles:
    """Finds puzzles among positions of one game, with an effort of `nodes` for each question."""

    def __init__(self, game: Game, nodes: int = EFFORT) -> None:
        self.game = game
        self.nodes = nodes
        self._solver = Solver(game.rules, game.native(), MEBIBYTES)
        self._grader = Grader(game)

    def list_solved(self, end: Position) -> Iterator[tuple[Position, Solution]]:
        """The positions of a game, from its end back to the first that takes too long, in any
        order: those near the end are the easiest."""
        solved: list[tuple[Position, Solution]] = []
        for position in list_choices(end):
            found = self.solve(position)
            if found is None:
                break
            solved.append((position, found))
        Random(end.text).shuffle(solved)
        yield from solved

    def solve(self, position: Position) -> Solution | None:
        """The values of all moves; None if that takes more than the effort."""
        with self._solver.limit_nodes(self.nodes), Stop() as stop:
            found = self._solver.solve_moves(position.state, stop, distance=False)
        return found if found.complete else None

    def find(self, position: Position, found: Solution, source: str) -> Puzzle | None:
        """The puzzle that a solved position is, if one move alone is right."""
        value, right = found.value, _list_right(found)
        if value is None or len(right) != 1 or not _is_worth_it(value, self.game):
            return None
        with self._solver.limit_nodes(self.nodes), Stop() as stop:
            exact = self._solver.solve(position.state, stop)
            line = self._solver.find_line(position.state, exact.bounds, stop)
        if not exact.complete or line is None:
            return None
        solution = format_line(position, line[:LONGEST_LINE])
        depth = None if exact.plies is None else (exact.plies + 1) // 2
        graded = self._grader.grade(position, solution[0], depth)
        if graded is None:
            return None
        difficulty, natural = graded
        wrong = {}
        for move in natural[:MOST_WRONG]:
            refutation = self._refute(position, move, found)
            if refutation is not None:
                wrong[move] = refutation
        return Puzzle(
            options=self.game.canonical.changed_settings,
            position=position.text,
            side=position.side,
            goal=_name_goal(value, self.game),
            value=value,
            plies=exact.plies,
            solution=solution,
            wrong=wrong,
            difficulty=difficulty,
            themes=_list_themes(found, self.game),
            method="solver",
            nodes=found.nodes + exact.nodes,
            source=source,
        )

    def refute(self, position: Position, move: str) -> Refutation | None:
        """What becomes of a move that is not the right one; None if that takes too long."""
        found = self.solve(position)
        return None if found is None else self._refute(position, move, found)

    def _refute(self, position: Position, move: str, found: Solution) -> Refutation | None:
        code = position.find(move)
        value, after = found.moves[code].low, position.play(code)
        with self._solver.limit_nodes(self.nodes), Stop() as stop:
            exact = self._solver.solve(after.state, stop)
            bounds = exact.bounds if exact.complete else _turn(value, position, after)
            line = self._solver.find_line(after.state, bounds, stop)
        if line is None:
            return None
        return Refutation(value, format_line(after, line[:LONGEST_LINE]))


def _turn(value: int, before: Position, after: Position) -> ValueBounds:
    """The value of a move for the side that is to move after it."""
    turned = value if before.side == after.side else -value
    return ValueBounds(turned, turned)


def _list_right(found: Solution) -> list[int]:
    """All moves that keep the value, however long that takes."""
    return [move for move, bounds in found.moves.items() if bounds.value == found.value]


def _is_worth_it(value: int, game: Game) -> bool:
    """Is there something to keep: a win or a draw, or a margin?"""
    return game.rules.scoring or value >= 0


def _name_goal(value: int, game: Game) -> Goal:
    if game.rules.scoring:
        return "margin"
    return "win" if value == 1 else "draw"


def _list_themes(found: Solution, game: Game) -> tuple[str, ...]:
    """What there is to gain or lose."""
    value = found.bounds.low
    others = [bounds.low for bounds in found.moves.values() if bounds.low != value]
    if not game.rules.scoring:
        return ("all_or_nothing",) if value == 1 and max(others) == -1 else ()
    themes = ["decides"] if _sign(max(others)) != _sign(value) else []
    if value - max(others) > 2:
        themes.append("large")
    return tuple(themes)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
