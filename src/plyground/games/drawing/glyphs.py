"""The characters of a board drawn as text, in Unicode and in ASCII."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from plyground.games.scene import Piece, Scene, Spot

STONES = ("", "●", "○")
"""Glyphs of pieces that are drawn as discs wherever shapes can be drawn."""

Shape = tuple[Literal["round", "square"], Literal["large", "small"], Literal["solid", "hollow"]]

SHAPES: dict[str, Shape] = {
    "": ("round", "large", "solid"),
    "●": ("round", "large", "solid"),
    "○": ("round", "large", "hollow"),
    "■": ("square", "large", "solid"),
    "□": ("square", "large", "hollow"),
    "•": ("round", "small", "solid"),
    "◦": ("round", "small", "hollow"),
    "▪": ("square", "small", "solid"),
    "▫": ("square", "small", "hollow"),
}
"""Glyphs of pieces of neither side that are drawn as shapes wherever these can be drawn."""

# Box-drawing characters by the directions of their lines: up, down, left, right.
_UNICODE_JOINTS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"


@dataclass(frozen=True)
class TextStyle:
    """How a scene is drawn as text: with which characters, with or without colours, and how large
    at most."""

    ascii: bool = False
    colour: bool = False
    width: int = 78
    height: int = 24

    @property
    def sides(self) -> str:
        return "XO" if self.ascii else "".join(STONES)

    def side_glyph(self, side: int | None) -> str:
        """A piece of a side, or (None) of neither, that has no glyph of its own."""
        if side is not None:
            return self.sides[side]
        return "*" if self.ascii else "●"

    @property
    def fills(self) -> str:
        """The fill character of each side's areas."""
        return "xo" if self.ascii else "•◦"

    @property
    def last(self) -> str:
        """The brackets around the last move."""
        return "[]" if self.ascii else "❲❳"

    @property
    def ring(self) -> str:
        return "+" if self.ascii else "°"

    @property
    def dot(self) -> str:
        """An empty cell."""
        return "." if self.ascii else "·"

    @property
    def star(self) -> str:
        return "*" if self.ascii else "╋"

    def joint_glyph(self, up: bool, down: bool, left: bool, right: bool) -> str:
        """The character where lines in these directions meet."""
        if not self.ascii:
            return _UNICODE_JOINTS[up + 2 * down + 4 * left + 8 * right]
        if (up or down) and (left or right):
            return "+"
        return "|" if up or down else "-" if left or right else " "


class SceneGlyphs:
    """The glyphs of the pieces and spots of one scene."""

    def __init__(self, scene: Scene, style: TextStyle) -> None:
        self._style = style
        tones = [spot.tone for spot in scene.spots] + [piece.tone for piece in scene.pieces]
        self._letters = assign_tone_letters(tone for tone in tones if tone)
        self._needs_tones = len({piece.tone for piece in scene.pieces if piece.side is None}) > 1

    def piece(self, piece: Piece) -> str:
        if piece.side is None:
            return self._write_neutral(piece)
        return self._choose_glyph(piece.glyph, piece.tone) or self._style.sides[piece.side]

    def _write_neutral(self, piece: Piece) -> str:
        """The glyph, and the letter of its tone where there are others."""
        glyph = piece.glyph or self._style.side_glyph(None)
        shown = "".join(map(_to_ascii, glyph)) if self._style.ascii else glyph
        return shown + (self._letters.get(piece.tone or "", " ") if self._needs_tones else "")

    def spot(self, spot: Spot) -> str:
        return self._choose_glyph(spot.glyph, spot.tone)

    def _choose_glyph(self, glyph: str, tone: str | None) -> str:
        if glyph.isascii() or not self._style.ascii:
            return glyph
        return self._letters[tone] if tone else "".join(map(_to_ascii, glyph))


def piece_style(piece: Piece, kind: str = "side") -> str:
    """The style of a piece as text: that of its side, or the tone of a piece of neither."""
    if piece.side is None:
        return f"neutral.{piece.tone or ''}"
    return f"{kind}{piece.side}"


def assign_tone_letters(tones: Iterable[str]) -> dict[str, str]:
    """A letter for each tone: the first of its name that no other tone has."""
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


def _to_ascii(glyph: str) -> str:
    """An ASCII character in place of one that some terminals cannot show."""
    if glyph.isascii():
        return glyph
    return _ASCII.get(glyph, "#")


_ASCII = {
    "●": "X",
    "○": "O",
    "×": "X",
    "✕": "X",
    "◯": "O",
    "■": "#",
    "□": "H",
    "•": "x",
    "◦": "o",
    "▪": "+",
    "▫": "h",
}
