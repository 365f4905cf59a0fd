"""A game of one's own can be had by its name once the owner of the process has admitted it."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.games import registry
from plyground.games.registry import admit, game_names, load_game
from plyground.locale import Problem

EXAMPLE = Path(__file__).parents[2] / "examples" / "connect4.py"


@pytest.fixture(autouse=True)
def nobody_admitted(monkeypatch):
    monkeypatch.setattr(registry, "_admitted", {})


def test_an_admitted_game_has_a_name():
    with pytest.raises(Problem):
        load_game("connect4")
    admit(str(EXAMPLE))
    assert "connect4" in game_names()
    assert len(load_game("connect4").start().moves) == 7


def test_admitting_twice_is_the_same_as_once():
    admit(str(EXAMPLE))
    admit(str(EXAMPLE))
    assert game_names().count("connect4") == 1


def test_the_name_of_another_game_is_refused(tmp_path):
    source = EXAMPLE.read_text(encoding="utf-8").replace('"connect4"', '"kamisado"')
    (tmp_path / "impostor.py").write_text(source, encoding="utf-8")
    with pytest.raises(Problem, match="another one of that name"):
        admit(str(tmp_path / "impostor.py"))
