"""Experiments over REST: what is claimed, and a run that streams and ends with its client."""

from __future__ import annotations

import json
import os
import time

import pytest

from plyground.reports import load_experiments

QUICK = "tictactoe-slip"
TIMEOUT = 300.0


def run(server, name, language="en"):
    """The status, and the lines of a run to its end."""
    headers = {"Accept-Language": language}
    with server.client.stream(
        "POST", f"/api/experiments/{name}", headers=headers, timeout=TIMEOUT
    ) as answer:
        answer.read()
    return answer.status_code, [json.loads(line) for line in answer.text.splitlines()]


def test_every_experiment_is_listed_with_its_claim(server):
    listed = server.get("/api/experiments").json()["experiments"]
    assert [entry["name"] for entry in listed] == list(load_experiments())
    assert all(entry["title"] and entry["claim"] and entry["summary"] is None for entry in listed)


def test_a_run_streams_progress_and_a_summary_that_is_kept(server):
    status, lines = run(server, QUICK)
    assert status == 200
    *progress, summary = lines
    assert progress
    assert {line["type"] for line in progress} == {"progress"}
    assert progress[-1]["done"] == progress[-1]["total"]
    assert summary["type"] == "summary"
    assert summary["chart"].startswith("<svg")
    # 4,520 positions of tic-tac-toe are not over (5,478 in all less 958 that are).
    assert sum(int(row[-1].replace(",", "")) for row in summary["rows"]) == 4_520
    listed = server.get("/api/experiments", headers={"Accept-Language": "en"}).json()
    [kept] = [entry for entry in listed["experiments"] if entry["name"] == QUICK]
    assert kept["summary"] == summary


def test_an_unknown_experiment_is_a_sentence(server):
    status, [answer] = run(server, "nothing")
    assert status == 404
    assert "nothing" in answer["problem"]


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="looks into /proc")
def test_one_at_a_time_and_it_ends_with_its_client(server):
    path = f"/api/experiments/{max(load_experiments(), key=lambda name: name.startswith('omok'))}"
    with server.client.stream("POST", path, timeout=TIMEOUT):
        until = time.monotonic() + TIMEOUT
        while not (running := server.services.experiments._processes):
            assert time.monotonic() < until
            time.sleep(0.02)
        [process] = running
        assert run(server, QUICK)[0] == 429
    while os.path.exists(f"/proc/{process.pid}"):
        assert time.monotonic() < until
        time.sleep(0.02)
    assert run(server, QUICK)[0] == 200


def test_korean_visitors_read_korean(server):
    _, [*_, summary] = run(server, QUICK, "ko")
    assert "미니맥스" in summary["finding"]
