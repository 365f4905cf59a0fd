"""From picked spots to a move, for paths that no built-in game has."""

from __future__ import annotations

import pytest

PICK = """([paths, pieces, spots]) => import("/static/js/board/move_input.js").then((input) => {
    const position = { paths, buttons: [], pieces: pieces.map((spot) => ({ spot })) };
    const movePaths = input.listMovePaths(position);
    let result = { picked: [], move: null, refused: null };
    for (const spot of spots) result = input.pickSpot(movePaths, result.picked, spot);
    return result;
})"""


@pytest.fixture
def pick(page, site):
    page.goto(site)

    def picked(paths, spots, pieces=("a", "d")):
        by_name = {"-".join(path): list(path) for path in paths}
        return page.evaluate(PICK, [by_name, list(pieces), list(spots)])

    return picked


def test_a_path_that_starts_another_is_played_by_picking_its_end_again(pick):
    paths = ("ab", "abc")
    assert pick(paths, "ab")["move"] is None
    assert pick(paths, "ab")["picked"] == ["a", "b"]
    assert pick(paths, "abb")["move"] == "a-b"
    assert pick(paths, "abc")["move"] == "a-b-c"


def test_the_only_path_left_is_played_at_once(pick):
    assert pick(("abcde", "axyz"), "ab")["move"] == "a-b-c-d-e"


def test_touching_a_piece_with_one_move_only_picks_it(pick):
    assert pick(("ab",), "a") == {"picked": ["a"], "move": None, "refused": None}


def test_staying_in_place_takes_two_touches(pick):
    assert pick(("aa",), "a")["move"] is None
    assert pick(("aa",), "aa")["move"] == "a-a"


def test_another_piece_is_picked_instead(pick):
    assert pick(("ab", "ac", "de", "df"), "ad")["picked"] == ["d"]


def test_picking_the_same_piece_again_cancels(pick):
    assert pick(("ab", "ac"), "aa") == {"picked": [], "move": None, "refused": None}


def test_an_illegal_path_is_returned_as_it_was_picked(pick):
    assert pick(("ab", "ac"), "ax")["refused"] == ["a", "x"]
    assert pick(("b",), "x")["refused"] == ["x"]


def test_a_piece_does_not_move_backwards(pick):
    assert pick(("ab", "ac"), "ba")["move"] is None
    assert pick(("ab", "ac"), "ba", pieces="")["move"] == "a-b"
