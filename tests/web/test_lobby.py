"""Live games are loaded on demand and evicted when idle; and a store that fails."""

from __future__ import annotations

import time
from concurrent.futures import Future
from contextlib import ExitStack, suppress

from websockets.exceptions import ConnectionClosed


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


def test_a_game_with_a_running_clock_stays(serve):
    with serve(idle_seconds=0.1) as server:
        begun = server.begin(control={"per_move": 1.5})
        with server.watch(begun, *begun["tokens"]) as both:
            both.move("b2")
        time.sleep(0.5)
        assert len(server.services.lobby) == 1
        wait_for(lambda: len(server.services.lobby) == 0)
        ended = server.get(f"/api/games/{begun['id']}").json()
        assert ended["result"]["reason"] == "reason.time"


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
