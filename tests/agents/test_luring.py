"""When a game that is not being won is played for what the opponent may overlook."""

from __future__ import annotations

import pytest

from plyground import load_game
from plyground.agents.engine import Engine
from plyground.agents.luring import (
    GREEDY_CHANCE,
    ORDERLY_CHANCE,
    Lurer,
    is_winning,
    may_lure,
    with_lure,
)
from plyground.core.contract import Rules
from plyground.core.habits import GREEDY, ORDERLY
from plyground.core.limits import Limit, Stop
from plyground.games.score import Analysis, Line, Score

# A hexagon: after three sides, A-C completes a triangle, and then A-D the next; that is all.
HEXAGON = {"set": "hexagon"}


def score(points: int, proven: bool) -> Score:
    rules: Rules = load_game("triangles").rules
    return Score.read(points * 1000, proven, rules)


def answer(move: str, points: int, proven: bool, *equals: str) -> Analysis:
    found = score(points, proven)
    return Analysis(move, found, (Line((move,), found),), (move, *equals))


def odds_after(moves: str) -> tuple[float, float]:
    """How likely the side that has just moved is greedy, and orderly."""
    game = load_game("triangles", **HEXAGON)
    odds = Lurer(game, 1).odds(game.start().play_all(moves))
    return odds[[GREEDY, GREEDY + ORDERLY]].sum(), odds[ORDERLY:].sum()


def test_games_without_points_have_no_lures():
    assert may_lure(load_game("triangles"))
    assert not may_lure(load_game("tictactoe"))
    assert not may_lure(load_game("gomoku"))


def test_who_takes_though_as_much_is_taken_back_is_thought_greedy():
    greedy, _ = odds_after("A-B B-C C-D A-C")
    assert greedy > 2 * GREEDY_CHANCE


def test_who_leaves_what_would_be_taken_back_is_thought_to_count():
    greedy, _ = odds_after("A-B B-C C-D D-E")
    assert greedy < GREEDY_CHANCE


def test_an_opponent_that_had_nothing_to_take_does_not_tell_whether_it_is_greedy():
    greedy, _ = odds_after("A-B B-C")
    assert greedy == pytest.approx(GREEDY_CHANCE)


def test_who_plays_the_first_of_equals_is_thought_orderly():
    """After the long diagonal only B-C and E-F leave nothing to take."""
    _, orderly = odds_after("A-D B-C")
    assert orderly > ORDERLY_CHANCE
    _, orderly = odds_after("A-D E-F")
    assert orderly < ORDERLY_CHANCE


def test_an_opponent_that_turns_orderly_is_soon_believed():
    """Random openings are played by nobody, and an opponent may change its ways."""
    position = load_game("triangles", n=14, seed=3).start()
    lurer = Lurer(position.game, 1)
    for place in (-1, -2, -1, -2):
        position = position.play(position.codes[place])
    assert lurer.odds(position)[ORDERLY:].sum() < 0.1
    for _ in range(3):
        position = position.play(position.codes[-1])
        position = position.play(position.codes[0])
    assert lurer.odds(position)[ORDERLY:].sum() > 0.5


def test_no_kind_of_opponent_is_ever_ruled_out():
    game = load_game("triangles", n=12, seed=3)
    lurer, position = Lurer(game, 1), game.start()
    while not position.is_over:
        odds = lurer.odds(position)
        assert odds.sum() == pytest.approx(1.0)
        assert odds.min() > 0.01
        position = position.play(position.codes[0])


def test_lures_are_legal_moves_all_through_a_game():
    game = load_game("triangles", n=9, seed=5)
    lurer, position = Lurer(game, 1), game.start()
    while len(position.codes) > 1:
        with Stop(0.01) as stop:
            lures = lurer.find(position, stop)
        assert set(lures) <= set(position.moves)
        position = position.play(lures[0] if lures else position.moves[0])


def test_an_engine_that_lures_tells_the_sound_score():
    """Four points, three on the hull: whoever begins cannot win."""
    position = load_game("triangles", set="triangle_inside").start()
    found = Engine(hash=4).choose(position, Limit(time=5.0))
    sound = Engine(hash=4).think(position, Limit(depth=20), Stop())
    assert found.score == sound.score


def test_only_who_is_not_winning_lures():
    assert not is_winning(score(-1, False))
    assert not is_winning(score(-1, True))
    assert not is_winning(score(0, True))
    assert is_winning(score(1, True))
    assert is_winning(score(1, False))


def test_a_lure_keeps_a_proven_draw():
    sound = answer("A-B", 0, True, "B-C")
    assert with_lure(sound, ("C-D",)) == sound
    assert with_lure(sound, ("C-D", "B-C")).move == "B-C"


def test_a_lure_never_costs_a_proven_result():
    sound = answer("A-B", -1, True, "B-C")
    assert with_lure(sound, ("C-D",)) == sound
    lured = with_lure(sound, ("C-D", "B-C"))
    assert lured.move == lured.lines[0].moves[0] == "B-C"
    assert lured.score == sound.score


def test_a_lure_is_reported_with_the_score_of_the_sound_search():
    lured = with_lure(answer("A-B", -2, False), ("C-D", "A-B"))
    assert (lured.move, lured.score) == ("C-D", score(-2, False))


def test_without_a_lure_the_sound_move_is_played():
    sound = answer("A-B", -2, False)
    assert with_lure(sound, ()) == sound
