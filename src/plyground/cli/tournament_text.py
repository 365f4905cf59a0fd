"""A tournament as text, as JSON, and as files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.arena.tournament_page import COLUMNS, list_cells, list_crosstable
from plyground.cli.match_text import effort_to_json, game_to_json, round_or_none, tally_to_json
from plyground.games.drawing.text_canvas import text_width
from plyground.locale import say

if TYPE_CHECKING:
    from plyground.arena.standings import Row, Standings, TournamentGame
    from plyground.cli.event_run import EventPlan
    from plyground.games.position import Position

MOST_CROSSED = 16
"""Players up to which the crosstable fits a terminal."""


def print_standings(standings: Standings, title: str) -> None:
    """The table with ratings, and the crosstable."""
    print(title)
    rows = [list_cells(rank, row) for rank, row in enumerate(standings.rows, start=1)]
    _print_table([say(f"arena.table.{name}") for name in COLUMNS], rows)
    if len(rows) <= MOST_CROSSED:
        ranks = [str(rank) for rank in range(1, len(rows) + 1)]
        print()
        _print_table([say("arena.table.rank"), say("arena.table.player"), *ranks],
                     list_crosstable(standings))  # fmt: skip


def _print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns below each other, as wide as they are: a cell that is cut says nothing."""
    widths = [max(map(text_width, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = []
        for place, (text, width) in enumerate(zip(row, widths, strict=True)):
            blank = " " * (width - text_width(text))
            cells.append(f"{text}{blank}" if place == 1 else f"{blank}{text}")
        print("  ".join(cells).rstrip())


def tournament_to_json(standings: Standings, games: Sequence[TournamentGame]) -> dict[str, Any]:
    names = [row.name for row in standings.rows]
    return {
        "games": standings.games,
        "players": [row_to_json(row) for row in standings.rows],
        "crosstable": {
            name: {
                other: tally_to_json(standings.crosstable[name, other])
                for other in names
                if (name, other) in standings.crosstable
            }
            for name in names
        },
        "results": [
            {"number": one.game.number, "a": one.a, "b": one.b, **game_to_json(one.game)}
            for one in games
        ],
    }


def row_to_json(row: Row) -> dict[str, Any]:
    totals = row.totals
    return {
        "agent": row.name,
        "elo": round_or_none(row.rating.elo, 1),
        "error": round_or_none(row.rating.error, 1),
        "points": totals.tally.points,
        "games": totals.tally.games,
        **tally_to_json(totals.tally),
        "as_first": tally_to_json(totals.by_side[0]),
        "as_second": tally_to_json(totals.by_side[1]),
        **effort_to_json(totals),
    }


def save_page(
    path: str, plan: EventPlan, standings: Standings, games: Sequence[TournamentGame]
) -> None:
    from plyground.arena.tournament_page import write_page
    from plyground.records.files import write_text

    origin = plan.setup.make_origin()
    title = say("cli.tournament.title", game=origin.game, games=len(games))
    write_text(Path(path), write_page(title, [describe_limit(plan)], origin, standings, games))
    _report_file(path)


def save_chart(path: str, standings: Standings) -> None:
    from plyground.arena.elo_chart import draw_elo_chart
    from plyground.records.files import write_text

    write_text(Path(path), draw_elo_chart(standings.rows))
    _report_file(path)


def save_games(path: str, games: Sequence[TournamentGame], origin: Position) -> None:
    from plyground.arena.export import export_games

    files = export_games(games, origin, Path(path))
    _report_file(files[0] if len(files) == 1 else f"{files[0]} ... {files[-1]}")


def _report_file(path: object) -> None:
    print(say("cli.tournament.written", path=path), file=sys.stderr)


def describe_limit(plan: EventPlan) -> str:
    """What each player could spend, in words."""
    limit = plan.setup.limit
    given = {name: value for name, value in asdict(limit).items() if value is not None}
    if limit.clock is not None:
        given["clock"] = f"{limit.clock.left:g}+{limit.clock.increment:g}"
    return ", ".join(
        say(f"arena.limit.{name}", value=f"{value:g}" if isinstance(value, float) else value)
        for name, value in given.items()
    )
