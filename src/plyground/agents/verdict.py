"""`solve`: the game-theoretic value of a position, with moves in the notation of its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plyground.core.limits import Stop
from plyground.core.solver import OnProgress, Solution, Solver, ValueBounds
from plyground.games.captions import describe_effort, describe_value
from plyground.games.drawing.html_table import make_paragraph, make_table
from plyground.games.position import Position
from plyground.locale import say


@dataclass(frozen=True)
class GameValue:
    """The game-theoretic value of a position: the result of best play."""

    value: int | None
    """For side 0: 1, 0 or -1, or the margin in a game won by points. None if not known."""
    distance: int | None
    """Plies to the end of a won or lost game, if they were counted."""

    def __str__(self) -> str:
        # A margin of one point reads as a win, which it is.
        by_points = self.value is not None and abs(self.value) > 1
        return describe_value(self.value, self.distance, by_points)


@dataclass(frozen=True)
class Verdict(GameValue):
    """A solved position, or what is proven about it so far."""

    best_moves: tuple[str, ...]
    """All moves that keep the value and, if it was asked for, the distance."""
    nodes: int
    """Positions that were searched."""
    seconds: float
    complete: bool
    """Is everything known that was asked for?"""
    stopped_by: str | None = None
    """What ended an incomplete search: time, or an interrupt."""
    moves: Mapping[str, GameValue] = field(default_factory=dict)
    """The value after each move, with distances that include the move, if requested."""

    def __str__(self) -> str:
        """The value, the best moves, and how much was searched, below each other."""
        return "\n".join((*self._sentences(), *(f"  {m}: {v}" for m, v in self.moves.items())))

    def _repr_html_(self) -> str:
        """The same as a notebook shows it, with a table of the moves if they were valued."""
        headings = say("cli.analyse.move"), say("cli.analyse.score")
        rows = [(move, str(value)) for move, value in self.moves.items()]
        table = make_table(headings, rows) if rows else ""
        return make_paragraph(*self._sentences()) + table

    def _sentences(self) -> list[str]:
        return [
            *([] if self.complete else [say("cli.solve.unfinished")]),
            super().__str__(),
            *([say("cli.solve.best", moves=" ".join(self.best_moves))] if self.best_moves else []),
            describe_effort(self.nodes, self.seconds),
        ]


def solve(
    position: Position,
    *,
    every_move: bool = False,
    distance: bool = True,
    memory: float = 256,
    threads: int = 1,
    seconds: float | None = None,
    on_progress: OnProgress | None = None,
    solver: Solver | None = None,
) -> Verdict:
    """Solve a position within so many MiB of `memory` and, if given, `seconds`.

    A solver of one's own brings what it knows, and its memory and threads.
    """
    game = position.game
    solver = solver or Solver(game.rules, game.native(), memory, threads)
    run = solver.solve_moves if every_move else solver.solve
    # The clock starts after the memory is allocated.
    with Stop(seconds) as stop:
        found = run(position.state, stop, on_progress, distance)
    return _to_verdict(position, found, None if found.complete else stop.reason)


def _to_verdict(position: Position, found: Solution, stopped_by: str | None) -> Verdict:
    def text(move: int) -> str:
        return position.game.move_text(position.state, move)

    here = _to_game_value(found.bounds, position.side)
    return Verdict(
        here.value,
        here.distance,
        tuple(text(move) for move in found.best_moves),
        found.nodes,
        found.seconds,
        found.complete,
        stopped_by,
        {text(move): _to_game_value(bounds, position.side) for move, bounds in found.moves.items()},
    )


def _to_game_value(bounds: ValueBounds, side: int) -> GameValue:
    """Convert bounds, which are for the side to move, to a value for side 0."""
    value = bounds.value
    return GameValue(value if side == 0 or value is None else -value, bounds.plies)
