"""The lab over REST: its traces are what the textbook's algorithms do."""

from __future__ import annotations

import json
import threading
import time

import pytest

from plyground.classic import Cut, Enter, Leaf, Table, alphabeta, deepening, minimax, negamax
from plyground.games.registry import load_game
from plyground.web import lab_searches, trace_cache

BOOK = {"tree": "(3 12 8) (2 4 6) (14 5 2)"}
LATE = {"game": "tictactoe", "moves": ["b2", "a1", "c1", "a3", "a2"], "depth": 3}
SEARCHES = {
    "minimax": minimax, "alphabeta": alphabeta, "negamax": negamax, "deepening": deepening,
}  # fmt: skip


def good(answer):
    assert answer.status_code == 200, answer.text
    return answer.json()


def ask(server, path, **body):
    return good(server.post(f"/api/lab/{path}", body))


def refused(server, path, **body):
    answer = server.post(f"/api/lab/{path}", body)
    assert 400 <= answer.status_code < 500, answer.text
    return answer.json()["problem"]


@pytest.mark.parametrize("table", [False, True])
@pytest.mark.parametrize("algorithm", SEARCHES)
def test_a_trace_is_what_the_algorithm_did(server, algorithm, table):
    position = load_game("tictactoe").start().play_all(" ".join(LATE["moves"]))
    events = []
    memory = Table() if table else None
    found = SEARCHES[algorithm](position, 3, observer=events.append, table=memory)
    trace = ask(server, "trace", **LATE, algorithm=algorithm, table=table)["trace"]
    assert trace["events"] == "".join(type(event).__name__[0].lower() for event in events)
    assert (trace["nodes"], trace["leaves"], trace["cuts"]) == (
        found.nodes,
        found.leaves,
        found.cuts,
    )
    assert trace["value"] == f"{found.value:g}"
    assert trace["line"] == list(found.line)
    assert trace["steps"] == len(events)


def test_a_timeline_has_every_node_that_was_entered(server):
    events = []
    position = load_game("tictactoe").start().play_all(" ".join(LATE["moves"]))
    alphabeta(position, 3, observer=events.append)
    film = ask(server, "film", **LATE, limit=400)
    entered = [strip for strip in film["strips"] if strip["entered"]]
    steps = [step for step, event in enumerate(events, start=1) if isinstance(event, Enter)]
    assert sorted(strip["entered"] for strip in entered) == steps
    frames = [strip["frames"][-1] for strip in entered]
    leaves = sum(isinstance(event, Leaf) for event in events)
    cuts = sum(isinstance(event, Cut) for event in events)
    assert sum(frame["leaf"] is not None for frame in frames) == leaves
    assert sum(frame["cut"] is not None for frame in frames) == cuts
    assert len(film["pictures"]) == len(entered)
    assert len(film["grounds"]) == 1


def test_the_requested_step_is_visible_however_much_is_folded(server):
    trace = ask(server, "trace", game="tictactoe", depth=4)["trace"]
    for step in range(1, trace["steps"], 61):
        film = ask(server, "film", game="tictactoe", depth=4, step=step, limit=12)
        shown = [strip for strip in film["strips"] if strip["entered"]]
        assert any(frame["step"] == step for strip in shown for frame in strip["frames"])
        assert sum(strip["role"] is not None for strip in film["strips"]) <= 13


def test_every_round_of_deepening_has_its_timeline(server):
    trace = ask(server, "trace", **LATE, algorithm="deepening")["trace"]
    assert [one["depth"] for one in trace["rounds"]] == [1, 2, 3]
    for number, one in enumerate(trace["rounds"]):
        film = ask(server, "film", **LATE, algorithm="deepening", step=one["first"])
        assert (film["round"], film["first"], film["last"]) == (number, one["first"], one["last"])


def test_captions_are_in_the_clients_language(server):
    body = {**BOOK, "step": 15}
    korean = good(server.post("/api/lab/trace?lang=ko", body))
    english = good(server.post("/api/lab/trace?lang=en", body))
    assert english["trace"]["told"]["c"].startswith("Step 4: cut")
    assert korean["trace"]["told"]["c"].startswith("4단계: 가지치기")
    assert "확보했고" in json.dumps(korean["film"], ensure_ascii=False)


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_the_code_shown_is_the_code_that_runs(server, algorithm):
    from pathlib import Path

    from plyground import classic

    listings = good(server.get(f"/api/lab/source?algorithm={algorithm}"))["listings"]
    for listing in listings:
        file = Path(classic.__file__).parent / listing["name"]
        lines = file.read_text(encoding="utf-8").splitlines()
        for number, pieces in enumerate(listing["lines"], start=listing["first"]):
            assert "".join(text for _, text in pieces) == lines[number - 1]
        for step, (first, last) in listing["steps"].items():
            assert lines[first - 1].strip().startswith(f"# Step {step}:")
            assert first < last
    trace = ask(server, "trace", **LATE, algorithm=algorithm)["trace"]
    assert {str(number) for number in trace["numbers"].values()} <= set(listings[-1]["steps"])


# Quizzes.


def test_a_quiz_gives_nothing_away(server):
    quiz = ask(server, "quiz", **BOOK)
    assert [quiz["labels"][node["id"]] for node in quiz["nodes"]] == [
        "A", "B", "b1", "b2", "b3", "C", "c1", "c2", "c3", "D", "d1", "d2", "d3",
    ]  # fmt: skip
    for node in quiz["nodes"]:
        assert (node["entered"], node["entry"], node["cut"]) == (None, None, None)
    assert [quiz["texts"][id] for id in sorted(quiz["texts"])] == [
        "3", "12", "8", "2", "4", "6", "14", "5", "2",
    ]  # fmt: skip


def test_answers_are_checked(server):
    answers = {
        "0": {"value": 3, "alpha": None, "beta": None},
        "0.0": {"value": 4},
        "0.1": {"alpha": 3, "beta": None, "value": 2},
        "0.1.1": {"cut": True},
        "0.2.1": {"cut": True},
    }
    response = ask(server, "check", **BOOK, answers=answers)
    wrong = [
        (id, field)
        for id, fields in response["marks"].items()
        for field, mark in fields.items()
        if not mark["right"]
    ]
    assert wrong == [("0.0", "value"), ("0.2.1", "cut")]
    # Left: alpha and beta of B, all of D, and the branch to c3.
    assert (response["right"], response["wrong"], response["open"]) == (7, 2, 2 + 3 + 1)
    assert "answer" not in json.dumps(response)
    response = ask(server, "check", **BOOK, answers=answers, reveal=True)
    assert response["marks"]["0.0"]["value"]["text"] == "3"
    assert response["marks"]["0"]["alpha"]["text"] == "-∞"
    assert response["marks"]["0.2.1"]["cut"]["answer"] is False


def test_words_and_infinities_are_wrong_answers_at_most(server):
    answers = {"0": {"value": "three", "alpha": "∞", "beta": ""}}
    assert ask(server, "check", **BOOK, answers=answers)["wrong"] == 3


def test_a_quiz_that_is_too_large_is_refused_in_the_words_of_the_page(server):
    problem = refused(server, "quiz", game="tictactoe", depth=4, limit=50)
    assert "more than 50 nodes" in problem
    assert "--" not in problem
    assert "--" not in refused(server, "quiz", **BOOK, table=True)


# Pictures.


def test_pictures_are_standalone(server):
    for sheet in ("tree", "quiz", "answers"):
        answer = server.post("/api/lab/picture", {**BOOK, "sheet": sheet, "step": 15})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg xmlns=")
        assert "script" not in answer.text
        has_reason = "Max already has 3" in answer.text
        assert has_reason == (sheet != "quiz")


# Comparison.


def efforts(server, **body):
    answer = server.post("/api/lab/compare", body)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_all_algorithms_are_compared(server):
    lines = efforts(server, **LATE)
    assert (lines[0]["type"], lines[-1]["type"]) == ("begin", "done")
    by_name = {
        (line["algorithm"], line["table"]): line for line in lines if line["type"] == "effort"
    }
    position = load_game("tictactoe").start().play_all(" ".join(LATE["moves"]))
    for name, search in SEARCHES.items():
        for table in (False, True):
            found = search(position, 3, table=Table() if table else None)
            line = by_name[name, table]
            counted = (line["nodes"], line["leaves"], line["cuts"], line["value"])
            assert counted == (found.nodes, found.leaves, found.cuts, found.value)


def test_what_takes_too_long_is_stopped(server, monkeypatch):
    monkeypatch.setattr(lab_searches, "MAX_COMPARED_NODES", 1_000)
    lines = efforts(server, game="tictactoe", depth=6)
    found = [line for line in lines if line["type"] == "effort"]
    assert len(found) == 8
    assert not found[0]["complete"]
    assert found[0]["value"] is None


# Limits, and invalid requests.


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ({}, "either a game or a tree"),
        ({**BOOK, "game": "tictactoe"}, "either a game or a tree"),
        ({"tree": "(3 12"}, 'a ")" is missing'),
        ({"tree": "(3 x)"}, "means nothing"),
        ({"tree": ""}, "The tree is empty"),
        ({"game": "os"}, 'There is no game "os"'),
        ({"game": "examples/connect4.py"}, "There is no game"),
        ({"game": "tictactoe", "moves": ["z9"]}, "Move 1"),
        ({"game": "tictactoe", "options": {"size": 7}}, "size"),
        ({**BOOK, "order": "upwards"}, "There is no order"),
        ({**BOOK, "algorithm": "magic"}, "algorithm"),
        ({**BOOK, "depth": -1}, "depth"),
        ({**BOOK, "limit": 100_000}, "limit"),
        ({**BOOK, "surprise": 1}, "surprise"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(server, body, part):
    assert part in refused(server, "trace", **body)


def test_a_step_beyond_the_last_is_the_last(server):
    assert ask(server, "film", **BOOK, step=999)["last"] == 27


def test_answers_to_unknown_nodes_are_refused(server):
    assert "There is no node" in refused(server, "check", **BOOK, answers={"0.7": {"value": 1}})
    assert "There is no answer" in refused(server, "check", **BOOK, answers={"0": {"mood": 1}})


def test_endless_searches_are_stopped_in_the_words_of_the_page(server, monkeypatch):
    monkeypatch.setattr(lab_searches, "MAX_STEPS", 5_000)
    problem = refused(server, "trace", game="tictactoe", algorithm="minimax")
    assert "5,000 events" in problem
    assert "--" not in problem
    monkeypatch.setattr(lab_searches, "MAX_SECONDS", 0.0)
    for algorithm in ("minimax", "deepening"):
        problem = refused(server, "trace", game="tictactoe", algorithm=algorithm, order="reversed")
        assert "took longer than 0 s" in problem


def test_concurrent_searches_of_one_client_are_limited(server, monkeypatch):
    """The first searches hold their slots until they are released."""
    go_on = threading.Event()
    searched = lab_searches.Trace

    def held(*given, **more):
        go_on.wait(30)
        return searched(*given, **more)

    monkeypatch.setattr(lab_searches, "Trace", held)
    answers = []

    def search(order):
        answers.append(server.post("/api/lab/trace", {**BOOK, "order": f"random:{order}"}))

    waiting = [threading.Thread(target=search, args=(order,)) for order in range(3)]
    for thread in waiting:
        thread.start()
    until = time.monotonic() + 30
    while server.services.lab.running < 3:
        assert time.monotonic() < until
        time.sleep(0.01)
    answer = server.post("/api/lab/trace", BOOK)
    go_on.set()
    for thread in waiting:
        thread.join()
    assert answer.status_code == 429
    assert "Retry-After" in answer.headers
    assert [each.status_code for each in answers] == [200] * 3
    assert server.services.lab.running == 0


def test_a_cached_search_is_not_run_again(server, monkeypatch):
    ask(server, "trace", **LATE)
    monkeypatch.setattr(lab_searches, "Trace", None)
    assert ask(server, "film", **LATE, step=7, limit=9)["strips"]


def test_old_traces_are_evicted(server, monkeypatch):
    monkeypatch.setattr(trace_cache, "MAX_CACHED_NODES", 30)
    for seed in range(6):
        ask(server, "trace", **BOOK, order=f"random:{seed}")
    assert len(server.services.heavy_process.traces) <= 3
