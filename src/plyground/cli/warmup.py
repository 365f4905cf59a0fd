"""`plyground warmup`: compile everything in advance."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.arguments import Json, Language, NoCheck, Settings, read_game
from plyground.cli.output import print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.core.jit import Entry
    from plyground.games.game import Game


def warmup(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="cli.argument.games")
    ] = None,
    settings: Settings = None,
    no_check: NoCheck = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    if settings and (names is None or len(names) != 1):
        raise Problem("cli.warmup.problem.one")
    from plyground.cli.progress import compile_entries
    from plyground.games.registry import game_names

    games = [read_game(name, settings) for name in names or game_names()]
    seconds = {}

    def report(name: str, key: str, title: str, started: float) -> None:
        seconds[name] = round(perf_counter() - started, 3)
        if not as_json:
            print(say(key, title=title, seconds=f"{seconds[name]:.1f}"), flush=True)

    started = perf_counter()
    compile_entries(list_core_kernels(), load=False)
    report("core", "cli.warmup.core", "", started)
    for game in games:
        started = perf_counter()
        compile_entries(list_kernels_of_variants(game), load=False)
        report(game.name, "cli.warmup.game", game.title, started)
    if as_json:
        print_json({"seconds": seconds})


def list_core_kernels() -> list[Entry]:
    """The kernels that all games share."""
    from plyground.core import mcts, minimax, perft, playout, root_search, solver

    modules = (perft, playout, minimax, root_search, mcts, solver)
    return [entry for module in modules for entry in module.ENTRIES]


def list_kernels_of_variants(game: Game) -> list[Entry]:
    """The kernels of a game, of its variants and of its baselines."""
    from plyground.agents.agent import list_kernels, list_rules
    from plyground.reports import Baseline, find_baselines

    entries = [entry for kind in list_variants(game) for entry in list_rules(kind.kernels)]
    for name in find_baselines(game.name):
        entries += list_kernels(Baseline(name), game)
    return entries


def list_variants(game: Game) -> list[Game]:
    """The game, and its variants that have kernels of their own, found choice by choice."""
    kinds = [game]
    # What is found is varied in turn: some kernels need two choices together.
    for kind in kinds:
        for option in game.options:
            for choice in option.choices:
                try:
                    other = type(game)(**{**kind.changed_settings, option.name: choice})
                except Problem:
                    # This choice is only valid together with others.
                    continue
                if other.kernels not in [known.kernels for known in kinds]:
                    kinds.append(other)
    return kinds
