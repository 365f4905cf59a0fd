"""`plyground warmup`: compile everything ahead, so that nobody waits later."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer

from plyground.cli.arguments import Language, read_game
from plyground.locale import say


def warmup(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="cli.argument.games")
    ] = None,
    lang: Language = None,
) -> None:
    from plyground.cli.progress import prepare
    from plyground.core import alphabeta, mcts, minimax, perft, playout, proof
    from plyground.games.registry import game_names

    games = [read_game(name, None) for name in names or game_names()]
    began = perf_counter()
    rooms = (perft, playout, minimax, alphabeta, mcts, proof)
    prepare(kernels=[entry for room in rooms for entry in room.ENTRIES])
    print(say("cli.warmup.core", seconds=f"{perf_counter() - began:.1f}"), flush=True)
    for game in games:
        began = perf_counter()
        prepare(game)
        seconds = f"{perf_counter() - began:.1f}"
        print(say("cli.warmup.game", title=game.title, seconds=seconds), flush=True)
