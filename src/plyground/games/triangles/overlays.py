"""What can be laid over a drawing: segments that score, that are safe, that give points to the
opponent; regions and the total, with their parity."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from plyground.games.position import Position
from plyground.games.scene import Arrow, Mark, Overlay, Tone, Zone
from plyground.games.triangles.geometry import PointSet, point_name
from plyground.games.triangles.regions import (
    Corners,
    Region,
    find_regions,
    list_prospects,
)
from plyground.locale import Sentence, say

# More segments than these hide the drawing below them; they are only counted.
_MOST_DRAWN = 60
# Before the points, so that it is not by colour alone whose they are.
_SIGNS = {"scoring": "+", "safe": "", "giving": "−"}


def overlay(name: str, position: Position, point_set: PointSet) -> Overlay:
    return _MAKERS[name](position, point_set)


def count_segments(point_set: PointSet, extra_move: bool) -> Sentence:
    """How many segments a finished game has; an odd number favours the first player.

    No exception is known, and no proof. Who draws the last one is not known beforehand with the
    extra move.
    """
    total = point_set.segment_total
    parity = "odd" if total % 2 else "even"
    is_open = point_set.triangle_total and not extra_move
    kind = parity if is_open else f"only_{parity}"
    return Sentence(f"game.triangles.segments.{kind}", {"segments": total})


def _scoring(position: Position, point_set: PointSet) -> Overlay:
    """The segments that complete triangles now."""
    prospects = list_prospects(position.state, position.game.rules.tables, point_set)
    points = {one.segment: one.gain for one in prospects if one.gain}
    return _draw("scoring", points, "best", point_set)


def _safe(position: Position, point_set: PointSet) -> Overlay:
    """The segments that complete nothing, and after which the opponent completes nothing."""
    prospects = list_prospects(position.state, position.game.rules.tables, point_set)
    return _draw("safe", {one.segment: 0 for one in prospects if one.is_safe}, "good", point_set)


def _giving(position: Position, point_set: PointSet) -> Overlay:
    """The segments after which the opponent can score; not those after which one moves again."""
    again = position.game.settings["extra_move"]
    prospects = list_prospects(position.state, position.game.rules.tables, point_set)
    given = {p.segment: p.reply for p in prospects if p.reply and not (again and p.gain)}
    return _draw("giving", given, "bad", point_set)


def _draw(name: str, points: dict[int, int], tone: Tone, point_set: PointSet) -> Overlay:
    """Segments with the points that they bring to one side or the other."""
    caption = say(f"game.triangles.overlay.{name}.count", segments=len(points))
    if len(points) > _MOST_DRAWN:
        many = say("game.triangles.overlay.many", most=_MOST_DRAWN)
        return Overlay(caption=f"{caption} {many}")
    arrows = (
        Arrow(
            tuple(map(point_name, point_set.segments[segment])),
            _SIGNS[name] + str(count) if count else "",
            say(f"game.triangles.overlay.{name}.about", points=count),
            tone,
            count / 2,
            has_head=False,
        )
        for segment, count in points.items()
    )
    return Overlay(arrows=tuple(arrows), caption=caption)


def _regions(position: Position, point_set: PointSet) -> Overlay:
    """What is still to be drawn, region by region and in all."""
    regions = find_regions(position.state, position.game.rules.tables, point_set)
    zones = tuple(_draw_region(region, position) for region in regions if region.tiles)
    segments = sum(region.left for region in regions)
    if not segments:
        return Overlay()
    kind = "only_" if position.game.settings["extra_move"] else ""
    parity = "odd" if segments % 2 else "even"
    caption = [
        say(f"game.triangles.overlay.left.{kind}{parity}", segments=segments),
        say("game.triangles.overlay.left.points", points=sum(one.triangles for one in regions)),
    ]
    return Overlay(zones=zones, caption="\n".join(caption))


def _draw_region(region: Region, position: Position) -> Zone:
    points = [complex(spot.x, spot.y) for spot in position.scene.spots]
    room = _find_room(region.tiles, points)
    about = say(
        f"game.triangles.overlay.region.{'odd' if region.is_odd else 'even'}",
        segments=region.left,
        points=region.triangles,
    )
    polygons = tuple(tuple(map(point_name, tile)) for tile in region.tiles)
    tone: Tone = "good" if region.is_odd else "reply"
    return Zone(polygons, room.real, room.imag, str(region.left), about, tone)


def _find_room(tiles: Iterable[Corners], points: list[complex]) -> complex:
    """The middle of the largest circle that fits into one of the triangles."""

    def inscribe(tile: Corners) -> tuple[float, complex]:
        a, b, c = (points[corner] for corner in tile)
        far = abs(b - c), abs(c - a), abs(a - b)
        area = abs(((b - a).conjugate() * (c - a)).imag) / 2
        middle = (far[0] * a + far[1] * b + far[2] * c) / sum(far)
        return area / sum(far), middle

    return max(map(inscribe, tiles), key=lambda circle: circle[0])[1]


def _parity(position: Position, point_set: PointSet) -> Overlay:
    """What decides how many segments there will be: the points, and those on the hull."""
    about = say("game.triangles.overlay.hull")
    marks = (Mark(point_name(point), "h", about) for point in point_set.hull)
    total = count_segments(point_set, position.game.settings["extra_move"])
    return Overlay(tuple(marks), caption=str(total))


_MAKERS: dict[str, Callable[[Position, PointSet], Overlay]] = {
    "scoring": _scoring,
    "safe": _safe,
    "giving": _giving,
    "regions": _regions,
    "parity": _parity,
}

NAMES = tuple(_MAKERS)
