"""A search tree in the terminal, one line a node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from plyground.cli.output import console
from plyground.locale import say

if TYPE_CHECKING:
    from rich.text import Text

    from plyground.lab.search_tree import Node, Tree

_GUIDES = ("├─ ", "└─ ", "│  ", "   ")
_PLAIN_GUIDES = ("|- ", "`- ", "|  ", "   ")
_PLAIN = {"∞": "inf", "…": "...", "▲": "^", "▼": "v", "◆": "*", "·": "-", "╳": "x", "◀": "<"}
_SIGNS = {"max": "▲", "min": "▼", "mover": "◆"}


def print_tree(tree: Tree, ascii_only: bool) -> None:
    """The position at the root, the tree, and the figures of the search."""
    from plyground.cli.terminal_board import board, pen_for
    from plyground.games.position import Position
    from plyground.lab.tree_captions import heading, summary

    page = console()
    pen = pen_for(page, ascii_only)

    def show(text: str | Text, style: str | None = None) -> None:
        page.print(_plain(text) if pen.ascii else text, style=style)

    show(heading(tree.setup), "bold")
    page.print()
    start = tree.nodes[0].position
    if isinstance(start, Position):
        page.print(board(start.scene, pen))
    for line in lines_of(tree, _PLAIN_GUIDES if pen.ascii else _GUIDES):
        show(line)
    page.print()
    for words in summary(tree):
        show(words)


def lines_of(tree: Tree, guides: tuple[str, str, str, str] = _GUIDES) -> Iterator[Text]:
    """The nodes from above, each below its parent."""
    from rich.text import Text

    children: dict[str | None, list[Node]] = {}
    for node in tree.nodes:
        children.setdefault(node.parent, []).append(node)
    tee, corner, through, gap = guides

    def below(node: Node, before: str) -> Iterator[Text]:
        family = children.get(node.id, [])
        for child in family:
            is_last = child is family[-1]
            line = Text(before + (corner if is_last else tee), style="bright_black")
            yield line.append_text(_line(child))
            yield from below(child, before + (gap if is_last else through))

    root = tree.nodes[0]
    yield _line(root)
    yield from below(root, "")


def _line(node: Node) -> Text:
    from rich.text import Text

    from plyground.lab.tree_notation import Branch

    if node.role is None:
        words = ": ".join(line.text for line in node.lines)
        return Text(words if node.state == "folded" else f"╳ {words}", style="bright_black")
    style = "bold" if node.principal else "bright_black" if node.state == "pruned" else "default"
    is_number = isinstance(node.position, Branch) and node.leaf == "end"
    parts = [
        ("╳" if node.state == "pruned" else "", style),
        (node.action or getattr(node.position, "name", ""), style),
        ("" if is_number else _SIGNS[node.role], _colour(node)),
        (_numbers(node), style),
    ]
    text = Text(" ").join(Text(words, style=style) for words, style in parts if words)
    if node.leaf is not None and not is_number:
        text.append(f"  {say(f'classic.leaf.{node.leaf}')}", style="bright_black")
    if node.cut is not None:
        text.append(f"  ╳ {node.cut.words}", style="red")
    if node.current:
        text.append(f"  ◀ {say('lab.here')}", style="bold yellow")
    return text


def _numbers(node: Node) -> str:
    """Window and value, or blanks to be filled in."""
    from plyground.lab.tree_captions import number_words, window_words

    words = []
    window = node.now if node.state == "open" else node.entry
    if "alpha" in node.asks:
        words.append("[____, ____]")
    elif window is not None and node.leaf is None:
        words.append(window_words(window))
    if "value" in node.asks:
        words.append("= ____")
    elif node.value is not None:
        words.append(f"= {number_words(node.value)}")
    return " ".join(words)


def _colour(node: Node) -> str:
    from plyground.games.drawing import palette

    if node.state == "pruned" or node.role == "mover":
        return "bright_black"
    return palette.SIDES[0 if node.role == "max" else 1]


def _plain(text: str | Text) -> str:
    written = text if isinstance(text, str) else text.plain
    return written.translate({ord(sign): plain for sign, plain in _PLAIN.items()})
