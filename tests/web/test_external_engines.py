"""Agents that are not ours on a server: the owner may list them, clients may not name them."""

from __future__ import annotations

import os
import shlex
import sys
import threading
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
    assert job.future.result(120).move == "a15"
    pool.close()


def test_the_catalogue_does_not_offer_programs(server):
    agents = {agent["name"] for agent in server.get("/api/catalogue").json()["agents"]}
    assert "engine" in agents
    assert "gomocup" not in agents


MISBEHAVING = Path(__file__).parents[1] / "agents" / "misbehaving.py"


def play_against(server, name):
    """Begin a game against a listed agent, play, and return the state after its answer."""
    seats = [{"kind": "human"}, {"kind": "engine", "name": name}]
    begun = server.post("/api/games", {"game": "tictactoe", "players": seats}).json()
    with server.watch(begun, begun["tokens"][0]) as human:
        human.move("b2")
        return human.until(lambda state: state["result"] or len(state["moves"]) == 2)


def test_the_owners_own_agents_play_and_cannot_harm_the_server(serve):
    agents = {
        "House": "Honest",
        "Quitter": "Exits",
        "Liar": "PlaysIllegally",
        "Breaker": "Segfaults",
    }
    engines = {name: f"{MISBEHAVING}:{agent}" for name, agent in agents.items()}
    with serve(engines=engines) as server:
        catalogue = server.get("/api/catalogue")
        assert catalogue.json()["engines"] == list(agents)
        assert len(play_against(server, "House")["moves"]) == 2
        for name, reason in (("Quitter", "crashed"), ("Liar", "illegal"), ("Breaker", "crashed")):
            ended = play_against(server, name)
            assert ended["result"]["reason"] == f"reason.{reason}"
            # Where it is on the owner's machine is nobody's business.
            assert "misbehaving" not in str(ended)
        assert len(play_against(server, "House")["moves"]) == 2
    assert "misbehaving" not in catalogue.text


def test_the_process_of_a_cancelled_search_ends():
    settings = Settings(engines={"Stuck": f"{MISBEHAVING}:LoopsInC"}, workers=1)
    pool = WorkerPool(settings, AgentPolicy(settings))
    started = threading.Event()
    game = load_game("tictactoe")
    job = pool.submit_move("guest", game.start(), "Stuck", Limit(), started.set)
    assert started.wait(120)
    job.cancel()
    with pytest.raises(Problem, match="Stuck failed: its process was stopped"):
        job.future.result(60)
    pool.close()
