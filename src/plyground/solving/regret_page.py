"""The regret of an agent as a table, as a chart and as one page of HTML."""

from __future__ import annotations

from html import escape

from plyground.games.captions import describe_position
from plyground.games.drawing.svg import draw_svg
from plyground.games.drawing.svg_elements import FONT, tag, to_xml
from plyground.locale import current_language, say
from plyground.solving.regret import KINDS, Kind, RegretCase, RegretReport, RegretRow

ROW, HEAD, GAP, LABEL, BAR, VALUE = 34.0, 70.0, 18.0, 150.0, 560.0, 150.0
MOST_BOARDS = 24
MOST_RIGHT = 6
"""Right moves that a sentence names."""

# Each has a word in the legend and its share beside the bar: colour alone carries no meaning.
_COLOURS: dict[Kind, str] = {
    "kept": "#3a7d5c",
    "points": "#c9b458",
    "draw": "#d98c3f",
    "loss": "#b5403a",
    "unknown": "#9aa0a8",
    "failed": "#5b4a7a",
}
_STYLE = """
.pg-paper{fill:#fcfbf8}.pg-ink{fill:#2b2f36}.pg-soft{fill:#5d636d}
@media (prefers-color-scheme:dark){.pg-paper{fill:#1d2026}.pg-ink{fill:#e9e6df}
.pg-soft{fill:#a7aeb8}}
"""
_PAGE_STYLE = """
:root{color-scheme:light dark;--paper:#fcfbf8;--ink:#2b2f36;--soft:#5d636d;--rule:#d9d6ce}
@media (prefers-color-scheme:dark){:root{--paper:#1d2026;--ink:#e9e6df;--soft:#a7aeb8;
--rule:#3d434c}}
body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;margin:0 auto;
max-width:64rem;padding:1.5rem}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}.soft,figcaption{color:var(--soft)}
.wide{overflow-x:auto}table{border-collapse:collapse}
th,td{padding:.3rem .8rem;border-bottom:1px solid var(--rule);text-align:right;
font-variant-numeric:tabular-nums}th:first-child,td:first-child{text-align:left}
svg{max-width:100%;height:auto}
.boards{display:flex;flex-wrap:wrap;gap:1.5rem}figure{margin:0;width:17rem}
"""


def list_headings(report: RegretReport) -> list[str]:
    """The headings of the table; columns that say nothing here are left out."""
    return [say(f"regret.table.{name}") for name in _columns(report)]


def list_cells(report: RegretReport, row: RegretRow) -> list[str]:
    """The texts of a row, in the order of the headings."""
    texts: dict[str, str] = {
        "value": say(f"regret.value.{row.name}"),
        "positions": str(row.positions),
        "critical": str(row.critical),
        "kept": format_share(row.kept_critical, row.critical),
        "luck": "" if row.luck is None else f"{row.luck:.0%}",
        "given": f"{row.points / row.positions:.2f}" if row.positions else "",
        **{kind: str(row.counts[kind]) for kind in KINDS if kind != "kept"},
    }
    return [texts[name] for name in _columns(report)]


def _columns(report: RegretReport) -> list[str]:
    total = report.rows[-1]
    kinds = [kind for kind in KINDS if kind != "kept"]
    shown = [kind for kind in kinds if total.counts[kind] or kind in ("draw", "loss")]
    points = ["given"] if report.is_scoring else []
    return ["value", "positions", "critical", "kept", "luck", *shown, *points]


def format_share(part: int, whole: int) -> str:
    return f"{part}/{whole} ({part / whole:.0%})" if whole else "-"


def describe_case(case: RegretCase, is_scoring: bool) -> str:
    """What happened in a position, in one sentence."""
    moves = case.solved.right or (case.solved.best,)
    right = ", ".join(moves[:MOST_RIGHT]) + (", ..." if len(moves) > MOST_RIGHT else "")
    if case.move is None:
        return say("regret.case.failed", why=case.failure, right=right)
    values = {"move": case.move, "right": right}
    if is_scoring:
        before, after = (_sign_points(value) for value in (case.solved.value, case.after or 0))
        return say("regret.case.points", before=before, after=after, **values)
    return say(f"regret.case.{'won' if case.solved.value > 0 else 'drawn'}.{case.kind}", **values)


def _sign_points(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def draw_regret_chart(report: RegretReport, title: str) -> str:
    """What became of the values in critical positions, a bar for each kind of position; a
    self-contained SVG."""
    rows = report.rows
    kinds = [kind for kind in KINDS if rows[-1].counts[kind]]
    width, height = LABEL + BAR + VALUE + GAP, HEAD + ROW * len(rows) + GAP
    parts = [
        tag("title", to_xml(title)),
        tag("style", _STYLE),
        tag("rect", class_="pg-paper", width=width, height=height, rx=6.0),
        _write(GAP, 22, title, "pg-ink"),
    ]
    for place, kind in enumerate(kinds):
        x = LABEL + place * (BAR + VALUE) / max(len(kinds), 1)
        parts.append(tag("rect", x=x, y=40.0, width=12.0, height=12.0, fill=_COLOURS[kind]))
        parts.append(_write(x + 18, 46, say(f"regret.table.{kind}"), "pg-soft"))
    for number, row in enumerate(rows):
        y = HEAD + ROW * number
        parts.append(_write(GAP, y + ROW / 2, say(f"regret.value.{row.name}"), "pg-ink"))
        x = LABEL
        for kind in kinds:
            count = row.kept_critical if kind == "kept" else row.counts[kind]
            long = BAR * count / max(row.critical, 1)
            if long:
                colour = _COLOURS[kind]
                parts.append(tag("rect", x=x, y=y + 6, width=long, height=ROW - 12, fill=colour))
            x += long
        kept = format_share(row.kept_critical, row.critical)
        parts.append(_write(LABEL + BAR + GAP, y + ROW / 2, kept, "pg-soft"))
    return tag(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}",
        width=width, height=height, role="img", font_family=FONT, font_size=13,
    )  # fmt: skip


def _write(x: float, y: float, text: str, kind: str) -> str:
    return tag("text", to_xml(text), class_=kind, x=x, y=y + 4.5)


def write_regret_page(report: RegretReport, title: str, about: list[str]) -> str:
    """A page with table, chart, and the worst positions on boards."""
    heads = "".join(f"<th scope=col>{escape(text)}</th>" for text in list_headings(report))
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in list_cells(report, row)) + "</tr>"
        for row in report.rows
    )
    boards = "".join(
        f"<figure>{_draw(case)}<figcaption>"
        f"{escape(describe_case(case, report.is_scoring))}</figcaption></figure>"
        for case in report.worst_first[:MOST_BOARDS]
    )
    worst = f"<h2>{escape(say('regret.page.worst'))}</h2><div class=boards>{boards}</div>"
    return f"""<!doctype html>
<html lang="{current_language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{"".join(f"<p class=soft>{escape(sentence)}</p>" for sentence in about)}
<div class=wide tabindex=0><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>
<div class=wide tabindex=0>{draw_regret_chart(report, title)}</div>
{worst if boards else ""}
</main>
</body>
</html>
"""


def _draw(case: RegretCase) -> str:
    position = case.solved.position
    return draw_svg(position.scene, position.game.title, describe_position(position))
