"""A sheet of characters. Each has a sign, and names for its ink and its ground.

Names, not colours: a terminal paints them, a file of text leaves them out. What is drawn here must
be complete without any colour.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple


class Mark(NamedTuple):
    """One place of a sheet. The second half of a wide character has an empty sign."""

    sign: str = " "
    ink: str = ""
    ground: str = ""


BLANK = Mark()


class Canvas:
    """A sheet of `width` by `height`. Row 0 is on top; what falls off the edge is lost."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows = [[BLANK] * width for _ in range(height)]

    def put(
        self, column: int, row: int, text: str, ink: str = "", ground: str | None = None
    ) -> None:
        """Write `text` from a place to the right; without a ground, on the one that is there."""
        for sign in _signs(text):
            self._mark(column, row, sign, ink, ground)
            column += 1

    def fill(self, column: int, row: int, width: int, height: int, ground: str) -> None:
        """Lay a ground under a rectangle, keeping what is written on it."""
        for y in range(row, row + height):
            for x in range(column, column + width):
                if self.has(x, y):
                    self.rows[y][x] = self.rows[y][x]._replace(ground=ground)

    def has(self, column: int, row: int) -> bool:
        return 0 <= column < self.width and 0 <= row < self.height

    def _mark(self, column: int, row: int, sign: str, ink: str, ground: str | None) -> None:
        if self.has(column, row):
            kept = self.rows[row][column].ground if ground is None else ground
            self.rows[row][column] = Mark(sign, ink, kept)

    def __str__(self) -> str:
        return "\n".join("".join(mark.sign for mark in row).rstrip() for row in self.rows)


def text_width(text: str) -> int:
    """How many places a text takes: two for a Hangul syllable, none for a combining sign."""
    return sum(1 for _ in _signs(text))


def _signs(text: str) -> Iterator[str]:
    """A text cut into places; a wide character is followed by an empty one."""
    pending = ""
    for character in text:
        if unicodedata.combining(character) or character == "\ufe0e":
            pending += character
            continue
        yield from _places(pending)
        pending = character
    yield from _places(pending)


def _places(sign: str) -> Iterator[str]:
    if sign:
        yield sign
        if unicodedata.east_asian_width(sign[0]) in "WF":
            yield ""
