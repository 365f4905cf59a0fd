"""`plyground atlas`: the boards that are solved once and for all, and solving them again."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.arguments import Json, Language, NoCheck, read_integer
from plyground.cli.interrupts import INTERRUPTED, run_interruptibly
from plyground.cli.output import make_console, print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from rich.table import Table

    from plyground.games.game import Game
    from plyground.games.position import Position
    from plyground.solving.proofs import SolvedPosition


def atlas(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="cli.argument.game_or_all")
    ] = None,
    no_check: NoCheck = False,
    build: Annotated[
        Path | None, typer.Option("--build", metavar="FOLDER", help="cli.atlas.build")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="cli.atlas.svg")] = None,
    memory: Annotated[str, typer.Option("--hash", metavar="MIB", help="cli.solve.hash")] = "1024",
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.games.registry import find_game_class, game_names
    from plyground.solving.atlas import load_atlas

    kinds = [find_game_class(name, True) for name in ([game] if game else game_names())]
    if build is not None:
        _build(kinds, build, read_integer("--hash", memory, 1, 65536))
        return
    tables = {kind: load_atlas(kind) for kind in kinds}
    if game and not tables[kinds[0]]:
        raise Problem("cli.atlas.problem.empty", game=kinds[0].name)
    if svg is not None:
        _draw_first_moves(svg, kinds[0] if game else None)
        return
    if as_json:
        print_json(
            {kind.name: [one.to_json() for one in tables[kind]] for kind in kinds if tables[kind]}
        )
        return
    console = make_console()
    for kind, entries in tables.items():
        if entries:
            console.print(kind(**entries[0].options).title, style="bold")
            console.print(_make_table(kind, entries))


def _draw_first_moves(path: Path, kind: type[Game] | None) -> None:
    from plyground.cli.solve import draw_values
    from plyground.solving.move_values import find_first_moves

    found = find_first_moves(kind) if kind else None
    if kind is None or found is None:
        raise Problem("cli.atlas.problem.svg", game=kind.name if kind else "GAME")
    entry, values = found
    draw_values(path, entry.load(kind), values)
    print(say("cli.show.written", path=path))


def _make_table(kind: type[Game], entries: tuple[SolvedPosition, ...]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim")
    table.add_column(say("cli.atlas.board"), overflow="fold")
    table.add_column(say("cli.atlas.value"), no_wrap=True)
    for name in ("nodes", "seconds", "proof"):
        table.add_column(say(f"cli.atlas.{name}"), justify="right")
    for entry in entries:
        table.add_row(
            entry.title or say("cli.atlas.start"),
            entry.describe(kind),
            f"{entry.nodes:,}",
            f"{entry.seconds:.2f}",
            f"{sum(proof.positions for proof in entry.proofs):,}",
        )
    return table


def _build(kinds: list[type[Game]], folder: Path, memory: int) -> None:
    from plyground.cli.progress import prepare
    from plyground.core.limits import Stop
    from plyground.core.solver import ENTRIES
    from plyground.records.files import write_text
    from plyground.solving.atlas import build_atlas, load_task, write_atlas

    def show(position: Position, entry: SolvedPosition) -> None:
        print(f"{position.game.name} {entry.title}: {entry.describe(type(position.game))}")

    stop = Stop()
    for kind in kinds:
        task = next(iter(kind.list_atlas_tasks()), None)
        if task is None:
            continue
        prepare(load_task(kind, task).game, ENTRIES)
        entries = run_interruptibly(partial(build_atlas, kind, stop, show, memory), stop.set)
        if entries is None:
            raise typer.Exit(INTERRUPTED)
        path = folder / f"{kind.name}.atlas.json"
        write_text(path, write_atlas(kind, entries))
        print(say("cli.atlas.written", path=path, count=len(entries)))
