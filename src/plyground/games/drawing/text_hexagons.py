"""A board of hexagons as text: one line a row, every second one shifted by half a cell."""

from __future__ import annotations

from plyground.games.drawing.board_edges import label_hexagons
from plyground.games.drawing.glyphs import SceneGlyphs, TextStyle, piece_style
from plyground.games.drawing.text_canvas import Canvas, Note, text_width
from plyground.games.drawing.text_surroundings import add_surroundings
from plyground.games.scene import Piece, Scene


def draw_hexagons(scene: Scene, style: TextStyle) -> Canvas:
    """Cells in rows: the piece on each, else its glyph, its name or a dot."""
    glyphs = SceneGlyphs(scene, style)
    labels = label_hexagons(scene, (2.0, 1.75) if scene.borders else (1.0, 1.0))
    is_named = not labels and scene.edges is None
    pieces = {piece.spot: piece for piece in scene.pieces}
    texts = {
        spot.name: _write_piece(pieces[spot.name], glyphs, style)
        if spot.name in pieces
        else glyphs.spot(spot) or (spot.name if is_named else style.dot)
        for spot in scene.spots
    }
    inside = max(map(text_width, texts.values()))
    # Even, so that half a cell is a whole number of columns.
    step = inside + 3 - (inside + 1) % 2
    left = min(spot.x for spot in scene.spots)
    top = max(spot.y for spot in scene.spots)

    def locate(x: float, y: float) -> tuple[float, float]:
        return 2 + step // 2 + (x - left) * step, top - y

    right = max(spot.x for spot in scene.spots)
    low = min(spot.y for spot in scene.spots)
    canvas = Canvas(round((right - left) * step) + step + 4, round(top - low) + 1)
    for spot in scene.spots:
        column, row = (round(number) for number in locate(spot.x, spot.y))
        text = texts[spot.name]
        start = column - (text_width(text) - 1) // 2
        if spot.tone:
            canvas.fill(start - 1, row, text_width(text) + 2, 1, f"tone.{spot.tone}")
        piece = pieces.get(spot.name)
        canvas.put(start, row, text, "glyph" if piece is None else piece_style(piece))
        if spot.name in scene.last:
            canvas.put(start - 1, row, style.last[0], "last")
            canvas.put(start + text_width(text), row, style.last[1], "last")
    notes = []
    for label in labels:
        column, row = (round(number) for number in locate(label.x, label.y))
        notes.append(Note(column, row, label.text, "label"))
    shift = canvas.put_around(notes)

    def relocate(x: float, y: float) -> tuple[float, float]:
        column, row = locate(x, y)
        return column + shift[0], row + shift[1]

    add_surroundings(canvas, scene, style, relocate, 3 * step / 4, 1)
    return canvas


def _write_piece(piece: Piece, glyphs: SceneGlyphs, style: TextStyle) -> str:
    return glyphs.piece(piece) + style.ring * piece.rank
