"""Heavy requests in a process of their own: the same answers, whatever happens to it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from plyground.games import registry
from plyground.web import heavy_process
from plyground.web.api.lab import SearchRequest, search_tree
from plyground.web.game_cache import GameCache
from plyground.web.heavy_context import Control
from plyground.web.heavy_process import HeavyProcess
from plyground.web.http_errors import Interrupted
from plyground.web.metrics import Metrics

LATE = {"game": "tictactoe", "moves": ["b2", "a1", "c3"]}
ENDLESS = SearchRequest(
    game="tictactoe", algorithm="minimax", options={"width": 4, "height": 4, "line": 4}
)
REQUESTS = [
    ("/api/positions", LATE),
    ("/api/studies/draft", LATE),
    ("/api/overlays", {"game": "gomoku", "moves": ["h8", "a1"], "overlay": "threats"}),
    (
        "/api/arrange",
        {"game": "tictactoe", "text": "b2 / a1 / 0", "brush": "first", "spots": ["a3"]},
    ),
    ("/api/lab/trace", LATE | {"algorithm": "alphabeta"}),
    ("/api/lab/film", LATE | {"algorithm": "alphabeta", "step": 5}),
    ("/api/lab/quiz", {"tree": "((3 12) (2 4))"}),
    ("/api/lab/picture", {"tree": "((3 12) (2 4))"}),
    ("/api/positions", {"game": "tictactoe", "moves": ["z9"]}),
    ("/api/overlays", {"game": "gomoku", "overlay": "threads"}),
    ("/api/lab/film", {"tree": "(3 x)"}),
]


@pytest.fixture
def heavy():
    process = HeavyProcess(GameCache())
    yield process
    process.close()


def find_worker(process):
    """The id of the process that a server or a test has for heavy requests; None if it has none."""
    running = process._process
    return running._process.pid if running is not None and running.is_running else None


def wait_until(condition):
    until = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def has_ended(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_answers_are_those_of_the_server_itself(serve):
    answers = []
    for is_apart in (False, True):
        with serve(heavy_process=is_apart) as server:
            found = [
                server.client.post(path, json=body, headers={"Accept-Language": language})
                for language in ("en", "ko")
                for path, body in REQUESTS
            ]
            assert (find_worker(server.services.heavy_process) is not None) == is_apart
            answers.append([(each.status_code, each.text) for each in found])
    assert answers[0] == answers[1]
    assert [status for status, _ in answers[0]] == 2 * ([200] * 8 + [400] * 3)


def test_games_of_users_are_known_there(serve, monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})
    registry.register_game("examples/connect4.py")
    with serve(heavy_process=True) as server:
        answer = server.post("/api/positions", {"game": "connect4"})
        assert find_worker(server.services.heavy_process) is not None
    assert answer.status_code == 200
    assert answer.json()["legal"] == list(registry.load_game("connect4").start().moves)


def test_a_process_that_was_killed_is_replaced(serve):
    with serve(heavy_process=True) as server:
        assert server.post("/api/positions", LATE).status_code == 200
        first = find_worker(server.services.heavy_process)
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: find_worker(server.services.heavy_process) is None)
        assert server.post("/api/positions", LATE).status_code == 200
        assert find_worker(server.services.heavy_process) not in (None, first)


def test_whoever_waits_for_a_process_that_ends_is_told_so(serve):
    with serve(heavy_process=True) as server:
        answers = []
        body = ENDLESS.model_dump(exclude_unset=True)
        waiting = threading.Thread(
            target=lambda: answers.append(server.post("/api/lab/trace", body))
        )
        waiting.start()
        heavy = server.services.heavy_process
        wait_until(lambda: server.services.lab.running == 1 and heavy._process._calls)
        os.kill(find_worker(server.services.heavy_process), signal.SIGKILL)
        waiting.join()
        assert answers[0].status_code == 503
        assert answers[0].json() == {
            "problem": "The process that worked on this has ended; try again."
        }
        assert "Retry-After" in answers[0].headers
        assert server.services.metrics.errors == Metrics().errors


def test_a_search_stops_when_it_is_told_to(heavy):
    control = Control()
    control.stop()
    with pytest.raises(ValueError, match="took longer than"):
        heavy.call(search_tree, control, ENDLESS, False)
    # It has not ended for that.
    assert find_worker(heavy) is not None


def test_a_process_that_does_not_answer_is_ended(heavy, monkeypatch):
    heavy.start()
    pid = find_worker(heavy)
    monkeypatch.setattr(heavy_process, "SILENCE_SECONDS", 0.0)
    with pytest.raises(Interrupted):
        heavy.call(search_tree, Control(), ENDLESS, False)
    assert has_ended(pid)


def test_closing_ends_the_process_and_whoever_waits_for_it(heavy):
    found = []

    def search():
        with pytest.raises(Interrupted) as raised:
            heavy.call(search_tree, Control(), ENDLESS, False)
        found.append(raised.value)

    waiting = threading.Thread(target=search)
    waiting.start()
    wait_until(lambda: find_worker(heavy) is not None)
    pid = find_worker(heavy)
    heavy.close()
    waiting.join()
    assert found
    assert has_ended(pid)
    with pytest.raises(Interrupted, match="stopping"):
        heavy.call(search_tree, Control(), ENDLESS, False)


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_it_ends_with_the_server_in_the_middle_of_a_search(serve_process, tmp_path, how):
    with serve_process(f"sqlite:///{tmp_path / 'test.db'}") as server:
        body = ENDLESS.model_dump(exclude_unset=True)
        assert server.client.post("/api/positions", json=LATE).status_code == 200
        [pid] = list_workers(server.running.pid)

        def search():
            with suppress(httpx.HTTPError):
                server.client.post("/api/lab/trace", json=body)

        searching = threading.Thread(target=search)
        searching.start()
        wait_until(lambda: "plyground_lab_searches 1" in server.client.get("/metrics").text)
        server.stop(how)
        searching.join()
        wait_until(lambda: has_ended(pid))


def list_workers(pid):
    """The processes for heavy requests that the threads of a server have started."""
    lists = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [
        int(child)
        for child in " ".join(lists).split()
        if b"heavy_worker" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities of their own there")
def test_searches_and_heavy_requests_come_after_the_event_loop(serve):
    with serve(heavy_process=True) as server:
        server.post("/api/positions", LATE)
        ours = os.getpriority(os.PRIO_PROCESS, 0)
        worker = os.getpriority(os.PRIO_PROCESS, find_worker(server.services.heavy_process))
        threads = [thread.native_id for thread in server.services.pool._workers]
        engines = {os.getpriority(os.PRIO_PROCESS, thread) for thread in threads}
    assert ours < min(engines)
    assert max(engines) < worker
