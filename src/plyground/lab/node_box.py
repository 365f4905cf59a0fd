"""What is written on the box of a node, and how large the box must be for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plyground.games.drawing.text_canvas import text_width
from plyground.lab.search_tree import Kind, Node, Written
from plyground.lab.tree_captions import action_words, number_words, window_words
from plyground.lab.tree_layout import Box
from plyground.lab.tree_notation import Branch
from plyground.locale import say


@dataclass(frozen=True)
class Face:
    """How a kind of line is set."""

    size: float
    height: float
    bold: bool = False

    def width(self, text: str) -> float:
        """Nearly: fonts differ."""
        return (0.58 if self.bold else 0.54) * self.size * text_width(text)


FACES: dict[Kind, Face] = {
    "value": Face(13, 17, bold=True),
    "window": Face(10.5, 14),
    "note": Face(9, 12),
    "cut": Face(9.5, 12),
    "count": Face(10.5, 15),
}
PADDING = 5.0
SIGN = 16.0
"""Room for the sign of Max or Min before a value."""
BLANK = Box(38, 19)
"""A box to be filled in."""
CUT_WIDTH = 112.0
"""Where the reason of a cut is broken into lines."""
TEXT_SIZE, TEXT_WIDTH, TEXT_HEIGHT = 10.0, 0.61, 1.2
"""A position as text: the size of a character, and its width and height in these."""
INNER, LEAF = Box(62, 52), Box(44, 32)
"""Nodes of a tree written by hand, which have no position to be drawn."""


def write_lines(node: Node) -> tuple[Written, ...]:
    """What is written on a node, from above."""
    return tuple(_stub(node) if node.role is None else _lines(node))


def measure(node: Node, board: Box | None) -> Box:
    """The size of a node's box with its lines."""
    widths = [FACES[line.kind].width(line.text) for line in node.lines]
    heights = [FACES[line.kind].height for line in node.lines]
    if node.role is None:
        return Box(max(widths) + 4 * PADDING, sum(heights) + 2 * PADDING)
    widths += [SIGN + FACES["value"].width(line.text) for line in node.lines if _is_value(line)]
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
    """The room for a position that is drawn as text; a little even for one that has none."""
    lines = text.splitlines()
    wide = max(map(text_width, lines), default=0)
    width = max(INNER.width / 2, wide * TEXT_WIDTH * TEXT_SIZE)
    return Box(width, len(lines) * TEXT_HEIGHT * TEXT_SIZE)


def _is_value(line: Written) -> bool:
    return line.kind == "value"


def _stub(node: Node) -> Iterable[Written]:
    if node.state == "folded":
        yield Written("count", say("lab.folded", count=f"{node.folded:,}"))
        return
    skipped = node.cut.skipped if node.cut else ()
    yield Written("count", say("lab.pruned", count=f"{len(skipped):,}"))
    yield Written("note", action_words(skipped))


def _lines(node: Node) -> Iterable[Written]:
    is_written = isinstance(node.position, Branch)
    if not is_written:
        yield Written("value", "" if node.value is None else number_words(node.value))
    if node.asks:
        if "alpha" in node.asks:
            yield Written("window", "")
    elif node.now is not None and node.leaf is None:
        window = node.now if node.state == "open" else node.entry
        yield Written("window", window_words(window or node.now))
    if node.leaf is not None and not (is_written and node.leaf == "end"):
        yield Written("note", say(f"lab.leaf.{node.leaf}"))
    if node.cut is not None:
        yield from (Written("cut", text) for text in _broken(node.cut.words))


def _broken(words: str) -> Iterable[str]:
    """A sentence in lines of about equal width."""
    face = FACES["cut"]
    rows = max(1, round(face.width(words) / CUT_WIDTH + 0.4))
    wide = face.width(words) / rows
    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and face.width(longer) > wide + 3 * face.size:
            yield line
            longer = word
        line = longer
    yield line
