"""The pictures on the first page show what is played."""

from __future__ import annotations

import pytest

from plyground.games.registry import game_names, load_game
from plyground.locale import override_language
from plyground.web.thumbnail import make_thumbnail


@pytest.mark.parametrize("name", game_names())
def test_a_portrait_shows_a_game_that_has_begun_and_goes_on(name):
    shown = make_thumbnail(load_game(name))["position"]
    assert shown["ply"] > 2
    assert shown["pieces"] or shown["lines"]
    assert not shown["over"]
    assert shown["paths"] == {}


def test_a_portrait_is_the_same_every_time_in_every_language():
    game = load_game("gomoku")
    english = make_thumbnail(game)["position"]
    with override_language("ko"):
        korean = make_thumbnail(game)["position"]
    assert korean["pieces"] == english["pieces"]
    assert korean["caption"] != english["caption"]
