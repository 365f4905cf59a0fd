from __future__ import annotations

import pytest

from plyground.arena.match import Contender
from plyground.arena.move_log import Witness
from plyground.core.limits import Limit
from plyground.games.score import Analysis


@pytest.fixture
def heard(players):
    """A witness, and the agent that it stands beside."""
    witness = Witness(Contender("anybody", lambda: players.scripted("b2")))
    return witness, witness.contender.make()


def test_answers_are_handed_on_and_noted(heard, start):
    witness, agent = heard
    answer = agent.choose(start, Limit(time=1))
    assert answer == Analysis("b2")
    assert witness.take() == [(start, answer)]
    assert witness.contender.name == "anybody"


def test_what_was_taken_is_not_told_again(heard, start):
    witness, agent = heard
    agent.choose(start, Limit(time=1))
    witness.take()
    assert witness.take() == []


def test_an_agent_that_takes_the_place_of_another_is_heard_too(heard, start):
    witness, _ = heard
    witness.contender.make().choose(start, Limit(time=1))
    assert len(witness.take()) == 1


def test_getting_ready_is_passed_on(players, start):
    ready = []

    class Careful(players.scripted):
        def prepare(self, game):
            ready.append(game)

    Witness(Contender("careful", Careful)).contender.ready(start.game)
    Witness(Contender("careless", players.scripted)).contender.ready(start.game)
    assert ready == [start.game]


def test_one_who_fails_is_not_noted(players, start):
    witness = Witness(Contender("failing", lambda: players.raising(RuntimeError("no"))))
    with pytest.raises(RuntimeError):
        witness.contender.make().choose(start, Limit(time=1))
    assert witness.take() == []
