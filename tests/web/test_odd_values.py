"""Values that a text can carry and a database or a machine word cannot: 4xx, never 500.

Each is sent in every field of every request, over a real connection, to both databases.
"""

from __future__ import annotations

import copy
import json

import pytest

DIGITS = "9" * 4_000
ODD = {
    "lone surrogate": '"\\ud800"',
    "reversed surrogates": '"\\udc00\\ud800"',
    "character 0": '"a\\u0000b"',
    "many digits": DIGITS,
    "too many digits": DIGITS * 2,
    "negative": f"-{DIGITS}",
    "infinite": "1e999",
    "not a number": "NaN",
    "65 bits": str(2**64),
    "deep list": "[" * 2_000 + "]" * 2_000,
    "deep object": '{"a":' * 2_000 + "1" + "}" * 2_000,
    "digits as text": f'"{DIGITS}"',
    "backslashes": '"' + "\\\\" * 3_000 + '"',
}

TREE = {"game": "tictactoe", "options": {"width": 3}, "moves": ["b2"]}
BODIES = {
    "/api/games": {
        **TREE,
        "start": None,
        "players": [{"kind": "human", "name": "A"}, {"kind": "agent", "spec": "random:seed=1"}],
        "control": {"per_move": None, "clock": {"left": 60, "increment": 1}},
        "undo": True,
    },
    "/api/positions": TREE,
    "/api/studies": TREE,
    "/api/studies/draft": TREE,
    "/api/studies/import": {"text": "tictactoe: b2 a1", "format": "text", "game": "tictactoe"},
    "/api/studies/ID/comment": {"key": "KEY", "node": 0, "text": "good"},
    "/api/studies/ID/play": {"key": "KEY", "node": 0, "move": "b2"},
    "/api/overlays": {**TREE, "overlay": "none"},
    "/api/arrange": {"game": "gomoku", "options": {}, "text": "", "brush": None, "spots": ["a1"]},
    "/api/library": {"games": {"x": ["token"]}, "studies": {"ID": "KEY"}},
    "/api/library/export": {"games": {"x": ["token"]}, "studies": {"ID": "KEY"}},
    "/api/lab/trace": {"tree": "(3 (4 5))", "depth": 2, "order": "natural", "step": 1},
    "/api/lab/check": {"tree": "(3 4)", "answers": {"0": {"value": 3}}},
}
PLACE = "place of the value"


def replace_each(value):
    """All copies of a document with one of its values or keys replaced by PLACE."""
    if isinstance(value, dict):
        for key in value:
            for changed in replace_each(value[key]):
                yield {**value, key: changed}
        yield {**value, PLACE: 1}
    elif isinstance(value, list):
        for index, item in enumerate(value):
            for changed in replace_each(item):
                yield [*value[:index], changed, *value[index + 1 :]]
    yield PLACE


@pytest.mark.parametrize("name", ODD)
def test_no_odd_value_makes_a_request_fail(odd_server, name):
    odd = ODD[name]
    study = odd_server.post("/api/studies", TREE).json()
    assert "id" in study, study
    for path, body in BODIES.items():
        for changed in replace_each(copy.deepcopy(body)):
            text = json.dumps(changed).replace(f'"{PLACE}"', odd)
            if f"{odd}:" in text.replace(" ", "") and not odd.startswith('"'):
                continue
            text = text.replace('"ID"', f'"{study["id"]}"').replace("KEY", study["key"])
            answer = odd_server.client.post(
                path.replace("ID", study["id"]),
                content=text.encode(),
                headers={"Content-Type": "application/json"},
            )
            assert answer.status_code < 500, (path, text[:200])
    assert odd_server.services.metrics.errors == 0
    # What was stored can be read.
    assert odd_server.get(f"/api/studies/{study['id']}").status_code == 200
    assert odd_server.get("/api/games").status_code == 200


NUL_PATHS = (
    "/api/games/%00", "/api/games/%00/record", "/api/games/a%00b/picture", "/api/studies/%00",
    "/api/studies/x/nodes/%00", "/static/%00", "/static/js/%00.js", "/game/%00", "/%00",
    "/api/words?lang=%00", "/api/games?limit=%00", "/analysis/%00?x=%00",
)  # fmt: skip
ODD_PATHS = (
    "/api/games/%ed%a0%80", "/api/studies/%ff%fe", "/static/%ed%a0%80", "/static/..%2f..%2fapp.py",
    "/static/" + "a" * 5_000, "/static/" + "a/" * 2_000, "/api/studies/x/nodes/" + DIGITS,
    "/api/games?limit=" + DIGITS, "/api/games/" + "x" * 8_000, "/api/studies/x/nodes/-1",
)  # fmt: skip


def test_odd_addresses_are_refused(odd_server):
    for path in (*NUL_PATHS, *ODD_PATHS):
        assert 400 <= odd_server.get(path).status_code < 500, path
    assert odd_server.services.metrics.errors == 0


def test_other_encodings_of_json_do_not_smuggle_the_character_0(odd_server):
    study = odd_server.post("/api/studies", TREE).json()
    text = json.dumps({"key": study["key"], "node": 0, "text": "a\0b"})
    for encoding in ("utf-8", "utf-16", "utf-32"):
        answer = odd_server.client.post(
            f"/api/studies/{study['id']}/comment", content=text.encode(encoding)
        )
        assert answer.status_code == 400
    # A text about the escape is not one with the character.
    said = odd_server.post(
        f"/api/studies/{study['id']}/comment",
        {"key": study["key"], "node": 0, "text": r"write \u0000 or \\u0000"},
    )
    assert said.status_code == 200


@pytest.mark.parametrize("name", ODD)
def test_no_odd_value_makes_a_socket_fail(odd_server, name):
    odd = ODD[name]
    begun = odd_server.begin()
    messages = [
        '{"type":"hello","tokens":[ODD]}',
        '{"type":"hello","seen":ODD}',
        '{"type":"hello","lang":ODD}',
        '{"type":"move","move":ODD,"ply":0}',
        '{"type":"move","move":"b2","ply":ODD}',
        '{"type":"ping","at":ODD}',
        '{"type":ODD}',
        "ODD",
    ]
    for message in messages:
        with odd_server.watch(begun, *begun["tokens"]) as player:
            player.socket.send(message.replace("ODD", odd))
            player.sync()
    analyses = [
        '{"type":"analyse","game":"tictactoe","moves":[ODD],"depth":1}',
        '{"type":"analyse","game":ODD,"depth":1}',
        '{"type":"analyse","game":"tictactoe","start":ODD,"depth":1}',
        '{"type":"analyse","game":"tictactoe","seconds":ODD}',
        '{"type":"analyse","game":"tictactoe","agent":ODD}',
        '{"type":"analyse","ask":ODD}',
        '{"type":"review","study":ODD,"key":"x"}',
        '{"type":"try","study":"x","node":ODD,"move":"b2"}',
        '{"type":"ping","at":ODD}',
    ]
    for message in analyses:
        with odd_server.analyse() as client:
            client.socket.send(message.replace("ODD", odd))
            client.until("refused", "done", "pong")
    assert odd_server.services.metrics.errors == 0


@pytest.mark.parametrize("spec", ["random", "engine", "mcts"])
def test_a_seed_has_64_bits(odd_server, spec):
    def ask(seed):
        player = {"kind": "agent", "spec": f"{spec}:seed={seed}"}
        players = [{"kind": "human"}, player]
        return odd_server.post("/api/games", {"game": "tictactoe", "players": players})

    assert ask(2**64 - 1).status_code == 201
    for seed in (2**64, DIGITS[:100], -1):
        answer = ask(seed)
        assert answer.status_code == 400
        assert "seed" in answer.json()["problem"]


@pytest.fixture
def database_url(each_database):
    return each_database


@pytest.fixture
def odd_server(serve):
    with serve(request_rate=1e9, creation_rate=1e9, longest_thought=0.1) as server:
        yield server
