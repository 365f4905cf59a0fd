"""A user's game that breaks the contract is refused with its sentence; the others are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.games import registry
from plyground.games.checking import admission
from plyground.games.registry import register_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "connect4.py"


@pytest.fixture
def broken_games(tmp_path, monkeypatch):
    """A game whose `branching` is too small, and one that cannot be imported, are registered."""
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(registry, "_broken", {})
    monkeypatch.setattr(admission, "_failed", {})
    monkeypatch.delenv(admission.NO_CHECK, raising=False)
    source = EXAMPLE.read_text(encoding="utf-8")
    narrow = source.replace("branching=WIDTH", "branching=3").replace('"connect4"', '"narrow"')
    for name, text in (("narrow", narrow), ("torn", "1 / 0\n")):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        assert register_game(str(tmp_path / f"{name}.py")) == name


def test_one_broken_game_fails_alone(broken_games, server):
    found = server.get("/api/catalogue").json()
    assert {"tictactoe", "kamisado"} <= {game["name"] for game in found["games"]}
    broken = {game["name"]: game["problem"] for game in found["broken"]}
    assert "Kernel moves goes outside of a vector" in broken["narrow"]
    assert "ZeroDivisionError" in broken["torn"]
    for name, sentence in broken.items():
        for _ in range(2):
            answer = server.post("/api/positions", {"game": name})
            assert answer.status_code == 400
            assert answer.json()["problem"] == sentence
    assert server.post("/api/positions", {"game": "tictactoe"}).status_code == 200
