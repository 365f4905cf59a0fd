"""`plyground check`: a game against the contract, with what was covered and what looks wrong."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated

import typer

from plyground.cli.arguments import GameName, Json, Language, Settings, read_game, read_integer
from plyground.cli.interrupts import run_interruptibly
from plyground.cli.output import print_json
from plyground.locale import Failure, Problem

MAX_GAMES = 100_000
PATIENCE = 1.5
"""Seconds that each half may spend on plain Python."""


def check(
    game: GameName,
    settings: Settings = None,
    games: Annotated[str, typer.Option("--games", metavar="N", help="cli.check.games")] = "50",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="cli.check.seed")] = "0",
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.cli.progress import prepare
    from plyground.games.checking.checker import check_native, check_plain

    playouts = read_integer("--games", games, 1, MAX_GAMES)
    number = read_integer("--seed", seed, 0, 2**31)
    checked = read_game(game, settings)

    try:
        plain = run_interruptibly(lambda: check_plain(checked, playouts, number, PATIENCE))
        prepare(checked)
        native = run_interruptibly(lambda: check_native(checked, playouts, number, PATIENCE))
    except Problem as problem:
        # The command was right, the game is not.
        raise Failure(problem.key, **problem.values) from problem
    report = replace(native, seconds=plain.seconds + native.seconds)
    if as_json:
        print_json(asdict(report) | {"suspicions": [str(each) for each in report.suspicions]})
    else:
        print(report)
