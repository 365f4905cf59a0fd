"""Triangles: draw segments between points without crossing; empty triangles count."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
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


@cache
def order_corners(points: tuple[Point, ...]) -> list[int]:
    """The points around their hull if all are corners of it, else an empty list."""
    order = [0]
    while len(order) < len(points):
        here = points[order[-1]]
        after = [
            b
            for b, there in enumerate(points)
            if all(turn(here, there, p) > 0 for p in points if p not in (here, there))
            and there != here
        ]
        if len(after) != 1 or after[0] in order:
            return []
        order += after
    return order


def list_polygons(points: tuple[Point, ...], drawn: int) -> tuple[tuple[bool, ...], ...]:
    """The polygons into which a drawing cuts the hull of points that are all corners of it: of each
    which sides are drawn, turned and reflected so that this comes first in order.

    Nothing else matters: what can be drawn lies within one of them, so does every triangle, and
    they are convex, so it is the same in any two with the same sides.
    """
    order, numbers = order_corners(points), number_segments(points)
    found = []

    def is_drawn(one: int, two: int) -> bool:
        return bool(drawn >> numbers[frozenset((order[one], order[two]))] & 1)

    def cut(low: int, high: int) -> None:
        """Follow the sides from one corner to another, and cut off what lies behind them."""
        sides, here = [is_drawn(low, high)], low
        while here < high:
            there = high if here > low else high - 1
            while there > here + 1 and not is_drawn(here, there):
                there -= 1
            sides.append(is_drawn(here, there))
            if there > here + 1:
                cut(here, there)
            here = there
        turned = [sides[first:] + sides[:first] for first in range(len(sides))]
        found.append(tuple(min(turned + [way[::-1] for way in turned])))

    cut(0, len(points) - 1)
    return tuple(sorted(found))


@cache
def number_segments(points: tuple[Point, ...]) -> dict[frozenset[int], int]:
    return {frozenset(ends): number for number, ends in enumerate(list_segments(points))}


@dataclass(frozen=True, eq=False)
class Position:
    points: tuple[Point, ...]
    extra_move: bool
    drawn: int = 0
    lead: int = 0
    """Of the first player, in triangles."""
    side: int = 0

    @cached_property
    def name(self) -> tuple[object, ...]:
        """Positions with one name are equal in all that follows. (All are of one set of points.)"""
        is_convex = bool(order_corners(self.points))
        drawing = list_polygons(self.points, self.drawn) if is_convex else self.drawn
        return drawing, self.lead, self.side

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

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
