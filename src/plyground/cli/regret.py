"""`plyground regret`: what an agent gives away in positions whose value is known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from plyground.cli.arguments import (
    Depth,
    GameName,
    Json,
    Language,
    Moves,
    NoCheck,
    Nodes,
    PositionText,
    Settings,
    note_isolation,
    read_game,
    read_integer,
    read_position,
)
from plyground.cli.interrupts import INTERRUPTED, run_interruptibly
from plyground.cli.output import make_console, print_json
from plyground.locale import say

if TYPE_CHECKING:
    from plyground.agents.agent import Agent
    from plyground.core.limits import Limit
    from plyground.games.position import Position
    from plyground.solving.regret import PositionSampler, RegretReport

MAX_POSITIONS = 100_000
SECONDS = "0.2"
"""For a move, if no limit is given."""


def regret(
    game: GameName,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="cli.regret.agent")],
    positions: Annotated[
        str, typer.Option("--positions", metavar="N", help="cli.regret.positions")
    ] = "100",
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="cli.regret.seed")] = "0",
    time: Annotated[
        str | None, typer.Option("--time", metavar="SECONDS", help="cli.regret.time")
    ] = None,
    depth: Depth = None,
    nodes: Nodes = None,
    effort: Annotated[
        str, typer.Option("--effort", metavar="N", help="cli.regret.effort")
    ] = "300000",
    worst: Annotated[str, typer.Option("--worst", metavar="N", help="cli.regret.worst")] = "5",
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="cli.regret.svg")] = None,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="cli.regret.html")
    ] = None,
    settings: Settings = None,
    no_check: NoCheck = False,
    moves: Moves = "",
    position: PositionText = "",
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.agents.agent import release_agent
    from plyground.cli.limit_options import read_limit
    from plyground.solving.regret import RegretReport

    count = read_integer("--positions", positions, 1, MAX_POSITIONS)
    number = read_integer("--seed", seed, 0, 2**63 - 1)
    most = read_integer("--effort", effort, 1_000, 10**12)
    shown = read_integer("--worst", worst, 0, MAX_POSITIONS)
    limit = read_limit(time or (SECONDS if not (depth or nodes) else None), depth, nodes)
    note_isolation(agent)
    start = read_position(read_game(game, settings), position, moves)
    asked, sampler = _prepare(agent, start, number, count, most)
    report = RegretReport(agent, start.game.rules.scoring, most)
    try:
        is_interrupted = _collect(report, sampler, asked, limit, count)
    finally:
        release_agent(asked)
    title = say("regret.title", agent=agent, game=start.game)
    about = list(_list_notes(report, count, number))
    if as_json:
        setup = {"game": start.game.name, "options": start.game.changed_settings, "seed": number}
        print_json({**setup, "positions": len(report.cases), **report.to_json()})
    else:
        _print(report, title, about, shown)
    _save(report, title, about, svg, html)
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _prepare(
    spec: str, start: Position, seed: int, count: int, effort: int
) -> tuple[Agent, PositionSampler]:
    """The agent, and the positions it will be asked about; both compiled."""
    from plyground.agents.isolated_agent import IsolatedAgent, make_contender
    from plyground.cli.progress import compile_entries, prepare_agents
    from plyground.core.root_search import ENTRIES as SEARCH_ENTRIES
    from plyground.core.solver import ENTRIES
    from plyground.solving.regret import PositionSampler

    made = make_contender(spec)
    if isinstance(made, IsolatedAgent):
        made.build()
    compile_entries([*ENTRIES, *SEARCH_ENTRIES])
    prepare_agents([made], start.game)
    return made, PositionSampler(start, seed, count, effort)


def _collect(
    report: RegretReport, sampler: PositionSampler, agent: Agent, limit: Limit, count: int
) -> bool:
    """Ask the agent about so many positions; True if Ctrl-C ended it early."""
    from rich.console import Console

    console = Console(stderr=True)
    solved = sampler.sample()
    try:
        with console.status("") as status:
            while len(report.cases) < count:
                one = run_interruptibly(lambda: next(solved, None))
                report.too_hard = sampler.too_hard
                if one is None:
                    report.is_exhausted = True
                    break
                case = run_interruptibly(partial(sampler.judge, one, agent, limit))
                report.cases.append(case)
                if console.is_terminal:
                    done = len(report.cases)
                    status.update(say("cli.regret.progress", done=done, count=count))
    except KeyboardInterrupt:
        return True
    return False


def _list_notes(report: RegretReport, count: int, seed: int) -> Iterator[str]:
    """What the figures are about, and what they leave out."""
    done = len(report.cases)
    yield say("regret.note.positions", count=done, seed=seed)
    if report.too_hard:
        yield say("regret.note.too_hard", count=report.too_hard, effort=f"{report.effort:,}")
    if report.is_exhausted and done < count:
        yield say("regret.note.exhausted")


def _print(report: RegretReport, title: str, about: list[str], shown: int) -> None:
    from rich.table import Table

    from plyground.games.drawing.text_canvas import text_width
    from plyground.solving.regret_page import describe_case, list_cells, list_headings

    console = make_console()
    console.print(title, style="bold")
    if report.cases:
        rows = [list_cells(report, row) for row in report.rows]
        table = Table(box=None, padding=(0, 2, 0, 0))
        for place, heading in enumerate(list_headings(report)):
            justify: Literal["left", "right"] = "right" if place else "left"
            widest = max(map(text_width, (heading, *(row[place] for row in rows))))
            table.add_column(heading, justify=justify, no_wrap=True, min_width=widest)
        for row in rows:
            table.add_row(*row)
        console.print(table)
    for sentence in about:
        console.print(sentence, style="dim")
    worst = report.worst_first
    for number, case in enumerate(worst[:shown], start=1):
        sentence = describe_case(case, report.is_scoring)
        console.print(f"{number}. {sentence}")
        console.print(f"   {say('cli.show.text', text=case.solved.position.text or '-')}")
    if len(worst) > shown:
        console.print(say("cli.regret.more", count=len(worst) - shown))


def _save(
    report: RegretReport,
    title: str,
    about: list[str],
    svg: str | None,
    html: str | None,
) -> None:
    from plyground.records.files import write_text
    from plyground.solving.regret_page import draw_regret_chart, write_regret_page

    if svg is not None:
        write_text(Path(svg), draw_regret_chart(report, title) + "\n")
    if html is not None:
        write_text(Path(html), write_regret_page(report, title, about))
