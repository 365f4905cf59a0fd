"""Live games are loaded on demand and evicted when idle; and a store that fails."""

from __future__ import annotations

import time
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from functools import partial

import pytest
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed

from plyground.store import game_store
from plyground.store.database import Database
from plyground.store.schema import games


def wait_for(condition):
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_an_idle_game_is_evicted_and_loaded_again(serve):
    with serve(idle_seconds=0.1) as server:
        begun = server.begin(second="open")
        with server.watch(begun, begun["tokens"][0]) as first:
            first.move("b2")
            time.sleep(0.5)
            assert len(server.services.lobby) == 1
        wait_for(lambda: len(server.services.lobby) == 0)
        with server.watch(begun, begun["invite"]) as second:
            assert [made["move"] for made in second.last["moves"]] == ["b2"]
            second.move("a1")


@pytest.fixture
def database_url(each_database):
    return each_database


def set_deadline(store, begun, deadline):
    """As if so much time had passed."""
    row = update(games).where(games.c.id == begun["id"]).values(deadline=deadline)
    store.write(lambda connection: connection.execute(row)).result()


def read_deadline(server, begun):
    find = partial(game_store.find_game, id=begun["id"])
    return server.services.store.read(find).deadline


@pytest.mark.parametrize("control", [{"per_move": 900}, {"clock": {"left": 1000, "increment": 2}}])
def test_a_clock_goes_on_while_a_game_is_put_away(serve, control):
    with serve(idle_seconds=0.1) as server:
        begun = server.begin(control=control)
        with server.watch(begun, *begun["tokens"]) as both:
            both.move("b2")
            begun_at = time.time()
        wait_for(lambda: len(server.services.lobby) == 0)
        allowed = 900 if "per_move" in control else 1000
        deadline = read_deadline(server, begun)
        assert begun_at + allowed - 60 < deadline <= time.time() + allowed
        set_deadline(server.services.store, begun, deadline - 700)
        with server.watch(begun, begun["tokens"][1]) as second:
            clocks = second.last["clocks"]
            assert clocks["running"] == 1
            assert allowed - 760 < clocks["left"][1] < allowed - 699
            second.move("a1")
        assert read_deadline(server, begun) is None


def test_time_runs_out_while_nobody_is_there(serve):
    with serve(idle_seconds=0.1) as server:
        begun = server.begin(control={"clock": {"left": 1000}})
        with server.watch(begun, *begun["tokens"]) as both:
            both.move("b2")
        wait_for(lambda: len(server.services.lobby) == 0)
        set_deadline(server.services.store, begun, time.time() - 1)

        # A list is read from the store, and loads nothing.
        def listed():
            [game] = server.get("/api/games").json()["games"]
            return game["result"]

        wait_for(listed)
        assert listed()["reason"] == "reason.time"
        assert listed()["winner"] == 0
        wait_for(lambda: len(server.services.lobby) == 0)
        assert read_deadline(server, begun) is None


def test_whoever_comes_too_late_finds_the_game_over(serve):
    with serve(idle_seconds=0.1) as server:
        begun = server.begin(control={"per_move": 1000})
        with server.watch(begun, *begun["tokens"]) as both:
            both.move("b2")
        wait_for(lambda: len(server.services.lobby) == 0)
        set_deadline(server.services.store, begun, time.time() - 1)
        state = server.get(f"/api/games/{begun['id']}").json()
        assert state["result"]["reason"] == "reason.time"
        assert state["clocks"]["left"][1] == 0


def test_no_clock_runs_while_the_server_is_down(serve, database_url):
    with serve(idle_seconds=0.1) as server:
        begun = server.begin(control={"per_move": 1000})
        with server.watch(begun, *begun["tokens"]) as both:
            both.move("b2")
        wait_for(lambda: len(server.services.lobby) == 0)
    database = Database(database_url)
    set_deadline(database, begun, time.time() - 1)
    database.close()
    with serve() as server, server.watch(begun, begun["tokens"][1]) as second:
        assert second.last["result"] is None
        assert second.last["clocks"]["left"][1] > 900


def test_a_player_can_load_a_game_on_a_full_server(serve):
    with serve(live_games=2, idle_seconds=0.1) as server:
        begun = [server.begin(control={"per_move": 1000}) for _ in range(4)]
        with ExitStack() as open_sockets:
            players = [
                open_sockets.enter_context(server.watch(game, *game["tokens"])) for game in begun
            ]
            for player in players:
                assert len(player.move("b2")["moves"]) == 1
            assert len(server.services.lobby) == 4
            # No more games are created, nor loaded for those who only look.
            other = server.post(
                "/api/games", {"game": "tictactoe", "players": [{"kind": "human"}] * 2}
            )
            assert other.status_code == 429
        assert server.begin()["id"]


def test_a_move_that_cannot_be_saved_is_not_played(server, monkeypatch):
    begun = server.begin()
    with server.watch(begun, *begun["tokens"]) as both:
        both.move("b2")
        write = server.services.store.write

        def fail(_):
            raise OSError("disk full")

        with monkeypatch.context() as trouble:
            trouble.setattr(server.services.store, "write", lambda _: write(fail))
            both.send(type="move", move="a1", ply=1)
            with suppress(ConnectionClosed):
                while both.receive()["type"] == "refused":
                    pass
        assert both.socket.protocol.close_code == 1011
    with server.watch(begun, *begun["tokens"]) as again:
        assert [made["move"] for made in again.last["moves"]] == ["b2"]
        again.move("a1")
        assert len(again.last["moves"]) == 2


def test_no_client_sees_a_move_before_it_is_saved(server, monkeypatch):
    begun = server.begin(second="open")
    with (
        server.watch(begun, begun["tokens"][0]) as first,
        server.watch(begun) as spectator,
        ExitStack() as leaving,
    ):
        leaving.enter_context(server.watch(begun, begun["invite"]))
        spectator.sync()
        count = len(spectator.states)
        write, changes, held = server.services.store.write, [], Future()

        def hold(change):
            changes.append(change)
            return held

        with monkeypatch.context() as slow:
            slow.setattr(server.services.store, "write", hold)
            first.send(type="move", move="b2", ply=0)
            wait_for(lambda: changes)
            # A client leaves: that is an update to all, but not before the move is saved.
            leaving.close()
            wait_for(lambda: server.services.socket_limit.total == 2)
            assert spectator.sync()["moves"] == []
            assert len(spectator.states) == count
        write(changes[0]).result()
        held.set_result(None)
        wait_for(lambda: len(spectator.sync()["moves"]) == 1)
        assert not spectator.last["players"][1]["connected"]


def test_two_who_come_at_once_share_one_live_game(serve):
    with serve() as server:
        begun = server.begin(second="open")
    with (
        serve() as server,
        server.watch(begun, begun["tokens"][0]) as first,
        server.watch(begun, begun["invite"]) as second,
    ):
        first.move("b2")
        assert len(second.sync()["moves"]) == 1
        assert len(server.services.lobby) == 1


def test_a_client_that_leaves_during_hello_is_gone(server):
    begun = server.begin()
    for _ in range(20):
        with server.socket(begun) as hasty:
            hasty.send(type="hello", tokens=begun["tokens"])
    wait_for(lambda: not server.services.lobby._live_games[begun["id"]].clients)
    wait_for(lambda: server.services.socket_limit.total == 0)
