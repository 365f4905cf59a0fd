"""Finds a set of points for each order type: points that are joined and crossed alike are alike.

    python bench/order_types.py > src/plyground/games/triangles/order_types.json

Sets of points have the same order type if they can be numbered so that all triples turn alike, or
all the other way round. Random sets are drawn until there are as many types as are known: 1, 2, 3,
16 and 135 for 3 to 7 points, no three of them in a line (Aichholzer, Aurenhammer, Krasser:
Enumerating order types for small point sets with applications, Order 19, 2002).
"""

from __future__ import annotations

import json
from functools import cmp_to_key
from itertools import combinations
from random import Random

KNOWN = {3: 1, 4: 2, 5: 3, 6: 16, 7: 135}
# Coordinates are small where that suffices, because people read them.
GRIDS = (4, 6, 8, 12, 16, 24, 32, 64)

Point = tuple[int, int]


def turn(a: Point, b: Point, c: Point) -> int:
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (area > 0) - (area < 0)


def find_type(points: list[Point]) -> tuple[int, ...]:
    """The same for all sets of one order type: the least list of turns, over all numberings that
    begin at a corner of the hull and go around it."""
    found = []
    for image in (points, [(-x, y) for x, y in points]):
        for corner in image:
            others = [point for point in image if point != corner]
            around = sorted(others, key=cmp_to_key(lambda a, b, c=corner: -turn(c, a, b)))
            # At a corner of the hull, all others lie to one side of the first of them.
            if all(turn(corner, around[0], point) > 0 for point in around[1:]):
                numbered = [corner, *around]
                found.append(tuple(turn(*three) for three in combinations(numbered, 3)))
    return min(found)


def find_sets(count: int, wanted: int, chance: Random) -> list[list[Point]]:
    types: dict[tuple[int, ...], list[Point]] = {}
    for grid in GRIDS:
        for _ in range(30_000):
            # Rare types are found beside others, by moving one point.
            kept = (
                chance.choice(list(types.values()))[1:] if types and chance.random() < 0.5 else []
            )
            missing = range(count - len(kept))
            points = kept + [(chance.randrange(grid), chance.randrange(grid)) for _ in missing]
            chance.shuffle(points)
            if len({*points}) == count and all(turn(*three) for three in combinations(points, 3)):
                types.setdefault(find_type(points), points)
            if len(types) == wanted:
                return [types[name] for name in sorted(types)]
    raise SystemExit(f"only {len(types)} of {wanted} order types of {count} points were found")


def main() -> None:
    chance = Random(0)
    lines = []
    for count, wanted in KNOWN.items():
        sets = find_sets(count, wanted, chance)
        texts = [" ".join(f"{x},{y}" for x, y in sorted(points)) for points in sets]
        lines.append(f'"{count}": {json.dumps(texts, indent=1)}')
    print("{" + ",\n".join(lines) + "}")


if __name__ == "__main__":
    main()
