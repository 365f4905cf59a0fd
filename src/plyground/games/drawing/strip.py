"""A game as a strip of small boards, one for each position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plyground.games.drawing.svg import draw_miniature
from plyground.games.drawing.svg_elements import FONT, STYLE, tag, to_xml, write_text
from plyground.games.scene import Scene

_COLUMNS = 6
_BOARD = 150.0
"""Width of a board."""
_GAP = 16.0
_LINE = 26.0
"""Height of the words below a board."""
_GROUND = "strip-board"


def draw_strip(frames: Sequence[tuple[Scene, str]], title: str = "", description: str = "") -> str:
    """Draw scenes of one game beside each other, each with a few words below it."""
    miniatures = [draw_miniature(scene) for scene, _ in frames]
    first = miniatures[0]
    height = _BOARD * first.height / first.width
    columns = min(_COLUMNS, len(frames))
    rows = -(-len(frames) // columns)
    width = columns * (_BOARD + _GAP) + _GAP
    whole = rows * (height + _LINE + _GAP) + _GAP

    def draw_frames() -> Iterable[str]:
        for number, (drawn, (_, words)) in enumerate(zip(miniatures, frames, strict=True)):
            row, column = divmod(number, columns)
            x, y = _GAP + column * (_BOARD + _GAP), _GAP + row * (height + _LINE + _GAP)
            ground = tag("use", href=f"#{_GROUND}") if drawn.board == first.board else drawn.board
            place = f"translate({to_xml(x)} {to_xml(y)}) scale({_BOARD / drawn.width:.4f})"
            yield tag("g", ground, drawn.pieces, transform=place)
            middle = x + _BOARD / 2
            yield write_text(middle, y + height + _LINE / 2, words, 13.0, class_="pg-ink")

    return tag(
        "svg",
        tag("title", to_xml(title)) + tag("desc", to_xml(description)),
        tag("style", STYLE),
        tag("defs", tag("g", first.board, id=_GROUND)),
        tag("rect", width=width, height=whole, rx=14, class_="pg-paper"),
        *draw_frames(),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {to_xml(width)} {to_xml(whole)}",
        width=width,
        height=whole,
        role="img",
        aria_label=title or None,
        font_family=FONT,
    )
