"""External engines on a server: the owner may list them, clients may not name them."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest

from plyground.core.limits import Limit
from plyground.games.registry import load_game
from plyground.locale import Problem
from plyground.web.agent_policy import AgentPolicy
from plyground.web.settings import Settings
from plyground.web.worker_pool import WorkerPool

GAME = load_game("gomoku")


@pytest.fixture
def spec():
    script = Path(__file__).parents[1] / "protocols" / "gomocup" / "stub_engine.py"
    return f"gomocup:{shlex.join([sys.executable, str(script), 'plain', os.devnull])}"


def test_a_client_cannot_start_a_program(spec):
    for asked in (spec, "gomocup:/bin/sh", "gomocup"):
        with pytest.raises(Problem):
            AgentPolicy(Settings()).check_spec(asked, GAME)


def test_the_owners_engine_plays_under_its_name(spec):
    settings = Settings(engines={"Stranger": spec})
    agent_policy = AgentPolicy(settings)
    assert agent_policy.check_spec("Stranger", GAME) == "Stranger"
    pool = WorkerPool(settings, agent_policy)
    job = pool.submit_move("guest", GAME.start(), "Stranger", Limit(time=1.0), lambda: None)
    assert job.future.result(30).move == "a15"
    pool.close()


def test_the_catalogue_does_not_offer_programs(server):
    agents = {agent["name"] for agent in server.get("/api/catalogue").json()["agents"]}
    assert "engine" in agents
    assert "gomocup" not in agents
