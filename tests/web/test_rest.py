"""The REST API: responses, and errors in one sentence."""

from __future__ import annotations

import base64
import importlib.util
import json
from pathlib import Path

import pytest

from plyground.agents.level_ratings import find_level_ratings
from plyground.games import installed_names, registry
from plyground.locale import load_catalogue
from plyground.records.record import Record

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_catalogue_shows_every_game_with_a_picture(server):
    catalogue = server.get("/api/catalogue").json()
    names = [game["name"] for game in catalogue["games"]]
    assert names == registry.game_names()
    for game in catalogue["games"]:
        kind, _, picture = game["svg"].partition(",")
        assert kind == "data:image/svg+xml;base64"
        assert base64.b64decode(picture).startswith(b"<svg")
        assert game["title"]
        assert {"json", "text"} <= set(game["formats"])
    sizes = {
        option["name"]: option for option in catalogue["games"][names.index("gomoku")]["options"]
    }
    assert (sizes["size"]["low"], sizes["size"]["high"]) == (5, 22)
    assert "human" not in [player["name"] for player in catalogue["agents"]]
    assert catalogue["languages"] == ["en", "ko"]


def test_the_catalogue_has_the_ratings_of_levels_where_they_were_measured(server):
    games = {game["name"]: game for game in server.get("/api/catalogue").json()["games"]}
    for name, game in games.items():
        ratings = find_level_ratings(registry.load_game(name))
        if ratings is None:
            assert game["ratings"] is None
            continue
        shown = {str(level): elo for level, elo in ratings.list_levels().items()}
        assert game["ratings"] == {
            "levels": shown, "command": ratings.command, "date": ratings.date,
        }  # fmt: skip
    assert games["kamisado"]["ratings"]["levels"].keys() == {str(level) for level in range(1, 11)}


def test_words_and_titles_come_in_the_visitors_language(server):
    korean = server.get("/api/words?lang=ko").json()
    assert korean["reason.time"] == load_catalogue("ko")["reason.time"]
    assert not any(key.startswith("cli.") for key in korean)
    for wish in (
        {"params": {"lang": "ko"}},
        {"headers": {"Cookie": "lang=ko"}},
        {"headers": {"Accept-Language": "fr, ko-KR;q=0.9, en;q=0.8"}},
    ):
        answer = server.get("/api/catalogue", **wish)
        assert answer.json()["language"] == "ko", wish
    assert server.get("/api/catalogue").json()["language"] == "en"


def test_a_position_is_shown(server):
    asked = {"game": "triangles", "options": {"points": "0,0 4,0 2,3"}, "moves": ["A-B"]}
    catalogue = server.post("/api/positions", asked).json()
    assert catalogue["line"] == ["A-B"]
    assert catalogue["legal"] == ["A-C", "B-C"]
    assert catalogue["board"]["kind"] == "plane"
    assert catalogue["position"]["lines"] == [{"start": "A", "end": "B", "side": 0}]
    assert catalogue["position"]["paths"] == {"A-C": ["A", "C"], "B-C": ["B", "C"]}


@pytest.mark.parametrize(
    ("asked", "status", "why"),
    [
        ({"game": "chess"}, 400, 'There is no game "chess"'),
        ({"game": "os:system"}, 400, 'There is no game "os:system"'),
        ({"game": "../examples/connect4.py"}, 400, "There is no game"),
        ({"game": "gomoku", "options": {"size": 99}}, 400, "Option size cannot be 99"),
        ({"game": "gomoku", "options": {"colour": "red"}}, 400, 'no option "colour"'),
        ({"game": "gomoku", "moves": ["h8", "h8"]}, 400, "Move 2:"),
        ({"game": "gomoku", "start": "nonsense"}, 400, "no position"),
        ({}, 422, '"game" is missing.'),
        ({"game": 5}, 422, '"game" has a value'),
        ({"game": "gomoku", "moves": ["x" * 1000]}, 422, '"moves.0" has a value'),
        ({"game": "gomoku", "module": "os"}, 422, '"module" is not known'),
    ],
)
def test_a_wrong_request_is_refused_in_one_sentence(server, asked, status, why):
    answer = server.post("/api/positions", asked)
    assert answer.status_code == status
    assert why in answer.json()["problem"]
    assert list(answer.json()) == ["problem"]


def test_refusals_are_in_the_visitors_language(server):
    headers = {"Accept-Language": "ko", "Content-Type": "application/json"}
    answer = server.post("/api/positions", {"game": "gomoku", "moves": ["z9"]}, headers=headers)
    assert answer.json()["problem"].startswith("1번째 수:")
    answer = server.client.post("/api/positions", content="{", headers=headers)
    assert answer.status_code == 422
    assert answer.json() == {"problem": "JSON이 아닙니다."}


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"players": [{"kind": "human"}]}, 422),
        ({"players": [{"kind": "open"}, {"kind": "open"}]}, 400),
        ({"players": [{"kind": "human"}, {"kind": "agent", "spec": "os:system"}]}, 400),
        ({"players": [{"kind": "human"}, {"kind": "agent", "spec": "human"}]}, 400),
        ({"players": [{"kind": "human"}, {"kind": "agent", "spec": "gomocup:/bin/sh"}]}, 400),
        ({"players": [{"kind": "human"}, {"kind": "agent", "spec": "engine:time=1e9"}]}, 400),
        ({"players": [{"kind": "human"}, {"kind": "engine", "name": "secret"}]}, 404),
        ({"control": {"per_move": -1}}, 422),
        ({"control": {"clock": {"left": 1e99}}}, 422),
        ({"control": {"clock": {"left": 10, "increment": 1e99}}}, 422),
        ({"moves": ["z9"]}, 400),
    ],
)
def test_an_invalid_game_is_not_created(server, changes, status):
    body = {"game": "gomoku", "players": [{"kind": "human"}, {"kind": "human"}], **changes}
    answer = server.post("/api/games", body)
    assert answer.status_code == status, answer.text
    assert answer.json()["problem"]
    assert server.get("/api/games").json() == {"games": []}


def test_names_are_short_and_free_of_control_signs(server):
    seats = [{"kind": "human", "name": " <b>Eve</b>\u202e\x07\n "}, {"kind": "human"}]
    answer = server.post("/api/games", {"game": "gomoku", "players": seats})
    assert answer.json()["players"][0]["name"] == "<b>Eve</b>"
    seats[0]["name"] = "x" * 41
    assert server.post("/api/games", {"game": "gomoku", "players": seats}).status_code == 422


def test_a_game_has_a_record(server):
    begun = server.begin("gomoku", second="random:seed=1", options={"size": 9})
    with server.watch(begun, begun["tokens"][0]) as human:
        human.move("e5")
        human.until(lambda state: len(state["moves"]) == 2)
        human.do("resign")
        moves = [made["move"] for made in human.last["moves"]]
    address = f"/api/games/{begun['id']}/record"
    record = Record.from_json(server.get(address).text)
    assert record.moves == tuple(moves)
    assert record.players == ("human", "random:seed=1")
    assert record.options == {"size": 9}
    assert record.result.reason == "reason.resigned"
    assert record.replay().line == tuple(moves)
    for format in ("text", "sgf", "psq"):
        answer = server.get(address, params={"format": format})
        assert answer.status_code == 200, format
        assert answer.headers["content-disposition"].startswith("attachment;")
    unknown = server.get(address, params={"format": "pdf"})
    assert unknown.status_code == 400


def test_games_are_listed_and_found(server):
    first, second = server.begin(), server.begin("kamisado", second="random")
    listed = server.get("/api/games?limit=1").json()["games"]
    assert [game["id"] for game in listed] == [second["id"]]
    assert listed[0]["players"][1] == {"kind": "agent", "name": "random"}
    state = server.get(f"/api/games/{first['id']}").json()
    assert (state["type"], state["seats"]) == ("state", [])
    text = json.dumps([listed, state])
    assert not any(token in text for token in first["tokens"])
    missing = server.get("/api/games/nothing")
    assert missing.status_code == 404
    assert missing.json() == {"problem": 'There is no game "nothing" here.'}


def test_the_database_knows_no_tokens(server, tmp_path):
    begun = server.begin(second="open")
    server.services.store.write(lambda connection: None).result()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert begun["id"].encode() in kept
    for token in (begun["tokens"][0], begun["invite"]):
        assert token.encode() not in kept


def test_a_users_game_is_there_like_any_other(server, monkeypatch):
    spec = importlib.util.spec_from_file_location("connect4", EXAMPLES / "connect4.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    [kind] = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__ == "connect4"
    ]

    class Entry:
        name = kind.name

        @staticmethod
        def load():
            return kind

    for module in (registry, installed_names):
        monkeypatch.setattr(module, "entry_points", lambda group: [Entry])
    games = server.get("/api/catalogue").json()["games"]
    assert kind.name in [game["name"] for game in games]
    begun = server.begin(kind.name, second="engine:level=1")
    with server.watch(begun, begun["tokens"][0]) as human:
        human.move(next(iter(human.last["position"]["paths"])))
        state = human.until(lambda state: len(state["moves"]) == 2)
        assert len(state["position"]["pieces"]) == 2


def test_owners_engines_are_listed_by_name_and_play(serve):
    engines = {"house": "tests_of_nobody:Agent", "quick": "random"}
    with serve(engines=engines) as server:
        assert server.get("/api/catalogue").json()["engines"] == ["house", "quick"]
        seats = [{"kind": "human"}, {"kind": "engine", "name": "quick"}]
        answer = server.post("/api/games", {"game": "tictactoe", "players": seats})
        with server.watch(answer.json(), answer.json()["tokens"][0]) as human:
            assert human.last["players"][1]["name"] == "quick"
            human.move("b2")
            human.until(lambda state: len(state["moves"]) == 2)


def test_an_agent_that_fails_loses_the_game(serve):
    with serve(engines={"broken": "no.such.module:Agent"}) as server:
        seats = [{"kind": "human"}, {"kind": "engine", "name": "broken"}]
        begun = server.post("/api/games", {"game": "tictactoe", "players": seats}).json()
        with server.watch(begun, begun["tokens"][0]) as human:
            human.move("b2")
            ended = human.until(lambda state: state["result"])
            assert ended["result"]["winner"] == 0
            assert ended["result"]["reason"] == "reason.crashed"


def test_health_and_metrics(server):
    assert server.get("/healthz").json()["status"] == "ok"
    begun = server.begin()
    with server.watch(begun, *begun["tokens"]) as both:
        both.move("b2")
        lines = server.get("/metrics").text.splitlines()
    numbers = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    assert numbers["plyground_games_total"] == "1"
    assert numbers["plyground_moves_total"] == "1"
    assert numbers["plyground_sockets"] == "1"
    assert numbers["plyground_live_games"] == "1"
    assert numbers["plyground_engine_queue"] == "0"
    assert int(numbers['plyground_answer_seconds_bucket{le="+Inf"}']) >= 2


def test_pages_are_in_the_visitors_language(server, tmp_path, monkeypatch):
    from plyground.web import pages

    for name in ("index", "game", "analysis", "lab"):
        (tmp_path / f"{name}.html").write_text(f'<!doctype html><html lang="en"><p>{name}')
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    begun = server.begin()
    for address, name in (
        ("/", "index"),
        (f"/game/{begun['id']}", "game"),
        ("/analysis", "analysis"),
        ("/analysis/gomoku", "analysis"),
        (f"/analysis/game/{begun['id']}", "analysis"),
        ("/lab", "lab"),
    ):
        answer = server.get(address, headers={"Accept-Language": "ko"})
        assert answer.status_code == 200
        assert f'<html lang="ko"><p>{name}' in answer.text
        assert answer.headers["cache-control"] == "no-cache"
    nothing = server.get("/api/nothing")
    assert (nothing.status_code, nothing.json()) == (404, {"problem": "There is nothing here."})


@pytest.mark.parametrize(
    ("address", "english", "korean"),
    [
        ("/nothing", "There is nothing here.", "여기에는 아무것도 없습니다."),
        ("/lab/nothing", "There is nothing here.", "여기에는 아무것도 없습니다."),
        ("/game/nothing", "There is no game", "nothing"),
        ("/analysis/game/nothing", "There is no game", "nothing"),
        ("/analysis/study/nothing", "nothing", "nothing"),
        ("/analysis/gomok", "Did you mean", "gomoku"),
        ("/analysis/%3Cscript%3E", "&lt;script&gt;", "&lt;script&gt;"),
    ],
)
def test_what_does_not_exist_is_a_page_in_words(server, address, english, korean):
    for language, title, sentence in (
        ("en", "Not found", english),
        ("ko", "찾을 수 없습니다", korean),
    ):
        answer = server.get(address, headers={"Accept-Language": language})
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert f'<html lang="{language}"' in answer.text
        assert f"<h1>{title}</h1>" in answer.text
        assert sentence in answer.text
        assert "<script>" not in answer.text
        assert "{{" not in answer.text


def test_what_is_refused_is_a_page_in_words_too(serve):
    with serve(request_rate=0.001, request_burst=1.0) as server:
        refused = [server.get("/game/%00"), server.get("/lab"), server.get("/lab")]
        api = server.get("/api/games")
        host = server.get("/lab", headers={"Host": "[evil/api/"})
    assert [answer.status_code for answer in refused] == [400, 200, 429]
    for answer, sentence in zip(
        (refused[0], refused[2], host),
        ("the character with the code 0", "Too many requests", "This server is not called"),
        strict=True,
    ):
        assert answer.headers["content-type"].startswith("text/html")
        assert "<h1>" in answer.text
        assert sentence in answer.text
        assert answer.headers["x-frame-options"] == "DENY"
    assert "Retry-After" in refused[2].headers
    assert (api.status_code, list(api.json())) == (429, ["problem"])


def test_an_internal_error_shows_no_details(server, monkeypatch, caplog):
    def broken(*_):
        raise RuntimeError("secret path")

    monkeypatch.setattr(server.services.game_cache, "get_position", broken)
    answer = server.post("/api/positions", {"game": "gomoku"})
    assert answer.status_code == 500
    assert answer.json() == {"problem": "Something went wrong on the server; it has been noted."}
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "secret path" in caplog.text


def test_shortened_urls_redirect(server):
    assert server.get("/game", follow_redirects=False).headers["location"] == "/"
    described = server.get("/api", follow_redirects=False).headers["location"]
    assert described == "/api/openapi.json"
