"""Selects the nodes to show when a tree has too many: from the top, evenly over all branches.

Required nodes (the principal variation, the active node) come first; then row by row. A row that
does not fit is shared: each parent in turn shows one more child, its best one first. No parent
shows more than a few, so that wide trees are shown to some depth, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plyground.lab.search_recorder import RecordedNode


@dataclass(frozen=True)
class DisplayLimit:
    """How many nodes are shown in all, and how many children of one parent, if not expanded."""

    nodes: int
    children: int


def select_nodes(
    root: RecordedNode,
    step: int,
    limit: DisplayLimit,
    required: Iterable[RecordedNode],
    expanded: Iterable[str],
) -> set[RecordedNode]:
    """Select nodes below a root within a limit, and all children of those expanded.

    The `required` nodes come first; parents must come before their children.
    """
    shown = {root}
    for node in required:
        if node.parent in shown and len(shown) <= limit.nodes // 2:
            shown.add(node)
    row = [root]
    while row:
        groups = [_choose_children(node, step, shown, limit.children) for node in row]
        remaining = limit.nodes - len(shown)
        if sum(map(len, groups)) > remaining:
            shown.update(_share_row(row, groups, shown, remaining))
            break
        for group in groups:
            shown.update(group)
        row = [
            child for node in row for child in list_entered_children(node, step) if child in shown
        ]
    for id in sorted(expanded, key=lambda id: id.count(".")):
        expanded_node = find_node(root, id)
        if expanded_node in shown:
            shown.update(list_entered_children(expanded_node, step))
    return shown


def list_entered_children(node: RecordedNode, step: int) -> list[RecordedNode]:
    """The children that had been entered after a step."""
    return [child for child in node.children if child.entered <= step]


def node_id(node: RecordedNode) -> str:
    """The path from the root, as the numbers of the actions tried: `0.2.1`."""
    return f"{node_id(node.parent)}.{node.place}" if node.parent else "0"


def find_node(root: RecordedNode, id: str) -> RecordedNode | None:
    """The node of an id, if it was kept."""
    node: RecordedNode | None = root if id.split(".")[0] == "0" else None
    for number in id.split(".")[1:]:
        if node is None or not number.isdecimal():
            return None
        node = next((child for child in node.children if child.place == int(number)), None)
    return node


def _choose_children(
    node: RecordedNode, step: int, shown: set[RecordedNode], max_children: int
) -> list[RecordedNode]:
    """The children to show in addition to those that are shown already, best first."""
    children = list_entered_children(node, step)
    hidden = [child for child in children if child not in shown]
    best = node.best if node.closed <= step else None
    hidden.sort(key=lambda child: child.action != best)
    # A stub for a single child would take as much space as the child.
    max_children += len(children) == max_children + 1
    return hidden[: max(0, max_children - len(children) + len(hidden))]


def _share_row(
    row: list[RecordedNode],
    groups: list[list[RecordedNode]],
    shown: set[RecordedNode],
    remaining: int,
) -> list[RecordedNode]:
    """One child of each group in turn, first those whose parents show the fewest."""
    turns = []
    for node, group in zip(row, groups, strict=True):
        already = sum(child in shown for child in node.children)
        turns += [(already + number, child) for number, child in enumerate(group)]
    turns.sort(key=lambda turn: turn[0])
    return [child for _, child in turns[: max(remaining, 0)]]
