"""Games, and scores, in words."""

from __future__ import annotations

from typing import ClassVar

import pytest

from plyground.core.values import POINT, lost_in, won_in
from plyground.games.captions import abbreviate_score, describe_game, describe_score, label_bar
from plyground.games.registry import load_game
from plyground.games.score import Score
from plyground.locale import override_language


def test_a_description_goes_by_language_and_before_the_docstring():
    class Silent(type(load_game("tictactoe"))):
        """The first line.

        Not the second.
        """

        name = "silent"

    class Described(Silent):
        descriptions: ClassVar = {"en": "In English.", "ko": "우리말로."}

    class English(Silent):
        descriptions: ClassVar = {"en": "In English."}

    for language, words in (("en", "In English."), ("ko", "우리말로.")):
        with override_language(language):
            assert describe_game(Described()) == words
            assert describe_game(English()) == "In English."
            assert describe_game(Silent()) == "The first line."
            assert describe_game(load_game("tictactoe")) not in ("", words)


# A game, a score of the core, whether it is proven; how it is shown at length, briefly, on a bar.
SHOWN = [
    ("gomoku", won_in(17), True, "win in 17", "+#17 ✓", "#17"),
    ("gomoku", lost_in(4), False, "loss in 4, not proven", "−#4", "#4"),
    ("tictactoe", 0, True, "draw", "= ✓", "50%"),
    ("triangles", 3 * POINT, True, "win by 3", "+3 ✓", "+3"),
    ("triangles", -POINT, True, "loss by 1", "−1 ✓", "+1"),
    ("triangles", 0, True, "draw", "= ✓", "50%"),
]


@pytest.mark.parametrize(("game", "score", "proven", "words", "sign", "label"), SHOWN)
def test_a_result_is_shown_as_what_it_is(game, score, proven, words, sign, label):
    found = Score.from_core(score, proven, load_game(game).rules)
    with override_language("en"):
        assert describe_score(found) == words
    assert (abbreviate_score(found), label_bar(found.chance, found)) == (sign, label)


@pytest.mark.parametrize("game", ["gomoku", "kamisado", "tictactoe"])
def test_an_estimate_is_shown_as_a_winning_chance(game):
    rules = load_game(game).rules
    good, bad = (Score.from_core(score, False, rules) for score in (209, -209))
    percent = round(100 * good.chance)
    assert describe_score(good) == f"{percent} %"
    assert abbreviate_score(good) == f"{percent}%"
    assert abbreviate_score(bad) == f"{100 - percent}%"
    # The bar has the chance of the side that is ahead, whichever is to move.
    assert {label_bar(good.chance, good), label_bar(bad.chance, bad)} == {f"{percent}%"}


def test_an_estimate_of_points_has_the_margin_with_the_chance():
    found = Score.from_core(-1500, False, load_game("triangles").rules)
    percent = round(100 * found.chance)
    with override_language("en"):
        assert describe_score(found) == f"{percent} %, −1.5 points"
    assert abbreviate_score(found) == f"{percent}% −1.5"
    assert label_bar(found.chance, found) == f"{100 - percent}%"
    assert Score.from_json(vars(found)) == found
