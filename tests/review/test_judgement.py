"""Judgements: who is blamed, for how much, and who never is."""

from __future__ import annotations

import json
import math
from itertools import pairwise

import pytest

from plyground.games.registry import load_game
from plyground.games.score import Analysis, Score
from plyground.locale import override_language
from plyground.review.judgement import (
    Judgement,
    compute_accuracies,
    explain,
    grade_drop,
    is_good_enough,
    judge,
    side_winning_chance,
)

START = load_game("tictactoe").start()


def estimate(chance):
    return Score("value", 0, None, False, chance)


def found(chance, move="b2", best=(), score=None):
    return Analysis(move, score or estimate(chance), best_moves=best or (move,))


def judged(before, after, move="a1", **more):
    """A move after which the opponent, to move, has what the mover has not."""
    return judge(START, move, found(before, **more), START.play(move), found(1 - after))


@pytest.mark.parametrize(
    ("drop", "grade"),
    [
        (-0.2, None),
        (0, None),
        (0.049, None),
        (0.05, "inaccuracy"),
        (0.099, "inaccuracy"),
        (0.1, "mistake"),
        (0.149, "mistake"),
        (0.15, "blunder"),
        (1, "blunder"),
    ],
)
def test_grades_are_those_of_lichess_on_half_the_scale(drop, grade):
    assert grade_drop(drop) == grade


def test_chances_are_those_of_the_mover():
    blunder = judged(0.6, 0.2)
    assert (blunder.before, blunder.after) == (0.6, pytest.approx(0.2))
    assert blunder.grade == "blunder"
    assert blunder.better == ("b2",)
    assert judged(0.5, 0.44).grade == "inaccuracy"
    assert judged(0.5, 0.6).grade is None


def test_the_same_side_may_move_twice():
    """In this variant whoever completes a triangle moves again: its chances are not turned over."""
    game = load_game("triangles", points="0,0 4,0 2,3", extra_move=True)
    position = game.start().play("A-B").play("A-C")
    assert side_winning_chance(0, position, found(0.9)) == 0.9
    after = position.play("B-C")
    assert after.is_over
    assert side_winning_chance(0, after, None) == 1.0
    assert side_winning_chance(1, after, None) == 0.0


def test_a_drawn_end_is_half_a_chance():
    over = START.play_all("a1 b1 c1 b2 a2 c2 b3 a3 c3")
    assert over.outcome.winner is None
    assert side_winning_chance(0, over, None) == side_winning_chance(1, over, None) == 0.5


def test_one_of_several_best_moves_is_never_blamed():
    for move in ("a1", "c3"):
        assert judged(0.9, 0.1, move, best=("b2", "a1", "c3")).grade is None
    assert judged(0.9, 0.1, "a3", best=("b2", "a1", "c3")).better == ("b2", "a1", "c3")


def test_the_move_that_the_analysis_chose_is_never_blamed():
    assert judged(0.9, 0.1, "b2").grade is None


def test_a_move_without_choice_is_never_blamed():
    forced = START.play_all("a1 b1 c1 b2 a2 c2 b3 a3")
    assert len(forced.moves) == 1
    judgement = judge(forced, "c3", found(0.9, "x"), forced.play("c3"), None)
    assert judgement.grade is None


def test_a_missed_proven_win_is_mentioned_even_if_the_chances_are_good():
    win = Score("win", 1, 5, True, 1.0)
    judgement = judged(1.0, 0.97, score=win)
    assert judgement.grade == "inaccuracy"
    assert judgement.missed == 5
    assert "a win in 5 was there" in judgement.words


def test_a_win_of_unknown_length_is_mentioned_without_a_number():
    judgement = judged(1.0, 0.2, score=Score("win", 1, None, True, 1.0))
    assert judgement.missed == 0
    assert judgement.words == "Blunder: a win was there with b2; chances 100 % → 20 %."


def test_a_proven_win_that_was_given_to_the_opponent_is_mentioned():
    after, win = START.play("a1"), Score("win", 1, 4, True, 1.0)
    judgement = judge(START, "a1", found(0.5), after, found(1, score=win))
    assert judgement.allowed == 4
    assert judgement.words.endswith("Now the opponent wins in 4.")
    lost = Score("loss", -1, 9, True, 0.0)
    assert judge(START, "a1", found(0, score=lost), after, found(1, score=win)).grade is None


def test_points_that_were_given_away_are_mentioned_even_if_the_game_is_won():
    game = load_game("triangles")
    start = game.start()
    move, best = start.moves[:2]

    def margin(value):
        return Score("win" if value > 0 else "loss", value, None, True, float(value > 0), value)

    judgement = judge(
        start, move, found(1, best, score=margin(3)), start.play(move), found(0, score=margin(-1))
    )
    assert (judgement.grade, judgement.margins) == ("inaccuracy", (3, 1))
    assert judgement.words == (
        f"Inaccuracy: it gives up 2 points, +1 instead of +3 with best play; better was {best}."
    )
    # Other moves, as somebody tries them who learns from the mistake.
    other = start.play(start.moves[2])
    assert is_good_enough(judgement, start, other, found(0, score=margin(-3)))
    assert not is_good_enough(judgement, start, other, found(0, score=margin(-1)))
    assert is_good_enough(judgement, start, other, found(0.01))


def test_a_win_that_takes_longer_is_no_mistake():
    win, slow = Score("win", 1, 3, True, 1.0), Score("loss", -1, 9, True, 0.0)
    after = START.play("a1")
    judgement = judge(START, "a1", found(1, score=win), after, found(0, score=slow))
    assert judgement.grade is None


def test_words_tell_the_better_move_in_both_languages():
    blunder = judged(0.6, 0.2)
    assert blunder.words == "Blunder: chances 60 % → 20 %; better was b2."
    with override_language("ko"):
        assert "b2" in blunder.words
        assert "블런더" in blunder.words
    assert judged(0.5, 0.5).words == ""


def test_a_judgement_contains_the_explanation_of_the_game():
    """Black has an open three, which white leaves alone."""
    position = load_game("gomoku").position("f8 g8 h8 / a1 c1 / 1")
    after = position.play("a15")
    judgement = judge(position, "a15", found(0.4, "e8"), after, found(0.9))
    judgement = explain(judgement, position)
    assert judgement.words == (
        "Blunder: chances 40 % → 10 %; better was e8. "
        "It does not answer the open three: the opponent makes an open four at e8."
    )
    assert (
        judgement.as_json()["why"]
        == "It does not answer the open three: the opponent makes an open four at e8."
    )
    document = json.loads(json.dumps(judgement.to_document()))
    assert Judgement.from_document(document) == judgement
    with override_language("ko"):
        assert judgement.words.endswith("상대가 e8에 두면 열린 사가 됩니다.")


def test_without_blame_or_words_nothing_is_added():
    assert explain(judged(0.5, 0.5), START).why is None
    blunder = judged(0.6, 0.2)
    assert explain(blunder, START) == blunder
    assert blunder.as_json()["why"] == ""


def test_a_judgement_that_was_kept_before_games_said_why_is_still_read():
    document = judged(0.6, 0.2).to_document()
    del document["why"]
    assert Judgement.from_document(document) == judged(0.6, 0.2)


# Accuracy: the cases of lila's own test, in centipawns for the first side after each move, with
# its tolerances. A game of lila begins at +15.


def lichess_chance(cp):
    return 1 / (1 + math.exp(-0.00368208 * cp))


CASES = [
    ([15, 15], (100, 1), (100, 1)),
    ([-900, -900], (10, 5), (100, 1)),
    ([15, 900], (100, 1), (10, 5)),
    ([-900, 0], (10, 5), (10, 5)),
    ([15] * 20, (100, 1), (100, 1)),
    ([15] * 20 + [-900], (50, 5), (100, 1)),
    ([15] * 21 + [900], (100, 1), (50, 5)),
]


@pytest.mark.parametrize(("cps", "first", "second"), CASES)
def test_accuracy_is_that_of_lichess(cps, first, second):
    chances = [lichess_chance(cp) for cp in (15, *cps)]
    judgements = []
    for ply, (before, after) in enumerate(pairwise(chances)):
        turn = (before, after) if ply % 2 == 0 else (1 - before, 1 - after)
        judgements.append(Judgement(ply % 2, "-", *turn, None))
    found = compute_accuracies(chances, judgements)
    for value, (expected, tolerance) in zip(found, (first, second), strict=True):
        assert value == pytest.approx(expected, abs=tolerance)


def test_a_side_without_moves_has_no_accuracy():
    assert compute_accuracies([0.5], []) == (None, None)
    assert compute_accuracies([0.5, 0.5], [Judgement(0, "-", 0.5, 0.5, None)]) == (100.0, None)
