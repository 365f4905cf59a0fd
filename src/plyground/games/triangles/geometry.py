"""Exact geometry of points with integer coordinates: segments, crossings, empty triangles, hull.

Coordinates stay within `LIMIT`, so every determinant fits in 64 bits and nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

LIMIT = 10**6

Point = tuple[int, int]
Flags = npt.NDArray[np.bool_]


class PointSet:
    """Points in the plane, identified by their index."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.size = len(points)
        x, y = np.array(points, np.int64).T
        self._dx = x[None, :] - x[:, None]
        self._dy = y[None, :] - y[:, None]

    @cached_property
    def orientations(self) -> npt.NDArray[np.int8]:
        """[a, b, c]: 1 if c lies left of the line from a to b, -1 if right of it, 0 if on it."""
        dx, dy = self._dx, self._dy
        cross = dx[:, :, None] * dy[:, None, :] - dy[:, :, None] * dx[:, None, :]
        return np.asarray(np.sign(cross), np.int8)

    @cached_property
    def between(self) -> Flags:
        """[a, b, c]: does c lie inside the segment from a to b, its ends excluded?"""
        dx, dy = self._dx, self._dy
        opposite = dx[:, :, None] * dx[:, None, :] + dy[:, :, None] * dy[:, None, :] < 0
        return np.asarray((self.orientations == 0) & opposite.transpose(1, 2, 0))

    @cached_property
    def segments(self) -> list[tuple[int, int]]:
        """Every pair of points with no third one between them, the smaller index first."""
        unobstructed = np.triu(~self.between.any(axis=2), k=1)
        return [(int(a), int(b)) for a, b in np.argwhere(unobstructed)]

    def measure(self, segment: int) -> int:
        """The square of the length of a segment."""
        ends = self.segments[segment]
        return int(self._dx[ends] ** 2 + self._dy[ends] ** 2)

    @cached_property
    def crossings(self) -> Flags:
        """[s, t]: do two of the segments cross?

        None of them passes through a third point. So two that share more than an endpoint cross
        properly: the endpoints of each lie on different sides of the other.
        """
        a, b = np.array(self.segments).T
        sides = self.orientations[a, b]
        separated = sides[:, a] * sides[:, b] < 0
        return np.asarray(separated & separated.T)

    @cached_property
    def triangles(self) -> list[tuple[int, int, int]]:
        """The corners of every triangle that has no other point inside it or on its sides."""
        found = []
        for a, b in self.segments:
            c = np.flatnonzero(self.orientations[a, b])
            c = c[c > b]
            sign = self.orientations[a, b, c][:, None]
            inside = self.orientations[a, b] * sign >= 0
            inside &= self.orientations[b, c] * sign >= 0
            inside &= self.orientations[c, a] * sign >= 0
            # Its own corners count as inside.
            found += [(a, b, int(corner)) for corner in c[inside.sum(axis=1) == 3]]
        return found

    @cached_property
    def hull(self) -> list[int]:
        """The points on the boundary of the convex hull, those inside its edges included."""
        edges = (self.orientations >= 0).all(axis=2) & ~np.eye(self.size, dtype=bool)
        return [int(point) for point in np.flatnonzero(edges.any(axis=1))]

    @cached_property
    def convex_order(self) -> list[int]:
        """The points one after the other around the hull, if all are corners of it; else empty."""
        # Each corner is followed by the one that has all others on its left.
        is_next = (self.orientations > 0).sum(axis=2) == self.size - 2
        if self.size < 3 or not is_next.any(axis=1).all():
            return []
        order = [0]
        while len(order) < self.size:
            order.append(int(np.flatnonzero(is_next[order[-1]])[0]))
        return order

    @cached_property
    def hull_edges(self) -> list[int]:
        """The segments that lie on the boundary of the convex hull."""
        sides = self.orientations[tuple(np.array(self.segments).T)]
        on_hull = (sides >= 0).all(axis=1) | (sides <= 0).all(axis=1)
        return [int(segment) for segment in np.flatnonzero(on_hull)]

    @cached_property
    def is_collinear(self) -> bool:
        """Do all points lie on one line?"""
        return not self.orientations.any()

    @property
    def segment_total(self) -> int:
        """How many segments every triangulation of the points has."""
        return self.size - 1 if self.is_collinear else 3 * self.size - 3 - len(self.hull)

    @property
    def triangle_total(self) -> int:
        """How many triangles every triangulation of the points has."""
        return 0 if self.is_collinear else 2 * self.size - 2 - len(self.hull)


def point_name(index: int) -> str:
    """A, B, ... Z, AA, AB, ..."""
    letter = chr(ord("A") + index % 26)
    return letter if index < 26 else point_name(index // 26 - 1) + letter
