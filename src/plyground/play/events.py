"""What happens in a game, as told to those who watch it."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.games.position import Outcome, Position


@dataclass(frozen=True)
class Moved:
    side: int
    move: str
    position: Position


@dataclass(frozen=True)
class TakenBack:
    moves: int
    position: Position


@dataclass(frozen=True)
class Ended:
    outcome: Outcome


Event = Moved | TakenBack | Ended
