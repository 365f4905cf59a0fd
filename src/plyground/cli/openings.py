"""`plyground openings`: beginnings that an agent judges equal, for fair matches."""

from __future__ import annotations

import sys
from itertools import islice
from typing import Annotated

import typer

from plyground.cli.arguments import (
    GameName,
    Json,
    Language,
    Moves,
    PositionText,
    Settings,
    read_game,
    read_position,
    whole_number,
)
from plyground.cli.match import MOST_GAMES, MOST_PLIES
from plyground.cli.output import INTERRUPTED, print_json
from plyground.locale import Problem, say

MOST_PERCENT = 50


def openings(
    game: GameName,
    count: Annotated[str, typer.Option("--count", metavar="N", help="cli.openings.count")] = "10",
    plies: Annotated[
        str | None, typer.Option("--plies", metavar="K", help="cli.openings.plies")
    ] = None,
    agent: Annotated[
        str, typer.Option("--agent", metavar="SPEC", help="cli.openings.agent")
    ] = "engine",
    time: Annotated[str, typer.Option("--time", metavar="T", help="cli.openings.time")] = "0.2",
    within: Annotated[
        str, typer.Option("--within", metavar="PERCENT", help="cli.openings.within")
    ] = "8",
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="cli.match.seed")] = "0",
    settings: Settings = None,
    moves: Moves = "",
    position: PositionText = "",
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.agents.specs import agent as find_agent
    from plyground.arena.openings import generate_balanced_openings
    from plyground.cli.limit_options import read_seconds
    from plyground.cli.progress import while_preparing
    from plyground.core.limits import Limit
    from plyground.games.position import Position

    wanted = whole_number("--count", count, 1, MOST_GAMES)
    length = None if plies is None else whole_number("--plies", plies, 0, MOST_PLIES)
    tolerance = whole_number("--within", within, 0, MOST_PERCENT) / 100
    chance = whole_number("--seed", seed, 0, 2**63 - 1)
    limit = Limit(time=read_seconds("--time", time))
    judge = find_agent(agent)
    if not hasattr(judge, "choose"):
        raise Problem("cli.openings.problem.agent", agent=agent)
    start = read_position(read_game(game, settings), position, moves)
    while_preparing(lambda preparing: start.game.native(preparing.tell))

    def chances(opening: Position) -> float:
        score = judge.choose(opening, limit).score
        if score is None:
            raise Problem("cli.openings.problem.agent", agent=agent)
        return score.chance

    found = generate_balanced_openings(start, chances, length, chance, tolerance)
    listed = []
    try:
        for balanced in islice(found, wanted):
            line = " ".join(balanced.position.line)
            listed.append({"moves": line, "chance": round(balanced.chance, 3)})
            if as_json:
                print(say("cli.openings.progress", done=len(listed), count=wanted), file=sys.stderr)
            else:
                print(f"{line}  # {say('cli.openings.chance', chance=f'{balanced.chance:.0%}')}")
                sys.stdout.flush()
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    finally:
        if as_json:
            print_json(
                {
                    "game": start.game.name,
                    "options": start.game.changed_settings,
                    "openings": listed,
                }
            )
