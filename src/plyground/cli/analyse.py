"""`plyground analyse`: the engine's lines and scores for a position, live during the search; with
`--review`, a whole game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

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
from plyground.locale import Problem

if TYPE_CHECKING:
    from rich.table import Table

    from plyground.agents.agent import OnDepth
    from plyground.core.limits import Limit, Stop
    from plyground.games.game import Game
    from plyground.games.position import Position
    from plyground.games.score import Analysis
    from plyground.records.variation_tree import VariationTree

    Think = Callable[[Position, Limit, Stop, int, OnDepth | None], Analysis]


def analyse(
    game: GameName,
    settings: Settings = None,
    no_check: NoCheck = False,
    moves: Moves = "",
    position: PositionText = "",
    time: Annotated[
        str | None, typer.Option("--time", metavar="SECONDS", help="cli.analyse.time")
    ] = None,
    depth: Depth = None,
    nodes: Nodes = None,
    lines: Annotated[str, typer.Option("--lines", metavar="N", help="cli.analyse.lines")] = "1",
    agent: Annotated[
        str, typer.Option("--agent", metavar="AGENT", help="cli.analyse.agent")
    ] = "engine",
    review: Annotated[bool, typer.Option("--review", help="cli.analyse.review")] = False,
    file: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="cli.analyse.from")
    ] = None,
    export: Annotated[
        str | None, typer.Option("--export", metavar="FILE", help="cli.analyse.export")
    ] = None,
    as_json: Json = False,
    as_jsonl: Annotated[bool, typer.Option("--jsonl", help="cli.analyse.jsonl")] = False,
    lang: Language = None,
) -> None:
    from plyground.cli.analyse_review import show_review
    from plyground.cli.limit_options import read_limit

    line_count = read_integer("--lines", lines, 1, 500)
    if review:
        if as_jsonl or line_count > 1 or (file is not None and (moves or position)):
            raise Problem("cli.analyse.problem.review")
        is_limited = (time, depth, nodes) != (None, None, None)
        show_review(
            _read_tree(read_game(game, settings), position, moves, file),
            None if agent == "engine" else agent,
            read_limit(time, depth, nodes) if is_limited else None,
            export,
            as_json,
        )
        return
    if file is not None or export is not None:
        raise Problem("cli.analyse.problem.only_review")
    start = read_position(read_game(game, settings), position, moves)
    limit = read_limit(time, depth, nodes)
    task = AnalysisTask(start, agent, line_count)
    if as_json:
        print_json(task.run(limit).as_json())
    elif as_jsonl:
        _print_jsonl(task, limit)
    else:
        _show_live(task, limit)
    if task.is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _read_tree(game: Game, position: str, moves: str, file: str | None) -> VariationTree:
    from plyground.cli.analyse_review import read_game_file
    from plyground.records.variation_tree import VariationTree

    if file is not None:
        return read_game_file(file, game)
    return VariationTree.from_position(read_position(game, position, moves))


def _print_jsonl(task: AnalysisTask, limit: Limit) -> None:
    """Print one line of JSON per depth; the last one also has the reason for stopping."""
    pending: list[Analysis] = []

    def on_depth(analysis: Analysis) -> None:
        if pending:
            print(json.dumps(pending.pop().as_json()), flush=True)
        pending.append(analysis)

    final = task.run(limit, on_depth)
    if pending and pending[0].depth < final.depth:
        print(json.dumps(pending[0].as_json()))
    print(json.dumps(final.as_json()))


class AnalysisTask:
    """One agent that analyses one position."""

    def __init__(self, position: Position, spec: str, lines: int) -> None:
        from plyground.agents.agent import SearchAgent
        from plyground.agents.isolated_agent import IsolatedAgent, make_player
        from plyground.cli.progress import prepare_agents

        if position.is_over:
            raise Problem("cli.analyse.problem.over", result=position.outcome)
        self.position = position
        self.lines = lines
        self.is_interrupted = False
        note_isolation(spec)
        chosen = make_player(spec)
        if isinstance(chosen, SearchAgent):
            self._think: Think = chosen.think
        elif isinstance(chosen, IsolatedAgent):
            # Nothing is known of its search but the answer.
            self._think = lambda position, limit, *_: chosen.choose(position, limit)
        else:
            raise Problem("cli.analyse.problem.agent", agent=spec)
        prepare_agents([chosen], position.game)

    def run(self, limit: Limit, on_depth: OnDepth | None = None) -> Analysis:
        """Search until the limit, or until Ctrl-C."""
        from plyground.core.limits import Stop

        with Stop(limit.seconds) as stop:
            found = run_interruptibly(
                lambda: self._think(self.position, limit, stop, self.lines, on_depth),
                lambda: stop.set("interrupt"),
            )
            self.is_interrupted = stop.reason == "interrupt"
            return found


def _show_live(task: AnalysisTask, limit: Limit) -> None:
    from rich.live import Live

    console = make_console()
    if not console.is_terminal:
        console.print(make_table(task.run(limit)))
        return
    with Live(console=console, refresh_per_second=8, transient=False) as live:
        final = task.run(limit, lambda analysis: live.update(make_table(analysis)))
        live.update(make_table(final))


def make_table(analysis: Analysis) -> Table:
    """A table of the lines with their scores; the caption has the search statistics."""
    from rich.table import Table

    from plyground.games.captions import analysis_headings, summarise_analysis, tabulate_analysis

    table = Table(
        caption=summarise_analysis(analysis), caption_justify="left", box=None, padding=(0, 2, 0, 0)
    )
    move, score, line = analysis_headings()
    table.add_column(move, style="bold")
    table.add_column(score)
    table.add_column(line)
    for row in tabulate_analysis(analysis):
        table.add_row(*row)
    return table
