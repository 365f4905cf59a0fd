"""Attacks with real sockets, each of which once made a server deaf, slow or large.

Clients at other addresses are 127.0.0.2, 127.0.0.3 ...
"""

from __future__ import annotations

import json
import socket as sockets
import struct
import threading
import time
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest

from plyground.web import guarded_protocols
from plyground.web.server import fit_file_limit
from plyground.web.settings import Settings

TIMEOUT = 120.0
TWO_PLAYERS = {"game": "tictactoe", "players": [{"kind": "human"}, {"kind": "human"}]}


def open_socket(server, address="127.0.0.1"):
    """A connection from one of this machine's loopback addresses."""
    host, port = server.address.split(":")
    return sockets.create_connection((host, int(port)), TIMEOUT, (address, 0))


@contextmanager
def client_at(server, address):
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(
        base_url=f"http://{server.address}", transport=transport, timeout=TIMEOUT
    ) as client:
        yield client


def write_request(server, method, path, *headers, body=b""):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {server.address}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def is_closed(socket):
    """Has the other side closed it? Waits until something can be read."""
    try:
        return socket.recv(65536) == b""
    except ConnectionError:
        return True


def drip(socket):
    """Send a byte now and then, as long as anybody listens."""
    while True:
        socket.sendall(b"x")
        time.sleep(0.05)


def wait_until(condition):
    until = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


# Connections that only wait.


def test_half_sent_headers_leave_the_server_open_to_others(serve):
    fit_file_limit(Settings())
    half = b"GET / HTTP/1.1\r\nHost: "
    with serve(header_seconds=5.0) as server, ExitStack() as stack:
        held = []
        for _ in range(1100):
            held.append(stack.enter_context(open_socket(server)))
            with suppress(ConnectionError):
                held[-1].sendall(half)
        connections = server.services.connections
        with client_at(server, "127.0.0.2") as other:
            assert other.post("/api/games", json=TWO_PLAYERS).status_code == 201
        assert len(connections) <= server.services.settings.client_connections + 1
        # The first said nothing more, so it is dropped; the last was refused at once.
        assert is_closed(held[0])
        assert b"429" in held[-1].recv(1000)
        wait_until(lambda: len(connections) <= 1)
        assert server.get("/healthz").status_code == 200


def test_a_header_that_arrives_byte_by_byte_is_not_waited_for(serve):
    with serve(header_seconds=0.5) as server, open_socket(server) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises(ConnectionError):
            drip(slow)


def test_slow_bodies_from_many_addresses_do_not_close_the_api(serve):
    with serve(body_seconds=TIMEOUT) as server, ExitStack() as stack:
        headers = ("Content-Type: application/json", "Content-Length: 1000")
        for address in range(2, 15):
            for _ in range(server.services.settings.client_requests):
                slow = stack.enter_context(open_socket(server, f"127.0.0.{address}"))
                slow.sendall(write_request(server, "POST", "/api/games", *headers, body=b"{"))
        wait_until(lambda: server.services.metrics.requests == 13 * 16)
        assert server.get("/api/games").status_code == 200
        assert server.post("/api/games", TWO_PLAYERS).status_code == 201


@pytest.mark.parametrize("method", ["POST", "DELETE"])
@pytest.mark.parametrize("path", ["/", "/api/games", "/static/style.css"])
def test_a_body_that_arrives_byte_by_byte_is_not_waited_for(serve, method, path):
    with serve(body_seconds=0.5) as server, open_socket(server) as slow:
        slow.sendall(write_request(server, method, path, "Content-Length: 1000"))
        with pytest.raises(ConnectionError):
            drip(slow)


def test_a_full_server_drops_who_keeps_it_waiting(serve):
    with serve(all_connections=30) as server, ExitStack() as stack:
        first = stack.enter_context(open_socket(server, "127.0.0.2"))
        for address in range(2, 42):
            stack.enter_context(open_socket(server, f"127.0.0.{address}"))
        assert server.get("/healthz").status_code == 200
        assert len(server.services.connections) <= 30
        assert is_closed(first)


def test_whoever_does_not_read_is_dropped(serve):
    with serve(send_buffer=4096, stall_seconds=1.0) as server:
        request = write_request(server, "GET", "/api/words")
        deaf = open_socket(server, "127.0.0.2")
        deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
        with deaf:
            with suppress(ConnectionError):
                deaf.sendall(request * 20)
            connections = server.services.connections
            wait_until(lambda: "127.0.0.2" not in connections._limit._open)
            wait_until(lambda: server.services.request_limit.total == 0)


# Floods below the level of messages.


def open_websocket(server, path):
    socket = open_socket(server)
    upgrade = (
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )  # fmt: skip
    socket.sendall(write_request(server, "GET", path, *upgrade))
    assert b" 101 " in socket.recv(65536)
    return socket


def make_frame(opcode, payload=b"", is_last=True):
    first = (0x80 if is_last else 0) | opcode
    return struct.pack("!BB4s", first, 0x80 | len(payload), b"\0\0\0\0") + payload


@pytest.mark.parametrize(
    "frames",
    [
        make_frame(9, b"x" * 100),
        make_frame(10),
        make_frame(0, is_last=False),
        make_frame(1, b"{}"),
    ],
    ids=["pings", "pongs", "continuations", "messages"],
)
def test_a_flood_of_frames_ends_the_socket(server, frames):
    with open_websocket(server, "/api/analysis/socket") as flood:
        if frames[0] == 0:
            flood.sendall(make_frame(1, b'"', is_last=False))
        with pytest.raises(ConnectionError):
            flood.sendall(frames * 1_000_000)
    wait_until(lambda: len(server.services.connections) <= 1)
    assert server.get("/healthz").status_code == 200


def test_pings_whose_answers_nobody_reads_take_no_memory(serve, monkeypatch):
    monkeypatch.setattr(guarded_protocols, "FRAME_BURST", 1e9)
    unsent = []
    with (
        serve(send_buffer=4096) as server,
        open_websocket(server, "/api/analysis/socket") as flood,
        suppress(ConnectionError),
    ):
        for _ in range(10_000):
            flood.sendall(make_frame(9, b"x" * 100) * 100)
            open_now = list(server.services.connections._open)
            unsent += [transport.get_write_buffer_size() for transport in open_now]
    assert max(unsent) < 2 * guarded_protocols.MAX_UNSENT_BYTES


# Heavy requests.


def test_heavy_requests_of_one_client_stall_nobody(serve, monkeypatch):
    with serve() as server, ExitStack() as stack:
        free, held = threading.Event(), []
        get_position = server.services.game_cache.get_position

        def hold(name, *asked):
            if name == "gomoku":
                held.append(name)
                free.wait(TIMEOUT)
            return get_position(name, *asked)

        monkeypatch.setattr(server.services.game_cache, "get_position", hold)
        body = json.dumps({"game": "gomoku"}).encode()
        headers = ("Content-Type: application/json", f"Content-Length: {len(body)}")
        attackers = [stack.enter_context(open_socket(server, "127.0.0.2")) for _ in range(16)]
        for attacker in attackers:
            attacker.sendall(
                write_request(server, "POST", "/api/studies/draft", *headers, body=body)
            )
        wait_until(lambda: server.services.heavy_threads.queue_length == 15)
        # Light requests, and heavy ones of others, wait for none of them.
        assert server.post("/api/games", TWO_PLAYERS).status_code == 201
        assert server.get("/api/catalogue").status_code == 200
        for _ in range(3):
            draft = server.post("/api/studies/draft", {"game": "tictactoe"})
            assert draft.status_code == 200
        with client_at(server, "127.0.0.2") as same:
            assert same.get("/api/games").status_code == 429
        assert held == ["gomoku"]
        free.set()
        for attacker in attackers:
            assert attacker.recv(65536).startswith(b"HTTP/1.1 200")
