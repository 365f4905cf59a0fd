"""Time control: a fixed time per move, or a game clock with an increment."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from plyground.core.limits import Clock, Limit


@dataclass(frozen=True)
class TimeControl:
    """How long each side may think; unlimited if neither field is set."""

    per_move: float | None = None
    """Seconds for each move; a side that takes longer loses."""
    clock: Clock | None = None
    """Seconds for the whole game, and the increment for each move."""

    @property
    def is_limited(self) -> bool:
        return self.per_move is not None or self.clock is not None


class Clocks:
    """The time left to both sides, the time of the current turn, and the history for undo."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        initial = control.clock.left if control.clock is not None else 0.0
        self.left: tuple[float, float] = (initial, initial)
        self._history: list[tuple[float, float]] = []
        """The time left to both sides before each move."""
        self._started_at: float | None = None
        self.final: tuple[float, float] | None = None
        """What both clocks showed when the game ended by other means than a move."""

    # The current turn. Its clock is started from outside: first a player may have to join, or an
    # agent to be compiled.

    @property
    def is_running(self) -> bool:
        return self._started_at is not None

    @property
    def elapsed(self) -> float:
        """Seconds for which the clock of the side to move has been running."""
        return 0.0 if self._started_at is None else monotonic() - self._started_at

    def start(self, elapsed: float = 0.0) -> None:
        """Run the clock of the side to move from now on, with some seconds gone already."""
        self._started_at = monotonic() - elapsed

    def stop(self) -> None:
        self._started_at = None

    def charge(self, side: int) -> None:
        """Subtract the time of an unfinished turn, which somebody else goes on with."""
        if self.control.clock is not None:
            left = list(self.left)
            left[side] = max(left[side] - self.elapsed, 0.0)
            self.left = (left[0], left[1])
        self.stop()

    def end(self, side: int, is_flagged: bool) -> None:
        """Stop for good in the turn of `side`, which has no time left if it is flagged."""
        first, second = (
            0.0 if is_flagged and each == side else self.read(each, side) for each in (0, 1)
        )
        self.final = (first, second)
        self.stop()

    # Both sides.

    def read(self, side: int, to_move: int) -> float:
        """The seconds that the clock of `side` shows in the turn of `to_move`."""
        if self.final is not None:
            return self.final[side]
        spent = self.elapsed if side == to_move else 0.0
        return max((self.seconds_left(side) or 0.0) - spent, 0.0)

    def limit(self, side: int) -> Limit:
        """The limit for the next move of `side`."""
        clock = self.control.clock
        if clock is not None:
            clock = Clock(self.left[side], clock.increment)
        return Limit(time=self.control.per_move, clock=clock)

    def seconds_left(self, side: int) -> float | None:
        """How long the next move of `side` may take; None if it has no limit."""
        if not self.control.is_limited:
            return None
        if self.control.clock is None:
            return self.control.per_move
        return min(self.left[side], self.control.per_move or self.left[side])

    def spend(self, side: int, seconds: float) -> bool:
        """Subtract the time of a move; False, without any change, if it exceeds the limit."""
        allowed = self.seconds_left(side)
        if allowed is not None and seconds > allowed:
            return False
        self._history.append(self.left)
        if self.control.clock is not None:
            left = list(self.left)
            left[side] += self.control.clock.increment - seconds
            self.left = (left[0], left[1])
        return True

    @property
    def left_after_moves(self) -> tuple[tuple[float, float], ...]:
        """The time left to both sides after each move."""
        return (*self._history[1:], self.left) if self._history else ()

    def undo(self, moves: int) -> None:
        """Restore the time of the last `moves` moves."""
        self.final = None
        if moves and self._history:
            kept = max(len(self._history) - moves, 0)
            self.left = self._history[kept]
            del self._history[kept:]
