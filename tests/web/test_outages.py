"""A full disk, a damaged file, a database that restarts: said as such, and over by itself."""

from __future__ import annotations

import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from time import sleep

import pytest
from websockets.exceptions import ConnectionClosed

UNAVAILABLE = "The database does not answer at the moment; try again soon."


@pytest.fixture
def impatient(monkeypatch):
    """Changes do not wait for a database that is away."""
    monkeypatch.setattr("plyground.store.database.RETRY_SECONDS", 0.0)


def check_unavailable(answer):
    assert answer.status_code == 503, answer.text
    assert answer.json() == {"problem": UNAVAILABLE}
    assert int(answer.headers["Retry-After"]) >= 1


def wait_for(status, client):
    while (answer := client.get("/healthz")).status_code != status:
        assert answer.status_code in (200, 503), answer.text
        sleep(0.1)
    return answer


def begin(client):
    return client.post("/api/games", json={"game": "tictactoe", "players": [{"kind": "human"}] * 2})


def moves(state):
    return [made["move"] for made in state["moves"]]


@pytest.mark.skipif(sys.platform != "linux", reason="limits the files of another process")
def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path, serve_process):
    import resource

    files = [tmp_path / "full.db", tmp_path / "full.db-wal"]
    with ExitStack() as open_things:
        server = open_things.enter_context(serve_process(f"sqlite:///{files[0]}"))
        game = begin(server.client).json()
        player = open_things.enter_context(server.watch(game, *game["tokens"]))
        player.move("b2")
        wait_for(200, server.client)

        def limit(size):
            resource.prlimit(server.running.pid, resource.RLIMIT_FSIZE, (size, -1))

        limit(max(file.stat().st_size for file in files))
        check_unavailable(wait_for(503, server.client))
        check_unavailable(begin(server.client))
        # A move is not acknowledged, and what is stored can be read.
        with pytest.raises(ConnectionClosed):
            player.move("a1")
        assert moves(server.state(game["id"])) == ["b2"]
        limit(resource.RLIM_INFINITY)
        wait_for(200, server.client)
        assert begin(server.client).status_code == 201
        with server.watch(game, *game["tokens"]) as player:
            assert moves(player.last) == ["b2"]
            assert moves(player.move("a1")) == ["b2", "a1"]


def test_a_damaged_database_is_said(server, database_url):
    wait_for(200, server.client)
    file = Path(database_url.removeprefix("sqlite:///"))
    for part in (file, file.with_name(f"{file.name}-wal")):
        size = part.stat().st_size
        with part.open("r+b") as pages:
            pages.write(b"\x89PNG" * (size // 4))
    check_unavailable(wait_for(503, server.client))
    check_unavailable(begin(server.client))


def test_postgresql_may_be_away_for_a_while(own_postgres, serve, impatient):
    url, send = own_postgres
    with serve(database=url, idle_seconds=0.05) as server:
        begun = server.begin()
        with server.watch(begun, *begun["tokens"]) as player:
            player.move("b2")
            wait_for(200, server.client)
            send(signal.SIGUSR1)
            check_unavailable(wait_for(503, server.client))
            check_unavailable(begin(server.client))
            check_unavailable(server.get("/api/games"))
            # The move is not acknowledged, and whoever made it is told to connect again.
            with pytest.raises(ConnectionClosed):
                player.move("a1")
        check_unavailable(server.get(f"/api/games/{begun['id']}"))
        send(signal.SIGUSR2)
        wait_for(200, server.client)
        assert server.services.metrics.errors == 0
        with server.watch(begun, *begun["tokens"]) as player:
            assert moves(player.last) == ["b2"]
            assert moves(player.move("a1")) == ["b2", "a1"]


def test_a_short_restart_of_postgresql_is_not_noticed(own_postgres, serve, monkeypatch):
    monkeypatch.setattr("plyground.store.database.RETRY_SECONDS", 1e3)
    url, send = own_postgres
    socket = Path(url.partition("host=")[2]) / ".s.PGSQL.5432"
    with serve(database=url) as server:
        begun = server.begin()
        with server.watch(begun, *begun["tokens"]) as player:
            player.move("b2")
            send(signal.SIGUSR1)
            while socket.exists():
                sleep(0.01)
            player.send(type="move", move="a1", ply=1)
            send(signal.SIGUSR2)
            assert moves(player.sync()) == ["b2", "a1"]
