"""The player who is asked, rather than computed."""

from __future__ import annotations


class Human:
    """Stands for a person; whoever shows the board asks for the move."""
