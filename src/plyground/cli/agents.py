"""`plyground agents`: who can be played against, and what can be set."""

from __future__ import annotations

from plyground.cli.arguments import Json, Language
from plyground.cli.output import console, print_json
from plyground.locale import say


def agents(as_json: Json = False, lang: Language = None) -> None:
    from plyground.agents.registry import KINDS

    if as_json:
        print_json(
            [
                {
                    "name": name,
                    "about": say(f"agent.{name}"),
                    "options": {option.name: option.known for option in kind.options},
                }
                for name, kind in KINDS.items()
            ]
        )
        return
    page = console()
    for name, kind in KINDS.items():
        page.print(name, style="bold", end="")
        page.print(f": {say(f'agent.{name}')}")
        if kind.options:
            options = ", ".join(f"{option.name}={option.known}" for option in kind.options)
            page.print(f"    {options}", style="dim")
    page.print(say("cli.agents.own"))
