"""Studies over REST: created from anything, edited with a key, saved over a restart."""

from __future__ import annotations

import json

import pytest

SGF = "(;GM[4]SZ[15]RU[renju]PB[Ada]PW[Bob];B[hh];W[ig](;B[ii]C[hm])(;B[gg]))"


def created(server, **body):
    answer = server.post("/api/studies", {"game": "tictactoe", **body})
    assert answer.status_code == 201, answer.text
    return answer.json()


def imported(server, text, **more):
    return server.post("/api/studies/import", {"text": text, **more})


def change(server, begun, what, **body):
    address = f"/api/studies/{begun['id']}/{what}"
    return server.post(address, {"key": begun["key"], **body})


def moves(study):
    return [(node["id"], node["parent"], node["move"]) for node in study["nodes"]]


def study_of(server, begun):
    return server.get(f"/api/studies/{begun['id']}").json()


def test_a_study_has_a_position_and_its_moves(server):
    begun = created(server, moves=["b2", "a1"])
    study = begun["study"]
    assert moves(study) == [(0, None, None), (1, 0, "b2"), (2, 1, "a1")]
    assert [node["side"] for node in study["nodes"]] == [None, 0, 1]
    assert study["board"]["kind"] == "cells"
    assert study["start"] is None
    assert study_of(server, begun) == study


def test_a_study_starts_from_any_position(server):
    begun = created(server, game="gomoku", options={"rule": "renju"}, start="h8 / i9 / 0")
    assert begun["study"]["start"] == "h8 / i9 / 0"
    assert begun["study"]["options"]["rule"] == "renju"
    assert [overlay["name"] for overlay in begun["study"]["overlays"]] == [
        "forbidden",
        "fives",
        "threats",
        "win",
        "heat",
    ]
    assert begun["study"]["formats"] == ["json", "text", "sgf", "psq"]


def test_moves_variations_comments(server):
    begun = created(server, moves=["b2", "a1"])
    answer = change(server, begun, "play", node=1, move="c3").json()
    assert answer["node"]["id"] == 3
    assert answer["position"]["last"] == ["c3"]
    assert change(server, begun, "play", node=0, move="b2").json()["node"]["id"] == 1
    study = change(server, begun, "promote", node=3).json()
    assert moves(study)[2:] == [(3, 1, "c3"), (2, 1, "a1")]
    commented = change(server, begun, "comment", node=3, text="  <b>bold</b> 좋은 수 ").json()
    assert commented["node"]["comment"] == "<b>bold</b> 좋은 수"
    study = change(server, begun, "delete", node=2).json()
    assert moves(study) == [(0, None, None), (1, 0, "b2"), (3, 1, "c3")]
    node = server.get(f"/api/studies/{begun['id']}/nodes/3").json()
    assert node["position"]["ply"] == 2
    assert node["analysis"] is None


def test_others_may_read_and_copy_but_not_edit(server):
    begun = created(server, moves=["b2"])
    for key in ("", "wrong", begun["key"] + "x"):
        answer = change(server, {**begun, "key": key}, "play", node=1, move="a1")
        assert answer.status_code == 403
        assert "copy it" in answer.json()["problem"]
    copy = server.post(f"/api/studies/{begun['id']}/copy", {}).json()
    assert copy["id"] != begun["id"]
    assert moves(copy["study"]) == moves(begun["study"])
    assert change(server, copy, "play", node=1, move="a1").status_code == 200
    assert len(study_of(server, begun)["nodes"]) == 2
    assert begun["key"] not in server.get(f"/api/studies/{begun['id']}").text


def test_a_study_outlives_the_server(serve):
    with serve() as server:
        begun = created(server, moves=["b2", "a1"])
        change(server, begun, "play", node=1, move="c3")
        change(server, begun, "delete", node=3)
        change(server, begun, "comment", node=1, text="centre")
        before = study_of(server, begun)
    with serve() as server:
        assert study_of(server, begun) == before
        # Ids are not reused.
        assert change(server, begun, "play", node=1, move="c3").json()["node"]["id"] == 4


def test_a_played_game_can_be_studied(server):
    begun = server.begin()
    with server.watch(begun, *begun["tokens"]) as player:
        player.move("b2")
        player.move("a1")
        player.do("resign")
    answer = server.post(f"/api/studies/game/{begun['id']}", {})
    assert answer.status_code == 201
    study = answer.json()["study"]
    assert [node["move"] for node in study["nodes"]] == [None, "b2", "a1"]
    assert study["result"]["reason"] == "reason.resigned"
    assert server.post("/api/studies/game/none", {}).status_code == 404


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (SGF, {}),
        (SGF, {"format": "sgf", "game": "gomoku"}),
        ("; game gomoku\n; set rule=renju\n; first Ada\n; second Bob\nh8 i9 i7", {}),
        ("1. h8 i9 2. i7", {"game": "gomoku", "options": {"rule": "renju"}}),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n9,9,0\nAda\nBob\n-1\n0,renju\n", {}),
    ],
)
def test_games_of_all_formats_are_imported(server, text, more):
    answer = imported(server, text, **more)
    assert answer.status_code == 201, answer.text
    study = answer.json()["study"]
    assert [node["move"] for node in study["nodes"]][:4] == [None, "h8", "i9", "i7"]
    assert study["options"]["rule"] == "renju"


def test_what_is_exported_can_be_imported_again(server):
    begun = imported(server, SGF).json()
    original = study_of(server, begun)
    for name in ("json", "sgf"):
        answer = server.get(f"/api/studies/{begun['id']}/export?format={name}")
        assert answer.status_code == 200
        assert f'filename="gomoku-{begun["id"]}.{name}"' in answer.headers["content-disposition"]
        again = imported(server, answer.text).json()["study"]
        assert [(n["move"], n["comment"]) for n in again["nodes"]] == [
            (n["move"], n["comment"]) for n in original["nodes"]
        ]
    plain = server.get(f"/api/studies/{begun['id']}/export?format=text")
    assert plain.headers["content-type"].startswith("text/plain")
    assert plain.text.splitlines()[-1] == "h8 i9 i7"
    assert server.get(f"/api/studies/{begun['id']}/export?format=pgn").status_code == 400


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no text"),
        ("hello", "which game"),
        ("(;GM[1];B[aa])", "another game"),
        ('{"format": 1, "game": "os.py", "rules": "x@1", "moves": []}', 'no game "os.py"'),
        ("; game gomoku\nh8 h8", "Move 2"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(server, text, words):
    answer = imported(server, text)
    assert answer.status_code == 400
    assert words in answer.json()["problem"]


def test_refusals_are_in_the_readers_language(server):
    answer = imported(server, "")
    assert answer.json()["problem"].startswith("There is no text")
    korean = server.client.post(
        "/api/studies/import", json={"text": ""}, headers={"Accept-Language": "ko"}
    )
    assert "없습니다" in korean.json()["problem"]


def test_missing_is_404_and_invalid_is_400(server):
    assert server.get("/api/studies/none").status_code == 404
    begun = created(server)
    assert server.get(f"/api/studies/{begun['id']}/nodes/7").status_code == 400
    assert change(server, begun, "play", node=0, move="z9").status_code == 400
    assert change(server, begun, "delete", node=0).status_code == 400
    assert change(server, begun, "comment", node=0, text="x" * 15_000).status_code == 400
    assert change(server, begun, "comment", node=0, text="x" * 25_000).status_code == 422
    assert change(server, begun, "play", node=-1, move="a1").status_code == 422


def test_new_studies_are_rate_limited(serve):
    with serve(creation_burst=2, creation_rate=0.001) as server:
        assert [server.post("/api/studies", {"game": "tictactoe"}).status_code for _ in "123"] == [
            201,
            201,
            429,
        ]


def test_old_studies_are_evicted_from_memory(server, monkeypatch):
    monkeypatch.setattr("plyground.web.study_service.MAX_CACHED_NODES", 5)
    several = [created(server, moves=["b2", "a1"]) for _ in range(4)]
    assert len(server.services.studies._recent) == 1
    for begun in several:
        assert len(study_of(server, begun)["nodes"]) == 3


def test_overlays_of_a_position(server):
    asked = {"game": "kamisado", "moves": ["d1-d5"], "overlay": "called"}
    laid = server.post("/api/overlays", asked).json()
    assert laid["marks"][0]["spot"] == "a8"
    refused = server.post("/api/overlays", {**asked, "overlay": "caled"})
    assert refused.status_code == 400
    assert 'Did you mean "called"' in refused.json()["problem"]


def test_a_board_is_set_up_by_hand(server):
    def stroke(text, brush=None, *spots, game="gomoku"):
        body = {"game": game, "text": text, "brush": brush, "spots": spots}
        return server.post("/api/arrange", body)

    text = stroke("- / - / 0", "first", "h8").json()["text"]
    text = stroke(text, "second", "i9").json()["text"]
    assert text == "h8 / i9 / 0"
    assert stroke(text, "turn").json()["text"] == "h8 / i9 / 1"
    assert stroke(text, "none", "h8").json()["text"] == "- / i9 / 0"
    assert stroke(text, "first", "i9").json()["text"] == "h8 i9 / - / 0"
    shown = stroke("a1 b1 c1 d1 / - / 0", "first", "e1").json()
    # An impossible position is shown, with the spots that are wrong.
    assert [piece["spot"] for piece in shown["position"]["pieces"]] == shown["wrong"]
    assert "winning row already" in shown["problem"]
    assert stroke(shown["text"], "turn").json()["position"]["over"] is True
    start = server.post("/api/positions", {"game": "kamisado"}).json()["position"]["text"]
    moved = stroke(start, "move", "d1", "d4", game="kamisado").json()
    assert moved["text"].startswith("a1 b1 c1 d4 ")
    assert stroke(text).json()["position"]["text"] == text
    assert stroke("nonsense").json()["problem"].startswith('"nonsense" is no position')
    assert stroke("", game="triangles").json()["position"]["ply"] == 0
    assert stroke(text, "paint").status_code == 400
    assert stroke(text, "first", "z99").status_code == 400
    assert stroke("A-B", "first", game="triangles").status_code == 400


def test_the_openapi_schema_includes_studies(server):
    paths = json.loads(server.get("/api/openapi.json").text)["paths"]
    assert {"/api/studies", "/api/studies/import", "/api/overlays", "/api/arrange"} <= set(paths)


def test_a_draft_is_a_study_that_is_not_saved(server):
    answer = server.post("/api/studies/draft", {"game": "tictactoe", "moves": ["b2"]})
    assert answer.status_code == 200
    study = answer.json()["study"]
    assert (study["id"], moves(study)) == ("", [(0, None, None), (1, 0, "b2")])


def test_a_game_that_is_named_is_only_for_texts_that_name_none(server):
    hint = {"game": "kamisado", "options": {"points": 3}}
    assert imported(server, SGF, **hint).json()["study"]["game"] == "gomoku"
    assert imported(server, "d1-d5", **hint).json()["study"]["options"] == {"points": 3}
