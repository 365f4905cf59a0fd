"""The course of a game between two players: its log, clocks, offers and result.

A session does not choose moves and displays nothing. The terminal, the web and the arena drive it;
every change emits an event to its listeners.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from plyground.games.position import Outcome, Position
from plyground.games.score import Analysis
from plyground.locale import Problem
from plyground.play.clock import Clocks, TimeControl
from plyground.records.record import Record


@dataclass(frozen=True)
class TimedMove:
    """A move in the log of a session, with the side that played it and the time it took."""

    side: int
    move: str
    seconds: float = 0.0
    analysis: Analysis | None = None
    """With which an agent chose it."""


@dataclass(frozen=True)
class Offers:
    """The sides whose offers are open."""

    draw: int | None = None
    undo: int | None = None
    """Who asks to take moves back to their own last turn."""


# Events.


@dataclass(frozen=True)
class MovePlayed:
    timed: TimedMove
    position: Position
    """The position after the move."""


@dataclass(frozen=True)
class MoveTooLate:
    """A move after the time of its side: it does not count, and the game is lost."""

    side: int
    move: str


@dataclass(frozen=True)
class MovesUndone:
    count: int
    position: Position


@dataclass(frozen=True)
class OffersChanged:
    """A player has made or declined an offer; moves and results change offers without it."""

    offers: Offers


@dataclass(frozen=True)
class GameEnded:
    outcome: Outcome


Event = MovePlayed | MoveTooLate | MovesUndone | OffersChanged | GameEnded


class Session:
    """A game from a position on, between the players of these names."""

    def __init__(
        self,
        position: Position,
        players: tuple[str, str] = ("human", "human"),
        result: Outcome | None = None,
        control: TimeControl | None = None,
        keeps_opening: bool = False,
    ) -> None:
        """`keeps_opening`: the moves that led to `position` cannot be taken back."""
        self.position = position
        self.players = players
        self.clocks = Clocks(control or TimeControl())
        self.offers = Offers()
        self.log = _list_opening(position)
        """The moves that led to the current position."""
        self._kept = len(self.log) if keeps_opening else 0
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
        if self.clocks.control.clock is None or len(left) != len(self.log):
            return ()
        return tuple(both[timed.side] for both, timed in zip(left, self.log, strict=True))

    def subscribe(self, listener: Callable[[Event], None]) -> None:
        """Call `listener` with every event from now on."""
        self._listeners.append(listener)

    # Moves.

    def play(
        self, move: str, seconds: float | None = None, analysis: Analysis | None = None
    ) -> None:
        """Play a move for the side to move; it took `seconds`, or as long as the clock has run."""
        if self._declared is not None:
            raise Problem("problem.move.over", given=move)
        before, after = self.position, self.position.play(move)
        side, text = before.side, before.game.move_text(before.state, after.history[-1])
        seconds = self.clocks.elapsed if seconds is None else seconds
        self.clocks.stop()
        if not self.clocks.spend(side, seconds):
            self._emit(MoveTooLate(side, text))
            self.forfeit(side, "time")
            return
        self.position = after
        self.log.append(TimedMove(side, text, seconds, analysis))
        # A move declines the other side's offer of a draw.
        self.offers = Offers(draw=side if self.offers.draw == side else None)
        self._emit(MovePlayed(self.log[-1], after))
        if self.result is not None:
            self._emit(GameEnded(self.result))

    def undo(self, side: int | None = None) -> None:
        """Undo the last move, or all moves back to the last turn of `side`."""
        position, count = self._find_undo(side)
        self._declared, self.position = None, position
        del self.log[-count:]
        self.clocks.stop()
        self.clocks.undo(count)
        self.offers = Offers()
        self._emit(MovesUndone(count, position))

    def _find_undo(self, side: int | None) -> tuple[Position, int]:
        """The position to which an undo leads, and how many moves it takes back."""
        position, count = self.position.undo(), 1
        while side is not None and position.side != side:
            position, count = position.undo(), count + 1
        if len(self.log) - count < self._kept:
            raise Problem("problem.undo")
        return position, count

    # Offers. To offer what the other side has offered is to accept it.

    def offer_draw(self, side: int) -> None:
        if self.offers.draw == 1 - side:
            self.agree_draw()
        else:
            self._check_in_progress()
            self._set_offers(replace(self.offers, draw=side))

    def offer_undo(self, side: int) -> None:
        """Ask to take moves back to the last turn of `side`."""
        if self.offers.undo == 1 - side:
            self.undo(1 - side)
        else:
            self._find_undo(side)
            self._set_offers(replace(self.offers, undo=side))

    def decline_draw(self) -> None:
        self._check_in_progress()
        self._set_offers(replace(self.offers, draw=None))

    def decline_undo(self) -> None:
        self._set_offers(replace(self.offers, undo=None))

    def _set_offers(self, offers: Offers) -> None:
        self.offers = offers
        self._emit(OffersChanged(offers))

    # Results that the position does not show.

    def agree_draw(self) -> None:
        self._check_in_progress()
        self.end(Outcome(None, None, "reason.agreed"))

    def resign(self, side: int) -> None:
        self._check_in_progress()
        self.forfeit(side, "resigned")

    def forfeit(self, side: int, reason: str) -> None:
        """End the game as lost by `side`: out of time, or for an answer that is no move."""
        self.end(Outcome(1 - side, None, f"reason.{reason}"))

    def end(self, result: Outcome) -> None:
        self._declared = result
        self.clocks.end(self.position.side, result.reason == "reason.time")
        self.offers = Offers()
        self._emit(GameEnded(result))

    def _check_in_progress(self) -> None:
        if self.is_over:
            raise Problem("play.problem.over")

    def _emit(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)


def _list_opening(position: Position) -> list[TimedMove]:
    """The moves that led to the position in which a session begins."""
    moves = []
    for text in reversed(position.line):
        position = position.undo()
        moves.append(TimedMove(position.side, text))
    return moves[::-1]
