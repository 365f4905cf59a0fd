"""`plyground agents`: the agents that can play, and their options."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from plyground.cli.arguments import Json, Language
from plyground.cli.output import make_console, print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from rich.console import Console

    from plyground.agents.level_ratings import LevelRatings
    from plyground.agents.specs import AgentKind


def agents(as_json: Json = False, lang: Language = None) -> None:
    from plyground.agents.specs import KINDS
    from plyground.reports import describe_baseline

    if as_json:
        print_json([agent_to_json(name, kind) for name, kind in KINDS.items()])
        return
    console = make_console()
    for name, kind in KINDS.items():
        _print_agent(console, name, say(f"agent.{name}"), kind)
        for game, ratings in list_level_ratings(kind).items():
            elos = ", ".join(f"{level}: {elo}" for level, elo in ratings.list_levels().items())
            console.print(f"    {say('cli.agents.levels', game=game, ratings=elos)}")
            measured = say("agent.level.measured", date=ratings.date, command=ratings.command)
            console.print(f"        {measured}", style="dim", soft_wrap=True)
        for game, kinds in list_baselines(kind).items():
            console.print(f"    {game}:")
            for variant, baseline in kinds.items():
                about = describe_baseline(game, variant)
                _print_agent(console, f"{name}:{variant}", about, baseline, indent=8)
    console.print(say("cli.agents.own"))


def list_baselines(kind: AgentKind) -> dict[str, dict[str, AgentKind]]:
    """The variants of an agent that differs by game, by game and name, the default one first."""
    from plyground.reports import find_baselines, list_reported_games

    return {game: find_baselines(game) for game in list_reported_games()} if kind.by_game else {}


def list_level_ratings(kind: AgentKind) -> dict[str, LevelRatings]:
    """What was measured of the levels of an agent, by game; empty for one without levels."""
    from plyground.agents.level_ratings import load_level_ratings
    from plyground.games.registry import find_game_class, game_names

    if not any(option.name == "level" for option in kind.options):
        return {}
    found = {}
    for game in game_names():
        with suppress(Problem):
            # A user's game that cannot be loaded has no levels.
            found[game] = load_level_ratings(find_game_class(game))
    return {game: ratings for game, ratings in found.items() if ratings is not None}


def agent_to_json(name: str, kind: AgentKind) -> dict[str, Any]:
    """The JSON description of an agent."""
    from plyground.reports import describe_baseline

    document: dict[str, Any] = {
        "name": name,
        "about": say(f"agent.{name}"),
        "options": {option.name: option.known for option in kind.options},
    }
    measured = list_level_ratings(kind)
    if measured:
        document["ratings"] = {game: ratings.to_json() for game, ratings in measured.items()}
    if kind.by_game:
        document["games"] = {
            game: [
                {
                    "name": f"{name}:{variant}",
                    "about": describe_baseline(game, variant),
                    "options": {option.name: option.known for option in baseline.options},
                }
                for variant, baseline in kinds.items()
            ]
            for game, kinds in list_baselines(kind).items()
        }
    return document


def _print_agent(console: Console, name: str, about: str, kind: AgentKind, indent: int = 0) -> None:
    console.print(f"{' ' * indent}{name}", style="bold", end="")
    console.print(f": {about}")
    if kind.options:
        options = "; ".join(f"{option.name}={option.known}" for option in kind.options)
        console.print(f"{' ' * (indent + 4)}{options}", style="dim")
