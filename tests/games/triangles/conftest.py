"""The rules of Triangles once more: slow, obvious, with fractions and sets instead of masks."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

Point = tuple[int, int]
Segment = tuple[int, int]


def cross(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def on_segment(p: Point, a: Point, b: Point) -> bool:
    within = min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(
        a[1], b[1]
    )
    return within and cross(a, b, p) == 0


def in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool:
    """Inside or on it: the three triangles that p makes with the sides have no more area."""
    return abs(cross(p, a, b)) + abs(cross(p, b, c)) + abs(cross(p, c, a)) == abs(cross(a, b, c))


def clash(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do the segments a-b and c-d have more in common than one end?"""
    slope = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if slope == 0:
        touching = {p for p in (c, d) if on_segment(p, a, b)}
        touching |= {p for p in (a, b) if on_segment(p, c, d)}
        return len(touching) > 1 or not touching <= {a, b} & {c, d}
    along = Fraction((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0]), slope)
    other = Fraction((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0]), slope)
    if not (0 <= along <= 1 and 0 <= other <= 1):
        return False
    return not (along in (0, 1) and other in (0, 1))


class Oracle:
    """A game in progress: the segments drawn, who is to move, and the points of both sides."""

    def __init__(self, points: list[Point], extra_move: bool = False) -> None:
        self.points = points
        self.extra_move = extra_move
        self.drawn: frozenset[Segment] = frozenset()
        self.side = 0
        self.scores = [0, 0]

    def legal(self) -> set[Segment]:
        return {s for s in combinations(range(len(self.points)), 2) if self.is_legal(s)}

    def is_legal(self, segment: Segment) -> bool:
        points = self.points
        a, b = (points[end] for end in segment)
        if segment in self.drawn:
            return False
        if any(on_segment(p, a, b) for p in points if p not in (a, b)):
            return False
        return not any(clash(a, b, points[c], points[d]) for c, d in self.drawn)

    def gain(self, segment: Segment) -> int:
        """The empty triangles that drawing the segment completes."""
        a, b = segment
        count = 0
        for c in set(range(len(self.points))) - {a, b}:
            if {tuple(sorted((a, c))), tuple(sorted((b, c)))} <= self.drawn:
                corners = [self.points[corner] for corner in (a, b, c)]
                others = set(self.points) - set(corners)
                if cross(*corners) and not any(in_triangle(p, *corners) for p in others):
                    count += 1
        return count

    def play(self, segment: Segment) -> None:
        gain = self.gain(segment)
        self.drawn |= {segment}
        self.scores[self.side] += gain
        if not (gain and self.extra_move):
            self.side = 1 - self.side

    def values(self) -> dict[Segment, int]:
        """What each first move leads to, for the side to move, when both play their best."""

        @cache
        def best(drawn: frozenset[Segment]) -> int:
            self.drawn = drawn
            return max((worth(drawn, segment) for segment in self.legal()), default=0)

        def worth(drawn: frozenset[Segment], segment: Segment) -> int:
            self.drawn = drawn
            gain = self.gain(segment)
            again = gain > 0 and self.extra_move
            return gain + best(drawn | {segment}) * (1 if again else -1)

        start = self.drawn
        values = {segment: worth(start, segment) for segment in self.legal()}
        self.drawn = start
        return values


@pytest.fixture(scope="session")
def oracle() -> type[Oracle]:
    return Oracle
