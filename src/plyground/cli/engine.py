"""`plyground engine`: Plyground as an engine for other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.arguments import Language
from plyground.games.options import did_you_mean
from plyground.locale import Problem

PROTOCOLS = ("gomocup",)


def engine(
    protocol: Annotated[str, typer.Argument(metavar="PROTOCOL", help="cli.engine.protocol")],
    lang: Language = None,
) -> None:
    if protocol not in PROTOCOLS:
        raise Problem(
            "cli.engine.problem.protocol",
            given=protocol,
            hint=did_you_mean(protocol, PROTOCOLS),
            known=", ".join(PROTOCOLS),
        )
    from plyground.protocols.gomocup.stdio import run

    run()
