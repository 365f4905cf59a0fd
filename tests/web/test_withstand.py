"""Attacks with real sockets, each of which once made a server deaf, slow or large.

Clients at other addresses are 127.0.0.2, 127.0.0.3 ...
"""

from __future__ import annotations

import json
import re
import socket as sockets
import struct
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest

from plyground.web import guarded_protocols
from plyground.web.client_address import identify_client
from plyground.web.server import fit_file_limit
from plyground.web.settings import Settings

TIMEOUT = 120.0
UPGRADE = (
    "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)  # fmt: skip
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


def test_a_socket_may_be_silent(serve):
    with serve(header_seconds=0.1, body_seconds=0.1) as server:
        begun = server.begin()
        with server.watch(begun, *begun["tokens"]) as both:
            time.sleep(0.5)
            server.services.connections.drop_late()
            assert both.move("b2")["moves"]


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
    socket.sendall(write_request(server, "GET", path, *UPGRADE))
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


@pytest.mark.parametrize(
    ("method", "path", "header"),
    [
        ("GET", "?" + "x" * 9_000, "X: y"),
        ("GET", "", "X: " + "y" * 9_000),
        ("POST", "", "X: y"),
        ("POST", "", "Content-Length: 5"),
    ],
)
def test_a_handshake_that_is_none_is_refused(server, method, path, header):
    with open_socket(server) as socket:
        path = f"/api/analysis/socket{path}"
        socket.sendall(write_request(server, method, path, *UPGRADE, header))
        assert re.match(rb"HTTP/1.1 (400|405) ", socket.recv(65536))
        assert is_closed(socket)


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("/", "Accept-Language: " + "a," * 50_000),
        ("/", "Cookie: " + "a=b; " * 20_000),
        ("/?" + "a&" * 50_000, "X: y"),
        ("/api/games/" + "x" * 50_000, "X: y"),
    ],
)
def test_a_giant_header_is_not_parsed(server, path, header):
    with open_socket(server) as socket:
        socket.sendall(write_request(server, "GET", path, header))
        assert re.match(rb"HTTP/1.1 (431|400) ", socket.recv(65536))


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


# Who is one client.


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no address", "no address"),
        (None, "nobody"),
    ],
)
def test_one_client_is_an_ipv4_address_or_a_64th_of_ipv6(host, client):
    assert identify_client(host) == client


def test_all_addresses_of_one_64_share_their_limits(serve):
    with serve(behind_proxy=True, request_rate=0.001, request_burst=3) as server:

        def ask(address):
            return server.get("/healthz", headers={"X-Forwarded-For": address}).status_code

        assert [ask(f"2001:db8:1:2::{number}") for number in range(5)] == [200] * 3 + [429] * 2
        assert ask("2001:db8:1:3::1") == 200
        assert [ask(a) for a in ("192.0.2.7", "::ffff:192.0.2.7", "[::ffff:c000:207]:99")] == [
            200
        ] * 3
        assert ask("192.0.2.7") == 429


def test_a_client_does_not_choose_its_address_without_a_proxy(serve):
    with serve(request_rate=0.001, request_burst=2) as server:
        addresses = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(4)]
        answers = [server.get("/healthz", headers=address) for address in addresses]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 429]


def test_only_a_proxy_where_it_may_be_says_who_the_client_is(serve):
    """These requests come from this machine, which is not where the proxy is said to be."""
    elsewhere = (ip_network("198.51.100.0/24"),)
    with serve(behind_proxy=True, proxies=elsewhere, request_rate=0.001, request_burst=2) as server:
        addresses = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(4)]
        answers = [server.get("/healthz", headers=address) for address in addresses]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 429]


def test_connections_of_the_proxy_are_those_of_all_clients(serve):
    with serve(behind_proxy=True, client_connections=5) as server, ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(open_socket(server))
        assert server.get("/healthz").status_code == 200


# The process as a whole.


@contextmanager
def run_server(start_process, tmp_path, *prefix):
    """A server in a process of its own: its address, and the file of its standard error."""
    database = f"sqlite:///{tmp_path / 'own.db'}"
    line = f"-m plyground serve --port 0 --no-open --lang en --database {database}"
    with (tmp_path / "errors").open("w+") as errors:
        process = start_process(
            [*prefix, sys.executable, *line.split()],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        yield re.search(r"http://([\d.:]+)/", process.stdout.readline())[1], errors


def test_nonsense_does_not_flood_the_log(start_process, tmp_path):
    with run_server(start_process, tmp_path) as (address, errors):
        host, port = address.split(":")
        for _ in range(300):
            with sockets.create_connection((host, int(port)), TIMEOUT) as socket:
                socket.sendall(b"nonsense\r\n\r\n")
                assert b"400" in socket.recv(1000)
        errors.seek(0)
        lines = errors.read().splitlines()
    assert 1 <= len(lines) <= 10, lines


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_low_limit_of_files_is_raised_or_said(start_process, tmp_path):
    low = ("sh", "-c", 'ulimit -S -n 300; exec "$@"', "sh")
    with run_server(start_process, tmp_path, *low) as (_, errors):
        errors.seek(0)
        assert errors.read() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_with_few_files_there_are_fewer_connections(start_process, tmp_path):
    hard = ("sh", "-c", 'ulimit -n 600; exec "$@"', "sh")
    with run_server(start_process, tmp_path, *hard) as (address, errors), ExitStack() as stack:
        errors.seek(0)
        assert "at most 88 connections are accepted" in errors.read()
        host, port = address.split(":")
        for number in range(700):
            place = (f"127.0.0.{2 + number % 20}", 0)
            stack.enter_context(sockets.create_connection((host, int(port)), TIMEOUT, place))
        assert httpx.get(f"http://{address}/healthz", timeout=TIMEOUT).status_code == 200
        errors.seek(0)
        assert len(errors.read().splitlines()) == 1


@pytest.mark.parametrize("language", ["", ".ko"])
def test_the_guide_lists_every_setting_with_its_default(language):
    guide = Path(__file__).parents[2] / "docs" / "how-to" / f"serve-to-others{language}.md"
    text = guide.read_text("utf-8")
    rows = re.findall(r"^\| `PLYGROUND_(\w+)` \| (.*?) \|", text, re.MULTILINE)
    assert {name.lower() for name, _ in rows} == set(Settings.model_fields)
    for name, told in rows:
        default = Settings.model_fields[name.lower()].default
        if isinstance(default, bool):
            assert told == str(default).lower(), name
        elif isinstance(default, int | float):
            assert float(told) == default, name
        elif isinstance(default, str):
            assert told == default, name
