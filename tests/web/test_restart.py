"""A server that stops or is killed and starts again loses no game and no acknowledged move."""

from __future__ import annotations

import json
import signal
import sys
from contextlib import ExitStack
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

TIMEOUT = 300.0


@pytest.fixture
def database_url(each_database):
    return each_database


def test_a_game_continues_after_a_restart(serve):
    with serve() as server:
        begun = server.begin(second="open", undo=False)
        with server.watch(begun, begun["tokens"][0]) as first:
            first.move("b2")
            first.do("draw", answer="offer")
            seen = first.last
    with serve() as server, server.watch(begun, begun["invite"]) as second:
        assert second.last["seats"] == [1]
        assert second.last["version"] > seen["version"]
        for kept in ("moves", "offers", "settings", "options", "position", "title"):
            assert second.last[kept] == seen[kept], kept
        second.move("a1")
        assert [made["move"] for made in second.last["moves"]] == ["b2", "a1"]


def test_results_and_undone_moves_survive_a_restart(serve):
    with serve() as server:
        begun = server.begin()
        with server.watch(begun, *begun["tokens"]) as both:
            for move in ("a1", "b2", "c3"):
                both.move(move)
            both.do("undo")
            both.move("c1")
            both.do("resign")
    with serve() as server:
        state = server.get(f"/api/games/{begun['id']}").json()
        assert [made["move"] for made in state["moves"]] == ["a1", "b2", "c1"]
        assert state["result"]["reason"] == "reason.resigned"
        assert state["result"]["winner"] == 0
        listed = server.get("/api/games").json()["games"][0]
        assert (listed["id"], listed["ply"]) == (begun["id"], 3)
        assert listed["result"]["winner"] == 0


def test_an_agents_turn_continues_after_a_restart(serve):
    with serve() as server:
        begun = server.begin("gomoku", second="engine:time=20")
        with server.watch(begun, begun["tokens"][0]) as human:
            human.move("h8")
            assert human.last["thinking"] == 1
    with serve(longest_thought=0.2) as server, server.watch(begun, begun["tokens"][0]) as human:
        human.until(lambda state: len(state["moves"]) == 2)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_people_do_a_restart_changes_nothing(serve, seed):
    random = Random(seed)
    with serve() as server:
        begun = server.begin(second="open", control={"clock": {"left": 1000, "increment": 1}})
        with (
            server.watch(begun, begun["tokens"][0]) as first,
            server.watch(begun, begun["invite"]) as second,
        ):
            for _ in range(80):
                player = random.choice((first, second))
                paths = list(player.sync()["position"]["paths"])
                kind = random.choices(("move", "undo", "draw", "resign"), (8, 3, 2, 0.2))[0]
                answer = random.choice(("offer", "accept", "decline"))
                if kind == "move" and paths:
                    player.move(random.choice(paths))
                elif kind == "resign":
                    player.do("resign")
                elif kind in ("undo", "draw"):
                    player.do(kind, answer=answer)
            seen = first.sync()
            assert second.sync()["moves"] == seen["moves"]
            [live_game] = server.services.lobby._live_games.values()
            clocks = live_game.session.clocks.left
    with serve() as server:
        again = server.get(f"/api/games/{begun['id']}").json()
        for kept in ("moves", "position", "result", "offers"):
            assert again[kept] == seen[kept], kept
        [live_game] = server.services.lobby._live_games.values()
        assert live_game.session.clocks.left == clocks


def test_a_game_of_the_first_version_goes_on(serve, first_version):
    game, study = "z5fp4jos8l2v", "jtdepx29b1ys"
    tokens = ("U5oy2UdhZ7GpKQNaX4VUFMuKKBdlpY1m", "uySUUNpdW6R8KWu52uXxPFmpeDT3whw3")
    key = "5is7WxrZ6YL36FhxBNNySsLfL9bUuWeO"
    with serve(database=first_version) as server:
        with server.watch({"id": game}, *tokens) as both:
            assert both.last["seats"] == [0, 1]
            assert both.last["players"][0]["name"] == "하나"
            assert [made["move"] for made in both.last["moves"]] == ["b2", "a1", "c3"]
            assert both.last["clocks"]["left"][0] == pytest.approx(603.99, abs=0.01)
            assert len(both.move("c1")["moves"]) == 4
        edit = {"key": key, "node": 3, "move": "c1"}
        assert server.post(f"/api/studies/{study}/play", edit).status_code == 200
        nodes = server.get(f"/api/studies/{study}").json()["nodes"]
        assert [node["move"] for node in nodes] == [None, "b2", "a1", "c3", "c1"]
        assert nodes[1]["comment"] == "가운데 😀"


def test_sockets_close_with_the_restart_code(serve):
    with ExitStack() as open_sockets:
        with serve() as server:
            player = open_sockets.enter_context(server.watch(server.begin()))
        with pytest.raises(ConnectionClosed):
            player.receive()
        assert player.socket.protocol.close_code == 1012


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_every_acknowledged_move_survives_a_kill(database_url, serve_process):
    moves = ["h8", "a1", "i9", "c7", "g7"]
    with ExitStack() as open_things:
        server = open_things.enter_context(serve_process(database_url))
        games = [server.begin() for _ in range(10)]
        sockets = [open_things.enter_context(server.socket(begun)) for begun in games]
        for begun, socket in zip(games, sockets, strict=True):
            socket.send(json.dumps({"type": "hello", "tokens": begun["tokens"]}))
            assert json.loads(socket.recv(timeout=TIMEOUT))["type"] == "state"
        for ply, move in enumerate(moves):
            for socket in sockets:
                socket.send(json.dumps({"type": "move", "move": move, "ply": ply}))
            if move != moves[-1]:
                for socket in sockets:
                    told = json.loads(socket.recv(timeout=TIMEOUT))
                    assert len(told["moves"]) == ply + 1
        # The last moves are in flight, and nobody has waited for a response.
        server.running.kill()
        server.running.wait()

    with serve_process(database_url) as again:
        for begun in games:
            kept = [made["move"] for made in again.state(begun["id"])["moves"]]
            assert kept in (moves[:-1], moves)
        code, printed = again.stop(signal.SIGINT)
        assert code == 0
        owner, stopped = printed.splitlines()
        assert "/arena#" in owner
        assert stopped == "Stopped."
