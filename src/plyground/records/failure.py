"""When the request was right, and the computer could not do it."""

from __future__ import annotations

from plyground.locale import Problem


class Failure(Problem):
    """A problem that no other request would have avoided, such as a full disk."""
