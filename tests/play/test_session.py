"""Turns, undo, resignation, events and results."""

from __future__ import annotations

import pytest

from plyground.games.position import Outcome
from plyground.games.registry import load_game
from plyground.games.score import Analysis
from plyground.locale import Problem
from plyground.play.session import (
    GameEnded,
    MovePlayed,
    MovesUndone,
    Offers,
    OffersChanged,
    Session,
    TimedMove,
)
from plyground.records.record import Record


def make_session(moves="", **options):
    return Session(load_game("tictactoe", **options).start().play_all(moves), ("human", "random"))


def test_players_take_turns():
    game = make_session()
    assert game.player == "human"
    game.play("b2")
    assert game.player == "random"
    assert game.position.line == ("b2",)


def test_listeners_get_every_event():
    game = make_session("a1 b2 a2 c3")
    events = []
    game.subscribe(events.append)
    game.play("a3")
    game.undo()
    assert [type(event) for event in events] == [MovePlayed, GameEnded, MovesUndone]
    assert events[0].timed == TimedMove(0, "a3")
    assert events[1].outcome == Outcome(0, None, "reason.line")
    assert events[2].count == 1
    assert not game.is_over


def test_an_illegal_move_changes_nothing():
    game = make_session("b2")
    with pytest.raises(Problem, match="no legal move"):
        game.play("b2")
    assert game.position.line == ("b2",)


def test_undo_for_a_side_goes_back_to_its_own_turn():
    game = make_session("b2 a1 c3")
    game.undo(0)
    assert game.position.line == ("b2", "a1")
    game.undo(0)
    assert game.position.line == ()
    with pytest.raises(Problem, match="no move to take back"):
        game.undo()


def test_a_side_that_has_not_moved_cannot_undo():
    game = make_session("b2")
    with pytest.raises(Problem):
        game.undo(1)
    assert game.position.line == ("b2",)


def test_consecutive_moves_of_a_side_are_undone_one_by_one():
    start = load_game("triangles", points="0,0 4,0 2,3 9,9", extra_move=True).start()
    game = Session(start.play_all("A-B B-C A-C"), ("human", "random"))
    assert game.position.side == 0
    game.undo(0)
    assert game.position.line == ("A-B", "B-C")


def test_resigning_loses_and_can_be_undone():
    game = make_session("b2")
    game.resign(0)
    assert str(game.result) == "The second player wins (by resignation)"
    with pytest.raises(Problem, match="over"):
        game.play("a1")
    with pytest.raises(Problem, match="over"):
        game.resign(1)
    game.undo()
    assert game.result is None


def test_a_session_resumes_from_its_record():
    game = make_session("b2 a1", width=4)
    record = Record.from_json(game.record.to_json())
    resumed = Session.resume(record, record.replay())
    assert (resumed.position, resumed.players) == (game.position, game.players)
    assert not resumed.is_over
    game.resign(1)
    record = game.record
    assert Session.resume(record, record.replay()).result == game.result


def test_a_draw_is_accepted_only_once():
    game = make_session("b2")
    events = []
    game.subscribe(events.append)
    game.agree_draw()
    assert str(game.result) == "Draw (by agreement)"
    assert events == [GameEnded(Outcome(None, None, "reason.agreed"))]
    with pytest.raises(Problem, match="over"):
        game.agree_draw()
    game.undo()
    assert not game.is_over


# The log.


def test_the_log_has_the_moves_that_led_to_the_position():
    start = load_game("triangles", points="0,0 4,0 2,3 9,9", extra_move=True).start()
    game = Session(start.play_all("A-B B-C A-C"), ("human", "random"))
    game.play(game.position.moves[0], 2.5, found := Analysis(game.position.moves[0]))
    assert [timed.side for timed in game.log] == [0, 1, 0, 0]
    assert tuple(timed.move for timed in game.log) == game.position.line
    assert [timed.seconds for timed in game.log] == [0.0, 0.0, 0.0, 2.5]
    assert game.log[-1].analysis is found
    game.undo()
    assert len(game.log) == 3


def test_an_opening_can_be_kept():
    start = load_game("tictactoe").start().play_all("b2 a1")
    game = Session(start, keeps_opening=True)
    game.play("c3")
    with pytest.raises(Problem, match="no move to take back"):
        game.undo(1)
    game.undo()
    with pytest.raises(Problem, match="no move to take back"):
        game.undo()
    assert game.position.line == ("b2", "a1")


def test_a_move_without_a_time_takes_as_long_as_the_clock_has_run():
    game = make_session()
    game.play("b2")
    assert game.log[0].seconds == 0.0
    game.clocks.start()
    game.play("a1")
    assert game.log[1].seconds > 0.0
    assert not game.clocks.is_running


# Offers.


def test_an_offer_of_a_draw_is_accepted_by_offering_one():
    game = make_session("b2")
    events = []
    game.subscribe(events.append)
    game.offer_draw(0)
    assert events == [OffersChanged(Offers(draw=0))]
    game.offer_draw(1)
    assert str(game.result) == "Draw (by agreement)"
    assert game.offers == Offers()
    with pytest.raises(Problem, match="over"):
        game.offer_draw(0)


def test_a_draw_can_be_declined_in_words_or_by_a_move():
    game = make_session()
    game.offer_draw(1)
    game.decline_draw()
    assert game.offers == Offers()
    game.offer_draw(0)
    game.play("b2")
    assert game.offers == Offers(draw=0)
    game.play("a1")
    assert game.offers == Offers()


def test_an_undo_between_players_is_offered_and_accepted():
    game = make_session("b2 a1")
    game.offer_undo(0)
    assert game.offers == Offers(undo=0)
    game.decline_undo()
    game.offer_undo(0)
    game.offer_undo(1)
    assert game.position.line == ()
    assert game.offers == Offers()


def test_who_has_not_moved_cannot_ask_for_an_undo():
    game = make_session("b2")
    with pytest.raises(Problem, match="no move to take back"):
        game.offer_undo(1)
    assert game.offers == Offers()
