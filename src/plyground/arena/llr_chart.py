"""The course of a sequential test as a chart: the LLR after each pair, between its two bounds."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.arena.elo_chart import STYLE
from plyground.arena.sprt import Sprt
from plyground.games.drawing.svg_elements import FONT, tag, to_xml, write_points, write_text
from plyground.locale import say

PLOT_WIDTH, PLOT_HEIGHT = 460.0, 220.0
LEFT, RIGHT, TOP, BOTTOM = 16.0, 190.0, 24.0, 40.0
CURVE = """.pg-curve{fill:none;stroke:#3a6ea5}
@media (prefers-color-scheme:dark){.pg-curve{stroke:#7fb0e6}}
"""


def draw_llr_chart(sprt: Sprt, values: Sequence[float]) -> str:
    """A self-contained SVG; `values` are the LLR after each pair of games."""
    high = max(sprt.upper, *values, 0.0)
    low = min(sprt.lower, *values, 0.0)

    def place(pair: int, llr: float) -> tuple[float, float]:
        x = LEFT + PLOT_WIDTH * pair / max(1, len(values))
        return x, TOP + PLOT_HEIGHT * (high - llr) / (high - low)

    width, height = LEFT + PLOT_WIDTH + RIGHT, TOP + PLOT_HEIGHT + BOTTOM
    parts = [
        tag("title", to_xml(say("arena.llr.title", elo0=f"{sprt.elo0:g}", elo1=f"{sprt.elo1:g}"))),
        tag("style", STYLE + CURVE),
        tag("rect", class_="pg-paper", width=width, height=height, rx=6.0),
    ]
    for llr, key in ((sprt.upper, "accept"), (0.0, ""), (sprt.lower, "reject")):
        y = place(0, llr)[1]
        ends = {"x1": LEFT, "x2": LEFT + PLOT_WIDTH, "y1": y, "y2": y}
        parts.append(tag("line", class_="pg-grid", **ends, stroke_width=2.0))
        text = f"{llr:+.2f} {say(f'arena.llr.{key}')}" if key else "0"
        look = {"class_": "pg-ink" if key else "pg-soft", "text_anchor": "start"}
        parts.append(write_text(LEFT + PLOT_WIDTH + 10, y, text, 13.0, **look))
    course = [place(0, 0.0), *(place(pair, llr) for pair, llr in enumerate(values, start=1))]
    curve = {"stroke_width": 2.5, "stroke_linejoin": "round"}
    parts.append(tag("polyline", class_="pg-curve", points=write_points(course), **curve))
    x, y = course[-1]
    parts.append(tag("circle", class_="pg-dot", cx=x, cy=y, r=5.0))
    games = say("arena.llr.games", games=2 * len(values))
    parts.append(write_text(LEFT + PLOT_WIDTH / 2, height - 18, games, 13.0, class_="pg-soft"))
    return tag(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}",
        width=width, height=height, role="img", font_family=FONT, font_size=13,
    )  # fmt: skip
