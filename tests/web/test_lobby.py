"""Tables that come when asked for and go when nobody needs them; and stores that fail."""

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


def test_a_game_that_nobody_watches_is_put_away_and_comes_back(serve):
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


def test_a_move_that_cannot_be_kept_was_never_made(server, monkeypatch):
    begun = server.begin()
    with server.watch(begun, *begun["tokens"]) as both:
        both.move("b2")
        write = server.services.store.write

        def fail(_):
            raise OSError("disk full")

        with monkeypatch.context() as trouble:
            trouble.setattr(server.services.store, "write", lambda _: write(fail))
            both.say(type="move", move="a1", ply=1)
            with suppress(ConnectionClosed):
                while both.hear()["type"] == "refused":
                    pass
        assert both.socket.protocol.close_code == 1011
    with server.watch(begun, *begun["tokens"]) as again:
        assert [made["move"] for made in again.last["moves"]] == ["b2"]
        again.move("a1")
        assert len(again.last["moves"]) == 2


def test_nobody_is_told_of_a_move_before_it_is_kept(server, monkeypatch):
    begun = server.begin(second="open")
    with (
        server.watch(begun, begun["tokens"][0]) as first,
        server.watch(begun) as spectator,
        ExitStack() as leaving,
    ):
        leaving.enter_context(server.watch(begun, begun["invite"]))
        spectator.listen()
        told = len(spectator.told)
        write, changes, held = server.services.store.write, [], Future()

        def hold(change):
            changes.append(change)
            return held

        with monkeypatch.context() as slow:
            slow.setattr(server.services.store, "write", hold)
            first.say(type="move", move="b2", ply=0)
            wait_for(lambda: changes)
            # Somebody goes, of which all are to be told; but not now.
            leaving.close()
            wait_for(lambda: server.services.socket_limit.total == 2)
            assert spectator.listen()["moves"] == []
            assert len(spectator.told) == told
        write(changes[0]).result()
        held.set_result(None)
        wait_for(lambda: len(spectator.listen()["moves"]) == 1)
        assert not spectator.last["players"][1]["connected"]


def test_two_who_come_at_once_sit_at_one_table(serve):
    with serve() as server:
        begun = server.begin(second="open")
    with (
        serve() as server,
        server.watch(begun, begun["tokens"][0]) as first,
        server.watch(begun, begun["invite"]) as second,
    ):
        first.move("b2")
        assert len(second.listen()["moves"]) == 1
        assert len(server.services.lobby) == 1


def test_who_leaves_in_the_middle_of_a_greeting_is_gone(server):
    begun = server.begin()
    for _ in range(20):
        with server.socket(begun) as hasty:
            hasty.say(type="hello", tokens=begun["tokens"])
    wait_for(lambda: not server.services.lobby._live_games[begun["id"]].clients)
    wait_for(lambda: server.services.socket_limit.total == 0)
