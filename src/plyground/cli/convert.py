"""`plyground convert`: convert a game from one file format to another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.arguments import Language, NoCheck, Settings, read_settings
from plyground.locale import Problem, say

STDIO = "-"
"""The file name that stands for standard input or output."""


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
    no_check: NoCheck = False,
    lang: Language = None,
) -> None:
    from plyground.games.registry import find_game_class
    from plyground.records.files import read_bytes, write_text
    from plyground.records.formats import JSON, decode, guess_file_format, read_tree, write_tree

    kind = find_game_class(game, True) if game else None
    raw = sys.stdin.buffer.read() if source == STDIO else read_bytes(Path(source))
    tree = read_tree(
        decode(raw),
        _check_format(source_format) or guess_file_format(source),
        kind,
        read_settings(settings),
    )
    format_name = _check_format(target_format) or guess_file_format(target)
    if format_name is None and target != STDIO:
        raise Problem("cli.convert.problem.target", path=target)
    text = write_tree(tree, format_name or JSON)
    if target == STDIO:
        sys.stdout.write(text)
    else:
        write_text(Path(target), text)
        print(say("cli.convert.done", path=target, moves=len(tree.root.main_line) - 1))


def _check_format(name: str | None) -> str | None:
    """Return the name of a format; a Problem if it is unknown."""
    from plyground.games.options import did_you_mean
    from plyground.records.formats import list_all_formats

    known = list_all_formats()
    if name is not None and name not in known:
        hint = did_you_mean(name, known)
        raise Problem("cli.convert.problem.format", given=name, hint=hint, known=", ".join(known))
    return name
