"""`plyground play`: a game in the terminal, set up by a menu or by options."""

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
    NoCheck,
    PositionText,
    Settings,
    note_isolation,
    read_game,
    read_position,
)
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.play.session import Session

FIRST, SECOND = "human", "engine:level=5"
"""The default agents."""


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
    no_check: NoCheck = False,
    moves: Moves = "",
    position: PositionText = "",
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="cli.play.resume")
    ] = None,
    ascii_only: Ascii = False,
    lang: Language = None,
) -> None:
    is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
    if game is None and resume is None and not is_interactive:
        print(say("cli.play.unattended"))
        return
    from plyground.agents.isolated_agent import make_player
    from plyground.cli.limit_options import read_control
    from plyground.cli.menu import choose_session
    from plyground.cli.terminal_game import TerminalGame
    from plyground.play.clock import Clocks
    from plyground.play.session import Session

    control = read_control(time, clock)
    specs: tuple[str | None, str | None] = (first, second)
    if resume is not None:
        if random_sides:
            raise Problem("cli.play.problem.random_sides")
        session = _resume(game, resume)
    elif game is not None:
        start = read_position(read_game(game, settings), position, moves)
        # If an agent moves first, the user plays second.
        opponent = SECOND if first in (None, FIRST) else FIRST
        session = Session(start, (FIRST, opponent))
    else:
        session = choose_session(first, second)
        specs = session.players
    note_isolation(first, second)
    # Players not given here may come from a record, which is not trusted.
    agents = [
        make_player(spec or recorded, trusted=spec is not None)
        for spec, recorded in zip(specs, session.players, strict=True)
    ]
    session.players = (first or session.players[0], second or session.players[1])
    if random_sides and toss_coin():
        agents.reverse()
        session.players = session.players[::-1]
    session.clocks = Clocks(control)
    terminal_game = TerminalGame(session, agents, game, ascii_only)
    if random_sides:
        terminal_game.messages.append(say("cli.play.drawn", player=session.players[0]))
    terminal_game.messages += describe_levels(session)
    terminal_game.play()


def toss_coin() -> bool:
    """A random bool."""
    return randrange(2) == 1


def describe_levels(session: Session) -> list[str]:
    """What was measured of the levels that play: "White: level 4, about 900 here"."""
    from plyground.agents.level_ratings import describe_level
    from plyground.games.captions import side_name

    position = session.position
    rated = (
        (side, describe_level(spec, position.game)) for side, spec in enumerate(session.players)
    )
    return [
        say("cli.play.rated", player=side_name(position, side), level=level)
        for side, level in rated
        if level is not None
    ]


def _resume(game: str | None, file: str) -> Session:
    """The session of a record. A game that is not built in must be given too."""
    from plyground.play.session import Session
    from plyground.records.files import load_record

    record = load_record(Path(file))
    given = None
    if game is not None:
        given = read_game(game, [f"{name}={value}" for name, value in record.options.items()])
        if given.name != record.game:
            raise Problem("cli.play.problem.other", file=file, theirs=record.game, ours=given.name)
    return Session.resume(record, record.replay(given))
