"""What lies around a board: its edges in the colours of the sides, and the labels of hexagons.

Points are those of the scene: x to the right, y upward.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from plyground.games.scene import Label, Scene, Spot

Point = tuple[float, float]

_NAME = re.compile(r"([a-z]+)([0-9]+)")

# From the middle of a spot to both sides of its border. The near side of hexagons is where two
# cells meet: their outer corners cover the border.
_REACH = {
    "cells": (0.47, 0.68),
    "hexagons": (0.28, 0.76),
    "points": (0.45, 0.52),
    "pits": (0.5, 0.68),
}
_STRIPE = 0.9
_SHARPEST = 0.25


@dataclass(frozen=True)
class Strip:
    """One straight piece of a border, drawn under the cells; and the line along its visible part
    that tells the second player's from the first's without colour."""

    corners: tuple[Point, Point, Point, Point]
    stripe: tuple[Point, Point]
    side: int


def split_names(scene: Scene) -> dict[str, tuple[str, str]] | None:
    """Letters and number of each spot's name (`h`, `8`), or None if not all are such names."""
    found = {spot.name: _NAME.fullmatch(spot.name) for spot in scene.spots}
    parts = {name: (match[1], match[2]) for name, match in found.items() if match}
    return parts if len(parts) == len(found) else None


def outline_borders(scene: Scene) -> list[Strip]:
    """The borders of a scene as strips; two that meet at a spot share a mitred corner there."""
    if not scene.borders:
        return []
    high = scene.row_height
    places = {spot.name: complex(spot.x, spot.y * high) for spot in scene.spots}
    centre = sum(places.values()) / len(places)
    size = max(abs(place - centre) for place in places.values())
    near, reach = _REACH.get(scene.board, (0.04 * size, 0.07 * size))
    margin = 0.5 if scene.board in _REACH else 0.0
    normals = {
        pair: _find_normal(places[pair[0]], places[pair[1]], centre)
        for border in scene.borders
        for pair in pairwise(border.path)
    }

    def find_corner(spot: str, pair: tuple[str, str]) -> complex:
        own = normals[pair]
        for other, normal in normals.items():
            if other != pair and spot in other:
                cosine = (own * normal.conjugate()).real
                return (own + normal) / max(_SHARPEST, 1 + cosine) * reach
        # Nothing to meet here: the strip ends with the cell.
        start, end = (places[name] for name in pair)
        along = (end - start) / (abs(end - start) or 1)
        return own * reach + (along if spot == pair[1] else -along) * margin

    strips = []
    for border in scene.borders:
        for pair in pairwise(border.path):
            start, end = (places[spot] for spot in pair)
            far = [find_corner(spot, pair) for spot in pair]
            close = [near / reach * corner for corner in far]
            stripe = start + _STRIPE * far[0], end + _STRIPE * far[1]
            corners = start + close[0], end + close[1], end + far[1], start + far[0]
            a, b, c, d = ((point.real, point.imag / high) for point in corners)
            e, f = ((point.real, point.imag / high) for point in stripe)
            strips.append(Strip((a, b, c, d), (e, f), border.side))
    return strips


def _find_normal(start: complex, end: complex, centre: complex) -> complex:
    """The unit vector at right angles to a line that points away from the centre."""
    along = (end - start) / (abs(end - start) or 1)
    normal = along * 1j
    outward = (start + end) / 2 - centre
    return normal if (normal * outward.conjugate()).real >= 0 else -normal


def label_hexagons(scene: Scene, away: tuple[float, float] | None = None) -> tuple[Label, ...]:
    """Letters below the columns and numbers beside the rows, `away` by so many cells; none if the
    names are no letters and numbers.

    A letter stands straight below a cell of the lowest row; a column that ends above that row has
    its letter where its next cell would be.
    """
    names = split_names(scene)
    if names is None or scene.edges is not None:
        return ()
    below, beside = away or ((1.25, 1.2) if scene.borders else (0.9, 0.8))
    spots = {spot.name: spot for spot in scene.spots}
    floor = min(spot.y for spot in scene.spots)
    columns: dict[str, list[Spot]] = {}
    rows: dict[str, list[Spot]] = {}
    for name, (letters, number) in names.items():
        columns.setdefault(letters, []).append(spots[name])
        rows.setdefault(number, []).append(spots[name])
    labels = []
    for text, column in columns.items():
        lowest, *others = sorted(column, key=lambda spot: spot.y)
        step = lowest.x - others[0].x if others and lowest.y > floor else 0.0
        labels.append(Label(lowest.x + below * step, lowest.y - below, text))
    for text, row in rows.items():
        first = min(row, key=lambda spot: spot.x)
        labels.append(Label(first.x - beside, first.y, text))
    return tuple(labels)
