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
class MovesUndone:
    count: int
    position: Position


@dataclass(frozen=True)
class GameEnded:
    outcome: Outcome


Event = MovePlayed | MovesUndone | GameEnded
