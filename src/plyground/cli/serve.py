"""`plyground serve`: run the web server."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from plyground.cli.arguments import Language, NoCheck, note_isolation, read_integer
from plyground.cli.interrupts import record_interrupts
from plyground.locale import Problem


def serve(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="cli.serve.games")
    ] = None,
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="cli.serve.host")
    ] = None,
    port: Annotated[str | None, typer.Option("--port", metavar="N", help="cli.serve.port")] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="cli.serve.no_open")] = False,
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help="cli.serve.database")
    ] = None,
    engine: Annotated[
        list[str] | None, typer.Option("--engine", metavar="NAME=SPEC", help="cli.serve.engine")
    ] = None,
    workers: Annotated[
        str | None, typer.Option("--workers", metavar="N", help="cli.serve.workers")
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option("--allow-host", metavar="NAME", help="cli.serve.allow_host")
    ] = None,
    no_check: NoCheck = False,
    lang: Language = None,
) -> None:
    from pydantic import ValidationError
    from pydantic_settings import SettingsError

    from plyground.games.registry import register_game
    from plyground.web.server import run
    from plyground.web.settings import Settings

    for name in games or []:
        register_game(name)
    given: dict[str, Any] = {
        "host": host,
        "port": None if port is None else read_integer("--port", port, 0, 65535),
        "database": database,
        "engines": read_engines(engine) if engine else None,
        "workers": None if workers is None else read_integer("--workers", workers, 1, 1024),
        "allow_hosts": tuple(allow_host) if allow_host else None,
    }
    try:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
    except (ValidationError, SettingsError) as error:
        raise Problem("cli.serve.problem.setting", why=" ".join(str(error).split())) from error
    with record_interrupts():
        run(
            settings,
            open_page=sys.stdout.isatty() and not no_open,
            any_port="port" not in settings.model_fields_set,
        )


def read_engines(given: list[str]) -> dict[str, str]:
    """Parse `NAME=SPEC` options. Each agent is made once, so that a wrong spec fails at once."""
    from plyground.agents.agent import release_agent
    from plyground.agents.isolated_agent import IsolatedAgent, make_player

    engines = {}
    for text in given:
        name, equals, spec = text.partition("=")
        if not equals or not name.strip() or not spec.strip():
            raise Problem("cli.serve.problem.engine", given=text)
        made = make_player(spec.strip())
        if isinstance(made, IsolatedAgent):
            made.build()
            release_agent(made)
        engines[name.strip()] = spec.strip()
    note_isolation(*engines.values())
    return engines
