"""One whole game of each kind, written down so that a person can read it.

The move played is the one at place `(7 * ply + 3) % count` of the list of legal moves. After a
change made on purpose, write the files anew with `PLYGROUND_GOLDEN=write pytest tests/golden`, and
read the difference before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plyground.games.captions import describe_status
from plyground.games.registry import game_names, load_game

FOLDER = Path(__file__).parent

# Options for a game that is short enough to be read; each line makes a file.
CASES = {
    "tictactoe": {"tictactoe": {}},
    "gomoku": {
        "gomoku": {"size": 7, "rule": "omok"},
        "gomoku-swap2": {"size": 6, "opening": "swap2"},
    },
    "kamisado": {"kamisado": {}, "kamisado-match": {"points": 3}},
    "triangles": {"triangles": {}, "triangles-extra": {"n": 7, "seed": 1, "extra_move": True}},
}
FILES = {
    file: (name, options)
    for name in game_names()
    for file, options in CASES.get(name, {name: {}}).items()
}


@pytest.fixture(autouse=True)
def _in_english(monkeypatch):
    monkeypatch.setattr("plyground.locale._process_language", ["en"])


def playthrough(name, options):
    game = load_game(name, **options)
    position = game.start()
    lines = [f"# {game.id} {game.changed_settings}"]
    for ply in range(1000):
        lines += ["", f"## {ply}: {describe_status(position)}", "", str(position), ""]
        if position.text:
            lines.append(f"Position: {position.text}")
        if position.is_over:
            return "\n".join(lines) + "\n"
        move = position.moves[(7 * ply + 3) % len(position.moves)]
        lines += [f"Legal ({len(position.moves)}): {' '.join(position.moves)}", f"Played: {move}"]
        position = position.play(move)
    raise AssertionError(f"{name} has no end")


@pytest.mark.parametrize("file", FILES)
def test_game_is_played_as_it_was_written_down(file):
    path = FOLDER / f"{file}.txt"
    played = playthrough(*FILES[file])
    if os.environ.get("PLYGROUND_GOLDEN") == "write":
        path.write_text(played, encoding="utf-8")
    assert played == path.read_text(encoding="utf-8"), (
        "the game went another way; if it should, run PLYGROUND_GOLDEN=write pytest tests/golden"
    )


def test_every_file_belongs_to_a_game():
    assert {path.stem for path in FOLDER.glob("*.txt")} <= set(FILES)
