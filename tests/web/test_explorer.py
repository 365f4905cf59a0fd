"""The opening explorer: finished games counted by position, and the engine's opinion of moves."""

from __future__ import annotations

import json
import time
from functools import partial

from plyground.games.registry import load_game
from plyground.store import position_store
from plyground.web.opening_explorer import make_position_key

from .conftest import TIMEOUT


def play(server, *moves, game="tictactoe", resigns=None):
    """A game between two people, played to its end or resigned."""
    begun = server.begin(game)
    with server.watch(begun, *begun["tokens"]) as player:
        for move in moves:
            player.move(move)
    if resigns is not None:
        with server.watch(begun, begun["tokens"][resigns]) as loser:
            assert loser.do("resign")["result"]["winner"] == 1 - resigns
    return begun


def explore(server, *moves, game="tictactoe", **more):
    answer = server.post("/api/explorer", {"game": game, "moves": list(moves), **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def wait_for_games(server, count, *moves, **more):
    """What is known, once so many games are counted."""
    until = time.monotonic() + TIMEOUT
    while (found := explore(server, *moves, **more))["games"] != count:
        assert time.monotonic() < until, found
        time.sleep(0.05)
    return found


def results(found):
    return {move["move"]: (move["first"], move["draws"], move["second"]) for move in found["moves"]}


def test_moves_are_counted_with_the_results_of_their_games(server):
    assert explore(server) == {"games": 0, "moves": []}
    for _ in range(2):
        play(server, "b2", "a1", resigns=1)
    play(server, "b2", "b1", resigns=0)
    play(server, "a1", "b2", resigns=1)
    play(server, "c3")
    found = wait_for_games(server, 4)
    assert [move["move"] for move in found["moves"]] == ["b2", "a1"]
    assert results(found) == {"b2": (2, 0, 1), "a1": (1, 0, 0)}
    # Whose turn it is does not change whose wins they are.
    assert results(wait_for_games(server, 3, "b2")) == {"a1": (2, 0, 0), "b1": (0, 0, 1)}
    assert explore(server, "b2", "a1") == {"games": 0, "moves": []}


def test_transpositions_are_one_position(server):
    play(server, "a1", "b2", "c3", "c1", resigns=0)
    play(server, "c3", "b2", "a1", "a3", resigns=1)
    found = wait_for_games(server, 2, "c3", "b2", "a1")
    assert results(found) == {"c1": (0, 0, 1), "a3": (1, 0, 0)}


def test_symmetric_positions_are_one(server):
    """Kamisado upside down has the sides swapped, and with them the results."""
    play(server, "d1-d5", "a8-a4", game="kamisado", resigns=1)
    turned = "a1 b1 c1 d1 e1 f1 g1 h1 / h8 g8 f8 e8 d4 c8 b8 a8 / 0 brown"
    assert results(wait_for_games(server, 1, "d1-d5", game="kamisado")) == {"a8-a4": (1, 0, 0)}
    assert results(explore(server, game="kamisado", start=turned)) == {"a1-a5": (0, 0, 1)}


def test_only_the_same_rules_are_counted(server):
    play(server, "h8", "i9", game="gomoku", resigns=1)
    wait_for_games(server, 1, game="gomoku")
    assert explore(server, game="gomoku", options={"rule": "renju"})["games"] == 0


def test_nothing_but_numbers_is_told(server):
    """Also of games that are listed nowhere: neither who played them nor their addresses."""
    names = [{"kind": "human", "name": "Ada"}, {"kind": "open", "name": ""}]
    answer = server.post("/api/games", {"game": "tictactoe", "players": names}).json()
    guest_token = "a token of the guest's own"
    with server.watch(answer, *answer["tokens"], answer["invite"], claim=guest_token) as player:
        player.move("b2")
    with server.watch(answer, guest_token) as guest:
        guest.do("resign")
    found = wait_for_games(server, 1)
    assert set(found) == {"games", "moves"}
    assert set(found["moves"][0]) == {"move", "same", "games", "first", "draws", "second"}
    assert "Ada" not in json.dumps(found)
    assert answer["id"] not in json.dumps(found)


def test_a_deleted_game_is_forgotten(server):
    begun = play(server, "b2", "a1", resigns=1)
    wait_for_games(server, 1)
    held = {"games": {begun["id"]: begun["tokens"]}, "studies": {}}
    assert server.post("/api/library/delete", held).status_code == 200
    wait_for_games(server, 0)


def test_games_stored_before_are_counted(serve):
    """Those of a server whose index was not filled when it ended."""
    with serve() as server:
        for _ in range(3):
            play(server, "b2", "a1", resigns=1)
        server.services.store.write(
            lambda connection: connection.exec_driver_sql("UPDATE games SET indexed = false")
        ).result()
        server.services.store.write(
            lambda connection: connection.exec_driver_sql("DELETE FROM position_moves")
        ).result()
    with serve() as server:
        key = make_position_key(load_game("tictactoe").start())
        until = time.monotonic() + TIMEOUT
        count = partial(position_store.count_moves, position=key)
        # The thread fills it; nobody has to ask.
        while not (found := server.services.store.read(count)) or found[0].count < 3:
            assert time.monotonic() < until
            time.sleep(0.05)


def test_a_game_that_goes_on_after_its_end_is_counted_as_it_ended(server):
    begun = server.begin()
    with server.watch(begun, *begun["tokens"]) as player:
        for move in ("a1", "b1", "a2", "b2", "a3"):
            player.move(move)
        assert player.last["result"]["winner"] == 0
    assert results(wait_for_games(server, 1)) == {"a1": (1, 0, 0)}


def test_wrong_positions_are_refused_in_a_sentence(server):
    answer = server.post("/api/explorer", {"game": "tictactoe", "moves": ["z9"]})
    assert answer.status_code == 400
    assert "z9" in answer.json()["problem"]


def test_the_engine_rates_single_moves(server):
    with server.analyse() as client:
        position = {"game": "tictactoe", "moves": ["b2", "b1"]}
        client.send(type="rate", ask=3, **position, rated=["a1", "c2", "b3"])
        client.until("done")
        signs = {m["move"]: m["sign"] for m in client.received if m["type"] == "rated"}
        assert signs["a1"] == "+#5 ✓"
        assert signs["c2"] == "+#5 ✓"
        assert signs["b3"].startswith("=")
        client.send(type="rate", game="tictactoe", moves=["a1", "b1", "a2", "b2"], rated=["a3"])
        assert client.until("rated")["sign"] == "+#1 ✓"
        assert "z9" in client.refusal(type="rate", **position, rated=["z9"])
