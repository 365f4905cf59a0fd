"""Which agents clients may use."""

from __future__ import annotations

import pytest

from plyground.games.registry import load_game
from plyground.locale import Problem
from plyground.web.agent_policy import AgentPolicy
from plyground.web.settings import Settings

GAME = load_game("tictactoe")


@pytest.fixture
def agent_policy():
    engines = {"House engine": "engine:time=500,threads=2", "mine": "my.module:Agent"}
    return AgentPolicy(Settings(engines=engines, longest_thought=30, most_hash=64))


@pytest.mark.parametrize(
    "spec",
    ["engine", "engine:level=3", "engine:time=30", "alphabeta:depth=3", "minimax",
     "negamax:depth=4", "mcts:playouts=1000", "random:seed=7", "baseline", "mine",
     "House engine", "engine:level=3,hash=64"],
)  # fmt: skip
def test_within_bounds_everything_built_in_is_allowed(agent_policy, spec):
    assert agent_policy.check_spec(spec, GAME) == spec


@pytest.mark.parametrize(
    "spec",
    [
        "engine:time=31",
        "engine:time=1e400",
        "engine:time=nan",
        "engine:threads=64",
        "engine:hash=65536",
        "mcts:memory=65536",
        "mcts:playouts=99999999999",
        "engine:level=11",
        "engine:nonsense=1",
        "human",
        "os:system",
        "os.path:join",
        "my.module:Agent",
        "examples/agent.py",
        "/etc/passwd",
        "gomocup:/bin/sh",
        "file:x",
        "baseline:nothing",
        "",
        ":",
        "engine:" + ",".join(f"a{number}=1" for number in range(100)),
        "random:../../x",
    ],
)
def test_everything_else_is_refused(agent_policy, spec):
    with pytest.raises(Problem):
        agent_policy.check_spec(spec, GAME)


def test_a_spec_is_normalised(agent_policy):
    assert agent_policy.check_spec(" engine : level = 3 ", GAME) == "engine:level=3"


def test_a_baseline_of_another_game_is_refused(agent_policy):
    assert agent_policy.check_spec("baseline:omok", load_game("gomoku")) == "baseline:omok"
    with pytest.raises(Problem):
        agent_policy.check_spec("baseline:omok", GAME)


def test_hash_tables_have_a_small_default_size(agent_policy):
    assert agent_policy.make_agent("engine").hash == 16
    assert agent_policy.make_agent("engine:hash=32,level=3").hash == 32
    assert agent_policy.make_agent("mcts").memory == 16


@pytest.mark.parametrize("name", ["engine", "", "a" * 41, "two\nlines", "random", "a/b"])
def test_engine_names_are_validated(name):
    with pytest.raises(Problem, match="cannot be called"):
        AgentPolicy(Settings(engines={name: "random"}))


def test_the_solver_has_the_memory_of_the_engine_within_bounds():
    engines = {"Large": "engine:hash=4096", "Program": "gomocup:./engine a,b"}
    policy = AgentPolicy(Settings(engines=engines, engine_hash=16, most_hash=64))
    specs = ("engine", "engine:hash=32", "mcts:memory=8", "Large", "Program")
    assert [policy.make_solver_spec(spec).partition("=")[2] for spec in specs] == [
        "16", "32", "8", "64", "16",
    ]  # fmt: skip
    assert policy.make_agent(policy.make_solver_spec("engine")).hash == 16


def test_clients_cannot_name_the_solver(agent_policy):
    with pytest.raises(Problem):
        agent_policy.check_spec("solver:hash=1", GAME)
