"""The arena over REST: everybody watches, only the owner starts, stops and continues."""

from __future__ import annotations

import time

import pytest

TIMEOUT = 300.0
START = {"game": "tictactoe", "players": ["random:seed=1", "alphabeta:depth=2"], "rounds": 3}


def start(server, **more):
    return server.post(
        "/api/events", {"owner": server.services.settings.owner_key, **START, **more}
    )


def wait_for(read, holds):
    """What is read as soon as it is as wanted; it takes as long as the machine needs."""
    until = time.monotonic() + TIMEOUT
    while not holds(found := read()):
        assert time.monotonic() < until, found
        time.sleep(0.1)
    return found


def list_events(server):
    return server.client.get("/api/events").json()["events"]


def show(server, id):
    return server.client.get(f"/api/events/{id}").json()


@pytest.fixture
def played(server):
    """A tournament that has been played."""
    assert start(server).status_code == 202
    wait_for(lambda: list_events(server), lambda events: events and events[0]["played"] == 6)
    wait_for(lambda: server.services.arena.is_busy, lambda busy: not busy)
    return list_events(server)[0]["id"]


def test_a_tournament_is_played_and_shown_with_its_table_and_games(server, played):
    event = show(server, played)
    assert (event["kind"], event["game"], event["total"]) == ("tournament", "tictactoe", 6)
    assert event["running"] is False
    rows = event["standings"]["rows"]
    assert {row["name"] for row in rows} == set(START["players"])
    assert sum(row["points"] for row in rows) == 6
    crosstable = event["standings"]["crosstable"]
    assert crosstable[0][0] is None
    assert crosstable[0][1][0] + crosstable[1][0][0] == 6
    assert [game["number"] for game in event["games"]] == [6, 5, 4, 3, 2, 1]
    # Whoever opens a game in the analysis finds it as it was played.
    body = {"game": "tictactoe", "moves": event["games"][0]["moves"]}
    assert server.post("/api/positions", body).status_code == 200


def test_results_name_the_sides_as_the_game_does(server):
    players = ["random:seed=1", "baseline"]
    assert start(server, game="gomoku", players=players, rounds=1).status_code == 202
    [event] = wait_for(
        lambda: list_events(server), lambda events: events and events[0]["played"] == 2
    )
    wins = {"White wins (a winning row)", "Black wins (a winning row)"}
    assert {game["words"] for game in show(server, event["id"])["games"]} == wins


def test_only_the_owner_may_start_stop_or_continue(server, played):
    for path, body in (
        ("/api/events", {**START, "owner": "guess"}),
        ("/api/events/stop", {"owner": "guess"}),
        (f"/api/events/{played}/resume", {"owner": ""}),
    ):
        assert server.post(path, body).status_code == 403
    assert server.post("/api/events", START).status_code == 422
    assert len(list_events(server)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ["random", "student.py:Student"]},
        {"players": ["random", "gomocup:/bin/true"]},
        {"players": ["random", "random"]},
        {"players": ["random", "human"]},
        {"players": ["--json", "random"]},
        {"players": ["random"]},
        {"game": "chess"},
        {"game": "../games.py"},
        {"options": {"width": 99}},
        {"format": "knockout"},
        {"rounds": 0},
        {"seconds": 1e9},
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(server, wrong):
    answer = start(server, **wrong)
    assert answer.status_code in (400, 422)
    assert answer.json()["problem"]
    assert not server.services.arena.is_busy


def test_a_stopped_tournament_is_continued_and_nothing_is_played_twice(server):
    owner = {"owner": server.services.settings.owner_key}
    assert (
        start(server, rounds=200, players=["random:seed=1", "alphabeta:depth=5"]).status_code == 202
    )
    assert start(server).status_code == 409
    [event] = wait_for(lambda: list_events(server), lambda events: events and events[0]["played"])
    assert server.post("/api/events/stop", owner).status_code == 200
    assert server.post("/api/events/stop", owner).status_code == 409
    stopped = show(server, event["id"])
    assert stopped["running"] is False
    assert 0 < stopped["played"] < stopped["total"]
    assert server.post(f"/api/events/{event['id']}/resume", owner).status_code == 202
    going_on = wait_for(
        lambda: show(server, event["id"]), lambda event: event["played"] > stopped["played"]
    )
    numbers = [game["number"] for game in going_on["games"]]
    assert len(set(numbers)) == len(numbers)
    assert len(list_events(server)) == 1
    assert server.post("/api/events/stop", owner).status_code == 200


def test_the_board_of_a_game_in_progress_is_shown(server):
    """At half a second a move, a game of gomoku lasts long enough to be seen."""
    players = ["random:seed=1", "alphabeta:depth=30"]
    assert start(server, game="gomoku", players=players, seconds=0.5).status_code == 202
    [event] = wait_for(lambda: list_events(server), bool)
    shown = wait_for(
        lambda: show(server, event["id"])["running_pairs"],
        lambda pairs: pairs and len(pairs[0]["position"]["pieces"]) > 4,
    )
    assert {shown[0]["first"], shown[0]["second"]} == set(players)
    server.post("/api/events/stop", {"owner": server.services.settings.owner_key})


def test_folders_and_specs_of_the_owner_are_not_shown(server):
    name = server.services.arena._name_player
    assert name("/home/me/secret/student.py:Student,depth=3") == "student.py:Student,depth=3"
    assert name("gomocup:/opt/engines/pbrain-x") == "gomocup:pbrain-x"
    assert name("engine:level=3") == "engine:level=3"


def test_an_unknown_event_is_not_found(server):
    assert server.client.get("/api/events/none").status_code == 404
    page = server.client.get("/arena/none")
    assert page.status_code == 404
    assert "There is no such match or tournament." in page.text
