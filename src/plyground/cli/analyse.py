"""`plyground analyse`: what the engine thinks of a position, while it thinks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, cast

import typer

from plyground.cli.arguments import (
    GameName,
    Json,
    Language,
    Moves,
    PositionText,
    Settings,
    read_game,
    read_position,
    whole_number,
)
from plyground.cli.interrupts import interruptible
from plyground.cli.output import console, print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from rich.table import Table

    from plyground.agents.agent import OnDepth, Thinker
    from plyground.core.limits import Limit
    from plyground.games.position import Position
    from plyground.games.score import Analysis

SHOWN_MOVES = 10
"""Of a line, in the table."""


def analyse(
    game: GameName,
    settings: Settings = None,
    moves: Moves = "",
    position: PositionText = "",
    time: Annotated[
        str | None, typer.Option("--time", metavar="SECONDS", help="cli.analyse.time")
    ] = None,
    depth: Annotated[
        str | None, typer.Option("--depth", metavar="N", help="cli.analyse.depth")
    ] = None,
    nodes: Annotated[
        str | None, typer.Option("--nodes", metavar="N", help="cli.analyse.nodes")
    ] = None,
    lines: Annotated[str, typer.Option("--lines", metavar="N", help="cli.analyse.lines")] = "1",
    agent: Annotated[
        str, typer.Option("--agent", metavar="AGENT", help="cli.analyse.agent")
    ] = "engine",
    as_json: Json = False,
    as_jsonl: Annotated[bool, typer.Option("--jsonl", help="cli.analyse.jsonl")] = False,
    lang: Language = None,
) -> None:
    from plyground.cli.limit_options import read_limit

    wanted = whole_number("--lines", lines, 1, 500)
    looked_at = read_position(read_game(game, settings), position, moves)
    limit = read_limit(time, depth, nodes)
    analyst = Analyst(looked_at, agent, wanted)
    if as_json:
        print_json(analyst.run(limit).as_json())
    elif as_jsonl:
        _print_lines(analyst, limit)
    else:
        _show_live(analyst, limit)


def _print_lines(analyst: Analyst, limit: Limit) -> None:
    """A line of JSON for each depth. The last one also says why it was the last."""
    waiting: list[Analysis] = []

    def tell(found: Analysis) -> None:
        if waiting:
            print(json.dumps(waiting.pop().as_json()), flush=True)
        waiting.append(found)

    final = analyst.run(limit, tell)
    if waiting and waiting[0].depth < final.depth:
        print(json.dumps(waiting[0].as_json()))
    print(json.dumps(final.as_json()))


class Analyst:
    """One agent that thinks about one position."""

    def __init__(self, position: Position, spec: str, lines: int) -> None:
        from plyground.agents.specs import agent
        from plyground.cli.progress import get_ready

        if position.is_over:
            raise Problem("cli.analyse.problem.over", result=position.outcome)
        self.position = position
        self.lines = lines
        made = agent(spec)
        if not hasattr(made, "think"):
            raise Problem("cli.analyse.problem.agent", agent=spec)
        self.agent = cast("Thinker", made)
        get_ready([made], position.game)

    def run(self, limit: Limit, on_depth: OnDepth | None = None) -> Analysis:
        """Think until the limit, or until Ctrl-C."""
        from plyground.core.limits import Stop

        with Stop(limit.seconds) as stop:
            return interruptible(
                lambda: self.agent.think(self.position, limit, stop, self.lines, on_depth),
                lambda: stop.set("interrupt"),
            )


def _show_live(analyst: Analyst, limit: Limit) -> None:
    from rich.live import Live

    page = console()
    if not page.is_terminal:
        page.print(table_of(analyst.run(limit)))
        return
    with Live(console=page, refresh_per_second=8, transient=False) as live:
        final = analyst.run(limit, lambda found: live.update(table_of(found)))
        live.update(table_of(final))


def table_of(found: Analysis) -> Table:
    """Lines with their scores, and under them how they were found."""
    from rich.table import Table

    from plyground.games.captions import describe_score

    rate = found.nodes / found.seconds if found.seconds else 0
    caption = say(
        "cli.analyse.caption",
        depth=found.depth,
        nodes=f"{found.nodes:,}",
        rate=f"{rate / 1e6:.2f}",
        seconds=f"{found.seconds:.2f}",
    )
    table = Table(
        caption=f"{found.move}: {found.why}\n{caption}" if found.why else caption,
        caption_justify="left",
        box=None,
        padding=(0, 2, 0, 0),
    )
    table.add_column(say("cli.analyse.move"), style="bold")
    table.add_column(say("cli.analyse.score"))
    table.add_column(say("cli.analyse.chance"), justify="right")
    table.add_column(say("cli.analyse.line"))
    if not found.lines:
        table.add_row(found.move)
    for line in found.lines:
        dots = " ..." if len(line.moves) > SHOWN_MOVES else ""
        table.add_row(
            line.moves[0],
            describe_score(line.score),
            f"{100 * line.score.chance:.0f} %",
            " ".join(line.moves[:SHOWN_MOVES]) + dots,
        )
    return table
