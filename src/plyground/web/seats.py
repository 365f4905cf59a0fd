"""The seats of a game, and the unguessable tokens that prove who holds them, stored as hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import string
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

SeatKind = Literal["human", "open", "agent", "engine"]

_LETTERS = string.ascii_lowercase + string.digits


def make_token() -> str:
    return secrets.token_urlsafe(24)


def make_id() -> str:
    """A random id of a game or a study: whoever knows it may watch."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def hash_token(token: str) -> str:
    """Hash a token. Tokens are long and random, so a fast hash is as good as a slow one."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def verify_token(token: str, stored_hash: str) -> bool:
    """Compare a token with a stored hash, in constant time."""
    return hmac.compare_digest(hash_token(token), stored_hash)


@dataclass(frozen=True)
class Seat:
    """Who plays a side: a person with a token, or an agent with a spec."""

    kind: SeatKind
    name: str
    spec: str | None = None
    """The agent that plays; None for a person."""
    token: str | None = None
    """Hash of the token that proves who holds the seat. Of an agent's seat, the holder may give it
    to another agent, or take it."""
    invitation: str | None = None
    """Hash of the invitation with which somebody can still take the seat."""

    @property
    def is_human(self) -> bool:
        return self.spec is None


def clean_name(text: str) -> str:
    """A person's name without control characters."""
    return "".join(sign for sign in text if sign.isprintable()).strip()


def find_seats(seats: tuple[Seat, Seat], tokens: Iterable[str]) -> tuple[int, ...]:
    """The sides whose tokens are given."""
    candidates = list(tokens)
    sides = []
    for side, seat in enumerate(seats):
        # All tokens are compared, so that the time reveals nothing.
        matches = [verify_token(token, seat.token) for token in candidates] if seat.token else []
        if any(matches):
            sides.append(side)
    return tuple(sides)
