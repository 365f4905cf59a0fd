"""Games that end early, and games with a clock, depth or nodes."""

from __future__ import annotations

import pytest

from plyground.arena.adjudication import Adjudication, DrawRule, ResignRule
from plyground.core.limits import Clock, Limit
from plyground.games.score import Analysis, Score
from plyground.locale import Problem


class Judging:
    """Plays the first legal move, and thinks that its chance is this."""

    def __init__(self, chance):
        self.chance = chance
        self.limits = []

    def choose(self, position, limit):
        self.limits.append(limit)
        return Analysis(position.moves[0], Score("value", 0.0, None, False, self.chance))


def test_a_player_without_hope_resigns(referee, start):
    rules = Adjudication(resign=ResignRule.parse("2,5"))
    result = referee(adjudication=rules).play(start, (Judging(0.9), Judging(0.04)))
    assert (result.outcome.winner, result.outcome.reason) == (0, "reason.resigned")
    assert len(result.timed_moves) == 4


def test_nobody_wins_by_claiming_to(referee, start):
    rules = Adjudication(ResignRule.parse("1,5"), DrawRule.parse("1,1,5"))
    result = referee(adjudication=rules).play(start, (Judging(1.0), Judging(0.5)))
    assert result.outcome.reason not in ("reason.resigned", "reason.agreed")


def test_both_must_see_a_draw_for_some_moves(referee, start):
    rules = Adjudication(draw=DrawRule.parse("3,2,2"))
    result = referee(adjudication=rules).play(start, (Judging(0.51), Judging(0.49)))
    assert (result.outcome.winner, result.outcome.reason) == (None, "reason.agreed")
    assert len(result.timed_moves) == 4


@pytest.mark.parametrize("text", ["", "3", "3,x", "0,5", "3,50", "3,-1", "1.5,5", "1,2,3", "nan,1"])
def test_a_malformed_rule_is_refused(text):
    with pytest.raises(Problem):
        ResignRule.parse(text)


def test_depth_and_nodes_reach_the_agents(referee, start):
    a, b = Judging(0.5), Judging(0.5)
    referee(Limit(depth=3, nodes=100)).play(start, (a, b))
    assert {(limit.depth, limit.nodes, limit.time) for limit in a.limits} == {(3, 100, None)}


def test_a_clock_runs_over_the_whole_game(referee, start, players, clock):
    slow, fast = players.slow(clock, 2.0), players.slow(clock, 0.5)
    result = referee(Limit(clock=Clock(5.0, 0.25))).play(start, (slow, fast))
    left = [limit.clock.left for _, limit in slow.asked]
    assert left == [5.0, 3.25, 1.5]
    assert result.forfeit is not None
    assert (result.forfeit.side, result.forfeit.kind) == (0, "late")
