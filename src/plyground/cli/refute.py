"""`plyground refute`: the shortest game in which an agent is beaten."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.arguments import (
    Ascii,
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
from plyground.cli.interrupts import run_interruptibly
from plyground.cli.output import make_console, print_json
from plyground.locale import Failure, say

if TYPE_CHECKING:
    from plyground.agents.agent import Agent
    from plyground.games.position import Position
    from plyground.records.record import Record
    from plyground.solving.refutation import LostGame, Refutation


def refute(
    game: GameName,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="cli.refute.agent")],
    effort: Annotated[
        str, typer.Option("--effort", metavar="N", help="cli.refute.effort")
    ] = "2000",
    time: Annotated[
        str | None, typer.Option("--time", metavar="SECONDS", help="cli.refute.time")
    ] = None,
    depth: Depth = None,
    nodes: Nodes = None,
    export: Annotated[
        str | None, typer.Option("--export", metavar="FILE", help="cli.refute.export")
    ] = None,
    settings: Settings = None,
    no_check: NoCheck = False,
    moves: Moves = "",
    position: PositionText = "",
    ascii_only: Ascii = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.cli.limit_options import read_limit
    from plyground.cli.progress import StatusLine
    from plyground.records.formats import find_file_format
    from plyground.solving.refutation import Refuter, UnstableAgent

    most = read_integer("--effort", effort, 1, 10**9)
    limit = read_limit(time, depth, nodes)
    note_isolation(agent)
    start = read_position(read_game(game, settings), position, moves)
    if export is not None:
        find_file_format(export, start.game)
    with StatusLine() as status:

        def show(plies: int, questions: int) -> None:
            status.show(say("cli.refute.progress", plies=plies, questions=questions))

        refuter = Refuter(start, lambda: _make_agent(agent, start), limit, most, show)
        try:
            found = run_interruptibly(refuter.run)
        except UnstableAgent as problem:
            # Nothing is wrong with the command.
            raise Failure(problem.key, **problem.values) from problem
    record = None
    if found.game is not None:
        record = found.game.to_record(agent, say("refute.opponent"))
    if as_json:
        print_json(_to_json(found, record, agent))
    else:
        _print(found, agent, start, game, ascii_only)
    if export is not None and record is not None:
        _save(record, export, start)
        if not as_json:
            print(say("cli.refute.written", path=export))


def _make_agent(spec: str, start: Position) -> Agent:
    from plyground.agents.agent import prepare_agent
    from plyground.agents.isolated_agent import make_contender

    made = make_contender(spec)
    prepare_agent(made, start.game)
    return made


def describe_refutation(found: Refutation, agent: str) -> list[str]:
    """What was found, and how sure it is, in sentences."""
    game = found.game
    effort = say("refute.effort", questions=found.questions)
    if game is None:
        if found.is_complete:
            return [say("refute.none", agent=agent), effort]
        key = "gave_up" if found.looked_through else "too_little"
        return [say(f"refute.{key}", agent=agent, plies=found.looked_through), effort]
    side = say(f"refute.as{game.agent_side}")
    key = "beaten" if game.fault is None else game.fault
    first = say(f"refute.{key}", agent=agent, side=side, plies=game.plies, why=game.detail)
    if found.is_complete:
        return [first, say("refute.shortest"), effort]
    return [first, say("refute.perhaps_shorter", plies=found.looked_through), effort]


def _print(found: Refutation, agent: str, start: Position, name: str, ascii_only: bool) -> None:
    from plyground.cli.terminal_board import make_text_style, render_board
    from plyground.games.captions import describe_status

    console = make_console()
    first, *rest = describe_refutation(found, agent)
    console.print(first, style="bold")
    for sentence in rest:
        console.print(sentence, style="dim")
    if found.game is None:
        return
    end = found.game.end
    console.print()
    console.print(render_board(end.scene, make_text_style(console, ascii_only)))
    console.print(describe_status(end), style="bold")
    console.print(say("refute.moves", moves=" ".join(end.line) or "-"))


def _to_json(found: Refutation, record: Record | None, agent: str) -> dict[str, Any]:
    import json

    game: LostGame | None = found.game
    return {
        "agent": agent,
        "beaten": game is not None,
        "plies": game and game.plies,
        "side": game and game.agent_side,
        "fault": game and game.fault,
        "detail": game.detail if game else None,
        "moves": list(game.end.line) if game else None,
        "complete": found.is_complete,
        "looked_through": found.looked_through,
        "questions": found.questions,
        "words": describe_refutation(found, agent),
        "record": json.loads(record.to_json()) if record else None,
    }


def _save(record: Record, file: str, start: Position) -> None:
    from plyground.records.files import write_text
    from plyground.records.formats import find_file_format, write_tree
    from plyground.records.variation_tree import VariationTree

    tree = VariationTree.from_record(record, start.game)
    write_text(Path(file), write_tree(tree, find_file_format(file, start.game)))
