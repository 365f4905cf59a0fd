"""Turns, moves taken back, resignation and results."""

from __future__ import annotations

import pytest

from plyground.games.position import Outcome
from plyground.games.registry import load_game
from plyground.locale import Problem
from plyground.play.events import Ended, Moved, TakenBack
from plyground.play.session import Contest
from plyground.records.record import Record


def contest(moves="", **options):
    return Contest(load_game("tictactoe", **options).start().play_all(moves), ("human", "random"))


def test_players_take_turns():
    game = contest()
    assert game.player == "human"
    game.play("b2")
    assert game.player == "random"
    assert game.position.line == ("b2",)


def test_those_who_listen_hear_everything():
    game = contest("a1 b2 a2 c3")
    heard = []
    game.listen(heard.append)
    game.play("a3")
    game.take_back()
    assert [type(event) for event in heard] == [Moved, Ended, TakenBack]
    assert (heard[0].side, heard[0].move) == (0, "a3")
    assert heard[1].outcome == Outcome(0, None, "reason.line")
    assert heard[2].moves == 1
    assert not game.is_over


def test_an_illegal_move_changes_nothing():
    game = contest("b2")
    with pytest.raises(Problem, match="no legal move"):
        game.play("b2")
    assert game.position.line == ("b2",)


def test_a_side_takes_back_to_its_own_choice():
    game = contest("b2 a1 c3")
    game.take_back(0)
    assert game.position.line == ("b2", "a1")
    game.take_back(0)
    assert game.position.line == ()
    with pytest.raises(Problem, match="no move to take back"):
        game.take_back()


def test_a_side_that_has_not_moved_yet_takes_nothing_back():
    game = contest("b2")
    with pytest.raises(Problem):
        game.take_back(1)
    assert game.position.line == ("b2",)


def test_moves_of_the_same_side_in_a_row_are_taken_back_one_by_one():
    start = load_game("triangles", points="0,0 4,0 2,3 9,9", extra_move=True).start()
    game = Contest(start.play_all("A-B B-C A-C"), ("human", "random"))
    assert game.position.side == 0
    game.take_back(0)
    assert game.position.line == ("A-B", "B-C")


def test_who_resigns_loses_and_may_take_it_back():
    game = contest("b2")
    game.resign(0)
    assert str(game.result) == "The second player wins (by resignation)"
    with pytest.raises(Problem, match="over"):
        game.play("a1")
    with pytest.raises(Problem, match="over"):
        game.resign(1)
    game.take_back()
    assert game.result is None


def test_a_contest_goes_on_from_its_record():
    game = contest("b2 a1", width=4)
    record = Record.from_json(game.record.to_json())
    again = Contest.resume(record, record.replay())
    assert (again.position, again.players) == (game.position, game.players)
    assert not again.is_over
    game.resign(1)
    record = game.record
    assert Contest.resume(record, record.replay()).result == game.result


def test_a_draw_can_be_agreed_once():
    game = contest("b2")
    heard = []
    game.listen(heard.append)
    game.agree_draw()
    assert str(game.result) == "Draw (by agreement)"
    assert heard == [Ended(Outcome(None, None, "reason.agreed"))]
    with pytest.raises(Problem, match="over"):
        game.agree_draw()
    game.take_back()
    assert not game.is_over
