from __future__ import annotations

import threading

import pytest

from plyground.arena.referee import Forfeit, Stall
from plyground.core.limits import Limit
from plyground.games.score import Analysis
from plyground.locale import Problem


def test_a_game_is_played_to_its_end(referee, players, start):
    first, second = players.scripted("a1", "a2", "a3"), players.scripted("b1", "b2")
    played = referee().play(start, (first, second))
    assert played.moves == ("a1", "b1", "a2", "b2", "a3")
    assert [turn.side for turn in played.turns] == [0, 1, 0, 1, 0]
    assert played.outcome.winner == 0
    assert played.reason == "a complete line"
    assert played.forfeit is None
    assert played.stalls == ()


def test_the_second_player_can_win(referee, players, start):
    first, second = players.scripted("a1", "a2", "c3"), players.scripted("b1", "b2", "b3")
    assert referee().play(start, (first, second)).outcome.winner == 1


def test_moves_of_the_opening_belong_to_nobody(referee, players, start):
    first, second = players.scripted("a3"), players.scripted()
    played = referee().play(start.play_all("a1 b1 a2 b2"), (first, second))
    assert played.opening == ("a1", "b1", "a2", "b2")
    assert [turn.move for turn in played.turns] == ["a3"]
    assert second.asked == []


def test_both_players_get_the_limit_of_the_referee(referee, players, start):
    both = players.scripted(), players.scripted()
    referee(7.5).play(start, both)
    for player in both:
        assert {limit for _, limit in player.asked} == {Limit(time=7.5)}


def test_the_time_of_each_move_is_measured(referee, players, start, clock):
    first, second = players.slow(clock, 0.25), players.slow(clock, 2.0)
    played = referee().play(start, (first, second))
    assert [turn.seconds for turn in played.turns] == [0.25, 2.0, 0.25, 2.0, 0.25, 2.0, 0.25]


def test_a_late_move_loses(referee, players, start, clock):
    late = players.slow(clock, 1.0205)
    played = referee(1.0).play(start.play("a1"), (players.scripted(), late))
    assert played.outcome.winner == 0
    assert played.outcome.reason == "reason.late"
    assert played.forfeit == Forfeit(1, "late", "1.020")
    assert played.turns == ()
    assert played.reason == "Second player was late: a move took 1.020 s"


def test_a_move_within_twenty_milliseconds_is_not_late(referee, players, start, clock):
    both = players.slow(clock, 1.0195), players.slow(clock, 1.0195)
    played = referee(1.0).play(start, both)
    assert played.forfeit is None
    assert played.stalls == ()


def test_a_stall_of_the_machine_is_listed_and_forgiven(referee, players, start, clock):
    first = players.slow(clock, 1.5, "a1", "a2", "a3")
    second = players.scripted("b1", "b2")
    played = referee(1.0, overslept=0.49).play(start, (first, second))
    assert played.forfeit is None
    assert played.outcome.winner == 0
    assert played.stalls == tuple(Stall(turn, 0, 1.5, 0.49) for turn in (1, 3, 5))


def test_a_short_stall_does_not_excuse_a_slow_player(referee, players, start, clock):
    slow = players.slow(clock, 1.5)
    played = referee(1.0, overslept=0.47).play(start, (slow, players.scripted()))
    assert played.forfeit == Forfeit(0, "late", "1.500")


@pytest.mark.parametrize("move", ["a1", "d4", "", "nonsense"])
def test_an_illegal_move_loses(referee, players, start, move):
    player = players.answering(Analysis(move))
    played = referee().play(start.play("a1"), (players.scripted(), player))
    assert played.outcome.winner == 0
    assert (played.forfeit.kind, played.forfeit.detail) == ("illegal", move)
    assert played.outcome.reason == "reason.illegal"


@pytest.mark.parametrize("answer", [None, 5, "a2", Analysis(5)], ids=repr)
def test_what_is_no_answer_loses(referee, players, start, answer):
    played = referee().play(start, (players.answering(answer), players.scripted()))
    assert played.outcome.winner == 1
    assert played.forfeit.kind == "illegal"
    assert repr(answer) in played.reason


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ZeroDivisionError("by nothing"), "ZeroDivisionError: by nothing"),
        (SystemExit(3), "SystemExit: 3"),
        (Problem("problem.undo"), "There is no move to take back."),
        (ValueError("two\nlines"), "ValueError: two lines"),
    ],
    ids=repr,
)
def test_an_exception_loses_with_its_reason(referee, players, start, error, words):
    played = referee().play(start, (players.scripted(), players.raising(error)))
    assert played.outcome.winner == 0
    assert (played.forfeit.kind, played.forfeit.detail) == ("crashed", words)
    assert len(played.turns) == 1


def test_a_player_who_never_answers_loses(referee, players, start):
    lost = players.hanging()
    played = referee(0.05, patience=0.1).play(start, (lost, players.scripted()))
    assert played.outcome.winner == 1
    assert played.forfeit.kind == "silent"
    left_behind = [thread for thread in threading.enumerate() if thread.name == "agent"]
    assert all(thread.daemon for thread in left_behind)
    lost.free.set()
    for thread in left_behind:
        thread.join(10)


def test_no_thread_is_left_behind_by_who_answers(referee, players, start):
    before = threading.active_count()
    referee().play(start, (players.scripted(), players.scripted()))
    assert threading.active_count() == before


def test_a_game_that_lasts_too_long_is_a_draw(referee, players, start):
    played = referee(longest=3).play(start, (players.scripted(), players.scripted()))
    assert len(played.turns) == 3
    assert played.outcome.winner is None
    assert played.outcome.reason == "reason.adjudicated"
    assert played.forfeit is None


def test_a_side_that_moves_twice_is_asked_twice(referee, players):
    from plyground.games.registry import load_game

    game = load_game("triangles", points="0,0 4,0 2,3", extra_move=True)
    # The third side completes the only triangle; with three points nothing is left after it.
    played = referee().play(game.start(), (players.scripted(), players.scripted()))
    assert [turn.side for turn in played.turns] == [0, 1, 0]
    assert played.outcome.margin == 1
