"""The colours of every drawing: in the terminal, as SVG and in the browser.

A game names tones (`"pink"`), it does not choose shades; a tone that is unknown here still gets a
colour of its own, the same every time.
"""

from __future__ import annotations

import re
import zlib

from plyground.games.scene import Scene

SIDES = ("#2f7de1", "#e8702a")
"""Marks, lines and areas of both sides: blue and orange, which colour-blind readers can tell
apart."""
STONES = ("#1b1d21", "#f6f3ec")
"""Solid pieces of both sides: dark moves first."""
WOOD = "#e3b768"
LAST = "#ffc53d"
"""The frame of the last move; outlined in the dark stone's colour, it is visible everywhere."""
DOT = "#e5484d"
"""The last move's mark on a stone."""
OVERLAYS = {"best": "#1b8a5a", "good": "#7446b8", "reply": "#6b7280", "bad": "#c3363b"}
"""Marks and arrows of overlays, by tone."""

TONES = {
    "brown": "#8a5a3b",
    "green": "#2fa36b",
    "red": "#d8433f",
    "yellow": "#f2c53d",
    "pink": "#ef8fbf",
    "purple": "#8b5cc7",
    "blue": "#3c7fd6",
    "orange": "#f0883a",
    "black": "#1b1d21",
    "white": "#f6f3ec",
    "grey": "#9aa1ab",
    "cyan": "#3fb6c8",
    "light": "#eadcc2",
    "dark": "#b08a63",
}

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def side_colours(scene: Scene) -> tuple[str, str]:
    """The colours of both sides in a scene: dark and light if the board itself is coloured; not in
    the plane, whose ground is dark or light as the page is."""
    if scene.board == "plane":
        return SIDES
    owned = [piece for piece in scene.pieces if piece.side is not None]
    tones = [spot.tone for spot in scene.spots] + [piece.tone for piece in owned]
    return STONES if any(tones) or scene.board == "points" else SIDES


def tone_colour(tone: str) -> str:
    """The colour of a tone, as `#rrggbb`."""
    if tone in TONES:
        return TONES[tone]
    if _HEX.fullmatch(tone):
        return tone.lower()
    shades = list(TONES.values())
    return shades[zlib.crc32(tone.encode("utf-8", "replace")) % len(shades)]


def neutral_colour(tone: str | None) -> str:
    """The colour of a piece that belongs to neither side."""
    return tone_colour(tone or "brown")


def pick_text_colour(colour: str) -> str:
    """Dark or light, whichever is readable on a colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return STONES[0] if 0.30 * red + 0.59 * green + 0.11 * blue > 140 else STONES[1]


def mix_colours(colour: str, other: str, share: float) -> str:
    """Mix two colours, `share` (0 to 1) of the first."""
    parts = (
        round(int(colour[i : i + 2], 16) * share + int(other[i : i + 2], 16) * (1 - share))
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)
