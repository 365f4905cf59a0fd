"""What an agent can see of a position of triangles: the points, what is drawn, and the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from plyground.games.observation import Observation, collect_common_fields
from plyground.games.position import Position

Place = tuple[float, float]


@dataclass(frozen=True)
class TrianglesObservation(Observation):
    """There is no board of squares: `board` is empty."""

    points: Mapping[str, Place]
    """Where each point lies: `{"A": (0, 0), "B": (4, 0), ...}`."""
    drawn: tuple[tuple[str, str], ...]
    """The segments drawn so far, each by its two points."""


def observe(position: Position) -> TrianglesObservation:
    scene = position.scene
    return TrianglesObservation(
        **collect_common_fields(position),
        points=MappingProxyType({spot.name: (spot.x, spot.y) for spot in scene.spots}),
        drawn=tuple((line.start, line.end) for line in scene.lines),
    )
