"""Exact geometry of points with whole coordinates: what can be drawn, what crosses, what is empty.

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


class Figure:
    """Points in the plane, known by their index, and what lies between them."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.size = len(points)
        x, y = np.array(points, np.int64).T
        self._dx = x[None, :] - x[:, None]
        self._dy = y[None, :] - y[:, None]

    @cached_property
    def turns(self) -> npt.NDArray[np.int8]:
        """[a, b, c]: 1 if c lies left of the line from a to b, -1 if right of it, 0 if on it."""
        dx, dy = self._dx, self._dy
        cross = dx[:, :, None] * dy[:, None, :] - dy[:, :, None] * dx[:, None, :]
        return np.asarray(np.sign(cross), np.int8)

    @cached_property
    def between(self) -> Flags:
        """[a, b, c]: does c lie inside the segment from a to b, its ends excluded?"""
        dx, dy = self._dx, self._dy
        apart = dx[:, :, None] * dx[:, None, :] + dy[:, :, None] * dy[:, None, :] < 0
        return np.asarray((self.turns == 0) & apart.transpose(1, 2, 0))

    @cached_property
    def segments(self) -> list[tuple[int, int]]:
        """Every pair of points with no third one between them, the smaller index first."""
        free = np.triu(~self.between.any(axis=2), k=1)
        return [(int(a), int(b)) for a, b in np.argwhere(free)]

    @cached_property
    def crossings(self) -> Flags:
        """[s, t]: do two of the segments cross?

        None of them holds a third point. So two that have more than an end in common cross
        properly: the ends of each lie on different sides of the other.
        """
        a, b = np.array(self.segments).T
        sides = self.turns[a, b]
        parted = sides[:, a] * sides[:, b] < 0
        return np.asarray(parted & parted.T)

    @cached_property
    def triangles(self) -> list[tuple[int, int, int]]:
        """The corners of every triangle that has no other point inside it or on its sides."""
        found = []
        for a, b in self.segments:
            c = np.flatnonzero(self.turns[a, b])
            c = c[c > b]
            way = self.turns[a, b, c][:, None]
            inside = self.turns[a, b] * way >= 0
            inside &= self.turns[b, c] * way >= 0
            inside &= self.turns[c, a] * way >= 0
            # Its own corners count as inside.
            found += [(a, b, int(corner)) for corner in c[inside.sum(axis=1) == 3]]
        return found

    @cached_property
    def rim(self) -> list[int]:
        """The points on the boundary of the convex hull, those amid its sides included."""
        edges = (self.turns >= 0).all(axis=2) & ~np.eye(self.size, dtype=bool)
        return [int(point) for point in np.flatnonzero(edges.any(axis=1))]

    @cached_property
    def in_line(self) -> bool:
        """Do all points lie on one line?"""
        return not self.turns.any()

    @property
    def segments_in_all(self) -> int:
        """How many segments every finished drawing has: those of a triangulation."""
        return self.size - 1 if self.in_line else 3 * self.size - 3 - len(self.rim)

    @property
    def triangles_in_all(self) -> int:
        """How many triangles every finished drawing has."""
        return 0 if self.in_line else 2 * self.size - 2 - len(self.rim)
