"""A grid of character cells, each with a glyph and named styles for foreground and background.

Styles are names, not colours: a terminal paints them, plain text leaves them out. A drawing must be
complete without any colour.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Cell(NamedTuple):
    """One character cell. The second half of a wide character has an empty glyph."""

    glyph: str = " "
    foreground: str = ""
    background: str = ""


BLANK = Cell()


class Note(NamedTuple):
    """A text and the cell where it starts, which may lie outside of a canvas."""

    column: int
    row: int
    text: str
    foreground: str


class Canvas:
    """A grid of `width` by `height` cells. Row 0 is at the top; what lies outside is clipped."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows = [[BLANK] * width for _ in range(height)]

    def put(
        self, column: int, row: int, text: str, foreground: str = "", background: str | None = None
    ) -> None:
        """Write `text` from a cell to the right; without a background, keep the present one."""
        for glyph in _split_cells(text):
            self._set_cell(column, row, glyph, foreground, background)
            column += 1

    def fill(self, column: int, row: int, width: int, height: int, background: str) -> None:
        """Set the background of a rectangle, keeping its text."""
        for y in range(row, row + height):
            for x in range(column, column + width):
                if self.contains(x, y):
                    self.rows[y][x] = self.rows[y][x]._replace(background=background)

    def put_around(self, notes: Sequence[Note]) -> tuple[int, int]:
        """Write texts inside and outside of the canvas, which grows as they need. Returns how far
        everything has moved to the right and down."""
        left = max([0, *(-note.column for note in notes)])
        top = max([0, *(-note.row for note in notes)])
        right = max([0, *(note.column + text_width(note.text) - self.width for note in notes)])
        bottom = max([0, *(note.row + 1 - self.height for note in notes)])
        self.width += left + right
        self.height += top + bottom
        kept = [[BLANK] * left + row + [BLANK] * right for row in self.rows]
        above, below = ([[BLANK] * self.width for _ in range(rows)] for rows in (top, bottom))
        self.rows = above + kept + below
        for note in notes:
            self.put(note.column + left, note.row + top, note.text, note.foreground)
        return left, top

    def contains(self, column: int, row: int) -> bool:
        return 0 <= column < self.width and 0 <= row < self.height

    def _set_cell(
        self, column: int, row: int, glyph: str, foreground: str, background: str | None
    ) -> None:
        if self.contains(column, row):
            kept = self.rows[row][column].background if background is None else background
            self.rows[row][column] = Cell(glyph, foreground, kept)

    def __str__(self) -> str:
        return "\n".join("".join(cell.glyph for cell in row).rstrip() for row in self.rows)


def text_width(text: str) -> int:
    """How many cells a text takes: two for a Hangul syllable, none for a combining character."""
    return sum(1 for _ in _split_cells(text))


def _split_cells(text: str) -> Iterator[str]:
    """Split a text into cells; a wide character is followed by an empty one."""
    pending = ""
    for character in text:
        if unicodedata.combining(character) or character == "\ufe0e":
            pending += character
            continue
        yield from _expand_wide(pending)
        pending = character
    yield from _expand_wide(pending)


def _expand_wide(glyph: str) -> Iterator[str]:
    if glyph:
        yield glyph
        if unicodedata.east_asian_width(glyph[0]) in "WF":
            yield ""
