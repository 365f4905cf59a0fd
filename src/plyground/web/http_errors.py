"""Problems with an HTTP status of their own; any other problem is a 400."""

from __future__ import annotations

import re

from plyground.locale import Failure, Problem
from plyground.store.errors import ConcurrentChange, Unavailable


class NotFound(Problem):
    """404: no such game, study or engine."""


class Forbidden(Problem):
    """403: wrong host or origin, or no token for the seat or study."""


class Conflict(Problem):
    """409: not possible in the current state."""


class ContentTooLarge(Problem):
    """413: the request body exceeds the limit."""


class InsufficientStorage(Problem):
    """507: the server stores as much as its owner allows."""


class HeaderTooLarge(Problem):
    """431: the address and the header of a request exceed the limit."""


class TooManyRequests(Problem):
    """429: a limit is reached, of one client or of the whole server."""

    def __init__(self, key: str, /, retry_after: float = 1.0, **values: object) -> None:
        super().__init__(key, **values)
        self.retry_after = retry_after
        """Seconds to wait before trying again."""


class Interrupted(Failure):
    """503: the process that worked on the request has ended; the next one may do better."""

    retry_after = 1.0
    """Seconds to wait before trying again."""


_NUL = re.compile(rb"\x00|(?<!\\)(?:\\\\)*\\u0000")
"""The character that PostgreSQL and file systems cannot store, in JSON: as it is, or escaped."""

STATUS: dict[type[Problem], int] = {
    NotFound: 404,
    Forbidden: 403,
    Conflict: 409,
    ConcurrentChange: 409,
    ContentTooLarge: 413,
    HeaderTooLarge: 431,
    TooManyRequests: 429,
    Unavailable: 503,
    Interrupted: 503,
    InsufficientStorage: 507,
}


def to_status(problem: Problem) -> int:
    return next((code for kind, code in STATUS.items() if isinstance(problem, kind)), 400)


def check_storable(json_text: bytes) -> None:
    """Refuse a message with a character that no database stores."""
    if _NUL.search(json_text):
        raise Problem("server.problem.nul")
