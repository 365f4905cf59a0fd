"""Time a move and time a game, losses on time, and time given back."""

from __future__ import annotations

from plyground.core.limits import Clock, Limit
from plyground.games.position import Outcome
from plyground.games.registry import load_game
from plyground.play.clock import Clocks, TimeControl
from plyground.play.session import Contest


def timed(**control):
    start = load_game("tictactoe").start()
    return Contest(start, ("human", "human"), control=TimeControl(**control))


def test_without_control_nobody_loses_on_time():
    clocks = Clocks(TimeControl())
    assert clocks.spend(0, 1e9)
    assert clocks.limit(0) == Limit()
    assert clocks.seconds(1) is None


def test_a_move_that_takes_too_long_loses():
    game = timed(per_move=30.0)
    game.play("b2", 29.9)
    game.play("a1", 30.1)
    assert game.result == Outcome(0, None, "reason.time")
    assert game.position.line == ("b2",)


def test_a_clock_runs_down_and_gains_its_increment():
    game = timed(clock=Clock(60.0, 2.0))
    game.play("b2", 10.0)
    game.play("a1", 1.0)
    assert game.clocks.left == (52.0, 61.0)
    assert game.clocks.limit(0) == Limit(clock=Clock(52.0, 2.0))
    game.play("c3", 52.5)
    assert game.result == Outcome(1, None, "reason.time")


def test_taking_back_gives_the_time_back():
    game = timed(clock=Clock(60.0))
    for move, seconds in (("b2", 10.0), ("a1", 20.0), ("c3", 5.0)):
        game.play(move, seconds)
    game.take_back(0)
    assert game.clocks.left == (50.0, 40.0)
    game.take_back(0)
    assert game.clocks.left == (60.0, 60.0)


def test_a_record_tells_what_each_move_left():
    game = timed(clock=Clock(60.0, 2.0))
    for move, seconds in (("b2", 10.0), ("a1", 20.0), ("c3", 5.0)):
        game.play(move, seconds)
    assert game.record.clocks == (52.0, 42.0, 49.0)
    game.take_back()
    assert game.record.clocks == (52.0, 42.0)
    assert timed(per_move=5.0).record.clocks == ()


def test_a_loss_on_time_can_be_taken_back():
    game = timed(per_move=1.0)
    game.play("b2", 0.5)
    game.play("a1", 2.0)
    game.take_back(0)
    assert not game.is_over
    assert game.position.line == ()
