"""Ratings with their errors as a chart."""

from __future__ import annotations

from plyground.arena.standings import Row
from plyground.games.drawing.svg_elements import FONT, tag, to_xml
from plyground.games.drawing.text_canvas import text_width
from plyground.locale import say

ROW, HEAD, GAP, PLOT, VALUE = 28.0, 46.0, 16.0, 460.0, 120.0
LETTER = 7.2
MAX_LETTERS = 48
TICKS = (10, 20, 50, 100, 200, 500, 1000, 2000)
MOST_TICKS = 8

STYLE = """
.pg-paper{fill:#fcfbf8}.pg-ink{fill:#2b2f36}.pg-soft{fill:#5d636d}.pg-dot{fill:#3a6ea5}
.pg-error{stroke:#3a6ea5}.pg-grid{stroke:#d9d6ce}
@media (prefers-color-scheme:dark){.pg-paper{fill:#1d2026}.pg-ink{fill:#e9e6df}
.pg-soft{fill:#a7aeb8}.pg-dot{fill:#7fb0e6}.pg-error{stroke:#7fb0e6}.pg-grid{stroke:#3d434c}}
"""


def draw_elo_chart(rows: list[Row]) -> str:
    """A point with an error bar for every player who has a rating; a self-contained SVG."""
    labels = {row.name: _shorten(row.name) for row in rows}
    left = GAP + LETTER * max(map(text_width, labels.values()), default=0) + GAP
    known = [
        (row.rating.elo, row.rating.error or 0.0) for row in rows if row.rating.elo is not None
    ]
    low = min((elo - error for elo, error in known), default=-50.0)
    high = max((elo + error for elo, error in known), default=50.0)
    step = next((tick for tick in TICKS if (high - low) / tick <= MOST_TICKS), TICKS[-1])
    low, high = step * (low // step), step * (high // step + 1)

    def place(elo: float) -> float:
        return left + (elo - low) / (high - low) * PLOT

    width, height = left + PLOT + VALUE, HEAD + ROW * len(rows) + GAP
    parts = [
        tag("title", to_xml(say("arena.chart.title"))),
        tag("style", STYLE),
        tag("rect", class_="pg-paper", width=width, height=height, rx=6.0),
    ]
    for number in range(int((high - low) / step) + 1):
        x = place(low + number * step)
        parts.append(tag("line", class_="pg-grid", x1=x, x2=x, y1=HEAD - 8, y2=height - GAP))
        text = f"{low + number * step:+.0f}".replace("+0", "0")
        parts.append(_write(x, HEAD - 20, text, "pg-soft", "middle"))
    for number, row in enumerate(rows):
        y = HEAD + ROW * (number + 0.5)
        parts.append(_write(GAP, y, labels[row.name], "pg-ink", "start"))
        parts.append(_write(left + PLOT + GAP, y, format_elo(row), "pg-ink", "start"))
        elo, error = row.rating.elo, row.rating.error or 0.0
        if elo is None:
            continue
        ends = {"x1": place(elo - error), "x2": place(elo + error)}
        parts.append(tag("line", class_="pg-error", **ends, y1=y, y2=y, stroke_width=3))
        parts.append(tag("circle", class_="pg-dot", cx=place(elo), cy=y, r=6.0))
    return tag(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}",
        width=width, height=height, role="img", font_family=FONT, font_size=13,
    )  # fmt: skip


def format_elo(row: Row) -> str:
    """A rating with its error, or what is said where there is none."""
    rating = row.rating
    if rating.elo is None:
        return say("arena.table.unrated")
    error = f" ± {rating.error:.0f}" if rating.error else ""
    return f"{rating.elo:+.0f}{error}"


def _write(x: float, y: float, text: str, kind: str, anchor: str) -> str:
    return tag("text", to_xml(text), class_=kind, x=x, y=y + 4.5, text_anchor=anchor)


def _shorten(name: str) -> str:
    """The end of a long name: a path differs there."""
    return name if len(name) <= MAX_LETTERS else f"…{name[1 - MAX_LETTERS :]}"
