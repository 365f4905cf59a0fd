"""The atlas of solved positions over REST."""

from __future__ import annotations

import pytest

from plyground.solving.proofs import Proof, SolvedPosition
from plyground.web.api import solved

DRAW = SolvedPosition(
    options={}, position="", moves="", value=0, plies=None, best_moves=("b2",), nodes=8712,
    seconds=0.01, command="plyground solve tictactoe",
    proofs=(Proof(0, 0, None, 109, ""), Proof(1, 0, None, 303, "")),
)  # fmt: skip
WIN = SolvedPosition(
    options={"width": 4}, position="", moves="b2", value=1, plies=6, best_moves=(), nodes=1,
    seconds=0.01, command="plyground solve tictactoe --set width=4 --moves b2",
    proofs=(Proof(0, 1, 6, 90, ""),),
)  # fmt: skip


@pytest.fixture
def ready(monkeypatch):
    """Let tic-tac-toe come with two solved positions, and no other game with any."""
    entries = {"tictactoe": (DRAW, WIN)}
    monkeypatch.setattr(solved, "load_atlas", lambda kind: entries.get(kind.name, ()))


def test_solved_positions_have_a_value_a_proof_and_a_command(server, ready):
    assert [game["name"] for game in server.get("/api/solved").json()["games"]] == ["tictactoe"]
    draw, win = server.get("/api/solved/tictactoe").json()["entries"]
    assert (draw["winner"], draw["spots"], draw["nodes"], draw["proof"]) == (None, 9, 8712, 412)
    assert (win["winner"], win["plies"], win["spots"]) == (0, 6, 12)
    assert (win["moves"], win["options"], win["command"]) == (["b2"], {"width": 4}, WIN.command)
    assert server.get("/api/solved/gomoku").json()["entries"] == []


def test_a_solved_position_is_drawn_and_can_be_played_against_the_engine(server, ready):
    picture = server.get("/api/solved/tictactoe/1/picture")
    assert picture.headers["Content-Type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    assert server.get("/api/solved/tictactoe/2/picture").status_code == 404
    _, win = server.get("/api/solved/tictactoe").json()["entries"]
    place = {"options": win["options"], "start": win["start"], "moves": win["moves"]}
    begun = server.begin("tictactoe", "engine", "human", **place)
    assert server.get(f"/api/games/{begun['id']}").json()["position"]["ply"] == 1


def test_the_page_of_solved_games_exists(server):
    for path in ("/solved", "/solved/kamisado"):
        assert 'class="solved"' in server.get(path).text
    assert server.get("/solved/no-game").status_code == 404
