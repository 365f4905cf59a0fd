"""A tournament as one page of HTML that needs nothing else: tables, chart, games on a board."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import Any

from plyground.arena.elo_chart import draw_elo_chart, format_elo
from plyground.arena.replay import ReplayData
from plyground.arena.standings import Row, Standings, TournamentGame
from plyground.games.drawing.svg_elements import STYLE as BOARD_STYLE
from plyground.games.position import Position
from plyground.locale import current_language, say

COLUMNS = ("rank", "player", "elo", "points", "results", "first", "second", "time", "nodes",
           "forfeits")  # fmt: skip
"""The table; its headings are `arena.table.NAME`."""
RESULTS = {None: "½-½", 0: "1-0", 1: "0-1"}

_STYLE = """
:root{color-scheme:light dark;--paper:#fcfbf8;--ink:#2b2f36;--soft:#5d636d;--rule:#d9d6ce;
--chosen:#e8eef6}
@media (prefers-color-scheme:dark){:root{--paper:#1d2026;--ink:#e9e6df;--soft:#a7aeb8;
--rule:#3d434c;--chosen:#2a3442}}
body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;margin:0 auto;
max-width:72rem;padding:1rem}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
.wide{overflow-x:auto}svg{max-width:100%;height:auto}
table{border-collapse:collapse}th,td{padding:.25rem .7rem;border-bottom:1px solid var(--rule);
text-align:left;white-space:nowrap}
.number{text-align:right;font-variant-numeric:tabular-nums}
.replay{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1.5rem}
@media (max-width:50rem){.replay{grid-template-columns:minmax(0,1fr)}}
#board{width:100%;max-height:75vh}.list{max-height:30rem;overflow:auto}
#games tr{cursor:pointer}[aria-current]{background:var(--chosen)}
#moves{display:flex;flex-wrap:wrap;gap:.15rem;max-height:9rem;overflow:auto}
button,select{font:inherit;color:inherit;background:none;border:1px solid var(--rule);
border-radius:.3rem;padding:.1rem .5rem}
#moves button{border:0}input[type=range]{flex:1;min-width:6rem}
.controls{display:flex;gap:.4rem;align-items:center;flex-wrap:wrap;margin:.5rem 0}
.soft{color:var(--soft)}
"""


def list_cells(rank: int, row: Row) -> list[str]:
    """The texts of a row of the table, in the order of `COLUMNS`."""
    totals = row.totals
    forfeits = ", ".join(
        f"{count} {say(f'reason.{kind}')}" for kind, count in sorted(totals.forfeits.items())
    )
    tallies = [
        f"{tally.wins}-{tally.losses}-{tally.draws}" for tally in (totals.tally, *totals.by_side)
    ]
    return [
        str(rank),
        row.name,
        format_elo(row),
        f"{totals.tally.points:g}/{totals.tally.games}",
        *tallies,
        f"{totals.seconds_per_move:.3f}",
        f"{totals.nodes_per_move:,.0f}",
        forfeits or "-",
    ]


def list_crosstable(standings: Standings) -> list[list[str]]:
    """The points of each player against each other, in the order of the table."""
    names = [row.name for row in standings.rows]
    rows = []
    for rank, name in enumerate(names, start=1):
        cells = []
        for other in names:
            tally = standings.crosstable.get((name, other))
            cells.append("" if tally is None else f"{tally.points:g}/{tally.games}")
        rows.append([str(rank), name, *cells])
    return rows


def write_page(
    title: str,
    about: Sequence[str],
    origin: Position,
    standings: Standings,
    games: Sequence[TournamentGame],
) -> str:
    """The page; `about` are sentences on the conditions, `origin` is where all games begin."""
    ranked = enumerate(standings.rows, start=1)
    table = _write_table(
        [say(f"arena.table.{name}") for name in COLUMNS],
        [list_cells(rank, row) for rank, row in ranked],
    )
    ranks = [str(rank) for rank in range(1, len(standings.rows) + 1)]
    heads = [say("arena.table.rank"), say("arena.table.player"), *ranks]
    crosstable = _write_table(heads, list_crosstable(standings))
    script = resources.files(__package__).joinpath("tournament_page.js").read_text("utf-8")
    players = "".join(f"<option>{escape(row.name)}</option>" for row in standings.rows)
    rows = "".join(_write_game(number, one) for number, one in enumerate(games))
    buttons = "".join(
        f'<button id={id} aria-label="{escape(say(f"arena.page.{id}"))}">{sign}</button>'
        for id, sign in (("first", "«"), ("back", "‹"), ("next", "›"), ("last", "»"))
    )
    replay = f"""
<h2>{escape(say("arena.page.games"))}</h2>
<div class=replay>
<section><h3 id=title></h3><p id=outcome class=soft></p>
<svg id=board role=img aria-labelledby=title></svg>
<div class=controls>{buttons}
<input type=range id=ply min=0 aria-label="{escape(say("arena.page.ply"))}"></div>
<p id=where aria-live=polite></p><div id=moves></div></section>
<section><div class=controls><label>{escape(say("arena.page.player"))}
<select id=player><option value="">{escape(say("arena.page.all"))}</option>{players}</select>
</label></div>
<div class=list tabindex=0><table><tbody id=games>{rows}</tbody></table></div></section>
</div>
<script type="application/json" id=data>{_write_data(origin, games)}</script>
<script>{script}</script>"""
    return f"""<!doctype html>
<html lang="{current_language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_STYLE}{BOARD_STYLE}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{"".join(f"<p class=soft>{escape(sentence)}</p>" for sentence in about)}
<div class=wide tabindex=0>{table}</div>
<h2>{escape(say("arena.chart.title"))}</h2>
<div class=wide tabindex=0>{draw_elo_chart(standings.rows)}</div>
<h2>{escape(say("arena.page.crosstable"))}</h2>
<div class=wide tabindex=0>{crosstable}</div>
{replay if games else ""}
</main>
</body>
</html>
"""


def _write_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th scope=col>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>{}</tr>".format(
            "".join(
                f"<td{'' if place == 1 else ' class=number'}>{escape(text)}</td>"
                for place, text in enumerate(row)
            )
        )
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _write_game(number: int, one: TournamentGame) -> str:
    result = RESULTS[one.game.result.outcome.winner]
    players = f"<button type=button>{escape(one.first)} - {escape(one.second)}</button>"
    cells = f"<td class=number>{one.game.number}<td>{players}<td>{result}"
    return f"<tr data-game={number}>{cells}</tr>"


def _write_data(origin: Position, games: Sequence[TournamentGame]) -> str:
    replay = ReplayData(origin)
    documents: list[dict[str, Any]] = []
    for one in games:
        result = one.game.result
        number = one.game.number
        documents.append(
            {
                "first": one.first,
                "second": one.second,
                "title": f"{number}. {one.first} - {one.second} {RESULTS[result.outcome.winner]}",
                "outcome": result.describe(),
                "moves": result.moves,
                "plies": replay.add(result.moves),
            }
        )
    data = {
        "words": {"start": say("arena.page.start")},
        "games": documents,
        "replay": replay.to_json(),
    }
    # In a script element, nothing but its end tag has a meaning.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
