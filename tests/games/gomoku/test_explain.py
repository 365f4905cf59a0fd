"""Why a move was a mistake: positions made by hand, in which it can be seen."""

from __future__ import annotations

import pytest

from plyground.games.gomoku import Gomoku
from plyground.games.registry import load_game
from plyground.locale import override_language

# Black can make a four on h5 or h8; with both of them, there are two more fours at once.
PATIENT = "d8 e8 f8 d5 e5 f5 h6 h7 / c8 i8 c5 i5 h4 h10"


def why(text, move, better, **options):
    position = Gomoku(**options).position(text)
    told = position.game.remark(position, position.find(move), position.find(better))
    return str(told.sentence) if told else None


@pytest.mark.parametrize(
    ("text", "move", "better", "words"),
    [
        ("f8 g8 h8 i8 / e8 a1 c1 l1 / 0", "a15", "j8", "It misses a five at j8."),
        ("f8 g8 h8 i8 / e8 a1 c1 / 1", "a15", "j8", "It does not stop the five at j8."),
        ("f8 g8 h8 / a1 c1 l1 / 0", "a15", "i8", "It misses an open four at e8."),
        ("e8 f8 g8 h9 h10 h11 / d8 h12 a1 c1 l1 o1 / 0", "a15", "h8", "It misses two fours at h8."),
        (
            "e8 f8 g8 h9 h10 / d8 a1 c1 l1 o1 / 0",
            "a15",
            "h8",
            "It misses a four and a three at h8.",
        ),
        (
            f"{PATIENT} a1 o1 / 0",
            "a15",
            "h8",
            "It misses a win by fours that begins at h5 (3 moves).",
        ),
        (
            "f8 g8 h8 / a1 c1 / 1",
            "a15",
            "e8",
            "It does not answer the open three: the opponent makes an open four at e8.",
        ),
        (
            "e8 f8 g8 h9 h10 h11 / d8 h12 a1 c1 l1 / 1",
            "a15",
            "h8",
            "It does not stop the threat of two fours at h8.",
        ),
        (
            "e8 f8 g8 h9 h10 / d8 a1 c1 l1 / 1",
            "a15",
            "h8",
            "It does not stop the threat of a four and a three at h8.",
        ),
        (
            f"{PATIENT} a1 / 1",
            "a15",
            "h8",
            "It does not stop the threat of a win by fours that begins at h5 (3 moves).",
        ),
        (
            "h9 h10 i8 j8 / a1 c1 l1 / 1",
            "a15",
            "h8",
            "It does not stop the threat of two threes at h8.",
        ),
        ("h9 h10 i8 j8 / a1 c1 l1 o1 / 0", "a15", "h8", "h8 would make two threes."),
        # White's own four puts it off only.
        ("f8 g8 h8 m13 / m12 m11 m10 / 1", "m9", "e8", "e8 would block an open three."),
    ],
)
def test_what_a_move_missed_or_allowed_is_told(text, move, better, words):
    assert why(text, move, better) == words


@pytest.mark.parametrize(
    ("text", "move", "better", "options"),
    [
        # Nothing to be seen.
        ("h8 / i9 / 0", "a1", "h9", {}),
        # The move was the first of a win by fours, too.
        (f"{PATIENT} a1 o1 / 0", "h8", "h5", {}),
        # Both moves leave black the win.
        ("f8 g8 h8 i8 / a1 c1 l1 / 1", "a15", "e8", {}),
        # What black would make is forbidden to it.
        ("h9 h10 i8 j8 / a1 c1 l1 / 1", "a15", "h8", {"rule": "renju"}),
        ("e8 f8 g8 h9 h10 h11 / d8 h12 a1 c1 l1 / 1", "a15", "i8", {"rule": "renju"}),
        # Whoever makes a five makes no mistake.
        ("f8 g8 h8 i8 / a1 c1 l1 o1 / 0", "e8", "j8", {}),
        # The opening of swap2 knows no mistakes.
        ("h8 i9 / g7 / 1 / choose", "white", "black", {"opening": "swap2"}),
    ],
)
def test_nothing_is_claimed_that_is_not_there(text, move, better, options):
    assert why(text, move, better, **options) is None


def test_a_foul_that_loses_is_told():
    renju = {"rule": "renju", "foul": "loses"}
    told = why("h9 h10 i8 j8 / a1 c1 l1 o1 / 0", "h8", "h11", **renju)
    assert told == "h8 makes a double-three, which is forbidden and loses."


def test_remarks_are_told_in_korean():
    with override_language("ko"):
        assert (
            why("f8 g8 h8 / a1 c1 / 1", "a15", "e8")
            == "열린 삼에 응수하지 않았습니다. 상대가 e8에 두면 열린 사가 됩니다."
        )
        assert (
            why("h9 h10 i8 j8 / a1 c1 l1 / 1", "a15", "h8")
            == "상대가 노리는 h8의 삼삼을 막지 않았습니다."
        )


def test_other_games_say_nothing():
    position = load_game("tictactoe").start()
    assert position.game.remark(position, 0, 4) is None
