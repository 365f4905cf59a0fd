"""`plyground`: the app with all its commands."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from plyground import __version__
from plyground.cli.agents import agents
from plyground.cli.analyse import analyse
from plyground.cli.arguments import Language
from plyground.cli.atlas import atlas
from plyground.cli.bench import bench
from plyground.cli.check import check
from plyground.cli.command_group import Command, Group
from plyground.cli.completion import ASKING_SHELL, answer_shell, completion
from plyground.cli.convert import convert
from plyground.cli.doctor import doctor
from plyground.cli.engine import engine
from plyground.cli.games import games
from plyground.cli.interrupts import INTERRUPTED, end_now, end_on_interrupt
from plyground.cli.lab import lab
from plyground.cli.match import match
from plyground.cli.new import new
from plyground.cli.openings import openings
from plyground.cli.perft import perft
from plyground.cli.play import play
from plyground.cli.puzzles import puzzles
from plyground.cli.rate import rate
from plyground.cli.refute import refute
from plyground.cli.regret import regret
from plyground.cli.serve import serve
from plyground.cli.show import show
from plyground.cli.solve import solve
from plyground.cli.sprt import sprt
from plyground.cli.tournament import tournament
from plyground.cli.warmup import warmup

COMMANDS = (
    play,
    serve,
    analyse,
    solve,
    regret,
    refute,
    puzzles,
    atlas,
    lab,
    match,
    tournament,
    rate,
    sprt,
    openings,
    engine,
    show,
    convert,
    games,
    agents,
    new,
    check,
    perft,
    bench,
    warmup,
    doctor,
    completion,
)


def build_app() -> typer.Typer:
    """The Typer app. Its help texts are catalogue keys until it runs."""
    app = typer.Typer(
        cls=Group, add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False
    )
    app.callback(
        help="cli.help", epilog="cli.example", invoke_without_command=True, no_args_is_help=False
    )(_handle_global_options)
    for command in COMMANDS:
        name = command.__name__
        help_, example = f"cli.{name}.help", f"cli.{name}.example"
        app.command(name, cls=Command, help=help_, epilog=example)(command)
    return app


def _handle_global_options(
    context: typer.Context,
    lang: Language = None,
    version: Annotated[bool, typer.Option("--version", help="cli.option.version")] = False,
) -> None:
    if version:
        print(f"plyground {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)


def main() -> None:
    end_on_interrupt()
    group = typer.main.get_command(build_app())
    if ASKING_SHELL in os.environ:
        answer_shell(group)
        return
    try:
        group()
    except SystemExit as end:
        if end.code == INTERRUPTED:
            end_now()
        raise
