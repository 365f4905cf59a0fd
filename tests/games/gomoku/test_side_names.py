"""The players are Black and White, also after colours were swapped, in both languages."""

from __future__ import annotations

import pytest

from plyground.games.captions import describe_status
from plyground.games.registry import load_game
from plyground.locale import override_language


@pytest.mark.parametrize(
    ("options", "moves", "names"),
    [
        ({}, "", ("Black", "White")),
        ({"begins": "white"}, "h8", ("White", "Black")),
        ({"opening": "swap2"}, "h8 i9", ("First player", "Second player")),
        ({"opening": "swap2"}, "h8 i9 g7 white", ("Black", "White")),
        ({"opening": "swap2"}, "h8 i9 g7 black", ("White", "Black")),
    ],
)
def test_sides_are_called_by_the_colour_they_hold(options, moves, names):
    game = load_game("gomoku", **options)
    assert game.side_names(game.start().play_all(moves).state) == names


def test_the_winner_and_the_turn_are_named_by_colour():
    game = load_game("gomoku")
    won = game.start().play_all("a1 a2 b1 b2 c1 c2 d1 d2 e1")
    assert describe_status(won) == "Black wins (a winning row)"
    assert describe_status(game.start().play_all("h8")) == "White to move"
    with override_language("ko"):
        assert describe_status(won).startswith("흑 승")
        assert describe_status(game.start().play_all("h8")) == "백 차례"
