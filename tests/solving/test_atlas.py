"""The atlas: what is shipped has the values that others found, and can be built again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plyground import Game, load_game
from plyground.core.limits import Stop
from plyground.games.atlas_task import AtlasTask
from plyground.games.registry import find_game_class
from plyground.locale import Failure
from plyground.solving.atlas import build_atlas, find_atlas_file, load_atlas, write_atlas
from plyground.solving.proofs import SolvedPosition

DATA = Path(__file__).parents[1] / "data"


def read_data(name: str) -> dict:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def read_kamisado() -> dict[str, SolvedPosition]:
    """The start, and what follows its moves."""
    entries = load_atlas(find_game_class("kamisado"))
    return {entry.moves: entry for entry in entries if not entry.position}


def test_first_moves_of_kamisado_are_worth_what_other_programs_found():
    found = read_kamisado()
    start = load_game("kamisado").start()
    assert found.keys() - {""} == set(start.moves)
    for move, (value, plies) in read_data("kamisado")["start"]["first_moves"].items():
        assert found[move].value == value
        assert (found[move].plies or 0) + 1 == plies
    assert sum(found[move].value == 1 for move in start.moves) == 16


def test_best_moves_lead_to_positions_of_the_same_value():
    entries = read_kamisado()
    start = entries[""]
    assert start.best_moves
    for move in start.best_moves:
        assert entries[move].value == start.value
        assert entries[move].plies == (start.plies or 0) - 1


def test_entries_can_be_loaded_and_read():
    kind = find_game_class("tictactoe")
    titles = {entry.title: entry for entry in load_atlas(kind)}
    assert titles[""].describe(kind) == "Draw"
    larger = titles["width=4"]
    assert larger.describe(kind).startswith("The first player wins in ")
    assert larger.load(kind).game.settings["width"] == 4


def test_an_atlas_built_again_is_the_same(check_certificate):
    class Small(find_game_class("tictactoe")):
        @classmethod
        def list_atlas_tasks(cls):
            return [AtlasTask({"width": 4}), AtlasTask(position="a1 / b2 / 0", every_move=True)]

    solved: list[str] = []
    entries = build_atlas(Small, Stop(), lambda position, entry: solved.append(entry.title), 16)
    assert entries is not None
    assert solved == [entry.title for entry in entries]
    assert len(entries) == 1 + 1 + 7
    document = json.loads(write_atlas(Small, entries))
    rules = check_certificate.load_rules("tictactoe")
    assert check_certificate.check_entry(rules, document["entries"][0]) > 100
    shipped = {one.title: one for one in load_atlas(find_game_class("tictactoe"))}
    again = entries[0]
    assert (again.value, again.plies, again.best_moves) == (
        shipped["width=4"].value,
        shipped["width=4"].plies,
        shipped["width=4"].best_moves,
    )


def test_building_can_be_stopped():
    stop = Stop()
    stop.set()
    assert build_atlas(find_game_class("kamisado"), stop, lambda *_: None, 16) is None


def test_a_damaged_file_is_a_sentence(tmp_path, monkeypatch):
    class Damaged(Game):
        name = "damaged"
        build = path = scene = None

    (tmp_path / "damaged.atlas.json").write_text('{"game": "damaged"}')
    monkeypatch.setattr(
        "plyground.solving.atlas.find_atlas_file", lambda kind: tmp_path / "damaged.atlas.json"
    )
    with pytest.raises(Failure, match="damaged"):
        load_atlas(Damaged)


def test_a_game_without_solved_boards_has_an_empty_atlas():
    assert load_atlas(find_game_class("gomoku")) == ()
    path = find_atlas_file(find_game_class("gomoku"))
    assert path is not None
    assert not path.exists()
