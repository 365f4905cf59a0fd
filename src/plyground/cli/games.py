"""`plyground games`: what can be played, and with which options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.arguments import Json, Language, read_game
from plyground.cli.output import console, print_json
from plyground.games.captions import describe_game, describe_option
from plyground.locale import say

if TYPE_CHECKING:
    from rich.table import Table

    from plyground.games.game import Game


def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="cli.argument.game_or_all")
    ] = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.games.registry import game_names

    chosen = [read_game(name, None) for name in ([game] if game else game_names())]
    if as_json:
        described = [describe(game) for game in chosen]
        print_json(described[0] if game else {"games": described})
        return
    page = console()
    for index, one in enumerate(chosen):
        if index:
            page.print()
        page.print(say("cli.games.title", title=one.title, name=one.name), style="bold")
        page.print(describe_game(one))
        if one.options:
            page.print(_options(one))


def describe(game: Game) -> dict[str, Any]:
    """A game as `--json` tells it."""
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


def _options(game: Game) -> Table:
    from rich import box
    from rich.table import Table

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
