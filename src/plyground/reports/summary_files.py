"""A summary as files that can be handed in: CSV, Markdown, a chart as SVG, a page as HTML."""

from __future__ import annotations

import csv
import io
from html import escape

from plyground.games.captions import describe_position
from plyground.games.drawing.svg import draw_svg
from plyground.games.drawing.svg_elements import FONT, tag, to_xml
from plyground.locale import current_language, say
from plyground.reports.experiment import Agreement
from plyground.reports.summary import Example, Summary

LABEL_WIDTH, ROW_HEIGHT, HEAD_HEIGHT, GAP = 260.0, 26.0, 54.0, 24.0
CHART_WIDTH, LEAST_PANEL, WIDEST_PANEL = 960.0, 150.0, 420.0
"""Panels share the width of the chart; it grows where there are too many of them."""
VALUE_WIDTH = 56.0
"""Space behind a bar for its number."""

# A verdict has a shape and words, so that colour alone carries no meaning.
_SIGNS: dict[Agreement, str] = {"agrees": "✓", "contradicts": "✗", "open": "?"}

_CHART_STYLE = """
.pg-paper{fill:#fcfbf8}.pg-ink{fill:#2b2f36}.pg-soft{fill:#5d636d}.pg-bar{fill:#3a6ea5}
.pg-track{fill:#ebe9e3}
@media (prefers-color-scheme:dark){.pg-paper{fill:#1d2026}.pg-ink{fill:#e9e6df}
.pg-soft{fill:#a7aeb8}.pg-bar{fill:#7fb0e6}.pg-track{fill:#2b3038}}
"""

_PAGE_STYLE = """
:root{color-scheme:light dark;--paper:#fcfbf8;--ink:#2b2f36;--soft:#5d636d;--rule:#d9d6ce}
@media (prefers-color-scheme:dark){:root{--paper:#1d2026;--ink:#e9e6df;--soft:#a7aeb8;
--rule:#3d434c}}
body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;margin:0 auto;
max-width:62rem;padding:1.5rem}
h1{font-size:1.5rem}h2{font-size:1rem;color:var(--soft);margin:0 0 .25rem}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:1.5rem}
.sides>section{border-left:3px solid var(--rule);padding-left:1rem}
.table{overflow-x:auto}table{border-collapse:collapse;margin:1.5rem 0}
th,td{padding:.3rem .8rem;border-bottom:1px solid var(--rule);text-align:left}
.number{text-align:right;font-variant-numeric:tabular-nums}
svg{max-width:100%;height:auto}
.boards{display:flex;flex-wrap:wrap;gap:1.5rem}figure{margin:0;width:15rem}
figcaption,.notes,footer{color:var(--soft)}
"""


def write_csv(summary: Summary) -> str:
    """The table alone, numbers as numbers."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(column.title for column in summary.columns)
    writer.writerows(["" if cell is None else cell for cell in row] for row in summary.rows)
    return out.getvalue()


def write_markdown(summary: Summary) -> str:
    """Title, claim and finding, and the table."""
    rule = ("---:" if summary.is_numeric(place) else "---" for place in range(len(summary.columns)))
    rows = [
        [column.title for column in summary.columns],
        list(rule),
        *([cell.replace("|", "\\|") for cell in row] for row in summary.texts),
    ]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    parts = [
        f"# {summary.title}",
        f"**{say('experiment.page.claim')}** {summary.claim}",
        f"**{say('experiment.page.finding')}** {summary.finding}",
        table,
        *summary.notes,
        f"`{make_command(summary)}`",
    ]
    return "\n\n".join(parts) + "\n"


def make_command(summary: Summary) -> str:
    """The command that runs the experiment again."""
    return f"plyground lab --experiment {summary.name}"


def draw_chart(summary: Summary) -> str:
    """Bars for every numeric column, one panel each, side by side; a self-contained SVG."""
    # The first column says what a row is about, be it in words or in numbers.
    places = [place for place in range(1, len(summary.columns)) if summary.is_numeric(place)]
    words = [place for place in range(len(summary.columns)) if place not in places]
    share = (CHART_WIDTH - LABEL_WIDTH) / max(len(places), 1) - GAP
    panel_width = min(max(share, LEAST_PANEL), WIDEST_PANEL)
    width = LABEL_WIDTH + len(places) * (panel_width + GAP) + GAP
    height = HEAD_HEIGHT + len(summary.rows) * ROW_HEIGHT + GAP
    parts = [
        tag("title", to_xml(summary.title)),
        tag("style", _CHART_STYLE),
        tag("rect", class_="pg-paper", width=width, height=height, rx=6.0),
    ]
    for number, row in enumerate(summary.texts):
        label = ", ".join(row[place] for place in words if row[place])
        y = HEAD_HEIGHT + (number + 0.5) * ROW_HEIGHT
        parts.append(_write(GAP, y, _shorten(label, 36), "pg-ink"))
    for panel, place in enumerate(places):
        left = LABEL_WIDTH + GAP + panel * (panel_width + GAP)
        parts.extend(_draw_panel(summary, place, left, panel_width))
    return tag(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}",
        width=width, height=height, role="img", font_family=FONT, font_size=13,
    )  # fmt: skip


def _draw_panel(summary: Summary, place: int, left: float, width: float) -> list[str]:
    """One column as horizontal bars from its own zero."""
    column = summary.columns[place]
    cells = [row[place] for row in summary.rows]
    numbers = [0.0 if cell is None else float(cell) for cell in cells]
    low, high = min(0.0, *numbers), max(0.0, *numbers)
    span = (high - low) or 1.0
    room = width - VALUE_WIDTH
    parts = [_write(left, HEAD_HEIGHT - 18, _shorten(column.title, 24), "pg-soft")]
    for number, value in enumerate(numbers):
        y = HEAD_HEIGHT + number * ROW_HEIGHT
        start = left + (min(value, 0.0) - low) / span * room
        bar = abs(value) / span * room
        parts.append(tag("rect", class_="pg-track", x=left, y=y + 5, width=room, height=16.0))
        parts.append(tag("rect", class_="pg-bar", x=start, y=y + 5, width=bar, height=16.0))
        text = column.format(cells[number])
        parts.append(_write(left + room + 6, y + ROW_HEIGHT / 2, text, "pg-ink"))
    return parts


def _write(x: float, y: float, text: str, kind: str) -> str:
    return tag("text", to_xml(text), class_=kind, x=x, y=y + 4.5)


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def write_html(summary: Summary) -> str:
    """A page that stands alone: the claim beside the finding, chart, table and boards."""
    head = "".join(
        f"<th{_number_class(summary, place)}>{escape(column.title)}</th>"
        for place, column in enumerate(summary.columns)
    )
    body = "".join(
        "<tr>{}</tr>".format(
            "".join(
                f"<td{_number_class(summary, place)}>{escape(cell)}</td>"
                for place, cell in enumerate(row)
            )
        )
        for row in summary.texts
    )
    verdicts = " ".join(
        f"{_SIGNS[verdict]} {escape(say(f'experiment.page.{verdict}'))}"
        for verdict in summary.verdicts
    )
    notes = "".join(f"<p class=notes>{escape(note)}</p>" for note in summary.notes)
    boards = "".join(map(_write_figure, summary.examples))
    command = say("experiment.page.command", command=make_command(summary))
    return f"""<!doctype html>
<html lang="{current_language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(summary.title)}</title>
<style>{_PAGE_STYLE}</style>
</head>
<body>
<h1>{escape(summary.title)}</h1>
<div class="sides">
<section><h2>{escape(say("experiment.page.claim"))}</h2><p>{escape(summary.claim)}</p></section>
<section><h2>{escape(say("experiment.page.finding"))}</h2><p>{escape(summary.finding)}</p>
<p><strong>{verdicts}</strong></p></section>
</div>
<p>{draw_chart(summary)}</p>
<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>
{notes}
<div class="boards">{boards}</div>
<footer><p>{escape(command)}</p></footer>
</body>
</html>
"""


def _number_class(summary: Summary, place: int) -> str:
    return " class=number" if summary.is_numeric(place) else ""


def _write_figure(example: Example) -> str:
    picture = draw_svg(example.position.scene, example.caption, describe_position(example.position))
    return f"<figure>{picture}<figcaption>{escape(example.caption)}</figcaption></figure>"
