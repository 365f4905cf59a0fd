"""`plyground games`: the games and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.arguments import Json, Language, NoCheck, read_game
from plyground.cli.output import make_console, print_json
from plyground.locale import say

if TYPE_CHECKING:
    from rich.table import Table

    from plyground.games.game import Game


def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="cli.argument.game_or_all")
    ] = None,
    no_check: NoCheck = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.games.captions import describe_game
    from plyground.games.registry import game_names

    listed = [read_game(name, None) for name in ([game] if game else game_names())]
    if as_json:
        documents = [game_to_json(game) for game in listed]
        print_json(documents[0] if game else {"games": documents})
        return
    console = make_console()
    for index, entry in enumerate(listed):
        if index:
            console.print()
        console.print(say("cli.games.title", title=entry.title, name=entry.name), style="bold")
        console.print(describe_game(entry))
        if entry.options:
            console.print(_make_options_table(entry))


def game_to_json(game: Game) -> dict[str, Any]:
    """The JSON description of a game."""
    from plyground.games.captions import describe_game, describe_option

    return {
        "name": game.name,
        "title": game.title,
        "about": describe_game(game),
        "rules": game.id,
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "allowed": option.known,
                "low": option.low,
                "high": option.high,
                "choices": list(option.choices),
                "help": describe_option(game, option),
            }
            for option in game.options
        ],
    }


def _make_options_table(game: Game) -> Table:
    from rich import box
    from rich.table import Table

    from plyground.games.captions import describe_option

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim")
    table.add_column(say("cli.games.option"), style="cyan", no_wrap=True)
    table.add_column(say("cli.games.default"))
    table.add_column(say("cli.games.allowed"))
    table.add_column(say("cli.games.meaning"), overflow="fold")
    for option in game.options:
        default = "-" if option.default is None else str(option.default)
        is_flag = option.kind == "bool"
        table.add_row(
            option.name,
            default.lower() if is_flag else default,
            option.known,
            describe_option(game, option),
        )
    return table
