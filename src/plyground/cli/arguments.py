"""Arguments that several commands share, and functions that parse them.

Help texts are catalogue keys here; `command_group` translates them when help is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.locale import Problem

if TYPE_CHECKING:
    from plyground.games.game import Game
    from plyground.games.position import Position

GameName = Annotated[str, typer.Argument(metavar="GAME", help="cli.argument.game")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="cli.option.set")
]
Moves = Annotated[str, typer.Option("--moves", metavar="TEXT", help="cli.option.moves")]
PositionText = Annotated[
    str, typer.Option("--position", metavar="TEXT", help="cli.option.position")
]
Depth = Annotated[str | None, typer.Option("--depth", metavar="N", help="cli.analyse.depth")]
Nodes = Annotated[str | None, typer.Option("--nodes", metavar="N", help="cli.analyse.nodes")]
Ascii = Annotated[bool, typer.Option("--ascii", help="cli.option.ascii")]
Json = Annotated[bool, typer.Option("--json", help="cli.option.json")]


def _skip_checks(given: bool) -> None:
    if given:
        from plyground.games.checking.admission import switch_off

        switch_off()


NoCheck = Annotated[
    bool, typer.Option("--no-check", help="cli.option.no_check", callback=_skip_checks)
]
Language = Annotated[str | None, typer.Option("--lang", metavar="en|ko", help="cli.option.lang")]


def read_game(name: str, settings: Iterable[str] | None) -> Game:
    """The game that a name, a file or `module:Class` stands for, with `OPTION=VALUE` settings."""
    from plyground.games.options import resolve
    from plyground.games.registry import find_game_class, make_game

    given = read_settings(settings)
    kind = find_game_class(name, True)
    # Check option names before they become arguments of a class.
    resolve(kind.name, kind.options, given)
    return make_game(kind, given)


def note_isolation(*specs: str | None) -> None:
    """Say on standard error what agents that are not ours are not kept from on this machine."""
    from plyground.agents.isolated_agent import is_isolated
    from plyground.agents.isolation import describe_isolation
    from plyground.cli.output import print_error

    if any(spec is not None and is_isolated(spec) for spec in specs):
        note = describe_isolation()
        if note is not None:
            print_error(note)


def read_settings(settings: Iterable[str] | None) -> dict[str, str]:
    parsed = {}
    for setting in settings or ():
        option, equals, value = setting.partition("=")
        if not equals or not option.strip():
            raise Problem("cli.problem.set", given=setting)
        parsed[option.strip()] = value.strip()
    return parsed


def read_position(game: Game, position: str, moves: str) -> Position:
    """The position that a text describes, by default the start, after these moves."""
    return game.position(position).play_all(moves)


def read_integer(option: str, given: str, low: int, high: int) -> int:
    """The value of an integer option, which must be between `low` and `high`."""
    try:
        number = int(given)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise Problem("cli.problem.number", option=option, given=given, low=low, high=high)
    return number
