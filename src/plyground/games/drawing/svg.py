"""Any scene as a self-contained SVG: no fonts, scripts or other files are needed.

One square is `UNIT` wide. Colours that must change on a dark page are classes with a media query;
everything else is painted on a background of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from itertools import combinations

from plyground.games.drawing import palette
from plyground.games.drawing.glyphs import STONES, TextStyle
from plyground.games.drawing.text_board import Grid, write_captions
from plyground.games.scene import Arrow, Mark, Overlay, Piece, Scene, Spot

UNIT = 48.0

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

STYLE = """
.pg-paper{fill:#fcfbf8}.pg-ink{fill:#2b2f36}.pg-soft{fill:#767c86}.pg-rule{stroke:#c3c7ce}
.pg-line{stroke:#2b2f36}.pg-edge{stroke:#fcfbf8}.pg-dot{fill:#2b2f36}.pg-name{fill:#fcfbf8}
@media (prefers-color-scheme:dark){
.pg-paper{fill:#1d2026}.pg-ink{fill:#e9e6df}.pg-soft{fill:#9aa1ab}.pg-rule{stroke:#4a505a}
.pg-line{stroke:#e9e6df}.pg-edge{stroke:#1d2026}.pg-dot{fill:#e9e6df}.pg-name{fill:#1d2026}}
"""

FONT = "system-ui,'Segoe UI','Noto Sans','Noto Sans KR','Apple SD Gothic Neo',sans-serif"


def draw_svg(
    scene: Scene, title: str = "", description: str = "", overlay: Overlay | None = None
) -> str:
    """Draw a scene. Screen readers announce the title and the description."""
    drawing = (_PlaneSvg if scene.board == "plane" else _GridSvg)(scene)
    return drawing.render(title, description, overlay or Overlay())


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
    drawing = (_PlaneSvg if scene.board == "plane" else _GridSvg)(scene, bare=True)
    board, pieces = "".join(drawing.draw_board()), "".join(drawing.draw_pieces())
    return Miniature(board, pieces, drawing.width, drawing.height)


def tag(name: str, *inside: str, **attributes: object) -> str:
    """One element. `_` in an attribute name becomes `-`; an attribute that is None is omitted."""
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{to_xml(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{pairs}>{''.join(inside)}</{name}>" if inside else f"<{name}{pairs}/>"


def to_xml(value: object) -> str:
    """A value as XML: numbers rounded, text escaped, characters that XML forbids left out."""
    if isinstance(value, float):
        return f"{round(value, 2):g}"
    return escape(_FORBIDDEN.sub("", str(value)))


def write_text(x: float, y: float, text: str, size: float, **attributes: object) -> str:
    """A line of text centred at a point."""
    attributes.setdefault("text_anchor", "middle")
    return tag("text", to_xml(text), x=x, y=y + 0.35 * size, font_size=size, **attributes)


class _SceneSvg:
    """What all kinds of boards share: frame, labels, overlays and captions."""

    width: float
    height: float

    def __init__(self, scene: Scene, bare: bool = False) -> None:
        self.scene = scene
        self.bare = bare
        """Without text: no names, letters or numbers."""
        self.spots = {spot.name: spot for spot in scene.spots}

    def project(self, x: float, y: float) -> tuple[float, float]:
        """Coordinates of the drawing for a point of the scene."""
        raise NotImplementedError

    def locate(self, name: str) -> tuple[float, float]:
        """Coordinates of the drawing for a spot."""
        return self.project(self.spots[name].x, self.spots[name].y)

    def draw_board(self) -> Iterable[str]:
        """The elements of the board itself, from back to front."""
        return ()

    def draw_pieces(self) -> Iterable[str]:
        """The elements of everything on the board."""
        raise NotImplementedError

    def render(self, title: str, description: str, overlay: Overlay) -> str:
        words = [*write_captions(self.scene), *filter(None, [overlay.caption])]
        width = max([self.width, *(10.0 * len(text) + 40 for text in words)])
        height = self.height + 30.0 * len(words) + (6 if words else 0)
        size = max(1.0, 360 / width)
        return tag(
            "svg",
            tag("title", to_xml(title)) + tag("desc", to_xml(description)),
            tag("style", STYLE),
            tag("rect", width=width, height=height, rx=14, class_="pg-paper"),
            tag(
                "g",
                *self.draw_board(),
                *self.draw_pieces(),
                *self._draw_labels(),
                *self._draw_overlay(overlay),
                transform=f"translate({to_xml((width - self.width) / 2)})",
            ),
            *self._draw_captions(words, width / 2),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {to_xml(width)} {to_xml(height)}",
            width=size * width,
            height=size * height,
            role="img",
            aria_label=title or None,
            font_family=FONT,
        )

    def _draw_overlay(self, overlay: Overlay) -> Iterable[str]:
        """Marks and arrows. A mark is drawn on its spot if that is empty, else in its corner."""
        taken = {piece.spot for piece in self.scene.pieces}
        for mark in overlay.marks:
            yield from self._draw_mark(
                mark, mark.spot not in taken and self.scene.board == "points"
            )
            taken.add(mark.spot)
        for arrow in overlay.arrows:
            yield from self._draw_arrow(arrow)

    def _draw_mark(self, mark: Mark, alone: bool) -> Iterable[str]:
        x, y = self.locate(mark.spot)
        colour = palette.OVERLAYS[mark.tone]
        parts = [tag("title", to_xml(mark.about))] if mark.about else []
        radius = (0.34 if alone else 0.22) * UNIT
        if mark.heat is not None:
            glow = {"fill": colour, "fill_opacity": 0.2 + 0.6 * mark.heat}
            parts.append(tag("circle", cx=x, cy=y, r=0.44 * UNIT, **glow))
        if not alone:
            x, y = x + 0.3 * UNIT, y - 0.3 * UNIT
        if mark.text and not (alone and mark.heat is not None):
            edge = {"stroke": "#fff", "stroke_width": 1.2}
            parts.append(tag("circle", cx=x, cy=y, r=radius, fill=colour, **edge))
        if mark.text:
            ink = {"fill": "#fff", "stroke": "#16181c", "stroke_width": 2, "paint_order": "stroke"}
            size = (1.1 if len(mark.text) < 3 else 0.85) * radius
            parts.append(write_text(x, y, mark.text, size, font_weight="bold", **ink))
        yield tag("g", *parts)

    def _draw_arrow(self, arrow: Arrow) -> Iterable[str]:
        """A path of several spots is a line; one spot gets a circle."""
        about = tag("title", to_xml(arrow.about))
        line = {
            "fill": "none",
            "stroke": palette.OVERLAYS[arrow.tone],
            "stroke_width": 3 + 4 * arrow.weight,
            "stroke_linecap": "round",
            "stroke_opacity": 0.85,
        }
        places = [self.locate(spot) for spot in arrow.path]
        if len(places) == 1:
            [(x, y)] = places
            yield tag("circle", about, cx=x, cy=y, r=0.4 * UNIT, **line)
        else:
            points = " ".join(f"{to_xml(x)},{to_xml(y)}" for x, y in places)
            yield tag("polyline", about, points=points, **line)

    def _draw_captions(self, words: list[str], middle: float) -> Iterable[str]:
        """The captions below the board, with the glyphs of the sides in their colours."""
        discs = {
            glyph: tag("tspan", "●", fill=colour, stroke="#808080", stroke_width=0.7)
            for glyph, colour in zip(
                TextStyle().sides, palette.side_colours(self.scene), strict=True
            )
        }
        for number, text in enumerate(words):
            inside = "".join(discs.get(letter, to_xml(letter)) for letter in text)
            y = self.height + 30.0 * number + 14
            yield tag(
                "text", inside, x=middle, y=y, font_size=18, text_anchor="middle", class_="pg-ink"
            )

    def _draw_labels(self) -> Iterable[str]:
        for label in self.scene.labels:
            yield write_text(*self.project(label.x, label.y), label.text, 16.0, class_="pg-ink")

    def _draw_strokes(self, wide: float) -> Iterable[str]:
        """Lines in the colours of their sides; the last one with a halo."""
        for stroke in self.scene.lines:
            ends = {}
            for number, name in enumerate((stroke.start, stroke.end), start=1):
                ends[f"x{number}"], ends[f"y{number}"] = self.locate(name)
            line = {**ends, "stroke_linecap": "round"}
            if set(self.scene.last) == {stroke.start, stroke.end}:
                yield tag("line", **line, stroke=palette.LAST, stroke_width=4 * wide)
            colour = None if stroke.side is None else palette.SIDES[stroke.side]
            neutral = None if colour else "pg-line"
            yield tag("line", **line, stroke=colour, stroke_width=wide, class_=neutral)

    def _draw_areas(self) -> Iterable[str]:
        for area in self.scene.areas:
            points = " ".join(f"{to_xml(x)},{to_xml(y)}" for x, y in map(self.locate, area.corners))
            yield tag("polygon", points=points, fill=palette.SIDES[area.side], fill_opacity=0.45)


class _GridSvg(_SceneSvg):
    """Boards of squares, or of crossing lines."""

    def __init__(self, scene: Scene, bare: bool = False) -> None:
        super().__init__(scene, bare)
        self.grid = Grid(scene)
        self.left = min(spot.x for spot in scene.spots)
        self.low = min(spot.y for spot in scene.spots)
        self.columns = max(spot.x for spot in scene.spots) - self.left + 1
        self.rows = max(spot.y for spot in scene.spots) - self.low + 1
        self.edge = (0.06 if bare else 0.35) * UNIT
        self.margin = (0.06 if bare else 0.7) * UNIT
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
        yield from self._draw_areas()
        yield from self._draw_strokes(4.0)
        if not self.bare:
            yield from self._draw_coordinates()
        if self.scene.board == "cells":
            yield from self._draw_last_move()
        for piece in self.scene.pieces:
            yield from self._draw_piece(piece)
        if self.scene.board == "points":
            yield from self._draw_last_move()

    def _draw_squares(self) -> Iterable[str]:
        for spot in self.scene.spots:
            x, y = self.project(spot.x, spot.y)
            place = {"x": x - UNIT / 2, "y": y - UNIT / 2, "width": UNIT, "height": UNIT}
            if spot.tone is None:
                yield tag("rect", **place, fill="none", stroke_width=1.5, class_="pg-rule")
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
            yield write_text(x, y, spot.name, 12.0, class_="pg-soft")

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
        for name, (column, row) in self.grid.places.items():
            x, y = self.locate(name)
            if column == 0 and row in self.grid.row_labels:
                text = self.grid.row_labels[row]
                yield write_text(0.36 * UNIT, y, text, 14.0, class_="pg-soft")
            if row == self.grid.height - 1 and column in self.grid.column_labels:
                text = self.grid.column_labels[column]
                yield write_text(x, self.height - 0.36 * UNIT, text, 14.0, class_="pg-soft")

    def _draw_piece(self, piece: Piece) -> Iterable[str]:
        x, y = self.locate(piece.spot)
        if piece.tone is None and piece.glyph not in STONES:
            ink = palette.side_colours(self.scene)[piece.side]
            yield write_text(x, y, piece.glyph, 0.66 * UNIT, fill=ink, font_weight="bold")
            return
        body = palette.side_colours(self.scene)[piece.side]
        edge = palette.pick_text_colour(body)
        radius = (0.43 if piece.tone is None else 0.36) * UNIT
        yield tag("circle", cx=x, cy=y, r=radius, fill=body, stroke="#00000055")
        if piece.tone is not None:
            tone = palette.tone_colour(piece.tone)
            yield tag("circle", cx=x, cy=y, r=0.21 * UNIT, fill=tone)
            ink = palette.pick_text_colour(tone)
            yield write_text(x, y, piece.glyph, 0.28 * UNIT, fill=ink, font_weight="bold")
        for ring in range(piece.rank):
            radius = (0.325 - 0.042 * ring) * UNIT
            yield tag("circle", cx=x, cy=y, r=radius, fill="none", stroke=edge, stroke_width=1.1)

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


class _PlaneSvg(_SceneSvg):
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

    def project(self, x: float, y: float) -> tuple[float, float]:
        return (
            self.margin + (x - self.left) * self.scale,
            self.margin + (self.top - y) * self.scale,
        )

    def draw_pieces(self) -> Iterable[str]:
        yield from self._draw_areas()
        yield from self._draw_strokes(4.5 if self.bare else 3.0)
        radius = self._choose_radius()
        for spot in self.scene.spots:
            x, y = self.project(spot.x, spot.y)
            halo = palette.LAST if spot.name in self.scene.last else None
            yield tag("circle", cx=x, cy=y, r=radius, stroke=halo, stroke_width=4, class_="pg-dot")
            if self.bare:
                continue
            size = radius * (1.2 if len(spot.name) == 1 else 0.95)
            yield write_text(x, y, spot.name, size, font_weight="bold", class_="pg-name")

    def _choose_radius(self) -> float:
        """A radius large enough for a letter, and small enough that neighbours do not touch."""
        places = [complex(*self.project(spot.x, spot.y)) for spot in self.scene.spots]
        nearest = min((abs(a - b) for a, b in combinations(places, 2)), default=100.0)
        return max(5.0, min(12.0, 0.42 * nearest))
