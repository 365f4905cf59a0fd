"""A user's game is loaded by its name once it is registered in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.games import registry
from plyground.games.registry import game_names, load_game, register_game
from plyground.locale import Failure, Problem

EXAMPLE = Path(__file__).parents[2] / "examples" / "connect4.py"


@pytest.fixture(autouse=True)
def no_registered_games(monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(registry, "_broken", {})


def test_a_registered_game_is_loaded_by_its_name():
    with pytest.raises(Problem):
        load_game("connect4")
    register_game(str(EXAMPLE))
    assert "connect4" in game_names()
    assert len(load_game("connect4").start().moves) == 7


def test_registering_twice_is_the_same_as_once():
    register_game(str(EXAMPLE))
    register_game(str(EXAMPLE))
    assert game_names().count("connect4") == 1


def test_the_name_of_another_game_is_refused(tmp_path):
    source = EXAMPLE.read_text(encoding="utf-8").replace('"connect4"', '"kamisado"')
    (tmp_path / "impostor.py").write_text(source, encoding="utf-8")
    with pytest.raises(Problem, match="another one of that name"):
        register_game(str(tmp_path / "impostor.py"))


def test_a_game_without_a_name_is_refused_in_a_sentence(tmp_path):
    source = EXAMPLE.read_text(encoding="utf-8").replace('    name = "connect4"\n', "")
    file = tmp_path / "nameless.py"
    file.write_text(source, encoding="utf-8")
    assert register_game(str(file)) == "nameless"
    for name in (str(file), "nameless"):
        with pytest.raises(Failure, match="class ConnectFour has no `name`"):
            load_game(name, True)


def test_a_game_whose_code_fails_is_registered_and_answered_by_a_sentence(tmp_path):
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    assert register_game(str(tmp_path / "broken.py")) == "broken"
    assert "broken" in game_names()
    with pytest.raises(Failure, match="ZeroDivisionError"):
        load_game("broken")
