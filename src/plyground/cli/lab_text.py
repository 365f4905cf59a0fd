"""A search tree as text, one line per node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from plyground.cli.output import make_console
from plyground.locale import say

if TYPE_CHECKING:
    from rich.text import Text

    from plyground.lab.search_tree import Node, SearchTree

_GUIDES = ("├─ ", "└─ ", "│  ", "   ")
_ASCII_GUIDES = ("|- ", "`- ", "|  ", "   ")
_ASCII = {"∞": "inf", "…": "...", "▲": "^", "▼": "v", "◆": "*", "·": "-", "╳": "x", "◀": "<"}
_ROLE_SIGNS = {"max": "▲", "min": "▼", "mover": "◆"}


def print_tree(tree: SearchTree, ascii_only: bool) -> None:
    """Print the root position, the tree, and the statistics of the search."""
    from rich.text import Text

    from plyground.cli.terminal_board import make_text_style, render_board
    from plyground.games.position import Position
    from plyground.lab.class_position import ClassPosition
    from plyground.lab.tree_captions import describe_search, summarise

    console = make_console()
    pen = make_text_style(console, ascii_only)

    def show(text: str | Text, style: str | None = None) -> None:
        console.print(_to_ascii(text) if pen.ascii else text, style=style)

    show(describe_search(tree.setup), "bold")
    console.print()
    start = tree.nodes[0].position
    if isinstance(start, Position):
        console.print(render_board(start.scene, pen))
    elif isinstance(start, ClassPosition) and start.text:
        show(Text(f"{start.text}\n"))
    for line in format_tree(tree, _ASCII_GUIDES if pen.ascii else _GUIDES):
        show(line)
    console.print()
    for words in summarise(tree):
        show(words)


def format_tree(tree: SearchTree, guides: tuple[str, str, str, str] = _GUIDES) -> Iterator[Text]:
    """The lines of the tree in preorder, indented by depth."""
    from rich.text import Text

    children: dict[str | None, list[Node]] = {}
    for node in tree.nodes:
        children.setdefault(node.parent, []).append(node)
    tee, corner, through, gap = guides

    def format_below(node: Node, indent: str) -> Iterator[Text]:
        siblings = children.get(node.id, [])
        for child in siblings:
            is_last = child is siblings[-1]
            line = Text(indent + (corner if is_last else tee), style="bright_black")
            yield line.append_text(_format_node(child))
            yield from format_below(child, indent + (gap if is_last else through))

    root = tree.nodes[0]
    yield _format_node(root)
    yield from format_below(root, "")


def _format_node(node: Node) -> Text:
    from rich.text import Text

    from plyground.lab.tree_notation import NotationNode

    if node.role is None:
        words = ": ".join(line.text for line in node.lines)
        return Text(words if node.state == "folded" else f"╳ {words}", style="bright_black")
    style = "bold" if node.principal else "bright_black" if node.state == "pruned" else "default"
    is_number = isinstance(node.position, NotationNode) and node.leaf == "end"
    parts = [
        ("╳" if node.state == "pruned" else "", style),
        (node.action or getattr(node.position, "name", ""), style),
        ("" if is_number else _ROLE_SIGNS[node.role], _choose_colour(node)),
        (_format_numbers(node), style),
    ]
    text = Text(" ").join(Text(words, style=style) for words, style in parts if words)
    if node.leaf is not None and not is_number:
        text.append(f"  {say(f'classic.leaf.{node.leaf}')}", style="bright_black")
    if node.cut is not None:
        text.append(f"  ╳ {node.cut.words}", style="red")
    if node.current:
        text.append(f"  ◀ {say('lab.here')}", style="bold yellow")
    return text


def _format_numbers(node: Node) -> str:
    """The window and the value, or blanks to fill in for a quiz."""
    from plyground.lab.tree_captions import format_number, format_window

    words = []
    window = node.now if node.state == "open" else node.entry
    if "alpha" in node.asks:
        words.append("[____, ____]")
    elif window is not None and node.leaf is None:
        words.append(format_window(window))
    if "value" in node.asks:
        words.append("= ____")
    elif node.value is not None:
        words.append(f"= {format_number(node.value)}")
    return " ".join(words)


def _choose_colour(node: Node) -> str:
    from plyground.games.drawing import palette

    if node.state == "pruned" or node.role == "mover":
        return "bright_black"
    return palette.SIDES[0 if node.role == "max" else 1]


def _to_ascii(text: str | Text) -> str:
    plain = text if isinstance(text, str) else text.plain
    return plain.translate({ord(sign): plain for sign, plain in _ASCII.items()})
