"""Workers on a Ray cluster. `bench/ray_cluster.py` kills one of two nodes."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import pytest

from plyground.locale import Failure, Problem
from plyground.workers.node_versions import read_versions
from plyground.workers.ray_cluster import RayWorkers, check_versions

NEEDS_RAY = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="there is no Ray for this Python"
)


def test_a_node_with_other_versions_is_refused():
    ours = read_versions()
    check_versions(ours, ours, "node")
    with pytest.raises(Failure, match=r"Node 10\.0\.0\.2 has numba 0\.1, this program"):
        check_versions(ours, {**ours, "numba": "0.1"}, "10.0.0.2")
    with pytest.raises(Failure, match=r"Node 10\.0\.0\.2 has no plyground; install plyground "):
        check_versions({**ours, "plyground": "1"}, {**ours, "plyground": ""}, "10.0.0.2")


def test_without_ray_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Problem, match=r"plyground\[cluster\]"), RayWorkers("", "local"):
        pass


@NEEDS_RAY
def test_a_match_is_played_on_a_cluster(start_process):
    line = [sys.executable, "-m", "plyground", "match", "tictactoe", "random", "engine"]
    line += ["--games", "6", "--depth", "2", "--ray", "local", "--workers", "2", "--json"]
    running = start_process(line, stdout=subprocess.PIPE, text=True)
    printed, _ = running.communicate()
    assert running.returncode == 0
    document = json.loads(printed)
    assert [game["first"] for game in document["results"]] == ["a", "b"] * 3
