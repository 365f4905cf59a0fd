"""How a game is set up: rules, start, first players and time control. It never changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from plyground.core.limits import Clock
from plyground.games.options import Setting
from plyground.games.position import Position
from plyground.play.clock import TimeControl
from plyground.web.game_cache import GameCache
from plyground.web.seats import Seat


@dataclass(frozen=True)
class GameSetup:
    game: str
    options: Mapping[str, Setting]
    start: str | None
    moves: tuple[str, ...]
    """Moves from `start` to the position in which play begins."""
    seats: tuple[Seat, Seat]
    control: TimeControl
    undo: bool
    listed: bool = True
    """May strangers find it in the lobby?"""
    delay: float = 0.0
    """Seconds before each move of a game between agents, at first."""

    def make_start(self, game_cache: GameCache) -> Position:
        """The position in which play begins."""
        return game_cache.get_position(self.game, self.options, self.start, self.moves)

    def swap_seats(self, seats: tuple[Seat, Seat]) -> GameSetup:
        """The same setup for these players, with sides exchanged."""
        return replace(self, seats=(seats[1], seats[0]))

    def to_document(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> GameSetup:
        """The reverse of `to_document`, for a document from the store."""
        control = document["control"]
        clock = control["clock"]
        first, second = (Seat(**seat) for seat in document["seats"])
        return cls(
            game=document["game"],
            options=document["options"],
            start=document["start"],
            moves=tuple(document["moves"]),
            seats=(first, second),
            control=TimeControl(control["per_move"], clock and Clock(**clock)),
            undo=document["undo"],
            listed=document.get("listed", "open" not in (first.kind, second.kind)),
            delay=document.get("delay", 0.0),
        )
