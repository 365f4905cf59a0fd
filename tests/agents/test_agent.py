"""What agents can do is asked of the protocols."""

from __future__ import annotations

import pytest

from plyground.agents.agent import (
    Agent,
    Preparable,
    Releasable,
    SearchAgent,
    prepare_agent,
    release_agent,
)
from plyground.agents.specs import KINDS, agent

SEARCHING = ["engine", "alphabeta", "negamax", "minimax", "mcts", "baseline"]


@pytest.mark.parametrize("spec", [*SEARCHING, "random"])
def test_every_built_in_agent_chooses(spec):
    assert isinstance(agent(spec), Agent)


@pytest.mark.parametrize("spec", SEARCHING)
def test_searching_agents_can_be_prepared_and_observed(spec):
    assert isinstance(agent(spec), Preparable)
    assert isinstance(agent(spec), SearchAgent)


def test_a_human_is_no_agent():
    assert not isinstance(agent("human"), Agent)


def test_all_kinds_are_tried():
    assert {*SEARCHING, "random", "human", "gomocup", "program"} == KINDS.keys()


def test_only_who_can_is_prepared_and_released():
    calls = []

    class Able:
        def prepare(self, game):
            calls.append(game)

        def release(self):
            calls.append("released")

    for one in (Able(), object()):
        prepare_agent(one, "game")
        release_agent(one)
    assert calls == ["game", "released"]
    assert isinstance(agent("engine"), Releasable)
    assert not isinstance(agent("random"), Releasable)
