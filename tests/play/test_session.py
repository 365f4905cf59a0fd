"""Turns, undo, resignation, events and results."""

from __future__ import annotations

import pytest

from plyground.games.position import Outcome
from plyground.games.registry import load_game
from plyground.locale import Problem
from plyground.play.events import GameEnded, MovePlayed, MovesUndone
from plyground.play.session import Session
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
    assert (events[0].side, events[0].move) == (0, "a3")
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
    game.accept_draw()
    assert str(game.result) == "Draw (by agreement)"
    assert events == [GameEnded(Outcome(None, None, "reason.agreed"))]
    with pytest.raises(Problem, match="over"):
        game.accept_draw()
    game.undo()
    assert not game.is_over
