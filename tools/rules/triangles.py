"""Triangles: draw segments between points without crossing; empty triangles count."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

SCORING = True

Point = tuple[int, int]
Segment = tuple[int, int]


def turn(a: Point, b: Point, c: Point) -> int:
    """Positive if the way from a over b to c turns left, 0 if it is straight."""
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (area > 0) - (area < 0)


def lies_on(p: Point, a: Point, b: Point) -> bool:
    """Is p between a and b, on the straight segment?"""
    return turn(a, b, p) == 0 and min(a, b) <= p <= max(a, b)


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do two segments without points inside them have more in common than an end?"""
    if {a, b} & {c, d}:
        return {a, b} == {c, d}
    return turn(a, b, c) != turn(a, b, d) and turn(c, d, a) != turn(c, d, b)


@cache
def list_segments(points: tuple[Point, ...]) -> list[Segment]:
    """The segments that pass through no third point. Sets of them are written as bits."""
    found = []
    for a, b in combinations(range(len(points)), 2):
        others = [p for p in points if p not in (points[a], points[b])]
        if not any(lies_on(p, points[a], points[b]) for p in others):
            found.append((a, b))
    return found


@cache
def list_closed(points: tuple[Point, ...]) -> list[int]:
    """For each segment, which cannot be drawn any more when it is: itself, and all it crosses."""
    segments = [[points[end] for end in ends] for ends in list_segments(points)]
    return [
        sum(1 << number for number, other in enumerate(segments) if crosses(*segment, *other))
        for segment in segments
    ]


@cache
def list_triangles(points: tuple[Point, ...]) -> list[list[int]]:
    """For each segment the empty triangles with this side, each as its two other sides."""
    segments = list_segments(points)
    found: list[list[int]] = [[] for _ in segments]
    for a, b, c in combinations(range(len(points)), 3):
        corners = points[a], points[b], points[c]
        if is_empty(points, *corners):
            sides = [segments.index(ends) for ends in ((a, b), (a, c), (b, c))]
            for side in sides:
                found[side].append(sum(1 << other for other in sides if other != side))
    return found


def is_empty(points: tuple[Point, ...], a: Point, b: Point, c: Point) -> bool:
    """Are these the corners of a triangle without points inside or on its sides?"""
    left = turn(a, b, c)
    others = set(points) - {a, b, c}
    return left != 0 and not any(
        {turn(a, b, p), turn(b, c, p), turn(c, a, p)} <= {left, 0} for p in others
    )


@dataclass(frozen=True)
class Position:
    points: tuple[Point, ...] = field(compare=False)
    extra_move: bool = field(compare=False)
    drawn: int = 0
    lead: int = 0
    """Of the first player, in triangles."""
    side: int = 0

    @property
    def moves(self) -> list[str]:
        segments = zip(list_segments(self.points), list_closed(self.points), strict=True)
        # A segment crosses those that cross it.
        return [write(ends) for ends, closed in segments if not closed & self.drawn]

    def play(self, move: str) -> Position:
        number = [write(ends) for ends in list_segments(self.points)].index(move)
        triangles = list_triangles(self.points)[number]
        gain = sum(sides & self.drawn == sides for sides in triangles)
        return Position(
            self.points,
            self.extra_move,
            self.drawn | 1 << number,
            self.lead + (gain, -gain)[self.side],
            self.side if gain and self.extra_move else 1 - self.side,
        )

    @property
    def result(self) -> int | None:
        return None if self.moves else self.lead


@cache
def write(segment: Segment) -> str:
    """Points are A, B, ... Z, in the order in which they are given."""
    return "-".join(chr(ord("A") + end) for end in segment)


def start(points: str, extra_move: bool = False) -> Position:
    pairs = [tuple(map(int, pair.split(","))) for pair in points.split()]
    return Position(tuple((x, y) for x, y in pairs), extra_move)
