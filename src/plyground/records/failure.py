"""The error for valid requests that could not be carried out."""

from __future__ import annotations

from plyground.locale import Problem


class Failure(Problem):
    """A problem that is not the fault of the request, such as a full disk."""
