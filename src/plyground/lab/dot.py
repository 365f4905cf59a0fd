"""A search tree in the language of Graphviz."""

from __future__ import annotations

import json

from plyground.lab.search_tree import Edge, Node, Tree
from plyground.lab.tree_captions import heading, number_words, window_words
from plyground.locale import say

_SHAPES = {"max": "triangle", "min": "invtriangle", "mover": "diamond", None: "plaintext"}


def write_dot(tree: Tree) -> str:
    """A digraph: `dot -Tpdf` makes a drawing of it."""
    lines = [
        "digraph search {",
        f"  graph [label={_quoted(heading(tree.setup))}, labelloc=t];",
        '  node [fontname="sans-serif", fontsize=11];',
        '  edge [fontname="sans-serif", fontsize=10, arrowhead=none];',
        *(_node(node) for node in tree.nodes),
        *(_edge(edge) for edge in tree.edges),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _node(node: Node) -> str:
    parts = [line.text for line in node.lines] if node.role is None else _parts(node)
    shape = "box" if node.leaf else _SHAPES[node.role]
    style = "bold" if node.principal else "dashed" if node.state == "pruned" else "solid"
    colour = ", color=gray, fontcolor=gray" if node.state == "pruned" else ""
    label = _quoted("\n".join(parts))
    return f"  {_quoted(node.id)} [label={label}, shape={shape}, style={style}{colour}];"


def _parts(node: Node) -> list[str]:
    parts = [say(f"lab.role.{node.role}")]
    if "value" in node.asks:
        parts.append("___")
    elif node.value is not None:
        parts = [number_words(node.value)]
    window = node.now if node.state == "open" else node.entry
    if "alpha" in node.asks:
        parts.append("[___, ___]")
    elif window is not None and node.leaf is None:
        parts.append(window_words(window))
    return parts + ([node.cut.words] if node.cut else [])


def _edge(edge: Edge) -> str:
    style = "bold" if edge.principal else "dashed" if edge.severed else "solid"
    colour = ", color=gray" if edge.severed else ""
    ends = f"{_quoted(edge.parent)} -> {_quoted(edge.child)}"
    return f"  {ends} [label={_quoted(edge.action)}, style={style}{colour}];"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
