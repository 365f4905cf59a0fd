"""A search tree as a self-contained SVG, for light pages and dark ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plyground.games.drawing import palette
from plyground.games.drawing.svg import Miniature, draw_miniature
from plyground.games.drawing.svg_elements import FONT, STYLE, tag, to_xml, write_text
from plyground.games.drawing.text_canvas import text_width
from plyground.games.position import Position
from plyground.lab.class_position import ClassPosition
from plyground.lab.node_box import (
    BLANK,
    FONTS,
    INNER,
    LEAF,
    PADDING,
    SYMBOL_WIDTH,
    TEXT_HEIGHT,
    TEXT_SIZE,
    TEXT_WIDTH,
)
from plyground.lab.search_tree import Edge, Node, SearchTree, TextLine
from plyground.lab.tree_captions import describe_node, describe_search, format_number, summarise
from plyground.lab.tree_layout import Box
from plyground.locale import say

_MARGIN = 26.0
_HEAD = 62.0
_LINE = 20.0
_SIZE = 13.0
_LABEL = 11.0
_LEGEND = 52.0
"""Width of a symbol of the legend, with the space after its text."""

_VALUE_HEIGHTS = {"max": 0.66, "min": 0.34}
"""Vertical position of a value in its shape."""

_BLUE, _ORANGE = palette.SIDES
_STYLE = f"""
.lab-card{{fill:#fff;stroke-width:1.5}}.lab-max{{stroke:{_BLUE}}}.lab-min{{stroke:{_ORANGE}}}
.lab-mover,.lab-stub{{stroke:#8b93a0}}
.lab-sign-max{{fill:{_BLUE}}}.lab-sign-min{{fill:{_ORANGE}}}.lab-sign-mover{{fill:#8b93a0}}
.lab-edge{{fill:none;stroke:#a9afb9;stroke-width:1.3;stroke-linejoin:round}}.lab-best{{stroke:#2b2f36;stroke-width:3.2}}
.lab-cut{{fill:#c22f34}}.lab-bar{{stroke:#c22f34;stroke-width:2}}
.lab-open{{stroke-dasharray:5 3}}.lab-gone .lab-card{{stroke:#8b93a0;stroke-dasharray:3 3}}
.lab-gone{{opacity:.6}}.lab-now{{fill:none;stroke:{palette.LAST};stroke-width:5}}
.lab-blank{{fill:#fff;stroke:#8b93a0}}.lab-halo{{stroke:#fcfbf8;stroke-width:4}}
@media (prefers-color-scheme:dark){{
.lab-card{{fill:#262a31}}.lab-edge{{stroke:#6a717c}}.lab-best{{stroke:#f4f1ea}}
.lab-cut{{fill:#ff8b8b}}.lab-bar{{stroke:#ff8b8b}}.lab-blank{{fill:#15181d}}
.lab-halo{{stroke:#1d2026}}}}
"""


def draw_tree(tree: SearchTree) -> str:
    """Draw a tree with its heading, its legend and a summary of the search."""
    return _TreeDrawing(tree).render()


class _TreeDrawing:
    """The drawing of one tree."""

    def __init__(self, tree: SearchTree) -> None:
        self.tree = tree
        self.nodes = {node.id: node for node in tree.nodes}
        self.title = describe_search(tree.setup)
        self.summary = summarise(tree)
        self.legend = [(symbol, say(f"lab.legend.{symbol}")) for symbol in _list_legend(tree)]
        widths = [_measure_text(text) for text in self.summary]
        widths += [
            1.3 * _measure_text(self.title),
            sum(_measure_text(text) + _LEGEND for _, text in self.legend),
        ]
        self.width = max([tree.width, *widths]) + 2 * _MARGIN
        self.foot = _HEAD + tree.height + 36
        self.height = self.foot + _LINE * len(self.summary) + 26
        self.backgrounds: dict[str, str] = {}
        self.bottoms: dict[float, float] = {}
        """The lower edge of each row of boxes, by its upper edge."""
        for node in tree.nodes:
            lowest = self.bottoms.get(node.y, 0.0)
            self.bottoms[node.y] = max(lowest, node.y + node.height)

    def render(self) -> str:
        nodes = [self._draw_node(node) for node in self.tree.nodes]
        return tag(
            "svg",
            tag("title", to_xml(self.title)) + tag("desc", to_xml(" ".join(self.summary))),
            tag("style", STYLE + _STYLE),
            tag(
                "defs",
                *(tag("g", background, id=id) for background, id in self.backgrounds.items()),
                "",
            ),
            tag("rect", width=self.width, height=self.height, rx=14, class_="pg-paper"),
            write_text(self.width / 2, 28.0, self.title, 16.0, font_weight="bold", class_="pg-ink"),
            tag(
                "g",
                *(part for edge in self._sort_edges() for part in self._draw_edge(edge)),
                *nodes,
                transform=_translate((self.width - self.tree.width) / 2, _HEAD),
            ),
            *self._draw_legend(),
            *self._draw_summary(),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {to_xml(self.width)} {to_xml(self.height)}",
            width=self.width,
            height=self.height,
            role="img",
            aria_label=self.title,
            font_family=FONT,
        )

    # Around the tree.

    def _draw_legend(self) -> Iterable[str]:
        x = (self.width - sum(_measure_text(text) + _LEGEND for _, text in self.legend)) / 2 + 8
        for symbol, text in self.legend:
            yield tag("g", *_draw_legend_symbol(symbol), transform=_translate(x + 12, self.foot))
            yield write_text(x + 30, self.foot, text, _SIZE, text_anchor="start", class_="pg-soft")
            x += _measure_text(text) + _LEGEND

    def _draw_summary(self) -> Iterable[str]:
        for number, text in enumerate(self.summary, start=1):
            y = self.foot + 6 + _LINE * number
            yield write_text(self.width / 2, y, text, _SIZE, class_="pg-ink")

    # Edges.

    def _sort_edges(self) -> list[Edge]:
        """The edges, with the principal variation last, so that nothing covers it."""
        return sorted(self.tree.edges, key=lambda edge: edge.principal)

    def _draw_edge(self, edge: Edge) -> Iterator[str]:
        """A line down to the lower edge of the row, and from there to the child."""
        above, below = self.nodes[edge.parent], self.nodes[edge.child]
        x1, y1 = above.x, self.bottoms[above.y]
        x2, y2 = below.x, below.y - (0 if below.role is None else 15)
        kind = "lab-edge lab-best" if edge.principal else "lab-edge"
        if below.state == "pruned":
            kind += " lab-gone"
        stem = f"M{to_xml(x1)} {to_xml(above.y + above.height)}V{to_xml(y1)}"
        if not edge.is_cut:
            yield tag("path", d=f"{stem}L{to_xml(x2)} {to_xml(y2)}", class_=kind)
            return
        for start, end in ((0.0, 0.42), (0.58, 1.0)):
            ends = {"x1": x1 + start * (x2 - x1), "y1": y1 + start * (y2 - y1)}
            ends |= {"x2": x1 + end * (x2 - x1), "y2": y1 + end * (y2 - y1)}
            yield tag("line", **ends, stroke_dasharray="4 3", class_=kind)
        yield tag("g", *_draw_cut_bars(), transform=_translate((x1 + x2) / 2, (y1 + y2) / 2))

    # Nodes.

    def _draw_node(self, node: Node) -> str:
        parts = [tag("title", to_xml(describe_node(node)))]
        label = node.action or getattr(node.position, "name", "")
        if label:
            bold = {"font_weight": "bold"} if node.principal else {}
            parts.append(write_text(0, -8, label, _LABEL, class_="pg-ink", **bold))
        if node.role is None:
            parts += self._draw_stub(node)
        elif self.tree.board is None:
            parts += self._draw_shape(node)
        else:
            parts += self._draw_position(node)
        pruned_class = "lab-gone" if node.state == "pruned" else None
        return tag("g", *parts, class_=pruned_class, transform=_translate(node.x, node.y))

    def _draw_stub(self, node: Node) -> Iterator[str]:
        yield from self._draw_frame(node, rx=node.height / 2 if len(node.lines) == 1 else 9.0)
        yield from self._draw_lines(node, PADDING)

    def _draw_frame(self, node: Node, rx: float) -> Iterator[str]:
        place = {"x": -node.width / 2, "y": 0.0, "width": node.width, "height": node.height}
        if node.current:
            yield tag("rect", **place, rx=rx, class_="lab-now")
        yield tag("rect", **place, rx=rx, **_outline_attributes(node))

    def _draw_position(self, node: Node) -> Iterator[str]:
        """A position with its text below."""
        board = self.tree.board
        assert board is not None
        yield from self._draw_frame(node, rx=7)
        if isinstance(node.position, Position):
            yield self._draw_board(
                draw_miniature(node.position.scene), -board.width / 2, board.width
            )
        elif isinstance(node.position, ClassPosition):
            yield from _draw_text(node.position.text.splitlines(), board)
        yield from self._draw_lines(node, board.height + 1.5 * PADDING)

    def _draw_board(self, drawn: Miniature, x: float, width: float) -> str:
        id = self.backgrounds.setdefault(drawn.board, f"lab-ground{len(self.backgrounds)}")
        background = tag("use", href=f"#{id}") if drawn.board else ""
        place = f"{_translate(x, PADDING)} scale({width / drawn.width:.4f})"
        return tag("g", background, drawn.pieces, transform=place)

    def _draw_shape(self, node: Node) -> Iterator[str]:
        """A node of a tree written by hand: triangles for Max and Min, a box for a leaf."""
        shape = LEAF if node.leaf else INNER
        half = shape.width / 2
        corners = _list_corners("leaf" if node.leaf else str(node.role), half, shape.height)
        place = {"points": corners, "stroke_linejoin": "round"}
        if node.current:
            yield tag("polygon", **place, class_="lab-now")
        yield tag("polygon", **place, **_outline_attributes(node))
        middle = shape.height * _VALUE_HEIGHTS.get("leaf" if node.leaf else str(node.role), 0.5)
        if "value" in node.asks:
            yield _draw_blank(0, middle, 30)
        elif node.value is not None:
            text = format_number(node.value)
            available = shape.width if node.leaf else 0.7 * shape.width
            size = min(15.0, 1.6 * available / len(text))
            yield write_text(0, middle, text, size, font_weight="bold", class_="pg-ink")
        yield from self._draw_lines(node, shape.height + 2)

    def _draw_lines(self, node: Node, top: float) -> Iterator[str]:
        for line in node.lines:
            font = FONTS[line.kind]
            height = max(font.height, BLANK.height + 3) if node.asks else font.height
            middle = top + height / 2
            top += height
            if line.kind == "value":
                yield from _draw_value(node, line, middle)
            elif line.kind == "window" and node.asks:
                yield from _draw_blank_window(middle)
            else:
                ink = {"cut": "lab-cut", "note": "pg-soft"}.get(line.kind, "pg-ink")
                if node.role is None:
                    ink = "pg-ink"
                yield write_text(0, middle, line.text, font.size, class_=ink)


def _draw_text(lines: list[str], board: Box) -> Iterator[str]:
    """A position as text, as large as the space for a board allows."""
    width = max(map(text_width, lines), default=1)
    size = min(TEXT_SIZE, board.width / max(width, 1) / TEXT_WIDTH)
    if lines:
        size = min(size, board.height / len(lines) / TEXT_HEIGHT)
    left = -width * TEXT_WIDTH * size / 2
    for number, line in enumerate(lines):
        # SVG collapses ordinary spaces.
        text = line.replace(" ", "\N{NO-BREAK SPACE}")
        middle = PADDING + (number + 0.5) * TEXT_HEIGHT * size
        style = {"text_anchor": "start", "font_family": "monospace", "class_": "pg-ink"}
        yield write_text(left, middle, text, size, **style)


def _draw_value(node: Node, line: TextLine, middle: float) -> Iterator[str]:
    """The symbol of Max or Min, and the value of the node."""
    font = FONTS["value"]
    width = SYMBOL_WIDTH + (BLANK.width if "value" in node.asks else font.width(line.text))
    left = -width / 2
    yield tag("g", _draw_symbol(str(node.role)), transform=_translate(left + 6, middle))
    if "value" in node.asks:
        yield _draw_blank(left + SYMBOL_WIDTH + BLANK.width / 2, middle, BLANK.width)
    elif line.text:
        x = left + SYMBOL_WIDTH
        yield write_text(
            x,
            middle,
            line.text,
            font.size,
            text_anchor="start",
            font_weight="bold",
            class_="pg-ink",
        )


def _draw_blank(x: float, middle: float, width: float) -> str:
    """An empty field of a quiz."""
    height = BLANK.height
    return tag(
        "rect", x=x - width / 2, y=middle - height / 2, width=width, height=height, rx=3,
        class_="lab-blank",
    )  # fmt: skip


def _draw_blank_window(middle: float) -> Iterator[str]:
    half = BLANK.width / 2 + 4
    size = FONTS["window"].size + 3
    for x, text in ((-2 * half - 3, "["), (0, ","), (2 * half + 3, "]")):
        yield write_text(x, middle, text, size, class_="pg-ink")
    yield _draw_blank(-half, middle, BLANK.width)
    yield _draw_blank(half, middle, BLANK.width)


def _draw_symbol(role: str) -> str:
    """A small symbol of a role, centred at the origin."""
    if role == "mover":
        return tag("circle", r=4.5, class_="lab-sign-mover")
    points = "0,-5 6,5 -6,5" if role == "max" else "0,5 6,-5 -6,-5"
    return tag("polygon", points=points, class_=f"lab-sign-{role}")


def _outline_attributes(node: Node) -> dict[str, str]:
    """The attributes of a node's outline."""
    kind = f"lab-card lab-{node.role or 'stub'}" + (" lab-open" if node.state == "open" else "")
    return {"class_": kind, **({"style": "stroke-width:3"} if node.principal else {})}


def _list_corners(shape: str, half: float, height: float) -> str:
    """The corners of the shape of a node, its upper edge at 0."""
    corners = {
        "max": ((0, 0), (half, height), (-half, height)),
        "min": ((0, height), (half, 0), (-half, 0)),
        "mover": ((0, 0), (half, height / 2), (0, height), (-half, height / 2)),
        "leaf": ((-half, 0), (half, 0), (half, height), (-half, height)),
    }[shape]
    return " ".join(f"{to_xml(float(x))},{to_xml(float(y))}" for x, y in corners)


def _draw_cut_bars() -> Iterator[str]:
    """Two strokes across an edge that is cut."""
    for x in (-2.5, 2.5):
        yield tag("line", x1=x - 4, y1=5, x2=x + 4, y2=-5, class_="lab-bar")


def _list_legend(tree: SearchTree) -> list[str]:
    """The symbols that the legend explains."""
    symbols = [role for role in ("max", "min", "mover") if any(n.role == role for n in tree.nodes)]
    if tree.setup.algorithm != "minimax":
        symbols.append("window")
    if any(node.principal for node in tree.nodes):
        symbols.append("best")
    if any(node.state == "pruned" for node in tree.nodes):
        symbols.append("cut")
    if any(node.state == "open" for node in tree.nodes):
        symbols.append("open")
    return symbols


def _draw_legend_symbol(symbol: str) -> Iterator[str]:
    if symbol in ("max", "min", "mover"):
        yield _draw_symbol(symbol)
    elif symbol == "window":
        yield write_text(0, 0, "[α, β]", 10.5, class_="pg-ink")
    elif symbol == "best":
        yield tag("line", x1=-9, x2=9, class_="lab-edge lab-best")
    elif symbol == "cut":
        yield from _draw_cut_bars()
    else:
        yield tag("rect", x=-8, y=-6, width=16, height=12, rx=3, class_="lab-card lab-max lab-open")


def _measure_text(text: str) -> float:
    """The approximate width of a line below the tree."""
    return 0.56 * _SIZE * text_width(text)


def _translate(x: float, y: float) -> str:
    return f"translate({to_xml(float(x))} {to_xml(float(y))})"
