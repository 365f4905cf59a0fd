"""The events that a session emits to its listeners."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.games.position import Outcome, Position


@dataclass(frozen=True)
class MovePlayed:
    side: int
    move: str
    position: Position


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
class GameEnded:
    outcome: Outcome


Event = MovePlayed | MoveTooLate | MovesUndone | GameEnded
