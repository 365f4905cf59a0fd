"""Which files a game can be read from and written to.

Every game has the record (`json`) and the list of moves (`text`); which of strangers' formats
there are, a game says itself.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from typing import cast

from plyground.games.game import Game
from plyground.games.interchange import Format
from plyground.games.options import did_you_mean, resolve
from plyground.games.registry import find_game_class, game_names
from plyground.locale import Problem
from plyground.records.plain_text import parse_page, read_page, write_page
from plyground.records.record import Record
from plyground.records.variation_tree import Tree

JSON, TEXT = "json", "text"
OWN = (JSON, TEXT)
LONGEST = 2_000_000
"""Characters of a file."""

_ENDINGS = {"txt": TEXT}
_CHARSET = re.compile(rb"CA\[([\w-]+)\]")


def formats_of(kind: type[Game]) -> tuple[str, ...]:
    """The names of all formats of a game."""
    return (*OWN, *kind.formats)


def known_formats() -> tuple[str, ...]:
    """The names of all formats of all games."""
    foreign = {name for game in game_names() for name in find_game_class(game).formats}
    return (*OWN, *sorted(foreign))


def format_of_file(name: str) -> str | None:
    """The format that the ending of a file's name tells, if it does."""
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    ending = _ENDINGS.get(ending, ending)
    return ending if ending in known_formats() else None


def format_of_text(text: str) -> str:
    """The format that a text looks like."""
    if text.lstrip().startswith("{"):
        return JSON
    for kind in _kinds():
        for name in kind.formats:
            if _module(kind, name).can_read(text):
                return name
    return TEXT


def decode(raw: bytes) -> str:
    """The text of a file: UTF-8, else what it says of itself, else letters of the West."""
    said = _CHARSET.search(raw[:4096])
    for charset in ("utf-8-sig", said[1].decode() if said else "latin-1"):
        try:
            return raw.decode(charset)
        except (UnicodeDecodeError, LookupError):
            continue
    return raw.decode("latin-1")


def write_tree(tree: Tree, name: str) -> str:
    """A game in a format."""
    if name == JSON:
        return tree.to_record().to_json()
    if name == TEXT:
        return write_page(tree)
    kind = type(tree.game)
    if name not in kind.formats:
        raise Problem(
            "format.problem.unknown",
            format=name,
            game=tree.game.title,
            hint=did_you_mean(name, formats_of(kind)),
            known=", ".join(formats_of(kind)),
        )
    return _module(kind, name).write(tree.game, tree.to_game_file())


def read_tree(
    text: str,
    name: str | None = None,
    kind: type[Game] | None = None,
    options: Mapping[str, object] | None = None,
) -> Tree:
    """The game of a text. What is given (a format, a kind of game, options) wins over what the
    text says or looks like."""
    if len(text) > LONGEST:
        raise Problem("format.problem.long", most=LONGEST)
    if not text.strip():
        raise Problem("format.problem.empty")
    name = name or format_of_text(text)
    given = dict(options or {})
    if name == JSON:
        return _from_json(text, kind, given)
    if name == TEXT:
        return _from_text(text, kind, given)
    return _from_stranger(text, name, kind, given)


def _from_json(text: str, kind: type[Game] | None, given: dict[str, object]) -> Tree:
    record = Record.from_json(text)
    if kind is None and not given:
        return Tree.from_record(record)
    return Tree.from_record(record, _made(_agreed(kind, record.game), {**record.options, **given}))


def _from_text(text: str, kind: type[Game] | None, given: dict[str, object]) -> Tree:
    page = parse_page(text)
    if kind is None and page.game is None:
        raise Problem("format.problem.game")
    kind = _agreed(kind, page.game) if page.game else cast(type[Game], kind)
    return read_page(page, _made(kind, {**page.options, **given}))


def _from_stranger(text: str, name: str, kind: type[Game] | None, given: dict[str, object]) -> Tree:
    """The first game that can read the text; if none can, why the last one could not."""
    kinds = [other for other in (_kinds() if kind is None else (kind,)) if name in other.formats]
    why = Problem(
        "format.problem.unknown",
        format=name,
        game=kind.name if kind else "-",
        hint=did_you_mean(name, known_formats()),
        known=", ".join(formats_of(kind) if kind else known_formats()),
    )
    for other in kinds:
        try:
            game_file = _module(other, name).read(text)
            return Tree.from_game_file(game_file, _made(other, {**game_file.options, **given}))
        except Problem as problem:
            why = problem
    raise why


def _agreed(kind: type[Game] | None, said: str) -> type[Game]:
    if kind is None:
        return find_game_class(said)
    if kind.name != said:
        raise Problem("format.problem.other", theirs=said, ours=kind.name)
    return kind


def _made(kind: type[Game], options: Mapping[str, object]) -> Game:
    # Names are checked before they become arguments of a class.
    resolve(kind.name, kind.options, options)
    return kind(**options)


def _kinds() -> Iterator[type[Game]]:
    return (find_game_class(name) for name in game_names())


def _module(kind: type[Game], name: str) -> Format:
    return cast(Format, importlib.import_module(kind.formats[name]))
