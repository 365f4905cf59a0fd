"""Which nodes are shown when there are too many: from the top, and fair to all branches.

What must be seen (the line of best play, the node at work) comes first; then row by row. A row
that does not fit is shared: each parent in turn shows one more child, its best one first. No
parent shows more than a handful, so that wide trees are seen in their depth, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plyground.lab.search_recorder import Visit


@dataclass(frozen=True)
class Room:
    """How much is shown: nodes in all, and children of one parent unless it is expanded."""

    nodes: int
    family: int


def shown_visits(
    root: Visit, step: int, room: Room, wanted: Iterable[Visit], expanded: Iterable[str]
) -> set[Visit]:
    """The nodes below a root for which there is room, and the children of those expanded.

    Those `wanted` come first, if parents stand before their children.
    """
    shown = {root}
    for visit in wanted:
        if visit.parent in shown and len(shown) <= room.nodes // 2:
            shown.add(visit)
    row = [root]
    while row:
        families = [_by_promise(visit, step, shown, room.family) for visit in row]
        left = room.nodes - len(shown)
        if sum(map(len, families)) > left:
            shown.update(_shared(row, families, shown, left))
            break
        for family in families:
            shown.update(family)
        row = [child for visit in row for child in entered(visit, step) if child in shown]
    for id in sorted(expanded, key=lambda id: id.count(".")):
        opened = find(root, id)
        if opened in shown:
            shown.update(entered(opened, step))
    return shown


def entered(visit: Visit, step: int) -> list[Visit]:
    """The children that there were after a step."""
    return [child for child in visit.children if child.entered <= step]


def id_of(visit: Visit) -> str:
    """The way from the root by the numbers of the actions tried."""
    return f"{id_of(visit.parent)}.{visit.place}" if visit.parent else "0"


def find(root: Visit, id: str) -> Visit | None:
    """The node of an id, if it is kept."""
    visit: Visit | None = root if id.split(".")[0] == "0" else None
    for number in id.split(".")[1:]:
        if visit is None or not number.isdecimal():
            return None
        visit = next((child for child in visit.children if child.place == int(number)), None)
    return visit


def _by_promise(visit: Visit, step: int, shown: set[Visit], most: int) -> list[Visit]:
    """The children to be shown beside those that are already, the best first."""
    children = entered(visit, step)
    hidden = [child for child in children if child not in shown]
    best = visit.best if visit.closed <= step else None
    hidden.sort(key=lambda child: child.action != best)
    # A stub for a single child would take no less room.
    most += len(children) == most + 1
    return hidden[: max(0, most - len(children) + len(hidden))]


def _shared(
    row: list[Visit], families: list[list[Visit]], shown: set[Visit], left: int
) -> list[Visit]:
    """One child of each family in turn; whoever shows some already waits for the others."""
    turns = []
    for visit, family in zip(row, families, strict=True):
        already = sum(child in shown for child in visit.children)
        turns += [(already + number, child) for number, child in enumerate(family)]
    turns.sort(key=lambda turn: turn[0])
    return [child for _, child in turns[: max(left, 0)]]
