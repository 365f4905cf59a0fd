"""Hostile clients are disconnected, and everybody else plays on."""

from __future__ import annotations

import json
import socket as sockets
import time
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from plyground.web import game_socket as socket_module
from plyground.web import socket_loop


def close_code(player):
    """Wait until a socket closes, and return its close code."""
    with suppress(ConnectionClosed):
        while True:
            player.socket.recv(timeout=300)
    return player.socket.protocol.close_code


@pytest.fixture
def others(server):
    """Two players in the middle of a game, which must not be disturbed."""
    begun = server.begin()
    with server.watch(begun, *begun["tokens"]) as both:
        both.move("b2")
        yield both
        both.move("a1")
        assert len(both.last["moves"]) == 2


@pytest.mark.parametrize(
    "garbage",
    ["", "{", "[]", "null", '{"type":"move"}', '{"type":"dance"}', '{"type":"move","ply":"x"}',
     '{"type":"hello","tokens":5}', "[" * 5000, '{"type":"draw","answer":"maybe"}', b"\x00\xff"],
)  # fmt: skip
def test_garbage_is_refused_and_then_closes_the_socket(server, others, garbage):
    with server.watch(server.begin()) as stranger:
        for _ in range(socket_loop.MAX_INVALID + 1):
            stranger.socket.send(garbage)
        assert stranger.receive()["why"] == "This message cannot be understood."
        assert close_code(stranger) == 1008


def test_a_giant_message_closes_the_socket(server, others):
    with server.watch(server.begin()) as stranger:
        stranger.socket.send(json.dumps({"type": "hello", "seen": "x" * 100_000}))
        assert close_code(stranger) == 1009


def test_a_flood_closes_the_socket(serve):
    with serve(message_rate=20, message_burst=30) as server:
        begun = server.begin()
        with server.watch(begun, *begun["tokens"]) as both, server.watch(begun) as stranger:
            with suppress(ConnectionClosed):
                for _ in range(200):
                    stranger.send(type="ping", at=1)
            assert close_code(stranger) == 1008
            both.move("b2")
            assert len(both.last["moves"]) == 1


def test_a_silent_socket_is_closed(server, others, monkeypatch):
    monkeypatch.setattr(socket_module, "HELLO_TIMEOUT", 0.1)
    with server.socket(server.begin()) as stranger:
        assert close_code(stranger) == 1008


def test_nothing_is_done_before_hello(server):
    begun = server.begin()
    with server.socket(begun) as stranger:
        stranger.send(type="resign")
        assert stranger.receive()["why"] == "Say hello first."


def test_a_slow_reader_is_disconnected(serve, monkeypatch):
    monkeypatch.setattr(socket_loop, "MAX_QUEUED", 4)
    wire = sockets.socket()
    wire.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
    with serve(send_buffer=2048) as server:
        begun = server.begin("gomoku")
        address = f"ws://{server.address}/api/games/{begun['id']}/socket"
        wire.connect(("127.0.0.1", int(server.address.split(":")[1])))
        with (
            server.watch(begun, *begun["tokens"]) as both,
            connect(address, sock=wire, max_queue=1, close_timeout=0.1) as slow,
        ):
            slow.send(json.dumps({"type": "hello"}))
            clients = server.services.lobby._live_games[begun["id"]].clients
            both.until(lambda _: len(clients) == 2)
            while len(clients) == 2:
                # Each response is a whole state, and nobody reads the other socket.
                both.move(next(iter(both.last["position"]["paths"])))
                both.do("undo")
            assert both.last["moves"] == []


def test_another_origin_gets_no_socket(server, others):
    begun = server.begin()
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "file://"):
        with pytest.raises(InvalidStatus) as refused, server.socket(begun, origin=origin):
            pass
        assert refused.value.response.status_code == 403
    with server.socket(begun, origin=f"http://{server.address}") as own:
        assert own.hello()["type"] == "state"


def test_another_host_name_gets_no_socket(server, others):
    begun = server.begin()
    address = f"ws://evil.example/api/games/{begun['id']}/socket"
    wire = sockets.create_connection(server.address.split(":"))
    with pytest.raises(InvalidStatus) as refused, connect(address, sock=wire):
        pass
    assert refused.value.response.status_code == 403


def test_an_unknown_game_has_no_socket(server):
    with server.socket({"id": "nothing"}) as stranger:
        assert close_code(stranger) == 4404


def test_sockets_of_one_client_are_limited(serve):
    with serve(client_sockets=2) as server:
        begun = server.begin()
        with (
            server.watch(begun),
            server.watch(begun),
            pytest.raises(InvalidStatus),
            server.socket(begun),
        ):
            pass
        until = time.monotonic() + 30
        while server.services.socket_limit.total:
            assert time.monotonic() < until
            time.sleep(0.01)
        with server.watch(begun) as again:
            assert again.last["type"] == "state"


def test_wrong_tokens_give_no_seat(server, others):
    begun = server.begin()
    with server.socket(begun) as stranger:
        for number in range(20):
            stranger.hello(*(f"{number}{place}" for place in range(8)))
            assert stranger.last["seats"] == []
        stranger.send(type="hello", tokens=["x"] * 9)
        assert stranger.receive()["type"] == "refused"
