"""The security middleware: hosts, origins, sizes, rates and headers."""

from __future__ import annotations

import http.client
import json
import threading

import pytest
from starlette.requests import HTTPConnection

from plyground.web.rate_limits import TokenBucket
from plyground.web.security import find_allowed_hosts, negotiate_language, parse_host
from plyground.web.settings import Settings

BODY = {"game": "tictactoe", "players": [{"kind": "human"}, {"kind": "human"}]}


def asked(server, method, path, body=None, **headers):
    """A request with exactly these headers."""
    connection = http.client.HTTPConnection(server.address, timeout=300)
    given = {"Host": server.address, "Content-Type": "application/json", **headers}
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    text = None if body is None else json.dumps(body).encode()
    if text is not None:
        given.setdefault("Content-Length", str(len(text)))
    for name, value in given.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders(text)
    answer = connection.getresponse()
    told = answer.status, dict(answer.headers), answer.read()
    connection.close()
    return told


@pytest.mark.parametrize("address", ["/", "/api/catalogue", "/healthz", "/nothing", "/static/x.js"])
def test_every_response_has_the_headers(server, address):
    _, headers, _ = asked(server, "GET", address)
    headers = {name.lower(): value for name, value in headers.items()}
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "127.0.0.1.evil.example"])
def test_another_host_name_is_refused(server, host):
    for method, path, body in (("GET", "/", None), ("POST", "/api/games", BODY)):
        status, _, text = asked(server, method, path, body, Host=host)
        assert status == 403
        assert b"--allow-host" in text
        assert path == "/" or "--allow-host" in json.loads(text)["problem"]


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:99", "127.0.0.1", "[::1]:8000"])
def test_our_own_names_are_accepted(server, host):
    assert asked(server, "GET", "/healthz", Host=host)[0] == 200


def test_hosts_follow_the_settings():
    assert "games.example" in find_allowed_hosts(Settings(allow_hosts=("Games.Example",)))
    assert "192.168.1.5" in find_allowed_hosts(Settings(host="192.168.1.5"))
    assert parse_host("[::1]:80") == "::1"
    assert parse_host("[nonsense") == ""


def test_on_all_interfaces_any_ip_address_is_accepted_but_no_other_name(serve):
    with serve(host="0.0.0.0") as server:
        assert asked(server, "GET", "/healthz", Host="192.168.7.7:8000")[0] == 200
        assert asked(server, "GET", "/healthz", Host="evil.example")[0] == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://[broken"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_sites_change_nothing(server, headers):
    status, _, _ = asked(server, "POST", "/api/games", BODY, **headers)
    assert status == 403
    assert server.get("/api/games").json() == {"games": []}


def test_our_own_page_may_change_things(server):
    for headers in ({"Origin": f"http://{server.address}"}, {"Sec_Fetch_Site": "same-origin"}, {}):
        assert asked(server, "POST", "/api/games", BODY, **headers)[0] == 201


def test_too_much_is_refused(serve):
    with serve(body_limit=1000) as server:
        large = {**BODY, "start": "x" * 2000}
        status, _, text = asked(server, "POST", "/api/games", large)
        assert status == 413
        assert "1000 bytes" in json.loads(text)["problem"]
        pieces = (json.dumps(large).encode()[at : at + 100] for at in range(0, 2000, 100))
        answer = server.client.post("/api/games", content=pieces)
        assert answer.status_code == 413
        # Without a body: one that nobody reads can reset the connection before the answer is read.
        assert asked(server, "POST", "/api/games", Content_Length="-5")[0] in (400, 413)


def test_too_many_requests_have_to_wait(serve):
    with serve(request_rate=0.01, request_burst=5) as server:
        answers = [server.get("/healthz") for _ in range(7)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert server.get("/static/nothing.js").status_code == 404


def test_too_many_new_games_have_to_wait(serve):
    with serve(creation_rate=0.01, creation_burst=3) as server:
        statuses = [server.post("/api/games", BODY).status_code for _ in range(5)]
        assert statuses == [201] * 3 + [429] * 2
        assert server.get("/api/games").status_code == 200


def test_too_many_concurrent_requests_have_to_wait(serve, monkeypatch):
    with serve(client_requests=2) as server:
        hold = threading.Event()
        position = server.services.game_cache.get_position

        def slow(*asked):
            hold.wait(30)
            return position(*asked)

        monkeypatch.setattr(server.services.game_cache, "get_position", slow)
        statuses = []

        def ask():
            statuses.append(server.post("/api/positions", {"game": "tictactoe"}).status_code)

        threads = [threading.Thread(target=ask) for _ in range(5)]
        for thread in threads:
            thread.start()
        while len(statuses) < 3:
            threads[0].join(0.01)
        assert statuses == [429] * 3
        assert server.get("/healthz").status_code == 200
        hold.set()
        for thread in threads:
            thread.join(30)
        assert sorted(statuses) == [200] * 2 + [429] * 3


def test_a_full_server_creates_no_game(serve):
    with serve(live_games=2) as server:
        with server.watch(server.begin()), server.watch(server.begin()):
            assert server.post("/api/games", BODY).status_code == 429
        # Games that nobody follows make room.
        statuses = [server.post("/api/games", BODY).status_code for _ in range(3)]
        assert statuses == [201, 201, 201]


def test_a_bucket_fills_with_time(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("plyground.web.rate_limits.monotonic", lambda: now[0])
    bucket = TokenBucket(rate=2, burst=3)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]
    now[0] += 0.5
    assert [bucket.take() for _ in range(2)] == [0, 0.5]
    now[0] += 1000
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ko", "ko"),
        ("ko-KR,ko;q=0.9,en;q=0.8", "ko"),
        ("en-GB,ko;q=0.5", "en"),
        ("de,fr", "en"),
        ("ko;q=nonsense", "en"),
        ("ko;q=0.1, en;q=0.9", "en"),
    ],
)
def test_the_browsers_language_is_used(header, language):
    headers = [(b"accept-language", header.encode())]
    scope = {"type": "http", "headers": headers, "query_string": b"", "path": "/"}
    assert negotiate_language(HTTPConnection(scope)) == language
