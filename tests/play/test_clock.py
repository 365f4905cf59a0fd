"""Time per move, game clocks, losses on time, and undo."""

from __future__ import annotations

from plyground.core.limits import Clock, Limit
from plyground.games.position import Outcome
from plyground.games.registry import load_game
from plyground.play.clock import Clocks, TimeControl
from plyground.play.session import GameEnded, MoveTooLate, Session


def make_session(**control):
    start = load_game("tictactoe").start()
    return Session(start, ("human", "human"), control=TimeControl(**control))


def test_without_a_time_control_no_side_loses_on_time():
    clocks = Clocks(TimeControl())
    assert clocks.spend(0, 1e9)
    assert clocks.limit(0) == Limit()
    assert clocks.seconds_left(1) is None


def test_a_move_that_takes_too_long_loses():
    game = make_session(per_move=30.0)
    game.play("b2", 29.9)
    game.play("a1", 30.1)
    assert game.result == Outcome(0, None, "reason.time")
    assert game.position.line == ("b2",)


def test_a_late_move_is_taken_back_and_said():
    session = Session(load_game("tictactoe").start(), ("a", "b"), control=TimeControl(per_move=1))
    events = []
    session.subscribe(events.append)
    session.play("b2", 0.5)
    session.play("a1", 2.0)
    assert session.position.line == ("b2",)
    assert events[1:] == [MoveTooLate(1, "a1"), GameEnded(Outcome(0, None, "reason.time"))]
    assert session.record.moves == ("b2",)


def test_a_clock_runs_down_and_adds_its_increment():
    game = make_session(clock=Clock(60.0, 2.0))
    game.play("b2", 10.0)
    game.play("a1", 1.0)
    assert game.clocks.left == (52.0, 61.0)
    assert game.clocks.limit(0) == Limit(clock=Clock(52.0, 2.0))
    game.play("c3", 52.5)
    assert game.result == Outcome(1, None, "reason.time")


def test_undo_restores_the_clocks():
    game = make_session(clock=Clock(60.0))
    for move, seconds in (("b2", 10.0), ("a1", 20.0), ("c3", 5.0)):
        game.play(move, seconds)
    game.undo(0)
    assert game.clocks.left == (50.0, 40.0)
    game.undo(0)
    assert game.clocks.left == (60.0, 60.0)


def test_a_record_has_the_clock_after_each_move():
    game = make_session(clock=Clock(60.0, 2.0))
    for move, seconds in (("b2", 10.0), ("a1", 20.0), ("c3", 5.0)):
        game.play(move, seconds)
    assert game.record.clocks == (52.0, 42.0, 49.0)
    game.undo()
    assert game.record.clocks == (52.0, 42.0)
    assert make_session(per_move=5.0).record.clocks == ()


def test_a_loss_on_time_can_be_undone():
    game = make_session(per_move=1.0)
    game.play("b2", 0.5)
    game.play("a1", 2.0)
    game.undo(0)
    assert not game.is_over
    assert game.position.line == ()
