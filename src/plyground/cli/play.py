"""`plyground play`: a game in the terminal, chosen from a menu or from the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from random import randrange
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.arguments import (
    Ascii,
    Language,
    Moves,
    PositionText,
    Settings,
    read_game,
    read_position,
)
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.play.session import Session

FIRST, SECOND = "human", "engine:level=5"
"""Who plays if nobody says."""


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="cli.argument.game_or_menu")
    ] = None,
    first: Annotated[
        str | None, typer.Option("--first", metavar="AGENT", help="cli.play.first")
    ] = None,
    second: Annotated[
        str | None, typer.Option("--second", metavar="AGENT", help="cli.play.second")
    ] = None,
    random_sides: Annotated[
        bool, typer.Option("--random-sides", help="cli.play.random_sides")
    ] = False,
    time: Annotated[
        str | None, typer.Option("--time", metavar="SECONDS", help="cli.play.time")
    ] = None,
    clock: Annotated[
        str | None, typer.Option("--clock", metavar="MINUTES+SECONDS", help="cli.play.clock")
    ] = None,
    settings: Settings = None,
    moves: Moves = "",
    position: PositionText = "",
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="cli.play.resume")
    ] = None,
    ascii_only: Ascii = False,
    lang: Language = None,
) -> None:
    is_attended = sys.stdin.isatty() and sys.stdout.isatty()
    if game is None and resume is None and not is_attended:
        print(say("cli.play.unattended"))
        return
    from plyground.agents.specs import agent
    from plyground.cli.limit_options import read_control
    from plyground.cli.menu import choose_session
    from plyground.cli.terminal_game import Parlour
    from plyground.play.clock import Clocks
    from plyground.play.session import Session

    control = read_control(time, clock)
    specs: tuple[str | None, str | None] = (first, second)
    if resume is not None:
        if random_sides:
            raise Problem("cli.play.problem.random_sides")
        session = _resumed(game, resume)
    elif game is not None:
        begun = read_position(read_game(game, settings), position, moves)
        # Whoever lets an agent begin wants to answer it.
        session = Session(begun, (FIRST, SECOND if first in (None, FIRST) else FIRST))
    else:
        session = choose_session(first, second)
        specs = session.players
    # Whoever was not named here may be named by a record, and a record is not to be trusted.
    agents = [
        agent(spec or recorded, trusted=spec is not None)
        for spec, recorded in zip(specs, session.players, strict=True)
    ]
    session.players = (first or session.players[0], second or session.players[1])
    if random_sides and changes_sides():
        agents.reverse()
        session.players = session.players[::-1]
    session.clocks = Clocks(control)
    parlour = Parlour(session, agents, game, ascii_only)
    if random_sides:
        parlour.said.append(say("cli.play.drawn", player=session.players[0]))
    parlour.play()


def changes_sides() -> bool:
    """A lot that is drawn."""
    return randrange(2) == 1


def _resumed(game: str | None, file: str) -> Session:
    """A recorded game. A game of the user's own is named beside the record."""
    from plyground.play.session import Session
    from plyground.records.files import load_record

    record = load_record(Path(file))
    given = None
    if game is not None:
        given = read_game(game, [f"{name}={value}" for name, value in record.options.items()])
        if given.name != record.game:
            raise Problem("cli.play.problem.other", file=file, theirs=record.game, ours=given.name)
    return Session.resume(record, record.replay(given))
