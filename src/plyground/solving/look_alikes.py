"""Which positions are the same for a person: equal up to the symmetries of the board.

A game whose search knows its symmetries has a kernel for them (`canonical`). Of the others the
picture is compared: turned and reflected, with the sides named by whose turn it is, and without the
points made so far. Pictures that look alike may differ by the rules; then one puzzle too few is
kept, which harms nobody.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plyground.games.position import Position
from plyground.games.scene import Path, Scene

_TURNS = [(a, b, c, d) for a, b, c, d in (
    (1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1),
    (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0),
)]  # fmt: skip
"""The symmetries of the square, as matrices."""


def find_signature(position: Position) -> bytes:
    """Equal for positions that look alike."""
    game = position.game
    if game.kernels.canonical is not None:
        image = np.zeros_like(game.rules.start)
        game.call("canonical", np.array(position.state), image, game.rules.tables)
        return image.tobytes()
    scene = position.scene
    return min(repr(_describe(scene, position.side, turn)).encode() for turn in _TURNS)


def _describe(scene: Scene, side: int, turn: tuple[int, int, int, int]) -> list[object]:
    a, b, c, d = turn
    places = {spot.name: (a * spot.x + b * spot.y, c * spot.x + d * spot.y) for spot in scene.spots}
    left = min((x for x, _ in places.values()), default=0)
    low = min((y for _, y in places.values()), default=0)
    placed = {name: (round(x - left, 3), round(y - low, 3)) for name, (x, y) in places.items()}

    def place(path: Path) -> tuple[tuple[float, float], ...]:
        return tuple(sorted(placed[spot] for spot in path))

    def relative(owner: int | None) -> int:
        return -1 if owner is None else owner ^ side

    def parts() -> Iterator[tuple[object, ...]]:
        for spot in scene.spots:
            yield "spot", placed[spot.name], spot.tone or "", spot.span
        for piece in scene.pieces:
            kind = (piece.tone or "", piece.rank)
            yield "piece", placed[piece.spot], relative(piece.side), *kind
        for stroke in scene.lines:
            yield "line", place((stroke.start, stroke.end))
        for pit in scene.pits:
            yield "pit", placed[pit.spot], pit.count, relative(pit.side)
        for border in scene.borders:
            yield "border", place(border.path), relative(border.side)
        for label in scene.labels:
            yield "label", label.text

    return [scene.board, scene.prompt, sorted(parts(), key=repr)]
