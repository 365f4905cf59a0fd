"""The painted board: what each square's colour is, and what the colours are called."""

from __future__ import annotations

NAMES = ("brown", "green", "red", "yellow", "pink", "purple", "blue", "orange")
"""Colours by number, as position texts write them."""

GLYPHS = "NGRYKPBO"
"""A letter a colour (browN, pinK), so that nobody needs to see the colour."""

# Row 1 first, each from column a.
_PAINTED = (
    "01234567",
    "50361472",
    "63052741",
    "32107654",
    "45670123",
    "14725036",
    "27416305",
    "76543210",
)

PAINT = tuple(int(colour) for row in _PAINTED for colour in row)
"""The colour of each square: a1, b1, ... h8."""


def home_square(side: int, colour: int) -> int:
    """Where the tower of a colour starts: on the square of its colour in its home row."""
    return colour if side == 0 else 63 - colour
