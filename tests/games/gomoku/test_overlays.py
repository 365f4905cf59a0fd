"""Overlays of gomoku: positions made by hand, in which what is to be marked can be seen."""

from __future__ import annotations

import pytest

from plyground.games.gomoku import Gomoku
from plyground.locale import override_language

PATIENT = "d8 e8 f8 d5 e5 f5 h6 h7 / c8 i8 c5 i5 h4 h10"


def marks(name, text, **options):
    position = Gomoku(**options).position(text)
    return {mark.spot: mark for mark in position.game.overlay(name, position).marks}


@pytest.mark.parametrize(
    ("text", "spot", "sign", "about"),
    [
        ("f8 g8 h8 i8 / e8 a1 c1 l1 / 0", "j8", "5", "a five for Black"),
        ("f8 g8 h8 / a1 c1 l1 / 0", "i8", "4+", "an open four for Black"),
        ("f8 g8 h8 / a1 c1 l1 / 0", "j8", "4", "a four for Black"),
        ("e8 f8 g8 h9 h10 h11 / d8 h12 a1 c1 l1 o1 / 0", "h8", "44", "two fours for Black"),
        # Two fours in one line.
        ("d8 f8 g8 j8 / a1 c1 l1 o1 / 0", "h8", "44", "two fours for Black"),
        ("e8 f8 g8 h9 h10 / d8 a1 c1 l1 o1 / 0", "h8", "43", "a four and a three for Black"),
        ("h9 h10 i8 j8 / a1 c1 l1 o1 / 0", "h8", "33", "two threes for Black"),
        ("h9 h10 / a1 c1 / 0", "h8", "3", "an open three for Black"),
    ],
)
def test_a_threat_has_its_sign_and_its_name(text, spot, sign, about):
    mark = marks("threats", text)[spot]
    assert (mark.text, mark.about) == (sign, about)
    assert mark.tone == ("best" if sign in ("5", "4+", "44") else "good")


def test_threats_of_the_opponent_look_different():
    mark = marks("threats", "f8 g8 h8 / a1 c1 / 1")["i8"]
    assert (mark.text, mark.tone) == ("4+", "reply")


def test_a_point_of_both_tells_both_and_shows_the_stronger():
    text = "f8 g8 h8 / i7 i6 / 1"
    mark = marks("threats", text)["i8"]
    assert (mark.text, mark.tone) == ("4+", "reply")
    assert mark.about == "an open four for Black, an open three for White"


def test_what_is_forbidden_is_no_threat():
    threes = "h9 h10 i8 j8 / a1 c1 l1 o1 / 0"
    assert "h8" not in marks("threats", threes, rule="renju")
    fours = "e8 f8 g8 h9 h10 h11 / d8 h12 a1 c1 l1 o1 / 0"
    assert "h8" not in marks("threats", fours, rule="renju")
    assert marks("threats", fours, rule="omok")["h8"].text == "44"


def test_a_three_that_only_fouls_can_go_on_is_none():
    """On either side of e8 f8 g8 an open four would be one of two fours."""
    text = "f8 g8 d9 d10 d11 h9 h10 h11 / a1 c1 l1 o1 a3 c3 l3 o3 / 0"
    assert marks("threats", text)["e8"].text == "3"
    assert "e8" not in marks("threats", text, rule="renju")


def test_a_win_by_fours_is_numbered_from_its_first_stone_to_its_five():
    laid = marks("win", f"{PATIENT} a1 o1 / 0")
    assert [(spot, mark.text) for spot, mark in laid.items()] == [
        ("h5", "1"),
        ("g5", "2"),
        ("h8", "3"),
        ("g8", "4"),
        ("h9", "5"),
    ]
    assert [mark.tone for mark in laid.values()] == ["best", "reply", "best", "reply", "best"]
    assert {mark.about for mark in laid.values()} == {"Black wins by fours in 3 moves"}


def test_a_win_that_the_opponent_threatens_is_told_as_such():
    laid = marks("win", f"{PATIENT} a1 / 1")
    assert list(laid)[:3] == ["h5", "g5", "h8"]
    assert [mark.tone for mark in laid.values()] == ["reply", "good", "reply", "good", "reply"]
    assert laid["h5"].about == "Black threatens to win by fours in 3 moves"


def test_where_the_answer_is_a_foul_it_is_left_out():
    """White's four can only be stopped on h8, and there black would make two threes."""
    text = "f6 g7 g9 f10 h3 / h4 h5 h6 a1 c1 / 1"
    laid = marks("win", text, rule="renju")
    assert [(spot, mark.text) for spot, mark in laid.items()] == [("h7", "1"), ("h8", "3")]
    assert "h7" not in marks("win", text)


def test_one_stone_that_wins_is_a_line_of_one():
    [mark] = marks("win", "f8 g8 h8 i8 / e8 a1 c1 l1 / 0").values()
    assert (mark.spot, mark.text, mark.about) == ("j8", "1", "a five for Black")


def test_nothing_is_numbered_where_nobody_wins():
    assert marks("win", "h8 / i9 / 0") == {}


@pytest.mark.parametrize("rule", ["freestyle", "renju", "caro", "report"])
@pytest.mark.parametrize("size", [15, 20])
def test_candidates_share_what_there_is(rule, size):
    laid = marks("heat", "h8 h9 / i9 g8 / 0", rule=rule, size=size)
    shares = [mark.heat for mark in laid.values()]
    assert shares == sorted(shares, reverse=True)
    assert 0.2 < sum(shares) <= 1.001
    assert [mark.tone for mark in laid.values()][:2] == ["best", "good"]
    for mark in laid.values():
        assert mark.text == str(round(100 * mark.heat))


def test_the_only_move_has_all_the_heat():
    [mark] = marks("heat", "f8 g8 h8 i8 / e8 a1 c1 l1 / 0").values()
    assert (mark.spot, mark.text, mark.heat) == ("j8", "100", 1.0)


@pytest.mark.parametrize("name", ["threats", "win", "heat"])
def test_the_opening_and_the_end_have_no_overlays(name):
    assert marks(name, "h8 i9 / g7 / 1 / choose", opening="swap2") == {}
    assert marks(name, "f8 g8 h8 i8 j8 / a1 c1 l1 o1 / 1") == {}


def test_korean_names_of_threats():
    with override_language("ko"):
        laid = marks("threats", "e8 f8 g8 h9 h10 / d8 a1 c1 l1 o1 / 0")
        assert laid["h8"].about == "흑의 사삼"
        assert "흑이 연속 사 3수로 이깁니다" in {
            mark.about for mark in marks("win", f"{PATIENT} a1 o1 / 0").values()
        }
