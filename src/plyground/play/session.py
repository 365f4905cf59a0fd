"""Two players at one board.

A contest knows whose turn it is and what has happened; who thinks, and how moves are shown, is
somebody else's. Everything that changes it tells those who listen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from plyground.games.position import Outcome, Position
from plyground.locale import Problem
from plyground.play.clock import Clocks, TimeControl
from plyground.play.events import Ended, Event, Moved, TakenBack
from plyground.records.record import Record


class Contest:
    """One game from a position on, by the players of these names."""

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
        self._agreed = result
        """How it ended if the board does not show it: by resignation, by time."""
        self._listeners: list[Callable[[Event], None]] = []

    @classmethod
    def resume(cls, record: Record, position: Position) -> Contest:
        """A recorded game, at the position that it replays to."""
        return cls(position, record.players, None if position.is_over else record.result)

    @property
    def result(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._agreed or self.position.outcome

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def player(self) -> str:
        """The name of the player whose turn it is."""
        return self.players[self.position.side]

    @property
    def record(self) -> Record:
        record = Record.of(self.position, self.players, self.result)
        return replace(record, clocks=self._clocks())

    def _clocks(self) -> tuple[float, ...]:
        """What each move left to its side; nothing if that is not known of all of them."""
        left = self.clocks.after_moves
        if self.clocks.control.clock is None or len(left) != len(self.position.history):
            return ()
        sides, position = [], self.position
        while position.before is not None:
            position = position.before
            sides.append(position.side)
        return tuple(both[side] for both, side in zip(left, reversed(sides), strict=True))

    def listen(self, listener: Callable[[Event], None]) -> None:
        self._listeners.append(listener)

    def play(self, move: str, seconds: float = 0.0) -> None:
        """Make a move for the side whose turn it is, who thought that long about it."""
        if self._agreed is not None:
            raise Problem("problem.move.over", given=move)
        before = self.position
        after = before.play(move)
        if not self.clocks.spend(before.side, seconds):
            self.lose_on_time(before.side)
            return
        self.position = after
        self._tell(Moved(before.side, self.position.line[-1], self.position))
        self._tell_end()

    def take_back(self, side: int | None = None) -> None:
        """Take moves back: the last one, or all since `side` last had the choice."""
        position = self.position.undo()
        while side is not None and position.side != side:
            position = position.undo()
        moves = len(self.position.history) - len(position.history)
        self._agreed, self.position = None, position
        self.clocks.take_back(moves)
        self._tell(TakenBack(moves, position))

    def resign(self, side: int) -> None:
        if self.is_over:
            raise Problem("play.problem.over")
        self.end(Outcome(1 - side, None, "reason.resigned"))

    def agree_draw(self) -> None:
        if self.is_over:
            raise Problem("play.problem.over")
        self.end(Outcome(None, None, "reason.agreed"))

    def lose_on_time(self, side: int) -> None:
        self.end(Outcome(1 - side, None, "reason.time"))

    def end(self, result: Outcome) -> None:
        """End the game by something that the board does not show."""
        self._agreed = result
        self._tell_end()

    def _tell_end(self) -> None:
        if self.result is not None:
            self._tell(Ended(self.result))

    def _tell(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)
