"""The file formats of games, and how to detect, read and write them.

Every game has the record (`json`) and the move text (`text`); a game lists further formats of other
programs in `Game.formats`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from plyground.games.game import Game
from plyground.games.interchange import Format
from plyground.games.options import did_you_mean, resolve
from plyground.games.registry import find_game_class, game_names
from plyground.locale import Problem
from plyground.records.movetext import build_tree, parse_movetext, write_movetext
from plyground.records.record import Record
from plyground.records.variation_tree import VariationTree

JSON, TEXT = "json", "text"
NATIVE = (JSON, TEXT)
MAX_LENGTH = 2_000_000
"""Characters of a file."""

_EXTENSIONS = {"txt": TEXT}
_CHARSET = re.compile(rb"CA\[([\w-]+)\]")


def list_formats(game_class: type[Game]) -> tuple[str, ...]:
    """The names of all formats of a game."""
    return (*NATIVE, *game_class.formats)


def list_all_formats() -> tuple[str, ...]:
    """The names of all formats of all games."""
    foreign = {name for game_class in _iterate_games() for name in game_class.formats}
    return (*NATIVE, *sorted(foreign))


def guess_file_format(name: str) -> str | None:
    """The format that the extension of a file name stands for, if any."""
    extension = name.rpartition(".")[2].lower() if "." in name else ""
    extension = _EXTENSIONS.get(extension, extension)
    return extension if extension in list_all_formats() else None


def find_file_format(name: str, game: Game) -> str:
    """The format of a file that is to be written; a Problem if the game has none of that name."""
    format_name, known = guess_file_format(name), list_formats(type(game))
    if format_name is None or format_name not in known:
        raise Problem(
            "format.problem.unknown",
            format=Path(name).suffix or name,
            game=game.title,
            hint="",
            known=", ".join(known),
        )
    return format_name


def detect_format(text: str) -> str:
    """The format that a text looks like."""
    if text.lstrip().startswith("{"):
        return JSON
    for game_class in _iterate_games():
        for name in game_class.formats:
            if _load_format(game_class, name).can_read(text):
                return name
    return TEXT


def decode(raw: bytes) -> str:
    """The text of a file: UTF-8, else the charset that it declares, else Latin-1."""
    declared = _CHARSET.search(raw[:4096])
    for charset in ("utf-8-sig", declared[1].decode() if declared else "latin-1"):
        try:
            return raw.decode(charset)
        except (UnicodeDecodeError, LookupError):
            continue
    return raw.decode("latin-1")


def write_tree(tree: VariationTree, name: str) -> str:
    """Write a game in a format."""
    if name == JSON:
        return tree.to_record().to_json()
    if name == TEXT:
        return write_movetext(tree)
    game_class = type(tree.game)
    if name not in game_class.formats:
        raise Problem(
            "format.problem.unknown",
            format=name,
            game=tree.game.title,
            hint=did_you_mean(name, list_formats(game_class)),
            known=", ".join(list_formats(game_class)),
        )
    return _load_format(game_class, name).write(tree.game, tree.to_game_file())


def read_tree(
    text: str,
    name: str | None = None,
    game_class: type[Game] | None = None,
    options: Mapping[str, object] | None = None,
) -> VariationTree:
    """Read a game. The arguments take precedence over what the text says or looks like."""
    if len(text) > MAX_LENGTH:
        raise Problem("format.problem.long", most=MAX_LENGTH)
    if not text.strip():
        raise Problem("format.problem.empty")
    name = name or detect_format(text)
    given = dict(options or {})
    if name == JSON:
        return _read_json(text, game_class, given)
    if name == TEXT:
        return _read_movetext(text, game_class, given)
    return _read_foreign(text, name, game_class, given)


def _read_json(text: str, game_class: type[Game] | None, given: dict[str, object]) -> VariationTree:
    record = Record.from_json(text)
    if game_class is None and not given:
        return VariationTree.from_record(record)
    checked_class = _check_game(game_class, record.game)
    return VariationTree.from_record(record, _make_game(checked_class, {**record.options, **given}))


def _read_movetext(
    text: str, game_class: type[Game] | None, given: dict[str, object]
) -> VariationTree:
    movetext = parse_movetext(text)
    if movetext.game is not None:
        game_class = _check_game(game_class, movetext.game)
    if game_class is None:
        raise Problem("format.problem.game")
    return build_tree(movetext, _make_game(game_class, {**movetext.options, **given}))


def _read_foreign(
    text: str, name: str, game_class: type[Game] | None, given: dict[str, object]
) -> VariationTree:
    """Read a text as the first game that can; if none can, raise the Problem of the last one."""
    tried = _iterate_games() if game_class is None else (game_class,)
    why = Problem(
        "format.problem.unknown",
        format=name,
        game=game_class.name if game_class else "-",
        hint=did_you_mean(name, list_all_formats()),
        known=", ".join(list_formats(game_class) if game_class else list_all_formats()),
    )
    for other in tried:
        if name not in other.formats:
            continue
        try:
            game_file = _load_format(other, name).read(text)
            return VariationTree.from_game_file(
                game_file, _make_game(other, {**game_file.options, **given})
            )
        except Problem as problem:
            why = problem
    raise why


def _check_game(game_class: type[Game] | None, name: str) -> type[Game]:
    """The class of the game that a text names, which must be the given one."""
    if game_class is None:
        return find_game_class(name)
    if game_class.name != name:
        raise Problem("format.problem.other", theirs=name, ours=game_class.name)
    return game_class


def _make_game(game_class: type[Game], options: Mapping[str, object]) -> Game:
    # Check option names before they become arguments of a class.
    resolve(game_class.name, game_class.options, options)
    return game_class(**options)


def _iterate_games() -> Iterator[type[Game]]:
    """All games that can be loaded: an installed one that cannot must not spoil the others."""
    for name in game_names():
        try:
            game_class = find_game_class(name)
        except (Exception, SystemExit):
            continue
        yield game_class


def _load_format(game_class: type[Game], name: str) -> Format:
    return cast(Format, importlib.import_module(game_class.formats[name]))
