"""What the SVG boards of all kinds share: frame, pieces, lines, labels, overlays and captions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from plyground.games.drawing import palette
from plyground.games.drawing.board_edges import outline_borders
from plyground.games.drawing.glyphs import SHAPES, STONES, TextStyle
from plyground.games.drawing.svg_elements import (
    FONT,
    STYLE,
    UNIT,
    tag,
    to_xml,
    write_points,
    write_text,
)
from plyground.games.drawing.text_board import write_captions
from plyground.games.drawing.text_canvas import text_width
from plyground.games.scene import Arrow, Mark, Overlay, Piece, Scene, Spot, Zone

_LABEL_SIZE = 16.0
_LETTER = 0.6
"""Width of a letter, as a part of its size; a Hangul syllable is as wide as two."""
_PILL = 26.0
"""How far apart labels of arrows have to be."""
_LABEL_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)
"""Where a label may lie along its arrow."""

_OUTLINED = {
    "font_weight": "bold",
    "fill": "#fff",
    "stroke": "#16181c",
    "stroke_width": 2,
    "paint_order": "stroke",
}
"""Text that can be read on any ground."""


class SceneSvg:
    """The drawing of one scene; each kind of board says where spots lie and how they look."""

    width: float
    height: float
    overlay_scale = 1.0
    """Thinner lines and smaller badges, where spots lie close together."""

    def __init__(self, scene: Scene, bare: bool = False) -> None:
        self.scene = scene
        self.bare = bare
        """Without text: no names, letters or numbers."""
        self.spots = {spot.name: spot for spot in scene.spots}
        self.sides = palette.side_colours(scene)
        self.held = {piece.spot for piece in scene.pieces}

    def project(self, x: float, y: float) -> tuple[float, float]:
        """Coordinates of the drawing for a point of the scene."""
        raise NotImplementedError

    def locate(self, name: str) -> tuple[float, float]:
        """Coordinates of the drawing for a spot."""
        return self.project(self.spots[name].x, self.spots[name].y)

    def find_rim(self, name: str) -> float:
        """How far from the middle of a spot lines of overlays begin, so that it can be read."""
        return 0.4 * UNIT if name in self.held else 0.0

    def draw_board(self) -> Iterable[str]:
        """The elements of the board itself, from back to front."""
        return ()

    def draw_pieces(self) -> Iterable[str]:
        """The elements of everything on the board."""
        raise NotImplementedError

    def render(self, title: str, description: str, overlay: Overlay) -> str:
        words = [*write_captions(self.scene), *overlay.caption.splitlines()]
        left, top, right, bottom = self.measure()
        drawn = right - left
        width = max([drawn, *(10.0 * len(text) + 40 for text in words)])
        height = bottom - top + 30.0 * len(words) + (6 if words else 0)
        # Marks beside each other on one spot are small.
        least = 1.6 if any(mark.origin not in (None, mark.spot) for mark in overlay.marks) else 1.0
        size = max(least, 360 / width)
        shift = [(width - drawn) / 2 - left, *([-top] if top else [])]
        return tag(
            "svg",
            tag("title", to_xml(title)) + tag("desc", to_xml(description)),
            tag("style", STYLE),
            tag("rect", width=width, height=height, rx=14, class_="pg-paper"),
            tag(
                "g",
                *self.draw_board(),
                *(self._draw_zone(zone) for zone in overlay.zones),
                *self.draw_changing(),
                *self._draw_overlay(overlay),
                transform=f"translate({' '.join(map(to_xml, shift))})",
            ),
            *self._draw_captions(words, width / 2, bottom - top),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {to_xml(width)} {to_xml(height)}",
            width=size * width,
            height=size * height,
            role="img",
            aria_label=title or None,
            font_family=FONT,
        )

    def measure(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of the drawing: the board, and labels beside it."""
        boxes = [(0.0, 0.0, self.width, self.height)]
        for label in self.scene.labels:
            x, y = self.project(label.x, label.y)
            half = _LETTER * _LABEL_SIZE * text_width(label.text) / 2 + 8
            boxes.append((x - half, y - _LABEL_SIZE, x + half, y + _LABEL_SIZE))
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def draw_changing(self) -> Iterable[str]:
        """The elements of a position: everything on the board, and what is written beside it."""
        yield from self.draw_pieces()
        yield from self._draw_winning()
        yield from self._draw_labels()

    def _draw_winning(self) -> Iterable[str]:
        """A ring around every spot that shows why the game is won."""
        for name in dict.fromkeys(self.scene.winning):
            x, y = self.locate(name)
            for colour, wide in ((palette.STONES[0], 5), (palette.LAST, 3)):
                ring = {"fill": "none", "stroke": colour, "stroke_width": wide}
                yield tag("circle", cx=x, cy=y, r=0.45 * UNIT, **ring)

    def _draw_overlay(self, overlay: Overlay) -> Iterable[str]:
        """Arrows and marks. A mark is drawn on its spot if that is empty, else in its corner; the
        texts of arrows and zones lie on top."""
        for arrow in overlay.arrows:
            yield from self._draw_arrow(arrow)
        taken = set(self.held)
        for mark in overlay.marks:
            if mark.origin is not None:
                yield self._draw_beside(mark)
                continue
            yield from self._draw_mark(
                mark, mark.spot not in taken and self.scene.board == "points"
            )
            taken.add(mark.spot)
        # All labels are above all arrows.
        places: list[tuple[float, float]] = []
        for arrow in filter(lambda arrow: arrow.text, overlay.arrows):
            places.append(self._place_along(arrow, places))
            yield _draw_pill(arrow, *places[-1], 15.0)
        for zone in overlay.zones:
            yield from self._write_zone_text(zone)

    def _draw_zone(self, zone: Zone) -> str:
        polygons = (write_points(map(self.locate, polygon)) for polygon in zone.polygons)
        # One path: between polygons of their own, thin gaps would show.
        path = "".join(f"M{points}Z" for points in polygons)
        about = tag("title", to_xml(zone.about))
        return tag("path", about, d=path, fill=palette.OVERLAYS[zone.tone], fill_opacity=0.3)

    def _write_zone_text(self, zone: Zone) -> Iterable[str]:
        if zone.text:
            x, y = self.project(zone.x, zone.y)
            fill = palette.OVERLAYS[zone.tone]
            edge = {"stroke": "#fff", "stroke_width": 1.2}
            unit = UNIT * self.overlay_scale
            yield tag("circle", cx=x, cy=y, r=0.22 * unit, fill=fill, **edge)
            yield write_text(x, y, zone.text, 0.24 * unit, **_OUTLINED)

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
            size = (1.1 if len(mark.text) < 3 else 0.85) * radius
            parts.append(write_text(x, y, mark.text, size, **_OUTLINED))
        yield tag("g", *parts)

    def _draw_arrow(self, arrow: Arrow) -> Iterable[str]:
        """A path of several spots is a line; one spot gets a circle."""
        about = tag("title", to_xml(arrow.about))
        line = {
            "fill": "none",
            "stroke": palette.OVERLAYS[arrow.tone],
            "stroke_width": (3 + 4 * arrow.weight) * self.overlay_scale,
            "stroke_linecap": "round",
            "stroke_opacity": 0.85,
        }
        places = [self.locate(spot) for spot in arrow.path]
        if len(places) == 1:
            [(x, y)] = places
            yield tag("circle", about, cx=x, cy=y, r=0.4 * UNIT, **line)
        else:
            first, last = (self.find_rim(arrow.path[end]) for end in (0, -1))
            places[0] = _shift(places[0], places[1], first)
            places[-1] = _shift(places[-1], places[-2], last)
            yield tag("polyline", about, points=write_points(places), **line)

    def _draw_beside(self, mark: Mark) -> str:
        """A mark on the side of its spot that a move comes from: three come from below, so those
        that come diagonally lie higher. One that comes from nowhere lies in the middle."""
        (x, y), (from_x, from_y) = self.locate(mark.spot), self.locate(mark.origin or mark.spot)
        across, along = _sign(from_x - x), _sign(from_y - y)
        x, y = x + 0.25 * UNIT * across, y + (0.08 if across else 0.34) * UNIT * along
        return _draw_pill(mark, x, y, 9.5 if across or along else 15.0)

    def _place_along(
        self, arrow: Arrow, taken: Sequence[tuple[float, float]]
    ) -> tuple[float, float]:
        """Where the label of an arrow covers no other: in the middle, else nearer to an end."""
        (x, y), (end_x, end_y) = self.locate(arrow.path[-2:][0]), self.locate(arrow.path[-1])
        places = [(x + share * (end_x - x), y + share * (end_y - y)) for share in _LABEL_SHARES]
        free = (
            place
            for place in places
            if all(abs(place[0] - a) > _PILL or abs(place[1] - b) > _PILL for a, b in taken)
        )
        return next(free, places[0])

    def _draw_captions(self, words: list[str], middle: float, top: float) -> Iterable[str]:
        """The captions below the board, with the glyphs of the sides in their colours."""
        discs = {
            glyph: tag("tspan", "●", fill=colour, stroke="#808080", stroke_width=0.7)
            for glyph, colour in zip(TextStyle().sides, self.sides, strict=True)
        }
        for number, text in enumerate(words):
            inside = "".join(discs.get(letter, to_xml(letter)) for letter in text)
            y = top + 30.0 * number + 14
            yield tag(
                "text", inside, x=middle, y=y, font_size=18, text_anchor="middle", class_="pg-ink"
            )

    def _draw_labels(self) -> Iterable[str]:
        for label in self.scene.labels:
            yield write_text(
                *self.project(label.x, label.y), label.text, _LABEL_SIZE, class_="pg-ink"
            )

    def draw_strokes(self, wide: float) -> Iterable[str]:
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

    def draw_areas(self) -> Iterable[str]:
        for area in self.scene.areas:
            points = write_points(map(self.locate, area.corners))
            yield tag("polygon", points=points, fill=palette.SIDES[area.side], fill_opacity=0.45)

    def draw_borders(self) -> Iterable[str]:
        """The edges of the board in the colours of the sides, the second side's with a stripe."""
        for strip in outline_borders(self.scene):
            corners = write_points(self.project(x, y) for x, y in strip.corners)
            yield tag("polygon", points=corners, fill=self.sides[strip.side], stroke="#00000055")
            if strip.side == 1:
                ends = write_points(self.project(x, y) for x, y in strip.stripe)
                line = {"fill": "none", "stroke": "#fff", "stroke_width": 2, "stroke_opacity": 0.85}
                yield tag("polyline", points=ends, **line)

    def draw_piece(self, piece: Piece, unit: float = UNIT) -> Iterable[str]:
        """A glyph, a disc, or a disc with a tone inside, on a square of that size."""
        x, y = self.locate(piece.spot)
        if piece.side is None and piece.glyph in SHAPES:
            yield from self._draw_neutral(piece, x, y, unit)
            return
        body = palette.neutral_colour(piece.tone)
        if piece.side is not None:
            body = self.sides[piece.side]
        if piece.side is None or (piece.tone is None and piece.glyph not in STONES):
            size = 0.66 * unit / max(1.0, 0.6 * text_width(piece.glyph))
            yield write_text(x, y, piece.glyph, size, fill=body, font_weight="bold")
            return
        edge = palette.pick_text_colour(body)
        radius = (0.43 if piece.tone is None else 0.36) * unit
        yield tag("circle", cx=x, cy=y, r=radius, fill=body, stroke="#00000055")
        if piece.tone is None and piece.side == 1 and self.sides == palette.SIDES:
            # Not by colour alone: the second player's coloured discs have a ring.
            ring = {"fill": "none", "stroke": "#fff", "stroke_opacity": 0.85}
            yield tag("circle", cx=x, cy=y, r=0.27 * unit, stroke_width=0.05 * unit, **ring)
        if piece.tone is not None:
            tone = palette.tone_colour(piece.tone)
            yield tag("circle", cx=x, cy=y, r=0.21 * unit, fill=tone)
            ink = palette.pick_text_colour(tone)
            yield write_text(x, y, piece.glyph, 0.28 * unit, fill=ink, font_weight="bold")
        yield from _draw_rings(piece.rank, x, y, unit, edge)

    def _draw_neutral(self, piece: Piece, x: float, y: float, unit: float) -> Iterable[str]:
        """A piece of neither side: round or square, large or small, solid or with a hole."""
        form, size, inside = SHAPES[piece.glyph]
        body = palette.neutral_colour(piece.tone)
        half = (0.36 if size == "large" else 0.22) * unit
        parts = [(half, body)]
        if inside == "hollow":
            parts.append((0.45 * half, palette.pick_text_colour(body)))
        for reach, fill in parts:
            look = {"fill": fill, "stroke": "#000000aa", "stroke_width": 1.5}
            if form == "round":
                yield tag("circle", cx=x, cy=y, r=reach, **look)
            else:
                place = {"x": x - reach, "y": y - reach, "width": 2 * reach, "height": 2 * reach}
                yield tag("rect", **place, rx=0.15 * reach, **look)
        yield from _draw_rings(piece.rank, x, y, unit, palette.pick_text_colour(body))

    def write_name(self, spot: Spot, x: float, y: float, room: float) -> Iterable[str]:
        """The name of a spot within a given width, unless a piece lies on it."""
        if spot.name not in self.held:
            size = min(12.0, room / _LETTER / max(1, text_width(spot.name)))
            yield write_text(x, y, spot.name, size, class_="pg-soft")


def _draw_pill(about: Mark | Arrow, x: float, y: float, size: float) -> str:
    """The text of a mark or an arrow on a ground of its tone."""
    width, height = size * (max(0.66 * text_width(about.text), 1.0) + 0.4), size + 3
    place = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
    edge = {"stroke": "#fff", "stroke_width": 0.8}
    return tag(
        "g",
        *([tag("title", to_xml(about.about))] if about.about else []),
        tag("rect", **place, rx=height / 2, fill=palette.OVERLAYS[about.tone], **edge),
        write_text(x, y, about.text, size, font_weight="bold", fill="#fff"),
    )


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _shift(
    place: tuple[float, float], toward: tuple[float, float], far: float
) -> tuple[float, float]:
    """The place so far on the way to another, if that is not too near."""
    (x, y), (end_x, end_y) = place, toward
    share = min(0.3, far / (math.dist(place, toward) or 1))
    return x + share * (end_x - x), y + share * (end_y - y)


def _draw_rings(count: int, x: float, y: float, unit: float, colour: str) -> Iterable[str]:
    for number in range(count):
        radius = (0.325 - 0.042 * number) * unit
        yield tag("circle", cx=x, cy=y, r=radius, fill="none", stroke=colour, stroke_width=1.1)
