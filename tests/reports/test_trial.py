"""Experiments of tic-tac-toe between stubs, whose games are known beforehand.

Two players who take the first empty square end a game with the seventh move, c1 b2 a3, and whoever
began has won.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from plyground.arena.rating import Tally
from plyground.games.score import Analysis
from plyground.locale import Problem
from plyground.reports.experiment import Claim, Experiment
from plyground.reports.trial import Performance, Trial

PLAIN = Experiment(game="tictactoe", a="one", b="two", games=4, seconds=10.0)


class Tired:
    """Plays the first move, and says each time why it thought no longer."""

    def __init__(self, *reasons):
        self.reasons = list(reasons)

    def choose(self, position, limit):
        reason = self.reasons.pop(0) if self.reasons else "depth"
        return Analysis(position.moves[0], stopped_by=reason)


@pytest.fixture
def play(monkeypatch, players):
    """Plays an experiment between the agents that are given by name, and gives the findings."""
    watchdog = SimpleNamespace(measure_stall=lambda since, until: 0.0)

    def run(experiment=PLAIN, games=None, *, stop_after=None, **makers):
        def agent(spec):
            return makers.get(spec, players.scripted)()

        monkeypatch.setattr("plyground.arena.match.make_contender", agent)
        trial = Trial(experiment, games, watchdog)
        for number, _ in enumerate(trial.play(), start=1):
            if number == stop_after:
                break
        return trial.findings

    return run


def test_results_are_told_by_agent_and_by_side(play):
    findings = play()
    (a_first, a_second), (b_first, b_second) = findings.performances
    assert a_first.tally == b_first.tally == Tally(wins=2)
    assert a_second.tally == b_second.tally == Tally(losses=2)
    assert (
        findings.performance_of("a").tally == findings.performance_of("b").tally == Tally(2, 2, 0)
    )
    assert findings.performance_of("first").tally == Tally(4, 0, 0)
    assert findings.performance_of("second").tally == Tally(0, 4, 0)


def test_moves_and_lengths_are_counted(play):
    findings = play()
    assert findings.plies == 7
    assert (findings.performance_of("first").moves, findings.performance_of("second").moves) == (
        16,
        12,
    )
    assert findings.report.games == 4
    assert findings.report.duplicates == 3


def test_as_many_games_as_are_asked_for(play):
    assert play().report.games == 4
    assert play(games=3).report.games == 3


def test_openings_are_played_with_sides_swapped_and_are_nobodys_moves(play):
    findings = play(replace(PLAIN, opening_plies=2), 2)
    played = findings.performance_of("a").moves + findings.performance_of("b").moves
    assert played == 2 * (findings.plies - 2)
    assert findings.report.duplicates == 1


def test_time_is_told_of_each_agent(play, players, clock):
    findings = play(
        games=2, one=lambda: players.slow(clock, 0.5), two=lambda: players.slow(clock, 2.0)
    )
    a, b = findings.performance_of("a"), findings.performance_of("b")
    assert (a.seconds_per_move, a.longest) == (pytest.approx(0.5), pytest.approx(0.5))
    assert (b.seconds_per_move, b.longest) == (pytest.approx(2.0), pytest.approx(2.0))
    assert b.seconds == pytest.approx(2.0 * b.moves)


def test_moves_are_counted_on_which_time_ran_out(play):
    findings = play(
        games=2, one=lambda: Tired("time", "depth", "time", "depth", "time"), two=lambda: Tired()
    )
    a_first, a_second = findings.performances[0]
    assert (a_first.timeouts, a_second.timeouts) == (2, 1)
    assert findings.performance_of("b").timeouts == 0


def test_measures_are_averaged_over_an_agents_own_moves(play):
    # The first to move is asked about after plies 1, 3, 5 and 7, the second after 2, 4 and 6.
    numbered = replace(PLAIN, measures={"plies": lambda position: len(position.history)})
    findings = play(numbered, 2)
    for conduct in findings.performances:
        assert [side.average("plies") for side in conduct] == [4, 4]
    negative = replace(PLAIN, measures={"sign": lambda position: -1.0})
    assert play(negative, 2).performance_of("a").average("sign") == -1


def test_measures_are_asked_with_the_position_before(play):
    seen = []
    watched = replace(PLAIN, measures={"m": lambda position: seen.append(position) or 0.0})
    play(watched, 1)
    assert len(seen) == 7
    assert all(position.before.play(position.history[-1]) == position for position in seen)


def test_a_forfeit_is_a_loss_and_its_move_is_none(play, players):
    findings = play(games=2, two=lambda: players.answering(Analysis("z9")))
    assert findings.performance_of("a").tally == Tally(wins=2)
    assert findings.performance_of("b").moves == 0
    assert findings.performance_of("b").seconds_per_move is None
    assert findings.performance_of("b").average("nothing") is None
    assert findings.report.forfeits == ({}, {"illegal": 2})


def test_an_answer_that_is_no_analysis_forfeits_like_any_other(play, players):
    assert play(games=2, two=lambda: players.answering(None)).performance_of("b").tally == Tally(
        losses=2
    )


def test_a_game_that_was_stopped_leaves_the_others_counted(play):
    findings = play(stop_after=3)
    assert findings.report.games == 3
    assert findings.performance_of("a").tally.games == findings.performance_of("b").tally.games == 3


def test_nothing_played_is_nothing_found(monkeypatch, players):
    monkeypatch.setattr("plyground.arena.match.make_contender", lambda spec: players.scripted())
    findings = Trial(PLAIN, None, None).findings
    assert findings.plies is None
    assert findings.performance_of("a") == Performance()
    assert findings.verdict(Claim("a")) == "open"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (Claim("first"), "agrees"),
        (Claim("second"), "contradicts"),
        (Claim("a"), "open"),
        (Claim("b"), "open"),
        (Claim("neither"), "agrees"),
        (Claim("second", of="plies"), "open"),
        (Claim("first", of="first"), "agrees"),
        (Claim("second", of="first"), "contradicts"),
        (Claim("a", of="first"), "open"),
        (Claim("first", of="first", by="b"), "agrees"),
    ],
    ids=str,
)
def test_what_comes_out_is_held_against_the_report(play, claim, verdict):
    measures = {
        "plies": lambda position: len(position.history),
        "first": lambda position: 1.0 - position.before.side,
    }
    assert play(replace(PLAIN, measures=measures)).verdict(claim) == verdict


def test_what_an_agent_did_on_a_side_can_be_told_apart(play):
    findings = play()
    assert findings.performance_of("first", "a") == findings.performances[0][0]
    assert findings.performance_of("second", "b") == findings.performances[1][1]


def test_two_games_are_too_few_to_tell(play):
    assert play(games=2).verdict(Claim("first")) == "open"


def test_an_agent_that_wins_everything_is_not_neither(play, players):
    loser = {"two": lambda: players.raising(RuntimeError())}
    assert play(**loser).verdict(Claim("neither")) == "contradicts"
    assert play(**loser).verdict(Claim("a")) == "agrees"
    assert play(**loser).verdict(Claim("b")) == "contradicts"


def test_options_that_the_game_does_not_know_are_refused():
    with pytest.raises(Problem):
        Trial(replace(PLAIN, options={"nonsense": 1}), None, None)
