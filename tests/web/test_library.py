"""What a visitor holds: listed by its tokens, drawn, exported, deleted."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial

import pytest
from websockets.exceptions import ConnectionClosed

from plyground.records.record import Record
from plyground.store import game_store


def hold(begun):
    return {begun["id"]: [token for token in begun["tokens"] if token]}


def list_library(server, games=None, studies=None):
    answer = server.post("/api/library", {"games": games or {}, "studies": studies or {}})
    assert answer.status_code == 200, answer.text
    return answer.json()


def delete(server, games=None, studies=None):
    return server.post("/api/library/delete", {"games": games or {}, "studies": studies or {}})


def create_study(server, **body):
    return server.post("/api/studies", {"game": "tictactoe", **body}).json()


def test_games_are_listed_by_their_tokens(server):
    begun = server.begin(first="human", second="random:seed=1", moves=["b2"])
    with server.watch(begun, begun["tokens"][0]) as player:
        player.until(lambda state: len(state["moves"]) == 2)
        player.do("resign")
    [entry] = list_library(server, hold(begun))["games"]
    assert (entry["id"], entry["game"], entry["seats"]) == (begun["id"], "tictactoe", [0])
    assert entry["ply"] == 2
    assert entry["result"]["winner"] == 1
    assert [seat["kind"] for seat in entry["players"]] == ["human", "agent"]
    assert not entry["shared"]


@pytest.mark.parametrize(
    ("choice", "names"), [("white", ["Black", "White"]), ("black", ["White", "Black"])]
)
def test_sides_are_named_by_the_colours_that_were_chosen(server, choice, names):
    swap2 = {"game": "gomoku", "options": {"opening": "swap2"}}
    stones = ["h8", "i9", "j10"]
    undecided = server.begin(**swap2, moves=stones)
    decided = server.begin(**swap2, moves=[*stones, choice])
    study = create_study(server, **swap2, moves=[*stones, choice])
    listed = list_library(server, hold(undecided) | hold(decided), {study["id"]: study["key"]})
    by_id = {entry["id"]: entry["names"] for entry in listed["games"]}
    assert by_id == {undecided["id"]: ["First player", "Second player"], decided["id"]: names}
    assert [entry["names"] for entry in listed["studies"]] == [names]


def test_without_its_token_a_game_is_not_listed(server):
    begun = server.begin()
    study = create_study(server)
    listed = list_library(server, {begun["id"]: ["wrong"]}, {study["id"]: "wrong"})
    assert listed == {"games": [], "studies": []}


def test_no_token_leaves_the_server(server):
    begun = server.begin(second="open")
    text = json.dumps(list_library(server, hold(begun)))
    hashed = server.services.store.read(partial(game_store.find_game, id=begun["id"])).setup
    for secret in (*begun["tokens"], begun["invite"], *(s["token"] for s in hashed["seats"])):
        assert secret is None or secret not in text


def test_a_thousand_games_are_listed_in_five_requests(serve):
    with serve(creation_burst=1e6) as server:
        begun = server.begin(moves=["b2"])
        saved = server.services.store.read(partial(game_store.find_game, id=begun["id"]))
        games = {}
        for number in range(1000):
            copy = game_store.SavedGame(f"g{number}", saved.game, saved.setup, saved.state)
            saving = server.services.store.write(partial(game_store.add_game, game=copy))
            games[copy.id] = begun["tokens"]
        saving.result()
        pairs = list(games.items())
        found = set()
        for at in range(0, 1000, 200):
            listed = list_library(server, dict(pairs[at : at + 200]))["games"]
            found |= {entry["id"] for entry in listed}
        assert found == set(games)
        assert len(server.services.lobby) == 1
        refused = server.post("/api/library", {"games": games})
        assert refused.status_code == 422


def test_a_picture_is_drawn_without_loading_the_game(serve):
    with serve(idle_seconds=0.05) as server:
        begun = server.begin(moves=["b2"])
        server.services.lobby._live_games.clear()
        answer = server.get(f"/api/games/{begun['id']}/picture")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        assert len(server.services.lobby) == 0
        study = create_study(server, moves=["b2"])
        assert server.get(f"/api/studies/{study['id']}/picture").text == answer.text
        assert server.get("/api/games/nothing/picture").status_code == 404


def test_the_export_has_a_record_on_each_line(server):
    begun = server.begin(moves=["b2", "a1"])
    study = create_study(server, moves=["c3"])
    body = {"games": hold(begun), "studies": {study["id"]: study["key"]}}
    answer = server.post("/api/library/export", body)
    records = [Record.from_json(line) for line in answer.text.splitlines()]
    assert [record.moves for record in records] == [("b2", "a1"), ("c3",)]
    assert server.post("/api/library/export", {"games": {begun["id"]: ["x"]}}).text == ""
    again = server.post("/api/studies/import", {"text": answer.text.splitlines()[0]})
    assert again.status_code == 201


def test_a_deleted_game_is_gone_for_whoever_has_it_open(server):
    begun = server.begin(second="random")
    with server.watch(begun) as spectator:
        assert delete(server, hold(begun)).json()["games"] == [begun["id"]]
        with suppress(ConnectionClosed):
            while True:
                spectator.receive()
        assert spectator.socket.protocol.close_code == 4404
    assert server.get(f"/api/games/{begun['id']}").status_code == 404
    assert list_library(server, hold(begun))["games"] == []


def test_a_game_with_another_person_is_not_deleted(server):
    begun = server.begin(second="open")
    with server.watch(begun, begun["invite"]):
        pass
    [entry] = list_library(server, hold(begun))["games"]
    assert entry["shared"]
    assert delete(server, hold(begun)).json()["games"] == []
    assert server.get(f"/api/games/{begun['id']}").status_code == 200


def test_a_game_that_nobody_has_joined_is_deleted(server):
    begun = server.begin(second="open")
    assert delete(server, hold(begun)).json()["games"] == [begun["id"]]


def test_whoever_watches_cannot_delete(server):
    begun, study = server.begin(), create_study(server)
    body = {"games": {begun["id"]: ["guess"]}, "studies": {study["id"]: "guess"}}
    assert server.post("/api/library/delete", body).json() == {"games": [], "studies": []}
    assert server.get(f"/api/games/{begun['id']}").status_code == 200
    assert server.get(f"/api/studies/{study['id']}").status_code == 200


def test_studies_are_listed_and_deleted_by_their_keys(server):
    study = create_study(server, moves=["b2"])
    held = {study["id"]: study["key"]}
    edit = {"key": study["key"], "node": 0, "text": "the centre"}
    server.post(f"/api/studies/{study['id']}/comment", edit)
    [entry] = list_library(server, studies=held)["studies"]
    assert (entry["game"], entry["comment"], entry["result"]) == ("tictactoe", "the centre", None)
    assert delete(server, studies=held).json()["studies"] == [study["id"]]
    assert server.get(f"/api/studies/{study['id']}").status_code == 404
    assert list_library(server, studies=held)["studies"] == []
