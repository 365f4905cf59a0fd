"""Whose time runs: so much a move, or so much a game with an increment."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.core.limits import Clock, Limit


@dataclass(frozen=True)
class TimeControl:
    """How long both sides may think. Neither given: as long as they like."""

    per_move: float | None = None
    """Seconds for each move; whoever needs longer has lost."""
    clock: Clock | None = None
    """Seconds for the whole game, and what each move adds."""

    @property
    def is_limited(self) -> bool:
        return self.per_move is not None or self.clock is not None


class Clocks:
    """What both sides have left, now and before each move."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        each = control.clock.left if control.clock is not None else 0.0
        self.left: tuple[float, float] = (each, each)
        self._before: list[tuple[float, float]] = []

    def limit(self, side: int) -> Limit:
        """What the side to move may use for this move."""
        clock = self.control.clock
        if clock is not None:
            clock = Clock(self.left[side], clock.increment)
        return Limit(time=self.control.per_move, clock=clock)

    def seconds(self, side: int) -> float | None:
        """How long from now on this move can take before it is too late."""
        if not self.control.is_limited:
            return None
        if self.control.clock is None:
            return self.control.per_move
        return min(self.left[side], self.control.per_move or self.left[side])

    def spend(self, side: int, seconds: float) -> bool:
        """Take a move's time off the clock; False if that was too long."""
        allowed = self.seconds(side)
        if allowed is not None and seconds > allowed:
            return False
        self._before.append(self.left)
        if self.control.clock is not None:
            left = list(self.left)
            left[side] += self.control.clock.increment - seconds
            self.left = (left[0], left[1])
        return True

    @property
    def after_moves(self) -> tuple[tuple[float, float], ...]:
        """What both sides had left after each move."""
        return (*self._before[1:], self.left) if self._before else ()

    def take_back(self, moves: int) -> None:
        """Give back the time of the last moves."""
        if moves and self._before:
            kept = max(len(self._before) - moves, 0)
            self.left = self._before[kept]
            del self._before[kept:]
