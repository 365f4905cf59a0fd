"""Regions: parts of a drawing that no longer depend on each other; and what a segment gives.

Two open segments depend on each other if they cross, or if they may become sides of the same empty
triangle: one of which every side is open or drawn. A region is a set of open segments that this
joins: the inside of a face of the drawing, where a side of the hull counts as drawn.

What can be drawn in a region, and what it gains, is independent of all others. So its `left` and
`triangles` are the same however it is played: every finished game is a triangulation, all of which
have equally many segments and triangles; if those of one region could differ, so could the total.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from plyground.core.contract import Vector
from plyground.games.triangles import rules
from plyground.games.triangles.geometry import PointSet

Corners = tuple[int, int, int]


@dataclass(frozen=True)
class Region:
    """Open segments that depend on each other, and on no others."""

    segments: tuple[int, ...]
    left: int
    """How many of them will be drawn."""
    tiles: tuple[Corners, ...]
    """One way to divide it into triangles: they cover it."""

    @property
    def triangles(self) -> int:
        """How many triangles will be completed in it."""
        return len(self.tiles)

    @property
    def is_odd(self) -> bool:
        return self.left % 2 == 1


@dataclass(frozen=True)
class Prospect:
    """What an open segment completes when it is drawn, and the most that the next one can."""

    segment: int
    gain: int
    reply: int

    @property
    def is_safe(self) -> bool:
        """No point now, and none for the opponent next."""
        return self.gain == self.reply == 0


def list_open(state: Vector, tables: Vector) -> list[int]:
    """The segments that can be drawn."""
    words = int(tables[rules.WORDS])
    masks = state[rules.DRAWN + words : rules.DRAWN + 2 * words].tolist()
    return [
        word * rules.WORD_BITS + bit
        for word, mask in enumerate(masks)
        for bit in range(rules.WORD_BITS)
        if mask >> bit & 1
    ]


def find_regions(state: Vector, tables: Vector, point_set: PointSet) -> list[Region]:
    """All regions, by their first segment."""
    opened = list_open(state, tables)
    alive = set(opened) | _list_drawn(state, point_set)
    triangles = {
        segment: [
            others for others in rules.list_triangles(segment, tables) if alive.issuperset(others)
        ]
        for segment in opened
    }
    waiting = set(opened)
    found = []
    for first in opened:
        if first not in waiting:
            continue
        waiting.remove(first)
        reached = [first]
        for segment in reached:
            near = {side for others in triangles[segment] for side in others}
            near.update(np.flatnonzero(point_set.crossings[segment]).tolist())
            reached += waiting & near
            waiting -= near
        found.append(_measure(sorted(reached), triangles, alive - set(opened), point_set))
    return found


def _list_drawn(state: Vector, point_set: PointSet) -> set[int]:
    return {s for s in range(len(point_set.segments)) if rules.is_drawn(state, s)}


def _measure(
    segments: list[int],
    triangles: dict[int, list[tuple[int, int]]],
    drawn: set[int],
    point_set: PointSet,
) -> Region:
    """Draw the shortest segments that go together: the number is the same for all choices, and
    triangles that are not slender leave room for a number in the picture."""
    chosen: list[int] = []
    for segment in sorted(segments, key=lambda s: (point_set.measure(s), s)):
        if not any(point_set.crossings[segment, other] for other in chosen):
            chosen.append(segment)
    sides = drawn | set(chosen)
    tiles = {
        _find_corners((segment, *others), point_set)
        for segment in chosen
        for others in triangles[segment]
        if sides.issuperset(others)
    }
    return Region(tuple(segments), len(chosen), tuple(sorted(tiles)))


def _find_corners(sides: Iterable[int], point_set: PointSet) -> Corners:
    a, b, c = sorted({end for side in sides for end in point_set.segments[side]})
    return a, b, c


def list_prospects(state: Vector, tables: Vector, point_set: PointSet) -> Iterator[Prospect]:
    """What each open segment gives to the side to move, and then to whoever is next."""
    opened = list_open(state, tables)
    gains = {segment: int(rules.count_gain(state, segment, tables)) for segment in opened}
    captures = [(segment, gain) for segment, gain in gains.items() if gain]
    for segment in opened:
        after = {s: g for s, g in captures if s != segment and not point_set.crossings[segment, s]}
        # A triangle that has another side already lacks one less.
        for one, two in rules.list_triangles(segment, tables):
            for side, other in ((one, two), (two, one)):
                if side in gains and rules.is_drawn(state, other):
                    after[side] = after.get(side, 0) + 1
        yield Prospect(segment, gains[segment], max(after.values(), default=0))
