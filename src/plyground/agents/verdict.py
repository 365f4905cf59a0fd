"""A solved position in the words of its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plyground.core.limits import Stop
from plyground.core.solver import OnProgress, Solution, Solver, ValueBounds
from plyground.games.position import Position


@dataclass(frozen=True)
class Value:
    """What best play leads to."""

    value: int | None
    """For side 0: 1, 0 or -1, or the margin in a game won by points. None if not known."""
    distance: int | None
    """Plies to the end of a game that is won or lost, if they were counted."""


@dataclass(frozen=True)
class Verdict(Value):
    """A position solved, or what is known of it so far."""

    best_moves: tuple[str, ...]
    nodes: int
    seconds: float
    complete: bool
    stopped_by: str | None = None
    """What ended an incomplete search: time, or an interrupt."""
    moves: Mapping[str, Value] = field(default_factory=dict)
    """What each move leads to, its own ply counted, if that was asked."""


def solve(
    position: Position,
    *,
    every_move: bool = False,
    distance: bool = True,
    memory: float = 256,
    threads: int = 1,
    seconds: float | None = None,
    on_progress: OnProgress | None = None,
) -> Verdict:
    """Prove what a position is worth, within so many MiB of memory and, if given, seconds."""
    game = position.game
    solver = Solver(game.rules, game.native().addresses, memory, threads)
    ask = solver.solve_moves if every_move else solver.solve
    # The clock starts when the memory is there.
    with Stop(seconds) as stop:
        found = ask(position.state, stop, on_progress, distance)
    return _verdict(position, found, None if found.complete else stop.reason)


def _verdict(position: Position, found: Solution, stopped_by: str | None) -> Verdict:
    def text(move: int) -> str:
        return position.game.move_text(position.state, move)

    here = _value(found.bounds, position.side)
    return Verdict(
        here.value,
        here.distance,
        tuple(text(move) for move in found.best_moves),
        found.nodes,
        found.seconds,
        found.complete,
        stopped_by,
        {text(move): _value(bounds, position.side) for move, bounds in found.moves.items()},
    )


def _value(bounds: ValueBounds, side: int) -> Value:
    """A worth is for the side to move, a value for side 0."""
    value = bounds.value
    return Value(value if side == 0 or value is None else -value, bounds.plies)
