"""`plyground warmup`: compile everything in advance."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.arguments import Json, Language, Settings, read_game
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
    part: Annotated[
        str | None, typer.Option("--part", metavar="I/N", help="cli.warmup.part")
    ] = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    if part is not None or settings:
        if names is None or len(names) != 1:
            raise Problem("cli.warmup.problem.one")
        warm_part(read_game(names[0], settings), part or "1/1")
        return
    from plyground.cli.progress import prepare, prepare_agents
    from plyground.core import mcts, minimax, perft, playout, root_search, solver
    from plyground.games.registry import game_names
    from plyground.reports import Baseline, find_baselines

    games = [read_game(name, None) for name in names or game_names()]
    modules = (perft, playout, minimax, root_search, mcts, solver)
    seconds = {}

    def report(name: str, key: str, title: str, started: float) -> None:
        seconds[name] = round(perf_counter() - started, 3)
        if not as_json:
            print(say(key, title=title, seconds=f"{seconds[name]:.1f}"), flush=True)

    started = perf_counter()
    prepare(kernels=[entry for module in modules for entry in module.ENTRIES])
    report("core", "cli.warmup.core", "", started)
    for game in games:
        started = perf_counter()
        for kind in list_variants(game):
            prepare(kind)
        for name in find_baselines(game.name):
            prepare_agents([Baseline(name)], game)
        report(game.name, "cli.warmup.game", game.title, started)
    if as_json:
        print_json({"seconds": seconds})


def warm_part(game: Game, part: str) -> None:
    """Compile part I of N of what the engine needs for a game with its settings."""
    from plyground.agents.engine import list_kernels
    from plyground.cli.progress import prepare

    index, _, count = part.partition("/")
    if not (index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count) <= 64):
        raise Problem("cli.warmup.problem.part", given=part)
    prepare(kernels=split_kernels(list_kernels(game), int(count))[int(index) - 1])


def split_kernels(kernels: list[Entry], count: int) -> list[list[Entry]]:
    """Kernels in parts that take about the same time: the largest first, into the smallest part."""
    from plyground.core.jit import estimate_cost

    parts: list[list[Entry]] = [[] for _ in range(count)]
    costs = [0] * count
    for cost, entry in sorted(
        ((estimate_cost(entry[0]), entry) for entry in kernels), key=lambda pair: -pair[0]
    ):
        smallest = costs.index(min(costs))
        parts[smallest].append(entry)
        costs[smallest] += cost
    return parts


def list_variants(game: Game) -> list[Game]:
    """The game, and its variants that differ in one choice and have kernels of their own."""
    kinds = [game]
    for option in game.options:
        for choice in option.choices:
            try:
                kind = type(game)(**{option.name: choice})
            except Problem:
                # This choice is only valid together with others.
                continue
            if kind.kernels not in [known.kernels for known in kinds]:
                kinds.append(kind)
    return kinds
