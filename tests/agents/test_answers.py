"""What agents may answer, and what is said of an answer that is no move."""

from __future__ import annotations

import numpy as np
import pytest

from plyground import Analysis, load_game
from plyground.agents.answers import IllegalAnswer, read_answer
from plyground.games.score import Score


def position_of(name, moves="", **options):
    return load_game(name, **options).start().play_all(moves)


@pytest.mark.parametrize(
    ("name", "options", "answer", "move"),
    [
        ("tictactoe", {}, "b2", "b2"),
        ("tictactoe", {}, " B2 ", "b2"),
        ("tictactoe", {}, np.str_("b2"), "b2"),
        ("tictactoe", {}, 5, "c2"),
        ("tictactoe", {}, np.int64(5), "c2"),
        ("tictactoe", {}, ("c2",), "c2"),
        ("tictactoe", {}, [(2, 1)], "c2"),
        ("tictactoe", {"coordinates": "numbers"}, 0, "0"),
        ("tictactoe", {"coordinates": "numbers"}, "0", "0"),
        ("gomoku", {}, 16, "b2"),
        ("kamisado", {}, "d1-d5", "d1-d5"),
        ("kamisado", {}, ["d1", "d5"], "d1-d5"),
        ("kamisado", {}, [(3, 0), (3, 4)], "d1-d5"),
        ("kamisado", {}, 64 * 3 + 35, "d1-d5"),
        ("triangles", {"points": "0,0 4,0 2,3"}, ("B", "A"), "A-B"),
        ("triangles", {"points": "0,0 4,0 2,3"}, [(4, 0), (2, 3)], "B-C"),
        ("triangles", {"points": "0,0 4,0 2,3"}, np.array([[4, 0], [2, 3]]).tolist(), "B-C"),
    ],
    ids=str,
)
def test_a_move_is_read_in_every_form(name, options, answer, move):
    assert read_answer(answer, position_of(name, **options)).move == move


def test_numbers_are_those_that_people_see_where_moves_are_numbers():
    """With coordinates=numbers the top left square is 0; as a number of the core it is 6."""
    position = position_of("tictactoe", "0", coordinates="numbers")
    with pytest.raises(IllegalAnswer):
        read_answer(0, position)
    assert read_answer(6, position).move == "6"


def test_an_analysis_keeps_what_it_says():
    score = Score("draw", 0, None, True, 0.5)
    found = read_answer(Analysis("B2", score, depth=9), position_of("tictactoe"))
    assert (found.move, found.score, found.depth) == ("b2", score, 9)
    assert read_answer(Analysis(4), position_of("tictactoe")).move == "b2"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (7, "returned the number 7; legal are: 3 4 5"),
        (-1, "returned the number -1; legal are: 3 4 5"),
        ("a1", 'returned "a1"; legal are: a2 b2 c2'),
        ("", 'returned ""; legal are: a2 b2 c2'),
        ("two\nlines", 'returned "two lines"; legal are: a2 b2 c2'),
        (None, "returned nothing; legal are: a2 b2 c2"),
        (["a1"], "returned the path ['a1']; legal are: a2 b2 c2"),
        ((0, 1), "returned (0, 1), which is no move; legal are: a2 b2 c2"),
        ([], "returned [], which is no move; legal are: a2 b2 c2"),
        ([(9, 9)], "returned [(9, 9)], which is no move; legal are: a2 b2 c2"),
        (4.0, "returned 4.0, which is no move; legal are: a2 b2 c2"),
        (True, "returned True, which is no move; legal are: a2 b2 c2"),
        ({"move": "a2"}, "returned {'move': 'a2'}, which is no move; legal are: a2 b2 c2"),
        (Analysis("a1"), 'returned "a1"; legal are: a2 b2 c2'),
        (Analysis(None), "returned nothing; legal are: a2 b2 c2"),
    ],
    ids=repr,
)
def test_a_wrong_answer_is_told_as_what_it_is(answer, words):
    position = position_of("tictactoe", "a1 b1 c3 a3 c1 b3")
    with pytest.raises(IllegalAnswer) as caught:
        read_answer(answer, position)
    assert str(caught.value) == words


def test_of_many_legal_moves_only_the_first_are_told():
    with pytest.raises(IllegalAnswer) as caught:
        read_answer("x" * 200, position_of("gomoku"))
    assert len(str(caught.value)) < 160
    assert str(caught.value).endswith("l1 ...")
