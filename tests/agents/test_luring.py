"""When a lost game is played for what the opponent may overlook."""

from __future__ import annotations

from plyground import load_game
from plyground.agents.luring import is_losing, may_lure, with_lure
from plyground.core.contract import Rules
from plyground.games.score import Analysis, Line, Score

# A pentagon: after two sides, A-C completes a triangle.
PENTAGON = {"set": "pentagon"}


def score(points: int, proven: bool) -> Score:
    rules: Rules = load_game("triangles").rules
    return Score.read(points * 1000, proven, rules)


def answer(move: str, points: int, proven: bool, *equals: str) -> Analysis:
    found = score(points, proven)
    return Analysis(move, found, (Line((move,), found),), (move, *equals))


def test_an_opponent_that_has_shown_nothing_may_be_lured():
    assert may_lure(load_game("triangles", **PENTAGON).start())


def test_an_opponent_that_took_what_it_could_may_be_lured():
    position = load_game("triangles", **PENTAGON).start().play_all("A-B B-C C-D A-C")
    assert may_lure(position)


def test_an_opponent_that_left_something_is_not_lured():
    assert not may_lure(load_game("triangles", **PENTAGON).start().play_all("A-B B-C C-D D-E"))


def test_where_no_points_are_made_nobody_is_lured():
    assert not may_lure(load_game("tictactoe").start())
    assert not may_lure(load_game("gomoku").start())


def test_only_who_is_losing_lures():
    assert is_losing(score(-1, False))
    assert is_losing(score(-1, True))
    assert not is_losing(score(0, True))
    assert not is_losing(score(1, False))


def test_a_lure_never_costs_a_proven_result():
    sound = answer("A-B", -1, True, "B-C")
    assert with_lure(sound, answer("C-D", 1, False)) == sound
    lured = with_lure(sound, answer("B-C", 1, False))
    assert lured.move == lured.lines[0].moves[0] == "B-C"
    assert lured.score == sound.score


def test_a_lure_is_reported_with_the_score_of_the_sound_search():
    lured = with_lure(answer("A-B", -2, False), answer("C-D", 3, False))
    assert (lured.move, lured.score) == ("C-D", score(-2, False))
