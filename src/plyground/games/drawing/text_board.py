"""Any scene as text: boxes, tiles, hexagons, crossing lines, pits, or points in the plane.

`draw_scene` draws the board; `write_captions` writes what stands below it (score, choices).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from plyground.games.drawing.board_edges import split_names
from plyground.games.drawing.glyphs import STONES, SceneGlyphs, TextStyle, piece_style
from plyground.games.drawing.text_canvas import Canvas, text_width
from plyground.games.drawing.text_hexagons import draw_hexagons
from plyground.games.drawing.text_pits import draw_pits
from plyground.games.drawing.text_plane import draw_plane
from plyground.games.drawing.text_surroundings import Locate, add_surroundings
from plyground.games.scene import Piece, Scene
from plyground.locale import say

TILE_WIDTH = 7


def draw_scene(scene: Scene, style: TextStyle | None = None) -> Canvas:
    """Draw the board of a scene."""
    style = style or TextStyle()
    if scene.board == "plane":
        return draw_plane(scene, style)
    if scene.board == "hexagons":
        return draw_hexagons(scene, style)
    if scene.board == "pits":
        return draw_pits(scene, style)
    grid = Grid(scene)
    if scene.board == "points":
        return _draw_points(scene, grid, style)
    if style.colour and any(spot.glyph for spot in scene.spots):
        return _draw_tiles(scene, grid, style)
    return _draw_boxes(scene, grid, style)


def write_captions(scene: Scene, style: TextStyle | None = None) -> list[str]:
    """The lines below the board: the score, and moves that have no place on the board."""
    style = style or TextStyle()
    lines = []
    if scene.score is not None:
        first, second = scene.score
        lines.append(
            say(
                "draw.score", sign0=style.sides[0], first=first, sign1=style.sides[1], second=second
            )
        )
    lines += [say("draw.choice", name=button.name, text=button.text) for button in scene.buttons]
    return lines


def write_scene(scene: Scene, style: TextStyle | None = None) -> str:
    """Board and captions as plain text."""
    return "\n".join((str(draw_scene(scene, style)), *write_captions(scene, style)))


class Grid:
    """Rows and columns of a board: the place of each spot, and the labels at the edges."""

    def __init__(self, scene: Scene) -> None:
        columns = _number_places({spot.x for spot in scene.spots})
        rows = _number_places({-spot.y for spot in scene.spots})
        self.width, self.height = 1 + max(columns.values()), 1 + max(rows.values())
        self.left, self.top = min(columns), -min(rows)
        self.places = {spot.name: (columns[spot.x], rows[-spot.y]) for spot in scene.spots}
        self.taken = set(self.places.values())
        names = split_names(scene)
        self.is_lettered = scene.edges is not None or names is not None
        """Are rows and columns labelled at the edges, and squares not labelled one by one?"""
        self.column_labels: dict[int, str] = {}
        self.row_labels: dict[int, str] = {}
        if scene.edges is not None:
            # There may be more labels than rows or columns, or fewer.
            self.column_labels = dict(zip(columns.values(), scene.edges[0], strict=False))
            self.row_labels = dict(zip(rows.values(), scene.edges[1], strict=False))
            return
        for name, (letters, number) in (names or {}).items():
            column, row = self.places[name]
            self.column_labels[column] = letters
            self.row_labels[row] = number

    @property
    def margin(self) -> int:
        """Width of the row labels, including a space on each side."""
        return max((len(label) for label in self.row_labels.values()), default=0) + 2

    def make_locator(self, column: float, wide: float, row: float, high: float) -> Locate:
        """Where points lie if the first spot from the top left lies there, with such steps."""
        return lambda x, y: (column + (x - self.left) * wide, row + (self.top - y) * high)

    def is_star(self, column: int, row: int) -> bool:
        """Is there a star point here? Square boards from size 13 have them."""
        if self.width != self.height or self.width < 13 or self.width % 2 == 0:
            return False
        stars = (3, self.width // 2, self.width - 4)
        corner = column != stars[1] and row != stars[1]
        middle = column == row == stars[1]
        return column in stars and row in stars and (corner or middle or self.width >= 19)


def _number_places(coordinates: set[float]) -> dict[float, int]:
    """The number of each row or column; where two are more than 1 apart, one between is empty."""
    numbers: dict[float, int] = {}
    number, before = -1, math.inf
    for place in sorted(coordinates):
        number += 2 if place - before > 1 else 1
        numbers[place] = number
        before = place
    return numbers


def _make_canvas(
    grid: Grid, width: int, height: int, column: Callable[[int], int], row: Callable[[int], int]
) -> Canvas:
    """An empty canvas for a board of that size, with its labels at the left and below."""
    # Long labels are written downward: they would run into each other.
    longest = max(map(len, grid.column_labels.values()), default=0)
    canvas = Canvas(grid.margin + width, height + longest)
    for index, label in grid.row_labels.items():
        canvas.put(grid.margin - 1 - len(label), row(index), label, "label")
    for index, label in grid.column_labels.items():
        for line, glyph in enumerate(label.rjust(longest)):
            canvas.put(column(index), height + line, glyph, "label")
    return canvas


def _draw_boxes(scene: Scene, grid: Grid, style: TextStyle) -> Canvas:
    """Squares with lines around them. In each: its glyph, the piece in brackets, its rings."""
    glyphs = SceneGlyphs(scene, style)
    has_glyphs = any(spot.glyph for spot in scene.spots)
    pieces = {piece.spot: _write_piece(piece, glyphs, style, has_glyphs) for piece in scene.pieces}
    names = {} if grid.is_lettered else {spot.name: spot.name for spot in scene.spots}
    inside = max([1, *map(text_width, [*pieces.values(), *names])])
    rings = max((piece.rank for piece in scene.pieces), default=0)
    step = has_glyphs + inside + 2 + rings + 1

    def left(column: int) -> int:
        return grid.margin + column * step + 1

    canvas = _make_canvas(
        grid,
        grid.width * step + 1,
        grid.height * 2 + 1,
        lambda column: left(column) + (step - 1) // 2,
        lambda row: 2 * row + 1,
    )
    _draw_frames(canvas, grid, style, step)
    for spot in scene.spots:
        column, row = grid.places[spot.name]
        x, y = left(column), 2 * row + 1
        canvas.fill(x, y, step - 1, 1, f"tone.{spot.tone}" if spot.tone else "")
        canvas.put(x, y, glyphs.spot(spot), "glyph")
        if spot.name not in pieces:
            canvas.put(x + has_glyphs + 1, y, names.get(spot.name, ""), "label")
        if spot.name in scene.last:
            canvas.put(x + has_glyphs, y, style.last[0], "last")
            canvas.put(x + has_glyphs + 1 + inside, y, style.last[1], "last")
    for piece in scene.pieces:
        column, row = grid.places[piece.spot]
        x, y = left(column) + has_glyphs, 2 * row + 1
        canvas.put(x + 1, y, pieces[piece.spot], piece_style(piece))
        canvas.put(x + 2 + inside, y, style.ring * piece.rank, "ring")
    middle = grid.margin + step / 2
    locate = grid.make_locator(middle, step, 1, 2)
    add_surroundings(canvas, scene, style, locate, step / 2, 1)
    return canvas


def _write_piece(piece: Piece, glyphs: SceneGlyphs, style: TextStyle, with_side: bool) -> str:
    return (style.side_glyph(piece.side) if with_side else "") + glyphs.piece(piece)


def _draw_frames(canvas: Canvas, grid: Grid, style: TextStyle, step: int) -> None:
    """The lines between squares: each joint depends on the four squares around it."""
    for row in range(grid.height + 1):
        for column in range(grid.width + 1):
            around = [
                (column + dx, row + dy) in grid.taken for dx, dy in ((-1, -1), (0, -1), (-1, 0))
            ]
            north_west, north_east, south_west = around
            south_east = (column, row) in grid.taken
            x, y = grid.margin + column * step, 2 * row
            up, down = north_west or north_east, south_west or south_east
            left, right = north_west or south_west, north_east or south_east
            canvas.put(x, y, style.joint_glyph(up, down, left, right), "grid")
            if right:
                canvas.put(
                    x + 1, y, style.joint_glyph(False, False, True, True) * (step - 1), "grid"
                )
            if down:
                canvas.put(x, y + 1, style.joint_glyph(True, True, False, False), "grid")


def _draw_points(scene: Scene, grid: Grid, style: TextStyle) -> Canvas:
    """Crossing lines, with space at the edges for the brackets of the last move."""
    glyphs = SceneGlyphs(scene, style)

    def at(column: int) -> int:
        return grid.margin + 1 + 2 * column

    high = grid.height + (1 if scene.borders else 0)
    canvas = _make_canvas(grid, 2 * grid.width + 1, high, at, lambda row: row)
    canvas.fill(grid.margin, 0, 2 * grid.width + 1, grid.height, "board")
    for column, row in grid.taken:
        right = (column + 1, row) in grid.taken
        glyph = style.joint_glyph(
            (column, row - 1) in grid.taken,
            (column, row + 1) in grid.taken,
            (column - 1, row) in grid.taken,
            right,
        )
        is_star = grid.is_star(column, row)
        canvas.put(at(column), row, style.star if is_star else glyph, "star" if is_star else "grid")
        if right:
            canvas.put(at(column) + 1, row, style.joint_glyph(False, False, True, True), "grid")
    for piece in scene.pieces:
        column, row = grid.places[piece.spot]
        # In colour every stone is a full disc, and its colour shows its side.
        glyph = style.sides[0] if style.colour and piece.glyph in STONES else glyphs.piece(piece)
        canvas.put(at(column), row, glyph, piece_style(piece, "stone"))
    for name in scene.last:
        if name in grid.places:
            column, row = grid.places[name]
            canvas.put(at(column) - 1, row, style.last[0], "last")
            canvas.put(at(column) + 1, row, style.last[1], "last")
    add_surroundings(canvas, scene, style, grid.make_locator(at(0), 2, 0, 1), 2, 1)
    return canvas


def _draw_tiles(scene: Scene, grid: Grid, style: TextStyle) -> Canvas:
    """Squares with tones and glyphs: a coloured tile each, with the glyph in its corner."""
    glyphs = SceneGlyphs(scene, style)
    wide, high = TILE_WIDTH, 3 if style.height > 3 * grid.height else 2
    canvas = _make_canvas(
        grid,
        grid.width * wide,
        grid.height * high,
        lambda column: grid.margin + column * wide + wide // 2,
        lambda row: row * high + 1,
    )
    for spot in scene.spots:
        column, row = grid.places[spot.name]
        x, y = grid.margin + column * wide, row * high
        canvas.fill(x, y, wide, high, f"tone.{spot.tone}" if spot.tone else "")
        canvas.put(x, y, glyphs.spot(spot), "glyph")
        if spot.name in scene.last:
            canvas.put(x, y + 1, style.last[0], "last")
            canvas.put(x + wide - 1, y + 1, style.last[1], "last")
    for piece in scene.pieces:
        column, row = grid.places[piece.spot]
        place = grid.margin + column * wide + 1, row * high
        _draw_tower(canvas, *place, high, piece, glyphs.piece(piece), style)
    locate = grid.make_locator(grid.margin + wide // 2, wide, 1, high)
    add_surroundings(canvas, scene, style, locate, wide / 2, 1)
    return canvas


def _draw_tower(
    canvas: Canvas, x: int, y: int, high: int, piece: Piece, glyph: str, style: TextStyle
) -> None:
    """A piece on a tile: a block in its side's colour around its tone, with its rings on top."""
    side = piece_style(piece, "stone")
    width = TILE_WIDTH - 2
    if piece.rank:
        canvas.put(x, y, (style.ring * piece.rank).center(width), "ring", side)
    elif not style.ascii:
        canvas.put(x, y, "▄" * width, side)
    canvas.put(x, y + 1, " " * width, "", side)
    ground = f"tone.{piece.tone}" if piece.tone else side
    canvas.put(x + 1, y + 1, f" {glyph} ", "piece", ground)
    if high > 2 and not style.ascii:
        canvas.put(x, y + 2, "▀" * width, side)
