"""Overlays of Kamisado say what the rules say."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.kamisado import rules
from plyground.games.registry import load_game
from plyground.games.scene import Overlay

NAMES = ("called", "calls", "winning", "blocked")


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_square_that_can_be_reached_says_what_it_calls(random_walk, seed):
    for position in random_walk(seed):
        marks = {mark.spot: mark for mark in position.game.overlay("calls", position).marks}
        if position.state[rules.FORCED] == rules.FILL:
            assert not marks
            continue
        played = {move: position.play(move) for move in position.moves}
        going_on = {
            move: after
            for move, after in played.items()
            if not after.is_over and after.state[rules.FORCED] < rules.ANY
        }
        ends = {move[3:] for move in position.moves if move[4:] == "81"[position.side]}
        assert marks.keys() == {move[3:] for move in going_on} | ends
        for move, after in going_on.items():
            mark, prompt = marks[move[3:]], after.scene.prompt
            # "The red tower on c8 must move."
            colour, spot = prompt.split()[1], prompt.split()[4]
            assert f"{colour} tower on {spot}" in mark.about
        assert all((marks[end].text, marks[end].tone) == ("★", "best") for end in ends)


def test_towers_that_win_next_are_shown_with_their_ways():
    text = "a4+ b1 c5 d2 e3+ f1 g4 h6 / h8 c6 e5 e4 d8 c8 b8 a5 / 0 pink / 1 0"
    position = load_game("kamisado", points=3).position(text)
    shown = position.game.overlay("winning", position)
    assert [(mark.spot, mark.text) for mark in shown.marks] == [
        *(("c5", "★"), ("f1", "★"), ("g4", "★"), ("h6", "★")),
        *(("e5", "!"), ("e4", "!")),
    ]
    ways = ["c5-f8", "f1-f8", "g4-g8", "h6-f8", "e5-a1", "e4-h1"]
    assert ["-".join(arrow.path) for arrow in shown.arrows] == ways
    assert shown.marks[-1].about == "Second player: a free way to the far row"


def test_a_blocked_tower_is_marked_and_so_is_the_square_that_calls_it():
    # The first player's brown tower on a1 stands behind a2 and b2; e5 and d4 are brown.
    text = "a1 a2 b2 d1 e1 f1 g1 h1 / h8 g8 f8 e8 d8 c8 b8 a8 / 1 pink"
    position = load_game("kamisado").position(text)
    [mark] = position.game.overlay("blocked", position).marks
    assert (mark.spot, mark.text, mark.tone) == ("a1", "×", "good")
    marks = {mark.spot: mark for mark in position.game.overlay("calls", position).marks}
    assert (marks["d4"].text, marks["d4"].about) == (
        "N×",
        "calls the brown tower on a1, which is blocked",
    )
    assert marks["d5"].text == "O"


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_marked_when_the_round_is_over(name):
    won = "a1 b1 c1 d1 e8 f1 g1 h1 / h8 g8 f8 e5 d8 c8 b8 a8 / 0 fill / 1 2"
    position = load_game("kamisado", points=3).position(won)
    assert position.game.overlay(name, position) == Overlay()
