"""`plyground convert`: a game from one format into another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.arguments import Language, Settings, read_settings
from plyground.locale import Problem, say

STANDARD = "-"
"""The name of standard input and output."""


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="cli.convert.source")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="cli.convert.target")],
    source_format: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="cli.convert.from")
    ] = None,
    target_format: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help="cli.convert.to")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="cli.convert.game")
    ] = None,
    settings: Settings = None,
    lang: Language = None,
) -> None:
    from plyground.games.registry import find_game_class
    from plyground.records.files import read_bytes, write_text
    from plyground.records.formats import JSON, decode, format_of_file, read_tree, write_tree

    kind = find_game_class(game, True) if game else None
    raw = sys.stdin.buffer.read() if source == STANDARD else read_bytes(Path(source))
    tree = read_tree(
        decode(raw),
        _known(source_format) or format_of_file(source),
        kind,
        read_settings(settings),
    )
    wanted = _known(target_format) or format_of_file(target)
    if wanted is None and target != STANDARD:
        raise Problem("cli.convert.problem.target", path=target)
    written = write_tree(tree, wanted or JSON)
    if target == STANDARD:
        sys.stdout.write(written)
    else:
        write_text(Path(target), written)
        print(say("cli.convert.done", path=target, moves=len(tree.root.main) - 1))


def _known(name: str | None) -> str | None:
    """A format that was asked for by name."""
    from plyground.games.options import did_you_mean
    from plyground.records.formats import known_formats

    known = known_formats()
    if name is not None and name not in known:
        hint = did_you_mean(name, known)
        raise Problem("cli.convert.problem.format", given=name, hint=hint, known=", ".join(known))
    return name
