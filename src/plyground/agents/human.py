"""The placeholder for a person among the agents."""

from __future__ import annotations


class Human:
    """A person; the user interface asks for the move."""
