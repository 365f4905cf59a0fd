"""A game between two players: position, clocks and result.

A session does not choose moves and displays nothing. Every change emits an event to its listeners.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from plyground.games.position import Outcome, Position
from plyground.locale import Problem
from plyground.play.clock import Clocks, TimeControl
from plyground.play.events import Event, GameEnded, MovePlayed, MovesUndone, MoveTooLate
from plyground.records.record import Record


class Session:
    """A game from a position on, between the players of these names."""

    def __init__(
        self,
        position: Position,
        players: tuple[str, str],
        result: Outcome | None = None,
        control: TimeControl | None = None,
    ) -> None:
        self.position = position
        self.players = players
        self.clocks = Clocks(control or TimeControl())
        self._declared = result
        """The result where the position does not show it: resignation, agreement, time."""
        self._listeners: list[Callable[[Event], None]] = []

    @classmethod
    def resume(cls, record: Record, position: Position) -> Session:
        """Continue a recorded game from `position`, to which its moves lead."""
        return cls(position, record.players, None if position.is_over else record.result)

    @property
    def result(self) -> Outcome | None:
        """How the game ended; None while it is in progress."""
        return self._declared or self.position.outcome

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def player(self) -> str:
        """The name of the player whose turn it is."""
        return self.players[self.position.side]

    @property
    def record(self) -> Record:
        record = Record.from_position(self.position, self.players, self.result)
        return replace(record, clocks=self._list_clocks())

    def _list_clocks(self) -> tuple[float, ...]:
        """The time left to the mover after each move; empty unless it is known for every move."""
        left = self.clocks.left_after_moves
        if self.clocks.control.clock is None or len(left) != len(self.position.history):
            return ()
        sides, position = [], self.position
        while position.before is not None:
            position = position.before
            sides.append(position.side)
        return tuple(both[side] for both, side in zip(left, reversed(sides), strict=True))

    def subscribe(self, listener: Callable[[Event], None]) -> None:
        """Call `listener` with every event from now on."""
        self._listeners.append(listener)

    def play(self, move: str, seconds: float = 0.0) -> None:
        """Play a move for the side to move, which took `seconds` for it."""
        if self._declared is not None:
            raise Problem("problem.move.over", given=move)
        before = self.position
        after = before.play(move)
        if not self.clocks.spend(before.side, seconds):
            self._emit(MoveTooLate(before.side, after.line[-1]))
            self.lose_on_time(before.side)
            return
        self.position = after
        self._emit(MovePlayed(before.side, self.position.line[-1], self.position))
        self._emit_end()

    def undo(self, side: int | None = None) -> None:
        """Undo the last move, or all moves back to the last turn of `side`."""
        position = self.position.undo()
        while side is not None and position.side != side:
            position = position.undo()
        moves = len(self.position.history) - len(position.history)
        self._declared, self.position = None, position
        self.clocks.undo(moves)
        self._emit(MovesUndone(moves, position))

    def resign(self, side: int) -> None:
        if self.is_over:
            raise Problem("play.problem.over")
        self.end(Outcome(1 - side, None, "reason.resigned"))

    def accept_draw(self) -> None:
        if self.is_over:
            raise Problem("play.problem.over")
        self.end(Outcome(None, None, "reason.agreed"))

    def lose_on_time(self, side: int) -> None:
        self.end(Outcome(1 - side, None, "reason.time"))

    def end(self, result: Outcome) -> None:
        """End the game with a result that the position does not show."""
        self._declared = result
        self._emit_end()

    def _emit_end(self) -> None:
        if self.result is not None:
            self._emit(GameEnded(self.result))

    def _emit(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)
