"""Pits and their seeds as text: the number in brackets, the name below it."""

from __future__ import annotations

from plyground.games.drawing.glyphs import SceneGlyphs, TextStyle
from plyground.games.drawing.text_canvas import Canvas, text_width
from plyground.games.drawing.text_surroundings import add_surroundings
from plyground.games.scene import Scene


def draw_pits(scene: Scene, style: TextStyle) -> Canvas:
    """Two lines a row, so that a pit may stand between two rows. The glyph of its owner goes before
    the name of a pit."""
    glyphs = SceneGlyphs(scene, style)
    pits = {pit.spot: pit for pit in scene.pits}
    pieces = {piece.spot: piece for piece in scene.pieces}
    counts = {name: str(pit.count) for name, pit in pits.items()}
    counts |= {name: glyphs.piece(piece) for name, piece in pieces.items()}
    names = {}
    for spot in scene.spots:
        side = pits[spot.name].side if spot.name in pits else None
        names[spot.name] = ("" if side is None else style.fills[side]) + spot.name
    inside = max(
        [2, *map(text_width, counts.values()), *(text_width(n) - 2 for n in names.values())]
    )
    step = inside + 3
    left = min(spot.x for spot in scene.spots)
    right = max(spot.x for spot in scene.spots)
    top = max(spot.y for spot in scene.spots)
    low = min(spot.y for spot in scene.spots)

    def locate(x: float, y: float) -> tuple[float, float]:
        return 1 + step // 2 + (x - left) * step, 2 * (top - y)

    canvas = Canvas(round((right - left + 1) * step) + 2, round(2 * (top - low)) + 2)
    for spot in scene.spots:
        column, row = (round(number) for number in locate(spot.x, spot.y))
        start = column - (inside + 2) // 2
        pit, piece = pits.get(spot.name), pieces.get(spot.name)
        owner = pit.side if pit is not None else piece.side if piece is not None else None
        foreground = "spot" if owner is None else f"side{owner}"
        is_last = spot.name in scene.last
        brackets = style.last if is_last else "()"
        frame = "last" if is_last else foreground
        canvas.put(start, row, brackets[0], frame)
        canvas.put(start + 1, row, counts.get(spot.name, "").rjust(inside), foreground)
        canvas.put(start + 1 + inside, row, brackets[1], frame)
        canvas.put(start + 1, row + 1, names[spot.name], "label")
    add_surroundings(canvas, scene, style, locate, step, 1)
    return canvas
