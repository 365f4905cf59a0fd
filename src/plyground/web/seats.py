"""Who sits where, and how they prove it: tokens nobody can guess, kept as hashes only."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import string
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

Kind = Literal["human", "open", "agent", "engine"]

_LETTERS = string.ascii_lowercase + string.digits


def make_token() -> str:
    return secrets.token_urlsafe(24)


def make_id() -> str:
    """The address of a game or a study: whoever has it may look."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def hash_token(token: str) -> str:
    """Tokens are long and random, so a plain hash is as good as a slow one."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def verify_token(token: str, kept: str) -> bool:
    """Is this the token whose hash was kept? Takes as long for a wrong one as for a right one."""
    return hmac.compare_digest(hash_token(token), kept)


@dataclass(frozen=True)
class Seat:
    """A side's place at the board."""

    kind: Kind
    name: str
    spec: str | None = None
    """Which agent sits here; None for people."""
    token: str | None = None
    """Hash of what proves that somebody sits here."""

    @property
    def is_human(self) -> bool:
        return self.spec is None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def find_seats(seats: tuple[Seat, Seat], tokens: Iterable[str]) -> tuple[int, ...]:
    """The sides for which somebody has brought the token."""
    given = list(tokens)
    held = []
    for side, seat in enumerate(seats):
        # All are compared, so that the time tells nothing.
        matches = [verify_token(token, seat.token) for token in given] if seat.token else []
        if any(matches):
            held.append(side)
    return tuple(held)
