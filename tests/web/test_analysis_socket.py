"""The analysis socket: positions depth by depth, reviews of games, better moves."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from plyground.review import game_review
from plyground.web import position_analysis

# A rule of which the book has nothing, so that there are depths.
SEARCHED = {"game": "kamisado", "options": {"deadlock": "two"}}


@pytest.fixture(autouse=True)
def native_code(server):
    """Nothing here waits for the compiler; `test_warm_up.py` has what does."""
    compile_queue = server.services.compile_queue
    for name in ("kamisado", "tictactoe", "triangles", "gomoku"):
        game = server.services.game_cache.get_game(name)
        for spec in ("engine", "solver:hash=16"):
            compile_queue.submit(game, spec).ready.result()


@pytest.fixture
def client(server):
    with server.analyse() as one:
        yield one


def begun(server, moves, game="tictactoe"):
    return server.post("/api/studies", {"game": game, "moves": moves}).json()


def review(client, study, **more):
    client.send(type="review", study=study["id"], key=study["key"], **more)
    return client.until("reviewed", "refused")


def test_a_position_is_analysed_depth_by_depth(client):
    client.send(
        type="analyse",
        ask=7,
        moves=["d1-d5"],
        lines=3,
        seconds=0.4,
        **SEARCHED,
    )
    done = client.until("done")
    depths = [message for message in client.received if message["type"] == "depth"]
    assert depths
    assert all(message["ask"] == 7 for message in client.received)
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


def test_a_proven_score_has_its_distance(client):
    client.send(type="analyse", game="tictactoe", moves=["b2", "b1"], seconds=5)
    score = client.until("done")["lines"][0]["score"]
    assert (score["kind"], score["proven"], score["plies"]) == ("win", True, 5)


def test_an_analysis_without_end_goes_on_until_it_is_stopped(server, client, monkeypatch):
    monkeypatch.setattr(position_analysis, "FIRST_SEARCH_SECONDS", 0.05)
    client.send(type="analyse", ask=1, game="gomoku", endless=True)
    depths = [client.until("depth") for _ in range(4)]
    assert [found["depth"] for found in depths] == sorted(found["depth"] for found in depths)
    assert [found["nodes"] for found in depths] == sorted(found["nodes"] for found in depths)
    client.send(type="analyse", ask=2, game="kamisado", moves=["d1-d5"], seconds=0.1)
    while client.until("done")["ask"] != 2:
        pass
    assert server.services.pool.running == 0


def test_an_analysis_without_end_ends_with_its_reader(server):
    with server.analyse() as one:
        one.send(type="analyse", game="gomoku", endless=True, proof=True)
        one.until("depth")
    with server.analyse() as other:
        other.send(type="analyse", game="kamisado", seconds=0.1)
        other.until("done")
    assert (server.services.pool.running, server.services.pool.queue_length) == (0, 0)


def test_an_analysis_without_end_gives_way_to_a_game(server, client):
    client.send(type="analyse", game="gomoku", endless=True)
    client.until("depth")
    begun = server.begin("tictactoe", second="engine:level=1", control={"per_move": 30})
    with server.watch(begun, begun["tokens"][0]) as human:
        human.move("b2")
        human.until(lambda state: len(state["moves"]) == 2)
    assert client.until("depth", "done")["type"] == "depth"


def test_the_proof_of_the_solver_takes_over(client):
    """One worker: the search and the solver take turns."""
    client.send(type="analyse", game="kamisado", lines=2, endless=True, proof=True)
    done = client.until("done")
    first, second = done["lines"]
    for line in (first, second):
        assert (line["score"]["plies"], line["score"]["proven"]) == (17, True)
        assert (line["words"], line["sign"]) == ("win in 17", "+#17 ✓")
        assert len(line["moves"]) == 17
    assert first["moves"][0] != second["moves"][0]
    assert len(done["best"]) == 8
    assert done["label"] == "#17"


def test_a_proven_margin_is_marked_and_its_line_goes_to_the_end(server, client):
    client.send(type="analyse", game="triangles", endless=True, proof=True)
    line = client.until("done")["lines"][0]
    assert (line["words"], line["sign"]) == ("loss by 1", "−1 ✓")
    body = {"game": "triangles", "moves": line["moves"]}
    position = server.post("/api/positions", body).json()["position"]
    assert position["outcome"]["margin"] == -1


@pytest.fixture
def serve_other(serve, tmp_path):
    """Starts a second server, with settings and a database of its own."""
    return partial(serve, database=f"sqlite:///{tmp_path / 'other.db'}")


def test_what_cannot_be_solved_is_searched_all_the_same(serve_other):
    with serve_other(longest_proof=0.3, workers=2) as server, server.analyse() as client:
        client.send(type="analyse", game="gomoku", seconds=1.5, proof=True)
        done = client.until("done")
        assert done["lines"][0]["score"]["proven"] is False


def test_memory_and_threads_are_within_what_the_owner_allows(serve_other):
    with serve_other(most_threads=2, most_hash=8) as server, server.analyse() as client:
        allowed = server.get("/api/catalogue").json()["limits"]
        assert (allowed["threads"], allowed["hash"]) == (2, 8)
        ask = {"type": "analyse", "game": "tictactoe", "seconds": 0.2, "proof": True}
        client.send(**ask, agent="engine:threads=2,hash=8")
        assert client.until("done")["lines"]
        assert "8" in client.refusal(**ask, agent="engine:hash=9")
        assert "2" in client.refusal(**ask, agent="engine:threads=3")


def test_a_finished_game_needs_no_engine(client):
    client.send(type="analyse", game="tictactoe", moves=["a1", "b1", "a2", "b2", "a3"])
    done = client.until("done")
    assert done["over"] is True
    assert done["lines"] == []
    assert done["first"] == 1.0


def test_a_new_request_ends_the_one_before(client):
    client.send(type="analyse", ask=1, **SEARCHED, seconds=30)
    assert client.until("depth")["ask"] == 1
    client.send(type="analyse", ask=2, **SEARCHED, moves=["d1-d5"], seconds=0.2)
    while (done := client.until("done"))["ask"] != 2:
        pass
    assert done["lines"]


def test_stopping_frees_the_engine(server, client):
    client.send(type="analyse", **SEARCHED, seconds=30)
    client.until("depth")
    assert server.services.pool.running == 1
    client.send(type="stop")
    client.send(type="ping", at=1)
    client.until("pong")
    with server.analyse() as other:
        other.send(type="analyse", **SEARCHED, seconds=0.1)
        other.until("done")


def test_disconnecting_frees_the_engine(server):
    with server.analyse() as one:
        one.send(type="analyse", **SEARCHED, seconds=30)
        one.until("depth")
    with server.analyse() as other:
        other.send(type="analyse", **SEARCHED, seconds=0.1)
        other.until("done")


def test_a_review_streams_and_is_saved(server, client):
    study = begun(server, ["b2", "b1", "a1", "c3", "a3", "c1", "a2"])
    done = review(client, study)
    steps = [message for message in client.received if message["type"] == "step"]
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
    # The lines that it rests on are shown, and exported as variations with the sentence.
    judgement = nodes["b1"]["judgement"]
    lines = [judgement["missed_line"], judgement["refutation"]]
    assert all(line["proven"] and line["text"] for line in lines)
    assert record["comments"][2].startswith("?? Blunder:")
    assert len(record["variations"]) == 2
    plain = server.get(f"/api/studies/{study['id']}/export?format=json&annotated=false").json()
    assert "variations" not in plain
    assert plain["moves"] == record["moves"]
    shown = server.get(f"/api/studies/{study['id']}/nodes/1").json()["analysis"]
    assert set(shown["best"]) == {"a1", "a3", "c1", "c3"}


def test_a_review_is_the_same_again_beside_an_analysis_without_end(server, client, monkeypatch):
    """What the engine found meanwhile makes no difference, nor does what else it is asked."""
    monkeypatch.setattr(game_review, "NODES", 20_000)
    study = begun(server, ["h8", "i9", "h7", "h9", "g9", "i7", "f10", "e11", "i6"], game="gomoku")
    alone = review(client, study)["study"]
    with server.analyse() as other:
        other.send(type="analyse", game="gomoku", moves=["h8", "i9"], endless=True)
        other.until("depth")
        again = review(client, study)["study"]
    assert again == alone
    chances = [node["chance"] for node in alone["nodes"]]
    assert None not in chances


def test_a_stopped_review_saves_what_it_found(server, client):
    study = begun(server, ["d1-d5"], game="kamisado")
    client.send(type="review", study=study["id"], key=study["key"])
    client.send(type="analyse", game="tictactoe", moves=["b2"], seconds=0.1)
    client.until("done")
    study = begun(server, ["b2", "b1"])
    review(client, study)
    client.send(type="review", study=study["id"], key=study["key"])
    client.until("step")
    client.send(type="stop")
    client.send(type="ping")
    client.until("pong")
    nodes = server.get(f"/api/studies/{study['id']}").json()["nodes"]
    assert nodes[2]["chance"] == 1.0


def test_only_the_owner_can_review_a_study(server, client):
    study = begun(server, ["b2"])
    assert "copy it" in review(client, {**study, "key": "wrong"})["why"]
    assert "no study" in review(client, {"id": "none", "key": "x"})["why"]


def test_better_moves_are_recognised(server, client):
    study = begun(server, ["b2", "b1"])
    review(client, study)

    def tried(move):
        client.send(type="try", study=study["id"], node=2, move=move)
        return client.until("tried", "refused")

    assert [tried(corner)["good"] for corner in ("a1", "a3", "c1", "C3")] == [True] * 4
    # An edge again, the same or another one, loses.
    assert tried("b1")["good"] is False
    wrong = tried("a2")
    assert wrong["good"] is False
    assert wrong["chance"] == 0.0
    assert "legal" in tried("b2")["why"]
    client.send(type="try", study=study["id"], node=1, move="a1")
    assert client.until("tried", "refused")["type"] == "tried"
    unjudged = begun(server, ["b2"])
    client.send(type="try", study=unjudged["id"], node=1, move="a1")
    assert "analyse the game first" in client.until("refused")["why"]


def test_unlisted_agents_are_refused(client):
    for agent in ("gomocup:/bin/sh", "os:system", "human", "mcts:playouts=99999999999", "nobody"):
        assert client.refusal(type="analyse", game="tictactoe", agent=agent)
    assert "only plays" in client.refusal(type="analyse", game="tictactoe", agent="random")


def test_wrong_positions_are_refused_in_a_sentence(client):
    assert 'no game "chess"' in client.refusal(type="analyse", game="chess")
    assert "Move 1" in client.refusal(type="analyse", game="tictactoe", moves=["z9"])
    assert "Option width" in client.refusal(type="analyse", game="tictactoe", options={"width": 99})


def test_words_are_in_the_clients_language(server):
    with server.analyse(additional_headers={"Accept-Language": "ko"}) as one:
        assert "없습니다" in one.refusal(type="analyse", game="chess")
        one.send(type="analyse", game="tictactoe", moves=["b2", "b1"], seconds=2)
        words = one.until("done")["lines"][0]["words"]
        assert any("가" <= sign <= "힣" for sign in words)


def test_invalid_messages_close_the_socket(client):
    for text in ("", "{", "[]", '{"type": "fly"}', '{"type": "analyse"}', "3", "null"):
        client.socket.send(text)
    answers = 0
    with suppress(ConnectionClosed):
        while client.receive():
            answers += 1
    assert answers <= 7


def test_another_origin_is_refused(server):
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://{server.address}/api/analysis/socket", origin="https://elsewhere.example")
