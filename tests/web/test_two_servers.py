"""Two servers with one database: the second says so and ends, and neither spoils a game."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import pytest
from websockets.exceptions import ConnectionClosed

from plyground.store import game_store
from plyground.store.database import Database

SERVE = [sys.executable, "-m", "plyground", "serve", "--port", "0", "--no-open", "--lang", "en"]


@pytest.fixture
def database_url(each_database):
    return each_database


def test_the_second_server_says_what_is_wrong_and_ends(database_url, serve_process, start_process):
    with serve_process(database_url) as first:
        begun = first.begin()
        second = start_process(
            [*SERVE, "--database", database_url],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        output, errors = second.communicate()
        assert second.returncode == 1
        assert output == ""
        assert errors.strip() == (
            "Another Plyground server is using this database; stop that one, or give this one"
            " another database with --database."
        )
        assert first.client.get("/healthz").status_code == 200
        assert first.begin()["id"] != begun["id"]
        # However the first one ends, the next one may start.
        first.running.kill()
        first.running.wait()
    with serve_process(database_url) as third:
        assert third.state(begun["id"])["moves"] == []


def test_a_game_that_was_changed_elsewhere_is_loaded_again(server, database_url):
    begun = server.begin()
    elsewhere = Database(database_url)
    with server.watch(begun, *begun["tokens"]) as player:
        player.move("b2")
        saved = elsewhere.read(partial(game_store.find_game, id=begun["id"]))
        move = game_store.SavedMove("a1", 1.0)
        elsewhere.write(
            partial(
                game_store.add_move,
                id=begun["id"],
                version=saved.version,
                ply=1,
                move=move,
                state=saved.state,
            )
        ).result()
        # This server does not know of it, and must not overwrite it.
        with pytest.raises(ConnectionClosed):
            player.move("c3")
    elsewhere.close()
    with server.watch(begun, *begun["tokens"]) as player:
        assert [made["move"] for made in player.last["moves"]] == ["b2", "a1"]
        player.move("c3")
        assert [made["move"] for made in player.last["moves"]] == ["b2", "a1", "c3"]


def test_a_study_that_was_changed_elsewhere_is_not_overwritten(server, database_url):
    made = server.post("/api/studies", {"game": "tictactoe"}).json()
    where = f"/api/studies/{made['id']}"
    body = {"key": made["key"], "node": 0, "move": "b2"}
    assert server.post(f"{where}/play", body).status_code == 200
    other = server.services.studies._live[made["id"]]
    other.version -= 1
    answer = server.post(f"{where}/play", body | {"move": "a1"})
    assert answer.status_code == 409
    assert "changed elsewhere" in answer.json()["problem"]
    assert server.post(f"{where}/play", body | {"move": "a1"}).status_code == 200
    nodes = server.get(where).json()["nodes"]
    assert [node["move"] for node in nodes] == [None, "b2", "a1"]
