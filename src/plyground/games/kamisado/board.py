"""The coloured board: the colour of each square, and the names of the colours."""

from __future__ import annotations

COLOUR_NAMES = ("brown", "green", "red", "yellow", "pink", "purple", "blue", "orange")
"""Colours by number, as position texts write them."""

GLYPHS = "NGRYKPBO"
"""One letter per colour (browN, pinK), so that colour alone carries no meaning."""

# Row 1 first, each from column a.
_ROWS = (
    "01234567",
    "50361472",
    "63052741",
    "32107654",
    "45670123",
    "14725036",
    "27416305",
    "76543210",
)

SQUARE_COLOURS = tuple(int(colour) for row in _ROWS for colour in row)
"""The colour of each square: a1, b1, ... h8."""


def home_square(side: int, colour: int) -> int:
    """The starting square of a tower: the square of its colour in its home row."""
    return colour if side == 0 else 63 - colour
