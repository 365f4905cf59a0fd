"""A search tree in the DOT language of Graphviz."""

from __future__ import annotations

import json

from plyground.lab.search_tree import Edge, Node, SearchTree
from plyground.lab.tree_captions import describe_search, format_number, format_window
from plyground.locale import say

_SHAPES = {"max": "triangle", "min": "invtriangle", "mover": "diamond", None: "plaintext"}


def write_dot(tree: SearchTree) -> str:
    """A digraph that `dot -Tpdf` can draw."""
    lines = [
        "digraph search {",
        f"  graph [label={_quote(describe_search(tree.setup))}, labelloc=t];",
        '  node [fontname="sans-serif", fontsize=11];',
        '  edge [fontname="sans-serif", fontsize=10, arrowhead=none];',
        *(_write_node(node) for node in tree.nodes),
        *(_write_edge(edge) for edge in tree.edges),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _write_node(node: Node) -> str:
    parts = [line.text for line in node.lines] if node.role is None else _write_label(node)
    shape = "box" if node.leaf else _SHAPES[node.role]
    style = "bold" if node.principal else "dashed" if node.state == "pruned" else "solid"
    colour = ", color=gray, fontcolor=gray" if node.state == "pruned" else ""
    label = _quote("\n".join(parts))
    return f"  {_quote(node.id)} [label={label}, shape={shape}, style={style}{colour}];"


def _write_label(node: Node) -> list[str]:
    parts = [say(f"lab.role.{node.role}")]
    if "value" in node.asks:
        parts.append("___")
    elif node.value is not None:
        parts = [format_number(node.value)]
    window = node.now if node.state == "open" else node.entry
    if "alpha" in node.asks:
        parts.append("[___, ___]")
    elif window is not None and node.leaf is None:
        parts.append(format_window(window))
    return parts + ([node.cut.words] if node.cut else [])


def _write_edge(edge: Edge) -> str:
    style = "bold" if edge.principal else "dashed" if edge.is_cut else "solid"
    colour = ", color=gray" if edge.is_cut else ""
    ends = f"{_quote(edge.parent)} -> {_quote(edge.child)}"
    return f"  {ends} [label={_quote(edge.action)}, style={style}{colour}];"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
