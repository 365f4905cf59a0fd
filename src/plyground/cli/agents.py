"""`plyground agents`: who can be played against, and what can be set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plyground.cli.arguments import Json, Language
from plyground.cli.output import console, print_json
from plyground.locale import say

if TYPE_CHECKING:
    from rich.console import Console

    from plyground.agents.specs import Kind


def agents(as_json: Json = False, lang: Language = None) -> None:
    from plyground.agents.specs import KINDS
    from plyground.reports import describe_baseline

    if as_json:
        print_json([describe(name, kind) for name, kind in KINDS.items()])
        return
    page = console()
    for name, kind in KINDS.items():
        _print(page, name, say(f"agent.{name}"), kind)
        for game, kinds in baselines_of(kind).items():
            page.print(f"    {game}:")
            for variant, baseline in kinds.items():
                about = describe_baseline(game, variant)
                _print(page, f"{name}:{variant}", about, baseline, indent=8)
    page.print(say("cli.agents.own"))


def baselines_of(kind: Kind) -> dict[str, dict[str, Kind]]:
    """By game and name, what an agent is that is another one in each game; the usual one first."""
    from plyground.reports import baselines, modules

    return {game: baselines(game) for game in modules()} if kind.by_game else {}


def describe(name: str, kind: Kind) -> dict[str, Any]:
    """An agent as `--json` tells it."""
    from plyground.reports import describe_baseline

    told: dict[str, Any] = {
        "name": name,
        "about": say(f"agent.{name}"),
        "options": {option.name: option.known for option in kind.options},
    }
    if kind.by_game:
        told["games"] = {
            game: [
                {
                    "name": f"{name}:{variant}",
                    "about": describe_baseline(game, variant),
                    "options": {option.name: option.known for option in baseline.options},
                }
                for variant, baseline in kinds.items()
            ]
            for game, kinds in baselines_of(kind).items()
        }
    return told


def _print(page: Console, name: str, about: str, kind: Kind, indent: int = 0) -> None:
    page.print(f"{' ' * indent}{name}", style="bold", end="")
    page.print(f": {about}")
    if kind.options:
        options = "; ".join(f"{option.name}={option.known}" for option in kind.options)
        page.print(f"{' ' * (indent + 4)}{options}", style="dim")
