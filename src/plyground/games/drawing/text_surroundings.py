"""What stands around a board drawn as text: labels of the scene, and edges in a side's glyphs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from plyground.games.drawing.glyphs import TextStyle
from plyground.games.drawing.text_canvas import Canvas, Note, text_width
from plyground.games.scene import Scene

Locate = Callable[[float, float], tuple[float, float]]
"""Column and row of a point of the scene."""


def add_surroundings(
    canvas: Canvas,
    scene: Scene,
    style: TextStyle,
    locate: Locate,
    beside: float,
    below: float,
) -> None:
    """Write borders, that far beside and below the outer spots, and labels; the canvas grows as
    they need."""
    notes = list(_mark_borders(scene, style, locate, beside, below))
    for label in scene.labels:
        column, row = locate(label.x, label.y)
        start = round(column) - (text_width(label.text) - 1) // 2
        notes.append(Note(start, round(row), label.text, "label"))
    canvas.put_around(notes)


def _mark_borders(
    scene: Scene, style: TextStyle, locate: Locate, beside: float, below: float
) -> Iterator[Note]:
    places = {spot.name: locate(spot.x, spot.y) for spot in scene.spots}
    middle_column = sum(column for column, _ in places.values()) / len(places)
    middle_row = sum(row for _, row in places.values()) / len(places)
    for border in scene.borders:
        for start, end in pairwise(border.path):
            (column, row), (last_column, last_row) = places[start], places[end]
            across, down = last_column - column, last_row - row
            if down == 0:
                steps = max(1, round(abs(across) / 2))
                row += below if row > middle_row else -below
            else:
                steps = max(1, round(abs(down)))
                column += beside if column + across / 2 > middle_column else -beside
            for step in range(steps + 1):
                x, y = column + across * step / steps, row + down * step / steps
                yield Note(round(x), round(y), style.fills[border.side], f"side{border.side}")
