"""Spots scattered in the plane, as text: lines of Braille dots or ASCII, and filled areas."""

from __future__ import annotations

from plyground.games.drawing.glyphs import SceneGlyphs, TextStyle, piece_style
from plyground.games.drawing.text_canvas import Canvas, text_width
from plyground.games.scene import Area, Scene

Point = tuple[float, float]

# The bit of each dot of a Braille character, by column and row.
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


def draw_plane(scene: Scene, style: TextStyle) -> Canvas:
    """Areas first, lines over them, spots with their names on top."""
    projection = PlaneProjection(scene, style)
    canvas = Canvas(projection.width, projection.height)
    for area in scene.areas:
        _fill_area(canvas, projection, area, style)
    for stroke in scene.lines:
        foreground = "line" if stroke.side is None else f"side{stroke.side}"
        is_last = len(scene.last) == 2 and {stroke.start, stroke.end} == set(scene.last)
        ends = projection.points[stroke.start], projection.points[stroke.end]
        (_draw_ascii_line if style.ascii else _draw_braille_line)(
            canvas, *ends, "last" if is_last else foreground
        )
    for label in scene.labels:
        column, row = projection.project(label.x, label.y)
        canvas.put(round(column), round(row), label.text, "label")
    glyphs = SceneGlyphs(scene, style)
    pieces = {piece.spot: piece for piece in scene.pieces}
    for spot in scene.spots:
        column, row = projection.name_cells[spot.name]
        ink, text = "last" if spot.name in scene.last else "spot", spot.name
        if spot.name in pieces:
            text = glyphs.piece(pieces[spot.name])
            ink = piece_style(pieces[spot.name])
        canvas.put(column, row, text, ink)
    return canvas


class PlaneProjection:
    """Maps points of the plane to cells: as large as the canvas allows, upright.

    A character is twice as high as it is wide. The scale is whole where it can be, so that points
    of a grid stay in rows and columns.
    """

    def __init__(self, scene: Scene, style: TextStyle) -> None:
        xs = [spot.x for spot in scene.spots] + [label.x for label in scene.labels]
        ys = [spot.y for spot in scene.spots] + [label.y for label in scene.labels]
        names = [spot.name for spot in scene.spots] + [label.text for label in scene.labels]
        longest = max(map(text_width, names))
        self._left, self._top = min(xs), max(ys)
        across, along = max(xs) - self._left, self._top - min(ys)
        fits = [(style.width - longest - 4) / across] if across else []
        fits += [2 * (style.height - 1) / along] if along else []
        scale = min(fits, default=1.0)
        self._scale = scale // 2 * 2 if scale >= 4 else scale
        self.width = round(across * self._scale) + longest + 4
        self.height = round(along * self._scale / 2) + 1
        self.points = {spot.name: self.project(spot.x, spot.y) for spot in scene.spots}
        self.name_cells = self._place_names()

    def project(self, x: float, y: float) -> Point:
        """Column and row of a point, not rounded."""
        return 2 + (x - self._left) * self._scale, (self._top - y) * self._scale / 2

    def _place_names(self) -> dict[str, tuple[int, int]]:
        """The cells of the names: at their points, or beside names that are too close."""
        cells: dict[str, tuple[int, int]] = {}
        taken: set[tuple[int, int]] = set()
        for name, (x, y) in self.points.items():
            column, row = round(x), round(y)
            for gap in (1, 0):
                if not _is_free(column, row, name, taken, gap):
                    column, row = self._nearest_free(x, y, name, taken, gap)
            cells[name] = (column, row)
            taken.update((column + i, row) for i in range(text_width(name)))
        return cells

    def _nearest_free(
        self, x: float, y: float, name: str, taken: set[tuple[int, int]], gap: int
    ) -> tuple[int, int]:
        """The cell nearest to a point where a name fits, or that of the point if there is none."""
        free = (
            (abs(column - x) + 2 * abs(row - y), column, row)
            for row in range(self.height)
            for column in range(self.width - text_width(name) + 1)
            if _is_free(column, row, name, taken, gap)
        )
        _, column, row = min(free, default=(0.0, round(x), round(y)))
        return column, row


def _is_free(column: int, row: int, name: str, taken: set[tuple[int, int]], gap: int) -> bool:
    return not any((column + i, row) in taken for i in range(-gap, text_width(name) + gap))


def _fill_area(canvas: Canvas, projection: PlaneProjection, area: Area, style: TextStyle) -> None:
    """Fill an area; one too small to cover a cell is marked at its centre."""
    corners = [projection.points[name] for name in area.corners]
    columns, rows = [x for x, _ in corners], [y for _, y in corners]
    inside = [
        (column, row)
        for row in range(int(min(rows)), int(max(rows)) + 2)
        for column in range(int(min(columns)), int(max(columns)) + 2)
        if _is_inside((column, row), corners)
    ]
    dotted = [(column, row) for column, row in inside if (column + row) % 2 == 0]
    if not dotted:
        dotted = [(round(sum(columns) / len(corners)), round(sum(rows) / len(corners)))]
    for place in {*inside, *dotted}:
        glyph = style.fills[area.side] if place in dotted and not style.colour else " "
        canvas.put(*place, glyph, f"side{area.side}", f"area{area.side}")


def _is_inside(point: Point, corners: list[Point]) -> bool:
    """Does a ray to the right leave the polygon an odd number of times?"""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def _draw_braille_line(canvas: Canvas, start: Point, end: Point, foreground: str) -> None:
    """A line of Braille dots, two by four to a character."""
    x1, y1, x2, y2 = 2 * start[0], 4 * start[1] + 1, 2 * end[0], 4 * end[1] + 1
    steps = max(1, round(max(abs(x2 - x1), abs(y2 - y1))))
    for step in range(steps + 1):
        x = round(x1 + (x2 - x1) * step / steps)
        y = round(y1 + (y2 - y1) * step / steps)
        column, row = x // 2, y // 4
        if canvas.contains(column, row):
            there = canvas.rows[row][column].glyph
            dots = ord(there) - 0x2800 if "\u2800" <= there <= "\u28ff" else 0
            canvas.put(column, row, chr(0x2800 + (dots | _DOTS[x % 2][y % 4])), foreground)


def _draw_ascii_line(canvas: Canvas, start: Point, end: Point, foreground: str) -> None:
    """A line of `-`, `|`, `/` and `\\`, by its slope on the screen."""
    across, down = end[0] - start[0], end[1] - start[1]
    steps = max(1, round(max(abs(across), abs(down))))
    if abs(down) * 3 < abs(across):
        glyph = "-"
    elif abs(across) * 3 < abs(down):
        glyph = "|"
    else:
        glyph = "\\" if (across > 0) == (down > 0) else "/"
    for step in range(steps + 1):
        column = round(start[0] + across * step / steps)
        row = round(start[1] + down * step / steps)
        canvas.put(column, row, glyph, foreground)
