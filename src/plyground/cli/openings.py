"""`plyground openings`: balanced openings for a match, by the evaluation of an agent."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from plyground.cli.arguments import (
    GameName,
    Json,
    Language,
    Moves,
    NoCheck,
    PositionText,
    Settings,
    read_game,
    read_integer,
    read_position,
)
from plyground.cli.event_options import MAX_GAMES, MAX_PLIES
from plyground.cli.interrupts import INTERRUPTED, run_interruptibly
from plyground.cli.output import print_json
from plyground.locale import Problem, say

MAX_PERCENT = 50


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
    no_check: NoCheck = False,
    moves: Moves = "",
    position: PositionText = "",
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.agents.human import Human
    from plyground.agents.specs import agent as find_agent
    from plyground.arena.openings import generate_balanced_openings
    from plyground.cli.limit_options import read_seconds
    from plyground.cli.progress import prepare_agents
    from plyground.core.limits import Limit
    from plyground.games.position import Position

    target = read_integer("--count", count, 1, MAX_GAMES)
    length = None if plies is None else read_integer("--plies", plies, 0, MAX_PLIES)
    tolerance = read_integer("--within", within, 0, MAX_PERCENT) / 100
    random_seed = read_integer("--seed", seed, 0, 2**63 - 1)
    limit = Limit(time=read_seconds("--time", time))
    evaluator = find_agent(agent)
    if isinstance(evaluator, Human):
        raise Problem("cli.openings.problem.agent", agent=agent)
    start = read_position(read_game(game, settings), position, moves)
    prepare_agents([evaluator], start.game)

    def evaluate(opening: Position) -> float:
        score = evaluator.choose(opening, limit).score
        if score is None:
            raise Problem("cli.openings.problem.agent", agent=agent)
        return score.chance

    balanced_openings = generate_balanced_openings(start, evaluate, length, random_seed, tolerance)
    documents: list[dict[str, object]] = []
    try:
        while len(documents) < target:
            # Endless, so there always is a next one.
            balanced = run_interruptibly(lambda: next(balanced_openings))
            line = " ".join(balanced.position.line)
            documents.append({"moves": line, "chance": round(balanced.chance, 3)})
            if as_json:
                print(
                    say("cli.openings.progress", done=len(documents), count=target), file=sys.stderr
                )
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
                    "openings": documents,
                }
            )
