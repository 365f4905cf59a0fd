"""The thumbnails in the lobby show games in progress."""

from __future__ import annotations

import pytest

from plyground.games.registry import game_names, load_game
from plyground.locale import override_language
from plyground.web.thumbnail import make_thumbnail


@pytest.mark.parametrize("name", game_names())
def test_a_thumbnail_shows_a_game_in_progress(name):
    shown = make_thumbnail(load_game(name))["position"]
    assert shown["ply"] > 2
    assert shown["pieces"] or shown["lines"]
    assert not shown["over"]
    assert shown["paths"] == {}


def test_a_thumbnail_is_the_same_every_time_in_every_language():
    game = load_game("gomoku")
    english = make_thumbnail(game)["position"]
    with override_language("ko"):
        korean = make_thumbnail(game)["position"]
    assert korean["pieces"] == english["pieces"]
    assert korean["caption"] != english["caption"]
