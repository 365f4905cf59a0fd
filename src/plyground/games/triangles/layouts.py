"""Where the points come from: written out, by the name of a set, or at random from a seed.

Random points are the same on every machine and in every Python: of the generator only `random()`
is used, the one method whose sequence for a seed Python guarantees.
"""

from __future__ import annotations

import json
import random
import re
from math import isqrt
from pathlib import Path

from plyground.games.triangles.geometry import LIMIT, Point
from plyground.locale import Problem

MIN_POINTS, MAX_POINTS = 2, 60

SETS: dict[str, str] = {
    "triangle": "0,0 4,0 2,3",
    "quadrilateral": "0,0 5,0 6,4 1,5",
    "triangle_inside": "0,0 6,0 3,6 3,2",
    "triangle_side": "0,0 6,0 3,6 3,0",
    "square_centre": "0,0 4,0 4,4 0,4 2,2",
    "pentagon": "2,0 6,0 8,4 4,7 0,4",
    "pentagon_centre": "2,0 6,0 8,4 4,7 0,4 4,3",
    "hexagon": "2,0 6,0 8,3 6,6 2,6 0,3",
    "hexagon_centre": "2,0 6,0 8,3 6,6 2,6 0,3 4,3",
    "two_triangles": "0,0 12,0 6,10 5,3 7,3 6,5",
    "grid3x2": "0,0 0,1 1,0 1,1 2,0 2,1",
    "grid3x3": "0,0 0,1 0,2 1,0 1,1 1,2 2,0 2,1 2,2",
    "fan": "0,0 1,0 2,0 3,0 4,0 2,3",
    "line": "0,0 1,0 2,0 3,0",
    "course5": "0,5 1,5 2,2 2,6 5,3",
    "course8": "1,1 1,6 2,1 3,5 5,4 6,2 6,3 6,6",
    "course10": "0,1 1,2 1,5 3,0 3,2 3,3 3,4 5,1 5,2 6,3",
}

GRID = 7
FIELD, MIN_DISTANCE = 100, 6
# 5 * 13 * 17: this circle passes through 108 points with integer coordinates, no smaller one does.
RADIUS = 1105

_POINT = re.compile(r"(-?[0-9]{1,18}),(-?[0-9]{1,18})")


def read_points(text: str) -> list[Point]:
    """The points of a text like `0,0 4,0 2,3`."""
    points: list[Point] = []
    for part in re.sub(r"\s*,\s*", ",", text.strip()).split():
        found = _POINT.fullmatch(part)
        if not found:
            raise Problem("game.triangles.problem.point", given=part)
        point = int(found[1]), int(found[2])
        if max(map(abs, point)) > LIMIT:
            raise Problem("game.triangles.problem.far", given=part, limit=LIMIT)
        if point in points:
            raise Problem("game.triangles.problem.twice", given=part)
        points.append(point)
    if not MIN_POINTS <= len(points) <= MAX_POINTS:
        raise Problem(
            "game.triangles.problem.size", count=len(points), low=MIN_POINTS, high=MAX_POINTS
        )
    return points


def write_points(points: list[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def list_order_types() -> list[str]:
    """A set of points for each order type of up to 7 points; `python bench/order_types.py`."""
    text = Path(__file__).with_name("order_types.json").read_text(encoding="utf-8")
    return [points for sets in json.loads(text).values() for points in sets]


def make_grid_points(count: int, seed: int) -> list[Point]:
    """Some of the 7 x 7 points of a grid; three in a line are normal."""
    if count > GRID * GRID:
        raise Problem("game.triangles.problem.grid", count=count, high=GRID * GRID)
    return _sample([(x, y) for x in range(GRID) for y in range(GRID)], count, seed)


def make_general_points(count: int, seed: int) -> list[Point]:
    """Points in a square, no three of them in a line and no two of them very near."""
    rng = random.Random(seed)
    points: list[Point] = []
    while len(points) < count:
        x, y = (int(rng.random() * (FIELD + 1)) for _ in range(2))
        steps = [(px - x, py - y) for px, py in points]
        if any(dx * dx + dy * dy < MIN_DISTANCE * MIN_DISTANCE for dx, dy in steps):
            continue
        # Two points are in a line with this one if they lie in the same or opposite directions.
        if any(
            dx * ey == dy * ex for index, (dx, dy) in enumerate(steps) for ex, ey in steps[:index]
        ):
            continue
        points.append((x, y))
    return sorted(points)


def make_convex_points(count: int, seed: int) -> list[Point]:
    """Points on a circle, one after the other around it."""
    upper = [
        (x, isqrt(RADIUS * RADIUS - x * x))
        for x in range(RADIUS, -RADIUS, -1)
        if isqrt(RADIUS * RADIUS - x * x) ** 2 == RADIUS * RADIUS - x * x
    ]
    circle = upper + [(-x, -y) for x, y in upper]
    order = {(RADIUS + x, RADIUS + y): place for place, (x, y) in enumerate(circle)}
    return sorted(_sample(list(order), count, seed), key=order.__getitem__)


LAYOUTS = {"grid7": make_grid_points, "general": make_general_points, "convex": make_convex_points}


def _sample(pool: list[Point], count: int, seed: int) -> list[Point]:
    """`count` of the points, each choice equally likely, in ascending order."""
    rng = random.Random(seed)
    for place in range(count):
        other = place + int(rng.random() * (len(pool) - place))
        pool[place], pool[other] = pool[other], pool[place]
    return sorted(pool[:count])
