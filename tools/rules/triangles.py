"""Triangles: draw segments between points without crossing; empty triangles count."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    """The segments that pass through no third point."""
    found = []
    for a, b in combinations(range(len(points)), 2):
        others = [p for p in points if p not in (points[a], points[b])]
        if not any(lies_on(p, points[a], points[b]) for p in others):
            found.append((a, b))
    return found


@cache
def list_crossing(points: tuple[Point, ...], segment: Segment) -> frozenset[Segment]:
    """The segments that cannot be drawn any more with this one; it is one of them."""
    a, b = (points[end] for end in segment)
    others = list_segments(points)
    return frozenset((c, d) for c, d in others if crosses(a, b, points[c], points[d]))


@cache
def list_triangles(points: tuple[Point, ...], segment: Segment) -> list[set[Segment]]:
    """The empty triangles with this side, each as its two other sides."""
    found = []
    a, b = (points[end] for end in segment)
    for corner, c in enumerate(points):
        left = turn(a, b, c)
        if left == 0:
            continue
        others = set(points) - {a, b, c}
        if not any({turn(a, b, p), turn(b, c, p), turn(c, a, p)} <= {left, 0} for p in others):
            ends = [tuple(sorted((end, corner))) for end in segment]
            found.append({(low, high) for low, high in ends})
    return found


@dataclass(frozen=True)
class Position:
    points: tuple[Point, ...]
    extra_move: bool
    drawn: frozenset[Segment] = frozenset()
    lead: int = 0
    """Of the first player, in triangles."""
    side: int = 0

    @property
    def moves(self) -> list[str]:
        closed = frozenset().union(*(list_crossing(self.points, one) for one in self.drawn))
        return [write(one) for one in list_segments(self.points) if one not in closed]

    def play(self, move: str) -> Position:
        segment = next(one for one in list_segments(self.points) if write(one) == move)
        gain = sum(sides <= self.drawn for sides in list_triangles(self.points, segment))
        return replace(
            self,
            drawn=self.drawn | {segment},
            lead=self.lead + (gain, -gain)[self.side],
            side=self.side if gain and self.extra_move else 1 - self.side,
        )

    @property
    def result(self) -> int | None:
        return None if self.moves else self.lead


def write(segment: Segment) -> str:
    """Points are A, B, ... Z, in the order in which they are given."""
    return "-".join(chr(ord("A") + end) for end in segment)


def start(points: str, extra_move: bool = False) -> Position:
    pairs = [tuple(map(int, pair.split(","))) for pair in points.split()]
    return Position(tuple((x, y) for x, y in pairs), extra_move)
