"""Which characters stand for what on a board of text, with and without Unicode."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plyground.games.scene import Piece, Scene, Spot

STONES = ("", "●", "○")
"""Glyphs of pieces that are drawn as stones where that can be done."""

# Lines that meet in a place, by where they go: up, down, left, right.
_UNICODE_JOINTS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"


@dataclass(frozen=True)
class Pen:
    """How a scene is written: with which characters, whether colours will say what they can say,
    and on how much room."""

    ascii: bool = False
    colour: bool = False
    width: int = 78
    height: int = 24

    @property
    def sides(self) -> str:
        return "XO" if self.ascii else "".join(STONES)

    @property
    def fills(self) -> str:
        """What an area of each side is filled with."""
        return "xo" if self.ascii else "•◦"

    @property
    def last(self) -> str:
        """What stands before and behind the last move."""
        return "[]" if self.ascii else "❲❳"

    @property
    def ring(self) -> str:
        return "+" if self.ascii else "°"

    @property
    def star(self) -> str:
        return "*" if self.ascii else "╋"

    def joint(self, up: bool, down: bool, left: bool, right: bool) -> str:
        """The sign of a place that lines leave in these directions."""
        if not self.ascii:
            return _UNICODE_JOINTS[up + 2 * down + 4 * left + 8 * right]
        if (up or down) and (left or right):
            return "+"
        return "|" if up or down else "-" if left or right else " "


class Signs:
    """The signs of one scene's pieces and spots."""

    def __init__(self, scene: Scene, pen: Pen) -> None:
        self._pen = pen
        tones = [spot.tone for spot in scene.spots] + [piece.tone for piece in scene.pieces]
        self._letters = tone_letters(tone for tone in tones if tone)

    def piece(self, piece: Piece) -> str:
        return self._written(piece.glyph, piece.tone) or self._pen.sides[piece.side]

    def spot(self, spot: Spot) -> str:
        return self._written(spot.glyph, spot.tone)

    def _written(self, glyph: str, tone: str | None) -> str:
        if glyph.isascii() or not self._pen.ascii:
            return glyph
        return self._letters[tone] if tone else "".join(map(_spelled, glyph))


def tone_letters(tones: Iterable[str]) -> dict[str, str]:
    """A letter for each tone: its first, or the next of its name that no other tone has."""
    names = sorted(set(tones))
    letters: dict[str, str] = {}
    for tone in names:
        if tone[0] not in letters.values():
            letters[tone] = tone[0]
    for tone in names:
        if tone not in letters:
            free = (letter for letter in tone if letter not in letters.values())
            letters[tone] = next(free, "?")
    return letters


def _spelled(sign: str) -> str:
    """A sign that every terminal can write, for one that some cannot."""
    if sign.isascii():
        return sign
    return {"●": "X", "○": "O", "×": "X", "✕": "X", "◯": "O"}.get(sign, "#")
