"""Where the boxes of a tree stand: rows by ply, parents centred over their children, none touching.

Every subtree is laid out by itself and then pushed against its left neighbour as far as its
outline allows, as Reingold and Tilford do it ("Tidier drawings of trees", 1981), here for boxes of
any width.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_STEEP, _HIGHEST = 0.06, 3.0
"""How high a row of edges is for its widest family, and how much higher than usual at most."""


@dataclass(frozen=True)
class Box:
    width: float
    height: float


@dataclass(frozen=True)
class Place:
    """The middle of a box's upper edge."""

    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    places: Mapping[str, Place]
    width: float
    height: float


@dataclass
class _Outline:
    """A subtree by itself: where its boxes lie from its root, and how far each row reaches."""

    offsets: dict[str, float]
    left: list[float]
    right: list[float]


def lay_out(
    root: str,
    children: Mapping[str, Sequence[str]],
    boxes: Mapping[str, Box],
    across: float,
    down: float,
) -> Layout:
    """Places for all boxes below a root: at least `across` between neighbours, `down` between
    rows, and more where edges would become too flat."""
    outline = _outline(root, children, boxes, across)
    shift = -min(outline.left)
    places: dict[str, Place] = {}
    top = bottom = 0.0
    for row in _rows(root, children):
        places.update({name: Place(shift + outline.offsets[name], top) for name in row})
        bottom = top + max(boxes[name].height for name in row)
        widest = max(_fan(outline.offsets, children.get(name, ())) for name in row)
        top = bottom + max(down, min(_STEEP * widest, _HIGHEST * down))
    return Layout(places, shift + max(outline.right), bottom)


def _outline(
    root: str, children: Mapping[str, Sequence[str]], boxes: Mapping[str, Box], across: float
) -> _Outline:
    half = boxes[root].width / 2
    below = [_outline(child, children, boxes, across) for child in children.get(root, ())]
    if not below:
        return _Outline({root: 0.0}, [-half], [half])
    shifts = [0.0]
    left, right = list(below[0].left), list(below[0].right)
    for subtree in below[1:]:
        shift = max(reach + across - near for reach, near in zip(right, subtree.left, strict=False))
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


def _fan(offsets: Mapping[str, float], family: Sequence[str]) -> float:
    """How far apart the first and the last child stand."""
    return offsets[family[-1]] - offsets[family[0]] if family else 0.0


def _rows(root: str, children: Mapping[str, Sequence[str]]) -> list[list[str]]:
    rows, row = [], [root]
    while row:
        rows.append(row)
        row = [child for name in row for child in children.get(name, ())]
    return rows
