"""Layout of a tree: rows by ply, parents centred over their children, and no overlaps.

Every subtree is laid out by itself and then moved as close to its left neighbour as its outline
allows, as in Reingold and Tilford ("Tidier drawings of trees", 1981), here for boxes of any width.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_STEEP, _HIGHEST = 0.06, 3.0
"""Height of a row of edges relative to its widest group of children, and its maximum relative to
the usual height."""


@dataclass(frozen=True)
class Box:
    width: float
    height: float


@dataclass(frozen=True)
class Place:
    """The centre of a box's upper edge."""

    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    places: Mapping[str, Place]
    width: float
    height: float


@dataclass
class _Outline:
    """A subtree by itself: the offsets of its boxes from its root, and the extent of each row."""

    offsets: dict[str, float]
    left: list[float]
    right: list[float]


def lay_out(
    root: str,
    children: Mapping[str, Sequence[str]],
    boxes: Mapping[str, Box],
    horizontal_gap: float,
    vertical_gap: float,
) -> Layout:
    """Place all boxes below a root: at least `horizontal_gap` between neighbours, `vertical_gap`
    between rows, and more where edges would become too flat."""
    outline = _lay_out_subtree(root, children, boxes, horizontal_gap)
    shift = -min(outline.left)
    places: dict[str, Place] = {}
    top = bottom = 0.0
    for row in _list_rows(root, children):
        places.update({name: Place(shift + outline.offsets[name], top) for name in row})
        bottom = top + max(boxes[name].height for name in row)
        widest = max(_measure_spread(outline.offsets, children.get(name, ())) for name in row)
        top = bottom + max(vertical_gap, min(_STEEP * widest, _HIGHEST * vertical_gap))
    return Layout(places, shift + max(outline.right), bottom)


def _lay_out_subtree(
    root: str,
    children: Mapping[str, Sequence[str]],
    boxes: Mapping[str, Box],
    horizontal_gap: float,
) -> _Outline:
    half = boxes[root].width / 2
    below = [
        _lay_out_subtree(child, children, boxes, horizontal_gap) for child in children.get(root, ())
    ]
    if not below:
        return _Outline({root: 0.0}, [-half], [half])
    shifts = [0.0]
    left, right = list(below[0].left), list(below[0].right)
    for subtree in below[1:]:
        shift = max(
            reach + horizontal_gap - near for reach, near in zip(right, subtree.left, strict=False)
        )
        shifts.append(shift)
        left += [shift + x for x in subtree.left[len(left) :]]
        right[: len(subtree.right)] = [shift + x for x in subtree.right]
    middle = (shifts[0] + shifts[-1]) / 2
    offsets = {root: 0.0}
    for shift, subtree in zip(shifts, below, strict=True):
        offsets.update({name: x + shift - middle for name, x in subtree.offsets.items()})
    return _Outline(
        offsets,
        [-half, *(x - middle for x in left)],
        [half, *(x - middle for x in right)],
    )


def _measure_spread(offsets: Mapping[str, float], siblings: Sequence[str]) -> float:
    """The distance between the first and the last child."""
    return offsets[siblings[-1]] - offsets[siblings[0]] if siblings else 0.0


def _list_rows(root: str, children: Mapping[str, Sequence[str]]) -> list[list[str]]:
    rows, row = [], [root]
    while row:
        rows.append(row)
        row = [child for name in row for child in children.get(name, ())]
    return rows
