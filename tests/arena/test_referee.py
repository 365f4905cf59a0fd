from __future__ import annotations

import threading

import pytest

from plyground.arena.referee import Forfeit, Stall
from plyground.core.limits import Limit
from plyground.games.registry import load_game
from plyground.games.score import Analysis
from plyground.locale import Problem
from plyground.play.run_queue import RunQueueDelay


def test_a_game_is_played_to_its_end(referee, players, start):
    first, second = players.scripted("a1", "a2", "a3"), players.scripted("b1", "b2")
    result = referee().play(start, (first, second))
    assert result.moves == ("a1", "b1", "a2", "b2", "a3")
    assert [move.side for move in result.timed_moves] == [0, 1, 0, 1, 0]
    assert result.outcome.winner == 0
    assert result.reason == "a complete line"
    assert result.forfeit is None
    assert result.stalls == ()


def test_moves_are_logged_with_their_analyses(referee, players, start):
    found = Analysis("b2", why="centre")
    result = referee(max_moves=2).play(start, (players.answering(found), players.answering("a1")))
    assert [timed.analysis for timed in result.timed_moves] == [found, Analysis("a1")]


def test_the_second_player_can_win(referee, players, start):
    first, second = players.scripted("a1", "a2", "c3"), players.scripted("b1", "b2", "b3")
    assert referee().play(start, (first, second)).outcome.winner == 1


def test_moves_of_the_opening_belong_to_no_agent(referee, players, start):
    first, second = players.scripted("a3"), players.scripted()
    result = referee().play(start.play_all("a1 b1 a2 b2"), (first, second))
    assert result.opening == ("a1", "b1", "a2", "b2")
    assert [timed.move for timed in result.timed_moves] == ["a3"]
    assert second.asked == []


def test_both_players_get_the_limit_of_the_referee(referee, players, start):
    both = players.scripted(), players.scripted()
    referee(7.5).play(start, both)
    for player in both:
        assert {limit for _, limit in player.asked} == {Limit(time=7.5)}


def test_the_time_of_each_move_is_measured(referee, players, start, clock):
    first, second = players.slow(clock, 0.25), players.slow(clock, 2.0)
    result = referee().play(start, (first, second))
    assert [timed.seconds for timed in result.timed_moves] == [
        0.25,
        2.0,
        0.25,
        2.0,
        0.25,
        2.0,
        0.25,
    ]


def test_a_late_move_loses(referee, players, start, clock):
    late = players.slow(clock, 1.0205)
    result = referee(1.0).play(start.play("a1"), (players.scripted(), late))
    assert result.outcome.winner == 0
    assert result.outcome.reason == "reason.late"
    assert result.forfeit == Forfeit(1, "late", "1.020")
    assert result.timed_moves == ()
    assert result.reason == "Second player was late: a move took 1.020 s"


def test_a_move_within_twenty_milliseconds_is_not_late(referee, players, start, clock):
    both = players.slow(clock, 1.0195), players.slow(clock, 1.0195)
    result = referee(1.0).play(start, both)
    assert result.forfeit is None
    assert result.stalls == ()


def test_a_stall_of_the_machine_is_listed_and_excused(referee, players, start, clock):
    first = players.slow(clock, 1.5, "a1", "a2", "a3")
    second = players.scripted("b1", "b2")
    result = referee(1.0, stalled=0.49).play(start, (first, second))
    assert result.forfeit is None
    assert result.outcome.winner == 0
    assert result.stalls == tuple(Stall(number, 0, 1.5, 0.49) for number in (1, 3, 5))


def test_a_short_stall_does_not_excuse_a_slow_player(referee, players, start, clock):
    slow = players.slow(clock, 1.5)
    result = referee(1.0, stalled=0.47).play(start, (slow, players.scripted()))
    assert result.forfeit == Forfeit(0, "late", "1.500")


def test_waiting_for_a_core_is_listed_and_excused(referee, players, start, clock):
    first = players.slow(clock, 1.5, "a1", "a2", "a3")
    result = referee(1.0, delay=0.49).play(start, (first, players.scripted("b1", "b2")))
    assert result.forfeit is None
    assert result.stalls == tuple(Stall(number, 0, 1.5, 0.49) for number in (1, 3, 5))


def test_the_same_delay_is_not_excused_twice(referee, players, start, clock):
    slow = players.slow(clock, 1.5)
    result = referee(1.0, stalled=0.3, delay=0.3).play(start, (slow, players.scripted()))
    assert result.forfeit == Forfeit(0, "late", "1.500")


def test_no_delay_excuses_a_move_after_the_timeout(referee, players, start, clock):
    late = players.slow(clock, 3.5)
    result = referee(1.0, delay=3.0, timeout=2.0).play(start, (late, players.scripted()))
    assert result.forfeit == Forfeit(0, "late", "3.500")


def test_the_process_of_an_agent_is_known_when_it_is_asked(referee, players, start):
    found = []

    class Outside(players.scripted):
        process_id = 4711

    def start_delay(find_process):
        found.append(find_process())
        return RunQueueDelay()

    both = Outside(), players.scripted()
    referee(max_moves=2, start_delay=start_delay).play(start, both)
    assert found == [4711, None]


@pytest.mark.parametrize("move", ["a1", "d4", "", "nonsense"])
def test_an_illegal_move_loses(referee, players, start, move):
    player = players.answering(Analysis(move))
    result = referee().play(start.play("a1"), (players.scripted(), player))
    assert result.outcome.winner == 0
    assert result.forfeit.kind == "illegal"
    assert result.reason == f'Second player returned "{move}"; legal are: b1 c1 a2 b2 c2 a3 b3 c3'
    assert result.outcome.reason == "reason.illegal"


def test_a_forfeit_names_the_side_as_the_game_does(referee, players):
    start = load_game("gomoku").start()
    result = referee().play(start, (players.answering(Analysis("z99")), players.scripted()))
    assert result.reason.startswith('Black returned "z99"')
    assert result.describe() == result.reason


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "returned nothing"),
        (55, "returned the number 55"),
        (Analysis(55), "returned the number 55"),
        (5.5, "returned 5.5, which is no move"),
    ],
    ids=repr,
)
def test_an_answer_without_a_move_loses(referee, players, start, answer, words):
    result = referee().play(start, (players.answering(answer), players.scripted()))
    assert result.outcome.winner == 1
    assert result.forfeit.kind == "illegal"
    assert words in result.reason


@pytest.mark.parametrize("answer", [4, "b2", ("b2",), Analysis("b2")], ids=repr)
def test_a_move_alone_is_an_answer(referee, players, start, answer):
    result = referee(max_moves=1).play(start, (players.answering(answer), players.scripted()))
    assert result.moves == ("b2",)


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
    result = referee().play(start, (players.scripted(), players.raising(error)))
    assert result.outcome.winner == 0
    assert (result.forfeit.kind, result.forfeit.detail) == ("crashed", words)
    assert len(result.timed_moves) == 1


def test_a_player_that_never_answers_loses(referee, players, start):
    hanging = players.hanging()
    result = referee(0.05, timeout=0.1).play(start, (hanging, players.scripted()))
    assert result.outcome.winner == 1
    assert result.forfeit.kind == "silent"
    remaining = [thread for thread in threading.enumerate() if thread.name == "agent"]
    assert all(thread.daemon for thread in remaining)
    hanging.free.set()
    for thread in remaining:
        thread.join(10)


def test_no_thread_remains_after_an_answer(referee, players, start):
    before = threading.active_count()
    referee().play(start, (players.scripted(), players.scripted()))
    assert threading.active_count() == before


def test_a_game_with_too_many_moves_is_a_draw(referee, players, start):
    result = referee(max_moves=3).play(start, (players.scripted(), players.scripted()))
    assert len(result.timed_moves) == 3
    assert result.outcome.winner is None
    assert result.outcome.reason == "reason.adjudicated"
    assert result.forfeit is None


def test_a_side_that_moves_twice_is_asked_twice(referee, players):
    from plyground.games.registry import load_game

    game = load_game("triangles", points="0,0 4,0 2,3", extra_move=True)
    # The third side completes the only triangle; with three points nothing is left after it.
    result = referee().play(game.start(), (players.scripted(), players.scripted()))
    assert [move.side for move in result.timed_moves] == [0, 1, 0]
    assert result.outcome.margin == 1
