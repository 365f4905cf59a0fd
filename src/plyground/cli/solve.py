"""`plyground solve`: the proven value of a position under best play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.arguments import (
    GameName,
    Json,
    Language,
    Moves,
    NoCheck,
    PositionText,
    Settings,
    read_game,
    read_integer,
    read_position,
)
from plyground.cli.interrupts import INTERRUPTED, run_interruptibly
from plyground.cli.output import make_console, print_json
from plyground.locale import say

if TYPE_CHECKING:
    from plyground.agents.verdict import GameValue, Verdict
    from plyground.core.solver import Progress, Solver
    from plyground.games.position import Position


def solve(
    game: GameName,
    settings: Settings = None,
    no_check: NoCheck = False,
    moves: Moves = "",
    position: PositionText = "",
    every: Annotated[bool, typer.Option("--all", help="cli.solve.all")] = False,
    value_only: Annotated[bool, typer.Option("--value-only", help="cli.solve.value_only")] = False,
    time: Annotated[
        str | None, typer.Option("--time", metavar="SECONDS", help="cli.solve.time")
    ] = None,
    memory: Annotated[str, typer.Option("--hash", metavar="MIB", help="cli.solve.hash")] = "512",
    threads: Annotated[str, typer.Option("--threads", metavar="N", help="cli.solve.threads")] = "1",
    certificate: Annotated[
        Path | None, typer.Option("--certificate", metavar="FILE", help="cli.solve.certificate")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="cli.solve.svg")] = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.agents import verdict
    from plyground.cli.limit_options import read_seconds
    from plyground.cli.progress import StatusLine, prepare
    from plyground.core.limits import Cancel
    from plyground.core.solver import ENTRIES, Solver

    start = read_position(read_game(game, settings), position, moves)
    mebibytes = read_integer("--hash", memory, 1, 65536)
    thread_count = read_integer("--threads", threads, 1, 64)
    seconds = None if time is None else read_seconds("--time", time)
    prepare(start.game, ENTRIES)
    cancel = Cancel()
    solver = Solver(start.game.rules, start.game.native(), mebibytes, thread_count)

    def find_verdict() -> Verdict:
        with cancel:
            return verdict.solve(
                start,
                every_move=every or svg is not None,
                distance=not value_only,
                seconds=seconds,
                on_progress=lambda progress: status.show(_describe_progress(progress)),
                solver=solver,
            )

    with StatusLine() as status:
        found = run_interruptibly(find_verdict, cancel.set)
    if cancel.is_set and not found.complete:
        found = replace(found, stopped_by="interrupt")
    if as_json:
        note = start.game.note(start)
        document = {**asdict(found), "note": str(note) if note else None}
        if not every:
            del document["moves"]
        print_json(document)
    else:
        _print_verdict(start, found if every else replace(found, moves={}))
    if cancel.is_set or not found.complete:
        raise typer.Exit(INTERRUPTED if cancel.is_set else 1)
    if certificate is not None:
        _write_certificate(certificate, solver, start, found, not value_only)
    if svg is not None:
        draw_values(svg, start, found.moves)


def _write_certificate(
    path: Path, solver: Solver, position: Position, found: Verdict, distance: bool
) -> None:
    """What the solver knows by now makes this short."""
    from plyground.core.limits import Stop
    from plyground.records.files import write_text
    from plyground.solving.atlas import write_atlas
    from plyground.solving.proofs import prove

    stop = Stop()
    entry = run_interruptibly(lambda: prove(solver, position, stop, distance), stop.set)
    if entry is None:
        raise typer.Exit(INTERRUPTED)
    entry = replace(entry, nodes=found.nodes, seconds=round(found.seconds, 3))
    write_text(path, write_atlas(type(position.game), [entry]))


def draw_values(path: Path, position: Position, values: Mapping[str, GameValue]) -> None:
    """Write a picture of the board with the value of each move."""
    from plyground.games.captions import describe_position
    from plyground.games.drawing.svg import draw_svg
    from plyground.records.files import write_text
    from plyground.solving.move_values import mark_values

    overlay = mark_values(position, values)
    title, about = position.game.title, describe_position(position)
    write_text(path, draw_svg(position.scene, title, about, overlay) + "\n")


def _print_verdict(position: Position, found: Verdict) -> None:
    from plyground.games.captions import describe_effort

    console = make_console()
    if not found.complete:
        console.print(say("cli.solve.unfinished"))
    console.print(_describe_value(found, position), style="bold")
    if found.best_moves:
        console.print(say("cli.solve.best", moves=" ".join(found.best_moves)))
    for move, value in found.moves.items():
        console.print(f"  {move}: {_describe_value(value, position)}")
    if note := position.game.note(position):
        console.print(str(note))
    console.print(describe_effort(found.nodes, found.seconds), style="dim")


def _describe_value(found: GameValue, position: Position) -> str:
    from plyground.games.captions import describe_value

    game = position.game
    names = game.side_names(position.state)
    return describe_value(found.value, found.distance, game.rules.scoring, names)


def _describe_progress(progress: Progress) -> str:
    return say(
        "cli.solve.progress",
        depth=progress.depth or "-",
        solved=progress.solved,
        moves=progress.moves,
        nodes=f"{progress.nodes:,}",
        seconds=f"{progress.seconds:.0f}",
    )
