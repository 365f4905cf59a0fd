"""What to draw, as data: one board in the browser and one in the terminal draw every game.

A scene has places and shapes, no rules. Coordinates grow to the right and upward. A move is a
path of spots; clicking spots until one legal path is left makes the move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Path = tuple[str, ...]

Board = Literal["cells", "hexagons", "points", "pits", "plane"]
"""Squares; hexagons; crossings of lines; hollows that hold seeds; or spots scattered in the plane.

Neighbours in a row are 1 apart and rows are 1 apart, except in the plane, whose units are free.
Every second row of hexagons is shifted by half a cell: the neighbours of (x, y) are (x ± 1, y) and
(x ± 0.5, y ± 1).
"""

HEXAGON_ROW = 3**0.5 / 2

Tone = Literal["best", "good", "reply", "bad"]
"""What a mark or an arrow means for the side to move; `reply` is the opponent's."""


@dataclass(frozen=True)
class Spot:
    """A place that can be clicked. A tone colours it; a glyph shows the same without colour."""

    name: str
    x: float
    y: float
    tone: str | None = None
    glyph: str = ""
    span: float = 1.0
    """Height in rows, for a pit beside several rows of others."""


@dataclass(frozen=True)
class Piece:
    """A piece of one side on a spot, or (None) of neither: then its tone is its colour, and the
    glyphs `●○■□` and `•◦▪▫` are drawn as shapes. `rank` counts rings, crowns and the like."""

    spot: str
    side: int | None
    glyph: str = ""
    tone: str | None = None
    rank: int = 0


@dataclass(frozen=True)
class Pit:
    """How many seeds lie in a pit, and whose it is. Seeds belong to nobody, so they are no pieces:
    sowing moves none of them from a spot to another."""

    spot: str
    count: int
    side: int | None = None


@dataclass(frozen=True)
class Border:
    """An edge of the board in a side's colour, along the outer spots of a path (its two ends are
    enough where the edge is straight). Drawn on the far side from the middle of the board."""

    path: Path
    side: int


@dataclass(frozen=True)
class Stroke:
    """A line between two spots, drawn by a side or (None) by neither."""

    start: str
    end: str
    side: int | None = None


@dataclass(frozen=True)
class Area:
    """A polygon between spots that belongs to a side."""

    corners: Path
    side: int


@dataclass(frozen=True)
class Label:
    """Text anywhere in the picture."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Button:
    """A move that has no place on the board (a choice): its path is its own name."""

    name: str
    text: str


@dataclass(frozen=True)
class Scene:
    """One position, ready to be drawn."""

    board: Board
    spots: tuple[Spot, ...]
    pieces: tuple[Piece, ...] = ()
    lines: tuple[Stroke, ...] = ()
    areas: tuple[Area, ...] = ()
    labels: tuple[Label, ...] = ()
    """Text anywhere, also beside the board: the picture is as large as its labels need."""
    buttons: tuple[Button, ...] = ()
    pits: tuple[Pit, ...] = ()
    borders: tuple[Border, ...] = ()
    edges: tuple[Path, Path] | None = None
    """What is written below the columns, and beside the rows from the top, of squares and
    crossings. None: what names like `h8` say."""
    score: tuple[int, int] | None = None
    """Points of both sides, where the game counts them."""
    winning: Path = ()
    """The spots that show why a finished game is won: a complete row, a goal that was reached."""
    prompt: str = ""
    """A sentence about what the rules ask of the side to move, unless it may play as it likes."""
    colours: tuple[int, int] = (0, 1)
    """The colour that each side holds, as the side of its pieces: (1, 0) if they were swapped."""
    paths: Mapping[str, Path] = field(default_factory=dict)
    """Text of each legal move, and the spots it goes through. Filled in by the position."""
    last: Path = ()
    """The spots of the last move. Filled in by the position."""

    @property
    def row_height(self) -> float:
        """How far apart rows lie in the picture, where neighbours in a row are 1 apart."""
        return HEXAGON_ROW if self.board == "hexagons" else 1.0


@dataclass(frozen=True)
class Mark:
    """A mark on a spot."""

    spot: str
    text: str = ""
    """A few characters, drawn on the spot."""
    about: str = ""
    """What it means, for tooltips and screen readers."""
    tone: Tone = "good"
    heat: float | None = None
    """From 0 to 1: how strongly the spot is highlighted."""
    origin: str | None = None
    """The spot that a marked move comes from: the mark lies on that side of its own spot, so that
    those of several moves to one spot can be told apart. The spot itself: in its middle."""


@dataclass(frozen=True)
class Arrow:
    """An arrow through the spots of a path."""

    path: Path
    text: str = ""
    """A few characters, drawn on it."""
    about: str = ""
    tone: Tone = "good"
    weight: float = 1.0
    """From 0 (thin) to 1."""
    has_head: bool = True
    """Without one it is a line, which leads nowhere."""


@dataclass(frozen=True)
class Zone:
    """A part of the picture, covered by polygons between spots, with a text at one place of it."""

    polygons: tuple[Path, ...]
    x: float
    y: float
    text: str = ""
    about: str = ""
    tone: Tone = "good"

    @property
    def corners(self) -> Path:
        """The spots of its polygons, each once, by their names."""
        spots = {spot for polygon in self.polygons for spot in polygon}
        return tuple(sorted(spots, key=lambda spot: (len(spot), spot)))


@dataclass(frozen=True)
class Overlay:
    """Marks, arrows and zones drawn over a scene on request."""

    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    caption: str = ""
    """Lines of text below the board, about the position as a whole."""
    zones: tuple[Zone, ...] = ()
