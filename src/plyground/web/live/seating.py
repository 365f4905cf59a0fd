"""Who sits at a live game: seats that are taken by invitation, named, and given to agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from plyground.locale import Problem
from plyground.web.http_errors import Forbidden
from plyground.web.seats import Seat, clean_name, find_seats, hash_token, make_token, verify_token


class Seating:
    """The two seats of a game, as they are now."""

    def __init__(self, seats: tuple[Seat, Seat], joined: Sequence[bool] | None = None) -> None:
        self.seats = seats
        self.joined = list(joined or (not seat.is_human for seat in seats))
        """Has somebody come to the seat?"""

    @classmethod
    def load(cls, setup: Mapping[str, Any], state: Mapping[str, Any]) -> Seating:
        """The seats of a saved game."""
        first, second = (Seat(**seat) for seat in state.get("seats", setup["seats"]))
        return cls((first, second), state.get("joined"))

    def to_document(self) -> dict[str, Any]:
        return {"seats": [asdict(seat) for seat in self.seats], "joined": list(self.joined)}

    @property
    def human_sides(self) -> tuple[int, ...]:
        return tuple(side for side, seat in enumerate(self.seats) if seat.is_human)

    @property
    def specs(self) -> set[str]:
        return {seat.spec for seat in self.seats if seat.spec is not None}

    @property
    def names(self) -> tuple[str, str]:
        """The players as a record names them."""
        first, second = (seat.name or seat.kind for seat in self.seats)
        return first, second

    def find_sides(self, tokens: Sequence[str]) -> tuple[int, ...]:
        """The sides that these tokens hold."""
        return find_seats(self.seats, tokens)

    def list_played(self, held: Sequence[int]) -> list[int]:
        """Those of the held sides that no agent plays."""
        return [side for side in held if self.seats[side].is_human]

    def take_invited(self, tokens: Sequence[str], claim: str | None, name: str) -> tuple[int, ...]:
        """Take the seats to which the tokens invite, and return their sides. An invitation is used
        once: from now on the seat belongs to who has the token `claim`."""
        taken = []
        for side, seat in enumerate(self.seats):
            invitation = seat.invitation
            if invitation and any(verify_token(token, invitation) for token in tokens):
                token = hash_token(claim or make_token())
                self._set(side, replace(seat, token=token, invitation=None, name=clean_name(name)))
                taken.append(side)
        return tuple(taken)

    def rename(self, side: int, name: str) -> None:
        self._set(side, replace(self.seats[side], name=clean_name(name)))

    def give(self, held: Sequence[int], side: int, player: Seat) -> None:
        """Let another player take over. A seat without a holder is that of an agent, which every
        player may exchange for another one."""
        seat = self.seats[side]
        is_nobodys = not seat.is_human and seat.token is None
        if not held or (side not in held and not is_nobodys):
            raise Forbidden("server.problem.seat")
        if player.is_human and is_nobodys:
            raise Problem("server.problem.seat_agent")
        self._set(side, replace(player, token=seat.token))

    def _set(self, side: int, seat: Seat) -> None:
        first, second = self.seats
        self.seats = (first, seat) if side else (seat, second)
