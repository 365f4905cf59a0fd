from __future__ import annotations

import pytest

from plyground.arena.match import Contender
from plyground.arena.move_log import MoveLog
from plyground.core.limits import Limit
from plyground.games.score import Analysis


@pytest.fixture
def logged(players):
    """A log, and an agent of its contender."""
    log = MoveLog(Contender("a", lambda: players.scripted("b2")))
    return log, log.contender.make()


def test_analyses_are_returned_and_logged(logged, start):
    log, agent = logged
    analysis = agent.choose(start, Limit(time=1))
    assert analysis == Analysis("b2")
    assert log.drain() == [(start, analysis)]
    assert log.contender.name == "a"


def test_drained_entries_are_not_returned_again(logged, start):
    log, agent = logged
    agent.choose(start, Limit(time=1))
    log.drain()
    assert log.drain() == []


def test_a_replacement_agent_is_logged_too(logged, start):
    log, _ = logged
    log.contender.make().choose(start, Limit(time=1))
    assert len(log.drain()) == 1


def test_preparation_is_passed_on(players, start):
    prepared = []

    class Careful(players.scripted):
        def prepare(self, game):
            prepared.append(game)

    MoveLog(Contender("careful", Careful)).contender.make_prepared(start.game)
    MoveLog(Contender("careless", players.scripted)).contender.make_prepared(start.game)
    assert prepared == [start.game]


def test_a_failure_is_not_logged(players, start):
    log = MoveLog(Contender("failing", lambda: players.raising(RuntimeError("no"))))
    with pytest.raises(RuntimeError):
        log.contender.make().choose(start, Limit(time=1))
    assert log.drain() == []
