"""All games of an event as files: one of records, or one for each game in other formats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from plyground.arena.standings import TournamentGame
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.locale import Problem
from plyground.records.files import write_text
from plyground.records.formats import JSON, guess_file_format, list_formats, write_tree
from plyground.records.record import Record
from plyground.records.variation_tree import VariationTree

LINES = "jsonl"


def make_record(one: TournamentGame, origin: Position) -> Record:
    """The record of a game that began in `origin`."""
    result = one.game.result
    end = origin.play_all(" ".join(result.moves))
    return Record.from_position(end, (one.first, one.second), result.outcome)


def find_export_format(path: Path, game: Game) -> str:
    """The format of a file of games, by its ending; a Problem if the game has no such format."""
    if path.suffix.lower() == f".{LINES}":
        return LINES
    name = guess_file_format(path.name)
    if name not in list_formats(type(game)):
        raise Problem("arena.problem.export", path=path)
    return str(name)


def export_games(games: Sequence[TournamentGame], origin: Position, path: Path) -> list[Path]:
    """Write all games, and return the files.

    `games.json` is a list of records, `games.jsonl` has one in each line; `games.sgf` stands for
    games-1.sgf and so on, as does any other format of the game.
    """
    name = find_export_format(path, origin.game)
    records = (make_record(one, origin) for one in games)
    if name == LINES:
        write_text(path, "".join(record.to_json(indent=None) for record in records))
        return [path]
    if name == JSON:
        documents = [json.loads(record.to_json()) for record in records]
        write_text(path, json.dumps(documents, ensure_ascii=False, indent=1) + "\n")
        return [path]
    files = []
    width = len(str(len(games)))
    for number, record in enumerate(records, start=1):
        files.append(path.with_stem(f"{path.stem}-{number:0{width}}"))
        write_text(files[-1], write_tree(VariationTree.from_record(record, origin.game), name))
    return files
