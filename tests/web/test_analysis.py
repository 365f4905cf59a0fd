"""The socket on which engines think: depth by depth, whole games, better moves."""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

PATIENCE = 300.0


class Guest:
    def __init__(self, socket):
        self.socket = socket
        self.heard = []

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def hear(self):
        message = json.loads(self.socket.recv(timeout=PATIENCE))
        self.heard.append(message)
        return message

    def until(self, *types):
        """The next message of one of these types; what comes before it is kept in `heard`."""
        while (message := self.hear())["type"] not in types:
            pass
        return message

    def refusal(self, **message):
        self.say(**message)
        return self.until("refused")["why"]


@contextmanager
def guest(server, **more):
    with connect(f"ws://{server.address}/api/analysis/socket", close_timeout=1, **more) as socket:
        yield Guest(socket)


@pytest.fixture
def talk(server):
    with guest(server) as one:
        yield one


def begun(server, moves, game="tictactoe"):
    return server.post("/api/studies", {"game": game, "moves": moves}).json()


def review(talk, study, seconds=0.05, **more):
    talk.say(type="review", study=study["id"], key=study["key"], seconds=seconds, **more)
    return talk.until("reviewed", "refused")


def test_a_position_is_analysed_depth_by_depth(talk):
    talk.say(type="analyse", ask=7, game="kamisado", moves=["d1-d5"], lines=3, seconds=0.4)
    done = talk.until("done")
    depths = [message for message in talk.heard if message["type"] == "depth"]
    assert depths
    assert all(message["ask"] == 7 for message in talk.heard)
    assert [message["depth"] for message in depths] == sorted(
        message["depth"] for message in depths
    )
    assert len(done["lines"]) == 3
    line = done["lines"][0]
    assert line["paths"][0][0] == "a8"
    assert len(line["paths"]) == 2
    assert 0 <= done["first"] <= 1
    # Side 1 is to move, and its chance is what the first side lacks.
    assert done["first"] == pytest.approx(1 - line["score"]["chance"])
    assert line["words"]
    assert done["nodes"] > 0


def test_a_proven_position_is_told_with_its_distance(talk):
    talk.say(type="analyse", game="tictactoe", moves=["b2", "b1"], seconds=5)
    score = talk.until("done")["lines"][0]["score"]
    assert (score["kind"], score["proven"], score["plies"]) == ("win", True, 5)


def test_a_finished_game_needs_no_engine(talk):
    talk.say(type="analyse", game="tictactoe", moves=["a1", "b1", "a2", "b2", "a3"])
    done = talk.until("done")
    assert done["over"] is True
    assert done["lines"] == []
    assert done["first"] == 1.0


def test_a_new_question_ends_the_one_before(talk):
    talk.say(type="analyse", ask=1, game="kamisado", seconds=30)
    assert talk.until("depth")["ask"] == 1
    talk.say(type="analyse", ask=2, game="kamisado", moves=["d1-d5"], seconds=0.2)
    while (done := talk.until("done"))["ask"] != 2:
        pass
    assert done["lines"]


def test_stopping_frees_the_engine(server, talk):
    talk.say(type="analyse", game="kamisado", seconds=30)
    talk.until("depth")
    assert server.services.pool.running == 1
    talk.say(type="stop")
    talk.say(type="ping", at=1)
    talk.until("pong")
    with guest(server) as other:
        other.say(type="analyse", game="kamisado", seconds=0.1)
        other.until("done")


def test_hanging_up_frees_the_engine(server):
    with guest(server) as one:
        one.say(type="analyse", game="kamisado", seconds=30)
        one.until("depth")
    with guest(server) as other:
        other.say(type="analyse", game="kamisado", seconds=0.1)
        other.until("done")


def test_a_review_streams_and_is_kept(server, talk):
    study = begun(server, ["b2", "b1", "a1", "c3", "a3", "c1", "a2"])
    # A proof ends a search: the time is for slow machines.
    done = review(talk, study, seconds=10)
    steps = [message for message in talk.heard if message["type"] == "step"]
    assert [step["done"] for step in steps] == list(range(1, 9))
    assert {step["total"] for step in steps} == {8}
    assert steps[0]["chance"] == 1.0
    nodes = {node["move"]: node for node in done["study"]["nodes"]}
    assert nodes["b1"]["judgement"]["grade"] == "blunder"
    assert nodes["b1"]["judgement"]["symbol"] == "??"
    assert set(nodes["b1"]["judgement"]["better"]) == {"a1", "a3", "c1", "c3"}
    assert [n["move"] for n in done["study"]["nodes"] if n["judgement"]] == ["b1"]
    first, second = done["study"]["accuracy"]
    assert first == 100.0
    assert second < 80
    kept = server.get(f"/api/studies/{study['id']}").json()
    assert kept == done["study"]
    record = server.get(f"/api/studies/{study['id']}/export?format=json").json()
    assert record["analysis"][1]["best_moves"]
    shown = server.get(f"/api/studies/{study['id']}/nodes/1").json()["analysis"]
    assert set(shown["best"]) == {"a1", "a3", "c1", "c3"}


def test_a_review_that_is_stopped_keeps_what_it_found(server, talk):
    study = begun(server, ["d1-d5"], game="kamisado")
    talk.say(type="review", study=study["id"], key=study["key"], seconds=5)
    talk.say(type="analyse", game="tictactoe", moves=["b2"], seconds=0.1)
    talk.until("done")
    study = begun(server, ["b2", "b1"])
    review(talk, study)
    talk.say(type="review", study=study["id"], key=study["key"], seconds=5)
    talk.until("step")
    talk.say(type="stop")
    talk.say(type="ping")
    talk.until("pong")
    nodes = server.get(f"/api/studies/{study['id']}").json()["nodes"]
    assert nodes[2]["chance"] == 1.0


def test_only_the_owner_has_a_study_reviewed(server, talk):
    study = begun(server, ["b2"])
    assert "copy it" in review(talk, {**study, "key": "wrong"})["why"]
    assert "no study" in review(talk, {"id": "none", "key": "x"})["why"]


def test_better_moves_are_recognised(server, talk):
    study = begun(server, ["b2", "b1"])
    review(talk, study)

    def tried(move):
        talk.say(type="try", study=study["id"], node=2, move=move, seconds=0.2)
        return talk.until("tried", "refused")

    assert [tried(corner)["good"] for corner in ("a1", "a3", "c1", "C3")] == [True] * 4
    # An edge again, the same or another one, loses.
    assert tried("b1")["good"] is False
    wrong = tried("a2")
    assert wrong["good"] is False
    assert wrong["chance"] == 0.0
    assert "legal" in tried("b2")["why"]
    talk.say(type="try", study=study["id"], node=1, move="a1")
    assert talk.until("tried", "refused")["type"] == "tried"
    unjudged = begun(server, ["b2"])
    talk.say(type="try", study=unjudged["id"], node=1, move="a1")
    assert "analyse the game first" in talk.until("refused")["why"]


def test_strangers_agents_are_refused(talk):
    for agent in ("gomocup:/bin/sh", "os:system", "human", "mcts:playouts=99999999999", "nobody"):
        assert talk.refusal(type="analyse", game="tictactoe", agent=agent)
    assert "only plays" in talk.refusal(type="analyse", game="tictactoe", agent="random")


def test_wrong_positions_are_refused_in_a_sentence(talk):
    assert 'no game "chess"' in talk.refusal(type="analyse", game="chess")
    assert "Move 1" in talk.refusal(type="analyse", game="tictactoe", moves=["z9"])
    assert "Option width" in talk.refusal(type="analyse", game="tictactoe", options={"width": 99})


def test_words_are_in_the_guests_language(server):
    with guest(server, additional_headers={"Accept-Language": "ko"}) as one:
        assert "없습니다" in one.refusal(type="analyse", game="chess")
        one.say(type="analyse", game="tictactoe", moves=["b2", "b1"], seconds=2)
        words = one.until("done")["lines"][0]["words"]
        assert any("가" <= sign <= "힣" for sign in words)


def test_who_talks_nonsense_is_shut_out(talk):
    for text in ("", "{", "[]", '{"type": "fly"}', '{"type": "analyse"}', "3", "null"):
        talk.socket.send(text)
    answers = 0
    with suppress(ConnectionClosed):
        while talk.hear():
            answers += 1
    assert answers <= 7


def test_another_site_is_shut_out(server):
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://{server.address}/api/analysis/socket", origin="https://elsewhere.example")
