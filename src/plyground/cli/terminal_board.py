"""Boards in a terminal: the colours of the inks and grounds of a text board."""

from __future__ import annotations

from functools import cache

from rich.console import Console
from rich.style import Style
from rich.text import Text

from plyground.games.drawing import palette
from plyground.games.drawing.glyphs import TextStyle
from plyground.games.drawing.text_board import draw_scene, write_captions
from plyground.games.drawing.text_canvas import BLANK, Cell
from plyground.games.scene import Scene

# Glyphs that some encodings lack: corners of boards, stones, marks, and lines of dots.
_TEST_GLYPHS = "┼●❲•⠿▄"
_BROWN = "#6b4d1e"


def make_text_style(console: Console, ascii_only: bool, reserved_rows: int = 8) -> TextStyle:
    """The pen for what a console can display, with some rows reserved for text."""
    return TextStyle(
        ascii=ascii_only or not _can_encode(console.encoding),
        colour=console.color_system is not None and not console.no_color,
        width=console.width - 1,
        height=max(12, console.height - reserved_rows) if console.is_terminal else TextStyle.height,
    )


def render_board(scene: Scene, pen: TextStyle) -> Text:
    """The board and its captions as styled text."""
    text = Text(no_wrap=True, end="")
    for row in draw_scene(scene, pen).rows:
        end = max((i for i, mark in enumerate(row, 1) if mark != BLANK), default=0)
        for mark in row[:end]:
            text.append(mark.glyph, _make_style(mark) if pen.colour else None)
        text.append("\n")
    for caption in write_captions(scene, pen):
        text.append_text(_render_caption(caption, scene, pen)).append("\n")
    return text


def _render_caption(words: str, scene: Scene, pen: TextStyle) -> Text:
    """A line below the board, with the glyphs of the sides in their colours."""
    text = Text(words)
    if pen.colour and not pen.ascii:
        for side, colour in enumerate(palette.side_colours(scene)):
            back = palette.pick_text_colour(colour) if colour in palette.STONES else None
            text.highlight_words([pen.sides[side]], Style(color=colour, bgcolor=back, bold=True))
    return text


def _can_encode(encoding: str) -> bool:
    try:
        _TEST_GLYPHS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@cache
def _make_style(mark: Cell) -> Style:
    return Style(
        color=_choose_ink(mark),
        bgcolor=_choose_ground(mark.background),
        bold=mark.foreground in _BOLD or mark.foreground.startswith(_NEUTRAL),
    )


_BOLD = {"last", "piece", "ring", "side0", "side1", "spot", "star"}
_NEUTRAL = "neutral."


def _choose_ground(name: str) -> str | None:
    kind, _, tone = name.partition(".")
    if kind == "tone":
        return palette.tone_colour(tone)
    if kind == "neutral":
        return palette.neutral_colour(tone)
    if kind in ("stone0", "stone1"):
        return palette.STONES[int(kind[-1])]
    if kind in ("area0", "area1"):
        return palette.mix_colours(palette.SIDES[int(kind[-1])], "#101418", 0.5)
    return palette.WOOD if kind == "board" else None


def _choose_ink(mark: Cell) -> str | None:
    ground = _choose_ground(mark.background)
    if mark.foreground in ("side0", "side1"):
        return palette.SIDES[int(mark.foreground[-1])]
    if mark.foreground in ("stone0", "stone1"):
        return palette.STONES[int(mark.foreground[-1])]
    if mark.foreground.startswith(_NEUTRAL):
        return palette.neutral_colour(mark.foreground.removeprefix(_NEUTRAL))
    if mark.foreground in ("grid", "star") and ground:
        return _BROWN
    if mark.foreground in ("grid", "label"):
        return "bright_black"
    if mark.foreground == "last":
        return _choose_last_ink(mark.background)
    if ground is None:
        return None
    strength = 0.6 if mark.foreground == "glyph" else 1.0
    return palette.mix_colours(palette.pick_text_colour(ground), ground, strength)


def _choose_last_ink(ground: str) -> str:
    if ground == "board":
        return palette.DOT
    if ground.startswith("tone."):
        return palette.pick_text_colour(palette.tone_colour(ground.removeprefix("tone.")))
    return palette.LAST
