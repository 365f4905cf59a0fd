"""Any scene as a self-contained SVG: no fonts, scripts or other files are needed."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from plyground.games.drawing import palette
from plyground.games.drawing.board_edges import label_hexagons, outline_borders
from plyground.games.drawing.seeds import scatter_seeds
from plyground.games.drawing.svg_board import SceneSvg
from plyground.games.drawing.svg_elements import UNIT, tag, write_points, write_text
from plyground.games.drawing.text_board import Grid
from plyground.games.drawing.text_canvas import text_width
from plyground.games.scene import HEXAGON_ROW, Overlay, Pit, Scene, Spot

_CORNER = 1 / math.sqrt(3)
"""From the middle of a hexagon to a corner, where neighbours are 1 apart."""
_WOOD_INK = "#6b4d1e"
_HOLLOW = "#c4934a"
_SEED = "#f4ead6"
_INK = "#2b1d07"


def draw_svg(
    scene: Scene, title: str = "", description: str = "", overlay: Overlay | None = None
) -> str:
    """Draw a scene. Screen readers announce the title and the description."""
    return _choose_board(scene)(scene).render(title, description, overlay or Overlay())


@dataclass(frozen=True)
class Miniature:
    """A scene without text, for drawings that contain many of them."""

    board: str
    """What all positions of a game share."""
    pieces: str
    width: float
    height: float


def draw_miniature(scene: Scene) -> Miniature:
    """Draw the bare board and the pieces on it, as elements."""
    drawing = _choose_board(scene)(scene, bare=True)
    board, pieces = "".join(drawing.draw_board()), "".join(drawing.draw_pieces())
    return Miniature(board, pieces, drawing.width, drawing.height)


@dataclass(frozen=True)
class Layers:
    """A scene in parts, for a drawing that changes from one position of a game to the next."""

    board: tuple[str, ...]
    """What all positions of a game share."""
    pieces: tuple[str, ...]
    """Everything else, from back to front."""
    box: tuple[float, float, float, float]
    """Left, top, right and bottom."""


def draw_layers(scene: Scene, board: tuple[str, ...] | None = None) -> Layers:
    """Draw a scene in parts; `board`, if the same game's was drawn before, is not drawn again."""
    drawing = _choose_board(scene)(scene)
    if board is None:
        board = tuple(drawing.draw_board())
    return Layers(board, tuple(drawing.draw_changing()), drawing.measure())


def _choose_board(scene: Scene) -> type[SceneSvg]:
    boards = {"plane": _PlaneSvg, "hexagons": _HexagonSvg, "pits": _PitSvg}
    return boards.get(scene.board, _GridSvg)


class _GridSvg(SceneSvg):
    """Boards of squares, or of crossing lines."""

    def __init__(self, scene: Scene, bare: bool = False) -> None:
        super().__init__(scene, bare)
        self.grid = Grid(scene)
        self.left = min(spot.x for spot in scene.spots)
        self.low = min(spot.y for spot in scene.spots)
        self.columns = max(spot.x for spot in scene.spots) - self.left + 1
        self.rows = max(spot.y for spot in scene.spots) - self.low + 1
        beside = 0.25 if scene.borders else 0.0
        longest = max([0, *(text_width(text) for text in self.grid.row_labels.values())])
        self.edge = ((0.06 if bare else 0.35) + beside) * UNIT
        self.margin = (0.06 if bare else max(0.7, 0.4 + 0.18 * longest) + beside) * UNIT
        self.width = self.columns * UNIT + self.margin + self.edge
        self.height = self.rows * UNIT + self.margin + self.edge

    def project(self, x: float, y: float) -> tuple[float, float]:
        return (
            self.margin + (x - self.left + 0.5) * UNIT,
            self.edge + (self.rows - (y - self.low) - 0.5) * UNIT,
        )

    def draw_board(self) -> Iterable[str]:
        return self._draw_lines() if self.scene.board == "points" else self._draw_squares()

    def draw_pieces(self) -> Iterable[str]:
        yield from self.draw_areas()
        yield from self.draw_strokes(4.0)
        if not self.bare:
            yield from self._draw_coordinates()
        if self.scene.board == "cells":
            yield from self._draw_last_move()
        for piece in self.scene.pieces:
            yield from self.draw_piece(piece)
        if self.scene.board == "points":
            yield from self._draw_last_move()

    def _draw_squares(self) -> Iterable[str]:
        yield from self.draw_borders()
        for spot in self.scene.spots:
            x, y = self.project(spot.x, spot.y)
            place = {"x": x - UNIT / 2, "y": y - UNIT / 2, "width": UNIT, "height": UNIT}
            if spot.tone is None:
                fill = None if self.scene.borders else "none"
                kind = "pg-paper pg-rule" if self.scene.borders else "pg-rule"
                yield tag("rect", **place, fill=fill, stroke_width=1.5, class_=kind)
            else:
                fill = palette.tone_colour(spot.tone)
                yield tag("rect", **place, fill=fill, stroke_width=1.5, class_="pg-edge")
            if not self.bare:
                yield from self._draw_square_text(spot, x, y)

    def _draw_square_text(self, spot: Spot, x: float, y: float) -> Iterable[str]:
        if spot.glyph:
            ink = palette.pick_text_colour(palette.tone_colour(spot.tone)) if spot.tone else None
            yield write_text(
                x - 0.345 * UNIT,
                y - 0.335 * UNIT,
                spot.glyph,
                0.2 * UNIT,
                fill=ink,
                fill_opacity=0.75,
                class_=None if ink else "pg-soft",
            )
        if not self.grid.is_lettered:
            yield from self.write_name(spot, x, y, 0.85 * UNIT)

    def _draw_lines(self) -> Iterable[str]:
        """A wooden board with lines between neighbours, and star points."""
        yield tag(
            "rect",
            x=self.margin,
            y=self.edge,
            width=self.columns * UNIT,
            height=self.rows * UNIT,
            rx=6,
            fill=palette.WOOD,
        )
        yield from self.draw_borders()
        by_place = {place: self.spots[name] for name, place in self.grid.places.items()}
        for (column, row), spot in by_place.items():
            x, y = self.project(spot.x, spot.y)
            for neighbour in ((column + 1, row), (column, row + 1)):
                if neighbour in by_place:
                    x2, y2 = self.project(by_place[neighbour].x, by_place[neighbour].y)
                    yield tag("line", x1=x, y1=y, x2=x2, y2=y2, stroke="#6b4d1e", stroke_width=1.2)
            if self.grid.is_star(column, row):
                yield tag("circle", cx=x, cy=y, r=4, fill="#6b4d1e")

    def _draw_coordinates(self) -> Iterable[str]:
        """Each row's label at the left, and each column's below, though there may be no square."""
        places = sorted(self.grid.places.values())
        lowest = dict(places)
        leftmost = {row: column for column, row in reversed(places)}
        for name, (column, row) in self.grid.places.items():
            x, y = self.locate(name)
            if column == leftmost[row] and row in self.grid.row_labels:
                text = self.grid.row_labels[row]
                middle = (self.margin - (0.25 * UNIT if self.scene.borders else 0.0)) / 2
                yield write_text(middle + 0.01 * UNIT, y, text, 14.0, class_="pg-soft")
            if row == lowest[column] and column in self.grid.column_labels:
                text = self.grid.column_labels[column]
                yield write_text(x, self.height - 0.36 * UNIT, text, 14.0, class_="pg-soft")

    def _draw_last_move(self) -> Iterable[str]:
        """The last move: a frame around squares, a dot on stones."""
        for name in self.scene.last:
            if name not in self.spots:
                continue
            x, y = self.locate(name)
            if self.scene.board == "points":
                yield tag("circle", cx=x, cy=y, r=0.12 * UNIT, fill=palette.DOT)
                continue
            side = UNIT - 1
            frame = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side, "rx": 4}
            for colour, wide in ((palette.STONES[0], 5), (palette.LAST, 2.5)):
                yield tag("rect", **frame, fill="none", stroke=colour, stroke_width=wide)


class _HexagonSvg(SceneSvg):
    """Boards of hexagons with a corner at the top."""

    def __init__(self, scene: Scene, bare: bool = False) -> None:
        super().__init__(scene, bare)
        self.labels = () if bare else label_hexagons(scene)
        corners = [point for strip in outline_borders(scene) for point in strip.corners]
        places = [(spot.x, spot.y) for spot in scene.spots]
        around = [(label.x, label.y) for label in self.labels]
        margin = (0.06 if bare else 0.3) * UNIT
        lefts = [x - 0.5 for x, _ in places] + [x for x, _ in corners + around]
        rights = [x + 0.5 for x, _ in places] + [x for x, _ in corners + around]
        tops = [y + _CORNER / HEXAGON_ROW for _, y in places] + [y for _, y in corners + around]
        lows = [y - _CORNER / HEXAGON_ROW for _, y in places] + [y for _, y in corners + around]
        self.left, self.top, self.margin = min(lefts), max(tops), margin
        self.width = (max(rights) - self.left) * UNIT + 2 * margin
        self.height = (self.top - min(lows)) * HEXAGON_ROW * UNIT + 2 * margin

    def project(self, x: float, y: float) -> tuple[float, float]:
        return (
            self.margin + (x - self.left) * UNIT,
            self.margin + (self.top - y) * HEXAGON_ROW * UNIT,
        )

    def draw_board(self) -> Iterable[str]:
        yield from self.draw_borders()
        for spot in self.scene.spots:
            x, y = self.project(spot.x, spot.y)
            fill = palette.tone_colour(spot.tone) if spot.tone else None
            kind = "pg-edge" if fill else "pg-paper pg-rule"
            points = _outline_hexagon(x, y, UNIT)
            yield tag("polygon", points=points, fill=fill, stroke_width=1.5, class_=kind)
            if spot.glyph and not self.bare and spot.name not in self.held:
                ink = palette.pick_text_colour(fill) if fill else None
                soft = None if ink else "pg-soft"
                yield write_text(x, y - 0.3 * UNIT, spot.glyph, 0.2 * UNIT, fill=ink, class_=soft)
            if not self.bare and not self.labels and self.scene.edges is None:
                yield from self.write_name(spot, x, y, 0.85 * UNIT)
        for label in self.labels:
            x, y = self.project(label.x, label.y)
            yield write_text(x, y, label.text, 14.0, class_="pg-soft")

    def draw_pieces(self) -> Iterable[str]:
        yield from self.draw_areas()
        yield from self.draw_strokes(4.0)
        for name in self.scene.last:
            if name in self.spots:
                points = _outline_hexagon(*self.locate(name), UNIT - 3)
                for colour, wide in ((palette.STONES[0], 5), (palette.LAST, 2.5)):
                    yield tag(
                        "polygon", points=points, fill="none", stroke=colour, stroke_width=wide
                    )
        for piece in self.scene.pieces:
            yield from self.draw_piece(piece, 0.92 * UNIT)


class _PitSvg(SceneSvg):
    """Hollows in a wooden board, with their seeds and how many they are."""

    def __init__(self, scene: Scene, bare: bool = False) -> None:
        super().__init__(scene, bare)
        self.margin = (0.12 if bare else 0.6 if scene.borders else 0.45) * UNIT
        self.left = min(spot.x for spot in scene.spots) - 0.5
        self.top = max(spot.y + spot.span / 2 for spot in scene.spots)
        low = min(spot.y - spot.span / 2 for spot in scene.spots)
        right = max(spot.x for spot in scene.spots) + 0.5
        self.width = (right - self.left) * UNIT + 2 * self.margin
        self.height = (self.top - low) * UNIT + 2 * self.margin

    def project(self, x: float, y: float) -> tuple[float, float]:
        return self.margin + (x - self.left) * UNIT, self.margin + (self.top - y) * UNIT

    def draw_board(self) -> Iterable[str]:
        yield from self.draw_borders()
        edge = max(0.0, self.margin - 0.2 * UNIT)
        frame = {"x": edge, "y": edge, "width": self.width - 2 * edge}
        yield tag("rect", **frame, height=self.height - 2 * edge, rx=14, fill=palette.WOOD)

    def draw_pieces(self) -> Iterable[str]:
        pits = {pit.spot: pit for pit in self.scene.pits}
        for spot in self.scene.spots:
            yield from self._draw_pit(spot, pits.get(spot.name))
        for piece in self.scene.pieces:
            yield from self.draw_piece(piece, 0.8 * UNIT)

    def _draw_pit(self, spot: Spot, pit: Pit | None) -> Iterable[str]:
        x, y = self.project(spot.x, spot.y)
        side = None if pit is None else pit.side
        width, height = 0.92 * UNIT, (spot.span - 0.08) * UNIT
        place = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
        yield tag(
            "rect",
            **place,
            rx=width / 2,
            fill=palette.tone_colour(spot.tone) if spot.tone else _HOLLOW,
            stroke=_WOOD_INK if side is None else self.sides[side],
            stroke_width=2.5,
            # Not by colour alone: the second player's pits have dashed edges.
            stroke_dasharray="6 3" if side == 1 else None,
        )
        if spot.name in self.scene.last:
            inner = {"x": x - width / 2 + 4, "y": y - height / 2 + 4, "width": width - 8}
            frame = {"rx": width / 2, "fill": "none", "stroke": palette.LAST, "stroke_width": 3}
            yield tag("rect", **inner, height=height - 8, **frame)
        if pit is not None:
            for seed_x, seed_y, radius in scatter_seeds(pit.count, spot.span):
                centre = {"cx": x + seed_x * UNIT, "cy": y + seed_y * UNIT, "r": radius * UNIT}
                yield tag("circle", **centre, fill=_SEED, stroke=_WOOD_INK, stroke_width=0.8)
        if self.bare:
            return
        if spot.name not in self.held:
            name_size = min(9.0, 0.4 * UNIT / text_width(spot.name or "-"))
            at = y - height / 2 + 0.13 * UNIT
            yield write_text(x, at, spot.name, name_size, fill=_WOOD_INK)
        if pit is not None:
            at = y + height / 2 - 0.17 * UNIT
            yield write_text(x, at, str(pit.count), 13.0, fill=_INK, font_weight="bold")


class _PlaneSvg(SceneSvg):
    """Spots scattered in the plane."""

    def __init__(self, scene: Scene, bare: bool = False) -> None:
        super().__init__(scene, bare)
        xs = [spot.x for spot in scene.spots]
        ys = [spot.y for spot in scene.spots]
        self.left, self.top = min(xs), max(ys)
        across, along = max(xs) - self.left, self.top - min(ys)
        side = 200.0 if bare else 560.0
        self.scale = side / (max(across, along) or 1)
        self.margin = (0.3 if bare else 0.75) * UNIT
        self.width = across * self.scale + 2 * self.margin
        self.height = along * self.scale + 2 * self.margin
        self.radius = self._choose_radius()
        self.overlay_scale = max(0.7, self.radius / 12)

    def project(self, x: float, y: float) -> tuple[float, float]:
        return (
            self.margin + (x - self.left) * self.scale,
            self.margin + (self.top - y) * self.scale,
        )

    def find_rim(self, name: str) -> float:
        return self.radius + 2

    def draw_board(self) -> Iterable[str]:
        return self.draw_borders()

    def draw_pieces(self) -> Iterable[str]:
        yield from self.draw_areas()
        yield from self.draw_strokes(4.5 if self.bare else 3.0)
        for spot in self.scene.spots:
            yield from self._draw_spot(spot)
        for piece in self.scene.pieces:
            yield from self.draw_piece(piece, 2.5 * self.radius)

    def _draw_spot(self, spot: Spot) -> Iterable[str]:
        radius = self.radius
        x, y = self.project(spot.x, spot.y)
        fill = palette.tone_colour(spot.tone) if spot.tone else None
        halo = palette.LAST if spot.name in self.scene.last else None
        yield tag(
            "circle",
            cx=x,
            cy=y,
            r=radius,
            stroke=halo,
            stroke_width=4,
            class_=None if fill else "pg-dot",
            fill=fill,
        )
        if self.bare or spot.name in self.held:
            return
        text = spot.glyph or spot.name
        size = radius * min(1.2 if len(text) == 1 else 0.95, 2.9 / max(1, text_width(text)))
        ink = palette.pick_text_colour(fill) if fill else None
        kind = None if fill else "pg-name"
        yield write_text(x, y, text, size, font_weight="bold", fill=ink, class_=kind)

    def _choose_radius(self) -> float:
        """A radius large enough for a letter, and small enough that neighbours do not touch."""
        places = [complex(*self.project(spot.x, spot.y)) for spot in self.scene.spots]
        nearest = min((abs(a - b) for a, b in combinations(places, 2)), default=100.0)
        return max(5.0, min(12.0, 0.42 * nearest))


def _outline_hexagon(x: float, y: float, width: float) -> str:
    """The corners of a hexagon around a point, the first at the top."""
    angles = (math.pi / 3 * corner for corner in range(6))
    radius = _CORNER * width
    return write_points((x + radius * math.sin(a), y - radius * math.cos(a)) for a in angles)
