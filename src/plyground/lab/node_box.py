"""The text in the box of a node, and the size of the box."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plyground.games.drawing.text_canvas import text_width
from plyground.lab.search_tree import LineKind, Node, TextLine
from plyground.lab.tree_captions import format_actions, format_number, format_window
from plyground.lab.tree_layout import Box
from plyground.lab.tree_notation import NotationNode
from plyground.locale import say


@dataclass(frozen=True)
class FontStyle:
    """The font of a kind of line."""

    size: float
    height: float
    bold: bool = False

    def width(self, text: str) -> float:
        """An estimate, since fonts differ."""
        return (0.58 if self.bold else 0.54) * self.size * text_width(text)


FONTS: dict[LineKind, FontStyle] = {
    "value": FontStyle(13, 17, bold=True),
    "window": FontStyle(10.5, 14),
    "note": FontStyle(9, 12),
    "cut": FontStyle(9.5, 12),
    "count": FontStyle(10.5, 15),
}
PADDING = 5.0
SYMBOL_WIDTH = 16.0
"""Width of the symbol of Max or Min before a value."""
BLANK = Box(38, 19)
"""An empty field of a quiz."""
CUT_WIDTH = 112.0
"""Width at which the reason of a cut is wrapped."""
TEXT_SIZE, TEXT_WIDTH, TEXT_HEIGHT = 10.0, 0.61, 1.2
"""A position as text: the size of a character, and its width and height in these."""
INNER, LEAF = Box(62, 52), Box(44, 32)
"""Shapes of nodes in a tree written by hand, which have no position to draw."""


def write_lines(node: Node) -> tuple[TextLine, ...]:
    """The lines of a node, from top to bottom."""
    return tuple(_write_stub_lines(node) if node.role is None else _write_node_lines(node))


def measure(node: Node, board: Box | None) -> Box:
    """The size of a node's box with its lines."""
    widths = [FONTS[line.kind].width(line.text) for line in node.lines]
    heights = [FONTS[line.kind].height for line in node.lines]
    if node.role is None:
        return Box(max(widths) + 4 * PADDING, sum(heights) + 2 * PADDING)
    widths += [
        SYMBOL_WIDTH + FONTS["value"].width(line.text) for line in node.lines if _is_value(line)
    ]
    if "alpha" in node.asks:
        widths.append(2 * BLANK.width + 26)
        heights = [max(height, BLANK.height + 3) for height in heights]
    if board is None:
        shape = LEAF if node.leaf else INNER
        below = sum(heights) + PADDING if heights else 0.0
        return Box(max([shape.width, *widths]), shape.height + below)
    width = max([board.width, *widths]) + 2 * PADDING
    return Box(width, board.height + 2 * PADDING + sum(heights))


def measure_text(text: str) -> Box:
    """The size of a position drawn as text, with a minimum width for an empty text."""
    lines = text.splitlines()
    columns = max(map(text_width, lines), default=0)
    width = max(INNER.width / 2, columns * TEXT_WIDTH * TEXT_SIZE)
    return Box(width, len(lines) * TEXT_HEIGHT * TEXT_SIZE)


def _is_value(line: TextLine) -> bool:
    return line.kind == "value"


def _write_stub_lines(node: Node) -> Iterable[TextLine]:
    if node.state == "folded":
        yield TextLine("count", say("lab.folded", count=f"{node.folded:,}"))
        return
    skipped = node.cut.skipped if node.cut else ()
    yield TextLine("count", say("lab.pruned", count=f"{len(skipped):,}"))
    yield TextLine("note", format_actions(skipped))


def _write_node_lines(node: Node) -> Iterable[TextLine]:
    is_notation = isinstance(node.position, NotationNode)
    if not is_notation:
        yield TextLine("value", "" if node.value is None else format_number(node.value))
    if node.asks:
        if "alpha" in node.asks:
            yield TextLine("window", "")
    elif node.now is not None and node.leaf is None:
        window = node.now if node.state == "open" else node.entry
        yield TextLine("window", format_window(window or node.now))
    if node.leaf is not None and not (is_notation and node.leaf == "end"):
        yield TextLine("note", say(f"lab.leaf.{node.leaf}"))
    if node.cut is not None:
        yield from (TextLine("cut", text) for text in _wrap_text(node.cut.words))


def _wrap_text(words: str) -> Iterable[str]:
    """Wrap a sentence into lines of about equal width."""
    font = FONTS["cut"]
    rows = max(1, round(font.width(words) / CUT_WIDTH + 0.4))
    width = font.width(words) / rows
    line = ""
    for word in words.split():
        candidate = f"{line} {word}".strip()
        if line and font.width(candidate) > width + 3 * font.size:
            yield line
            candidate = word
        line = candidate
    yield line
