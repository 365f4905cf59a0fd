"""Problems that have a number of their own in HTTP; any other problem is a 400."""

from __future__ import annotations

from plyground.locale import Problem


class NotFound(Problem):
    """There is no such thing here (404)."""


class Forbidden(Problem):
    """Not from there, or not by somebody without a seat (403)."""


class Conflict(Problem):
    """Not now (409)."""


class ContentTooLarge(Problem):
    """More than anybody needs to send (413)."""


class TooManyRequests(Problem):
    """Too much at once, of one guest or of all (429)."""

    def __init__(self, key: str, /, retry_after: float = 1.0, **values: object) -> None:
        super().__init__(key, **values)
        self.retry_after = retry_after
        """Seconds after which it is worth another try."""


STATUS: dict[type[Problem], int] = {
    NotFound: 404,
    Forbidden: 403,
    Conflict: 409,
    ContentTooLarge: 413,
    TooManyRequests: 429,
}


def to_status(problem: Problem) -> int:
    return next((code for kind, code in STATUS.items() if isinstance(problem, kind)), 400)
