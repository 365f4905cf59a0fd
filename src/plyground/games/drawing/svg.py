"""Any scene as an SVG picture that stands alone: no fonts, scripts or files from elsewhere.

Lengths are in units of one square (`UNIT`). Colours that must change on a dark page are classes
with a media query; everything else is painted on a ground of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from itertools import combinations

from plyground.games.drawing import palette
from plyground.games.drawing.glyphs import STONES, Pen
from plyground.games.drawing.text_board import Grid, captions
from plyground.games.scene import Arrow, Mark, Overlay, Piece, Scene, Spot

UNIT = 48.0

_CONTROL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

STYLE = """
.pg-paper{fill:#fcfbf8}.pg-ink{fill:#2b2f36}.pg-soft{fill:#767c86}.pg-rule{stroke:#c3c7ce}
.pg-line{stroke:#2b2f36}.pg-edge{stroke:#fcfbf8}.pg-dot{fill:#2b2f36}.pg-name{fill:#fcfbf8}
@media (prefers-color-scheme:dark){
.pg-paper{fill:#1d2026}.pg-ink{fill:#e9e6df}.pg-soft{fill:#9aa1ab}.pg-rule{stroke:#4a505a}
.pg-line{stroke:#e9e6df}.pg-edge{stroke:#1d2026}.pg-dot{fill:#e9e6df}.pg-name{fill:#1d2026}}
"""

FONT = "system-ui,'Segoe UI','Noto Sans','Noto Sans KR','Apple SD Gothic Neo',sans-serif"


def svg(
    scene: Scene, title: str = "", description: str = "", overlay: Overlay | None = None
) -> str:
    """The picture of a scene. Title and description are what a screen reader says."""
    drawn = (_Plane if scene.board == "plane" else _Board)(scene)
    return drawn.page(title, description, overlay or Overlay())


@dataclass(frozen=True)
class Miniature:
    """A scene without a word, for pictures that hold many of them."""

    ground: str
    """What all positions of a game share."""
    figures: str
    width: float
    height: float


def miniature(scene: Scene) -> Miniature:
    """The bare board and what stands on it, as elements."""
    small = (_Plane if scene.board == "plane" else _Board)(scene, bare=True)
    return Miniature("".join(small.ground()), "".join(small.figures()), small.width, small.height)


def tag(name: str, *inside: str, **attributes: object) -> str:
    """One element. `_` in the name of an attribute is written `-`; None leaves it out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{as_xml(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def as_xml(value: object) -> str:
    """A value as it may stand in XML: numbers short, text escaped, forbidden signs left out."""
    if isinstance(value, float):
        return f"{round(value, 2):g}"
    return escape(_CONTROL.sub("", str(value)))


def write(x: float, y: float, text: str, size: float, **attributes: object) -> str:
    """A line of text, its middle at a place."""
    attributes.setdefault("text_anchor", "middle")
    return tag("text", as_xml(text), x=x, y=y + 0.35 * size, font_size=size, **attributes)


class _Picture:
    """What all kinds of boards share: the page, the labels, the captions."""

    width: float
    height: float

    def __init__(self, scene: Scene, bare: bool = False) -> None:
        self.scene = scene
        self.bare = bare
        """Without words: no names, letters or numbers."""
        self.spots = {spot.name: spot for spot in scene.spots}

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the scene lies in the picture."""
        raise NotImplementedError

    def of(self, name: str) -> tuple[float, float]:
        """Where a spot lies in the picture."""
        return self.at(self.spots[name].x, self.spots[name].y)

    def ground(self) -> Iterable[str]:
        """The elements of the board itself, the lowest first."""
        return ()

    def figures(self) -> Iterable[str]:
        """The elements of what stands on it."""
        raise NotImplementedError

    def page(self, title: str, description: str, overlay: Overlay) -> str:
        words = captions(self.scene)
        width = max([self.width, *(10.0 * len(text) + 40 for text in words)])
        height = self.height + 30.0 * len(words) + (6 if words else 0)
        size = max(1.0, 360 / width)
        return tag(
            "svg",
            tag("title", as_xml(title)) + tag("desc", as_xml(description)),
            tag("style", STYLE),
            tag("rect", width=width, height=height, rx=14, class_="pg-paper"),
            tag(
                "g",
                *self.ground(),
                *self.figures(),
                *self._labels(),
                *self._laid(overlay),
                transform=f"translate({as_xml((width - self.width) / 2)})",
            ),
            *self._captions(words, width / 2),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {as_xml(width)} {as_xml(height)}",
            width=size * width,
            height=size * height,
            role="img",
            aria_label=title or None,
            font_family=FONT,
        )

    def _laid(self, overlay: Overlay) -> Iterable[str]:
        """Marks and arrows. A sign stands on its spot if that is empty, else in its corner."""
        taken = {piece.spot for piece in self.scene.pieces}
        for mark in overlay.marks:
            yield from self._mark(mark, mark.spot not in taken and self.scene.board == "points")
            taken.add(mark.spot)
        for arrow in overlay.arrows:
            yield from self._arrow(arrow)

    def _mark(self, mark: Mark, alone: bool) -> Iterable[str]:
        x, y = self.of(mark.spot)
        colour = palette.OVERLAYS[mark.tone]
        parts = [tag("title", as_xml(mark.about))] if mark.about else []
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
            parts.append(write(x, y, mark.text, size, font_weight="bold", **ink))
        yield tag("g", *parts)

    def _arrow(self, arrow: Arrow) -> Iterable[str]:
        """A way of several spots is a line; one spot is ringed."""
        about = tag("title", as_xml(arrow.about))
        pen = {
            "fill": "none",
            "stroke": palette.OVERLAYS[arrow.tone],
            "stroke_width": 3 + 4 * arrow.weight,
            "stroke_linecap": "round",
            "stroke_opacity": 0.85,
        }
        places = [self.of(spot) for spot in arrow.path]
        if len(places) == 1:
            [(x, y)] = places
            yield tag("circle", about, cx=x, cy=y, r=0.4 * UNIT, **pen)
        else:
            points = " ".join(f"{as_xml(x)},{as_xml(y)}" for x, y in places)
            yield tag("polyline", about, points=points, **pen)

    def _captions(self, words: list[str], middle: float) -> Iterable[str]:
        """The words under the board, with the signs of the sides in their colours."""
        signs = {
            sign: tag("tspan", "●", fill=colour, stroke="#808080", stroke_width=0.7)
            for sign, colour in zip(Pen().sides, palette.side_colours(self.scene), strict=True)
        }
        for number, text in enumerate(words):
            inside = "".join(signs.get(letter, as_xml(letter)) for letter in text)
            y = self.height + 30.0 * number + 14
            yield tag(
                "text", inside, x=middle, y=y, font_size=18, text_anchor="middle", class_="pg-ink"
            )

    def _labels(self) -> Iterable[str]:
        for label in self.scene.labels:
            yield write(*self.at(label.x, label.y), label.text, 16.0, class_="pg-ink")

    def _strokes(self, wide: float) -> Iterable[str]:
        """Lines in their owners' colours; the last one on a halo."""
        for stroke in self.scene.lines:
            ends = {}
            for number, name in enumerate((stroke.start, stroke.end), start=1):
                ends[f"x{number}"], ends[f"y{number}"] = self.of(name)
            line = {**ends, "stroke_linecap": "round"}
            if set(self.scene.last) == {stroke.start, stroke.end}:
                yield tag("line", **line, stroke=palette.LAST, stroke_width=4 * wide)
            owned = None if stroke.side is None else palette.SIDES[stroke.side]
            shade = None if owned else "pg-line"
            yield tag("line", **line, stroke=owned, stroke_width=wide, class_=shade)

    def _areas(self) -> Iterable[str]:
        for area in self.scene.areas:
            points = " ".join(f"{as_xml(x)},{as_xml(y)}" for x, y in map(self.of, area.corners))
            yield tag("polygon", points=points, fill=palette.SIDES[area.side], fill_opacity=0.45)


class _Board(_Picture):
    """Squares, or crossings of lines."""

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

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (
            self.margin + (x - self.left + 0.5) * UNIT,
            self.edge + (self.rows - (y - self.low) - 0.5) * UNIT,
        )

    def ground(self) -> Iterable[str]:
        return self._lines() if self.scene.board == "points" else self._squares()

    def figures(self) -> Iterable[str]:
        yield from self._areas()
        yield from self._strokes(4.0)
        if not self.bare:
            yield from self._coordinates()
        if self.scene.board == "cells":
            yield from self._marks()
        for piece in self.scene.pieces:
            yield from self._piece(piece)
        if self.scene.board == "points":
            yield from self._marks()

    def _squares(self) -> Iterable[str]:
        for spot in self.scene.spots:
            x, y = self.at(spot.x, spot.y)
            place = {"x": x - UNIT / 2, "y": y - UNIT / 2, "width": UNIT, "height": UNIT}
            if spot.tone is None:
                yield tag("rect", **place, fill="none", stroke_width=1.5, class_="pg-rule")
            else:
                fill = palette.tone_colour(spot.tone)
                yield tag("rect", **place, fill=fill, stroke_width=1.5, class_="pg-edge")
            if not self.bare:
                yield from self._square_words(spot, x, y)

    def _square_words(self, spot: Spot, x: float, y: float) -> Iterable[str]:
        if spot.glyph:
            ink = palette.readable_on(palette.tone_colour(spot.tone)) if spot.tone else None
            yield write(
                x - 0.345 * UNIT,
                y - 0.335 * UNIT,
                spot.glyph,
                0.2 * UNIT,
                fill=ink,
                fill_opacity=0.75,
                class_=None if ink else "pg-soft",
            )
        if not self.grid.is_lettered:
            yield write(x, y, spot.name, 12.0, class_="pg-soft")

    def _lines(self) -> Iterable[str]:
        """A wooden board with lines between neighbours, and its dots."""
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
            x, y = self.at(spot.x, spot.y)
            for neighbour in ((column + 1, row), (column, row + 1)):
                if neighbour in by_place:
                    x2, y2 = self.at(by_place[neighbour].x, by_place[neighbour].y)
                    yield tag("line", x1=x, y1=y, x2=x2, y2=y2, stroke="#6b4d1e", stroke_width=1.2)
            if self.grid.is_star(column, row):
                yield tag("circle", cx=x, cy=y, r=4, fill="#6b4d1e")

    def _coordinates(self) -> Iterable[str]:
        for name, (column, row) in self.grid.places.items():
            x, y = self.of(name)
            if column == 0 and row in self.grid.row_labels:
                text = self.grid.row_labels[row]
                yield write(0.36 * UNIT, y, text, 14.0, class_="pg-soft")
            if row == self.grid.height - 1 and column in self.grid.column_labels:
                text = self.grid.column_labels[column]
                yield write(x, self.height - 0.36 * UNIT, text, 14.0, class_="pg-soft")

    def _piece(self, piece: Piece) -> Iterable[str]:
        x, y = self.of(piece.spot)
        if piece.tone is None and piece.glyph not in STONES:
            ink = palette.side_colours(self.scene)[piece.side]
            yield write(x, y, piece.glyph, 0.66 * UNIT, fill=ink, font_weight="bold")
            return
        body = palette.side_colours(self.scene)[piece.side]
        edge = palette.readable_on(body)
        radius = (0.43 if piece.tone is None else 0.36) * UNIT
        yield tag("circle", cx=x, cy=y, r=radius, fill=body, stroke="#00000055")
        if piece.tone is not None:
            tone = palette.tone_colour(piece.tone)
            yield tag("circle", cx=x, cy=y, r=0.21 * UNIT, fill=tone)
            ink = palette.readable_on(tone)
            yield write(x, y, piece.glyph, 0.28 * UNIT, fill=ink, font_weight="bold")
        for ring in range(piece.rank):
            radius = (0.325 - 0.042 * ring) * UNIT
            yield tag("circle", cx=x, cy=y, r=radius, fill="none", stroke=edge, stroke_width=1.1)

    def _marks(self) -> Iterable[str]:
        """The last move: a frame around squares, a dot on stones."""
        for name in self.scene.last:
            if name not in self.spots:
                continue
            x, y = self.of(name)
            if self.scene.board == "points":
                yield tag("circle", cx=x, cy=y, r=0.12 * UNIT, fill=palette.DOT)
                continue
            side = UNIT - 1
            frame = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side, "rx": 4}
            for colour, wide in ((palette.STONES[0], 5), (palette.LAST, 2.5)):
                yield tag("rect", **frame, fill="none", stroke=colour, stroke_width=wide)


class _Plane(_Picture):
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

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (
            self.margin + (x - self.left) * self.scale,
            self.margin + (self.top - y) * self.scale,
        )

    def figures(self) -> Iterable[str]:
        yield from self._areas()
        yield from self._strokes(4.5 if self.bare else 3.0)
        radius = self._radius()
        for spot in self.scene.spots:
            x, y = self.at(spot.x, spot.y)
            halo = palette.LAST if spot.name in self.scene.last else None
            yield tag("circle", cx=x, cy=y, r=radius, stroke=halo, stroke_width=4, class_="pg-dot")
            if self.bare:
                continue
            size = radius * (1.2 if len(spot.name) == 1 else 0.95)
            yield write(x, y, spot.name, size, font_weight="bold", class_="pg-name")

    def _radius(self) -> float:
        """Large enough for a letter, small enough that neighbours stay apart."""
        places = [complex(*self.at(spot.x, spot.y)) for spot in self.scene.spots]
        nearest = min((abs(a - b) for a, b in combinations(places, 2)), default=100.0)
        return max(5.0, min(12.0, 0.42 * nearest))
