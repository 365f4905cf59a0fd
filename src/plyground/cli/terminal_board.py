"""Boards in a terminal: which colours the names of inks and grounds stand for here."""

from __future__ import annotations

from functools import cache

from rich.console import Console
from rich.style import Style
from rich.text import Text

from plyground.games.drawing import palette
from plyground.games.drawing.glyphs import Pen
from plyground.games.drawing.text_board import captions, draw
from plyground.games.drawing.text_canvas import BLANK, Mark
from plyground.games.scene import Scene

# Signs that some terminals cannot write: corners of boards, stones, marks, and lines of dots.
_TRIED = "┼●❲•⠿▄"
_BROWN = "#6b4d1e"


def pen_for(console: Console, ascii_only: bool, rows_beside: int = 8) -> Pen:
    """What a console can show, when that many rows are kept for words."""
    return Pen(
        ascii=ascii_only or not _can_write(console.encoding),
        colour=console.color_system is not None and not console.no_color,
        width=console.width - 1,
        height=max(12, console.height - rows_beside) if console.is_terminal else Pen.height,
    )


def board(scene: Scene, pen: Pen) -> Text:
    """Board and captions, ready to be printed."""
    text = Text(no_wrap=True, end="")
    for row in draw(scene, pen).rows:
        end = max((i for i, mark in enumerate(row, 1) if mark != BLANK), default=0)
        for mark in row[:end]:
            text.append(mark.sign, _style(mark) if pen.colour else None)
        text.append("\n")
    for caption in captions(scene, pen):
        text.append_text(_caption(caption, scene, pen)).append("\n")
    return text


def _caption(words: str, scene: Scene, pen: Pen) -> Text:
    """A line under the board, the signs of the sides in their colours."""
    text = Text(words)
    if pen.colour and not pen.ascii:
        for side, colour in enumerate(palette.side_colours(scene)):
            back = palette.readable_on(colour) if colour in palette.STONES else None
            text.highlight_words([pen.sides[side]], Style(color=colour, bgcolor=back, bold=True))
    return text


def _can_write(encoding: str) -> bool:
    try:
        _TRIED.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@cache
def _style(mark: Mark) -> Style:
    return Style(color=_ink(mark), bgcolor=_ground(mark.ground), bold=mark.ink in _BOLD)


_BOLD = {"last", "piece", "ring", "side0", "side1", "spot", "star"}


def _ground(name: str) -> str | None:
    kind, _, tone = name.partition(".")
    if kind == "tone":
        return palette.tone_colour(tone)
    if kind in ("stone0", "stone1"):
        return palette.STONES[int(kind[-1])]
    if kind in ("area0", "area1"):
        return palette.mixed(palette.SIDES[int(kind[-1])], "#101418", 0.5)
    return palette.WOOD if kind == "board" else None


def _ink(mark: Mark) -> str | None:
    ground = _ground(mark.ground)
    if mark.ink in ("side0", "side1"):
        return palette.SIDES[int(mark.ink[-1])]
    if mark.ink in ("stone0", "stone1"):
        return palette.STONES[int(mark.ink[-1])]
    if mark.ink in ("grid", "star") and ground:
        return _BROWN
    if mark.ink in ("grid", "label"):
        return "bright_black"
    if mark.ink == "last":
        return _last_on(mark.ground)
    if ground is None:
        return None
    strength = 0.6 if mark.ink == "glyph" else 1.0
    return palette.mixed(palette.readable_on(ground), ground, strength)


def _last_on(ground: str) -> str:
    if ground == "board":
        return palette.DOT
    if ground.startswith("tone."):
        return palette.readable_on(palette.tone_colour(ground.removeprefix("tone.")))
    return palette.LAST
