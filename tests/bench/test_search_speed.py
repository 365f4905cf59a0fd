"""The bench's searches do on both sides what they say."""

from __future__ import annotations

import pytest

from plyground import load_game
from plyground.bench.easyai import EasyAi
from plyground.bench.search_speed import measure_search
from plyground.classic import minimax


@pytest.fixture
def small(monkeypatch):
    game = load_game("tictactoe")
    monkeypatch.setattr(type(game), "yardsticks", {"textbook": 3})
    return game


def test_both_textbook_searches_look_at_the_same_tree(small):
    """Without a finished game above depth 5 it is 1 + 9 + 9x8 + 9x8x7 + 9x8x7x6 positions."""
    nodes, seconds = EasyAi.found().minimax(small, 4)
    assert nodes == minimax(small.start(), 4).nodes == 1 + 9 + 72 + 504 + 3024
    assert seconds > 0


def test_the_textbooks_search_is_measured_beside_easyais_own_game(small):
    [measure] = measure_search(small, False, None, EasyAi.found())
    assert (measure.what, measure.peer) == ("textbook", "easyAI")
    assert measure.ratio > 0


def test_without_easyai_or_its_game_our_rate_remains(small, monkeypatch):
    [measure] = measure_search(small, False, None, None)
    assert (measure.peer, measure.ratio) == (None, None)
    monkeypatch.setattr(type(small), "name", "unheard")
    [measure] = measure_search(small, False, None, EasyAi.found())
    assert measure.rate > 0
    assert measure.peer is None


def test_whoever_is_in_a_hurry_does_not_wait_for_plain_python(small):
    assert list(measure_search(small, True, None, EasyAi.found())) == []


def test_easyais_own_games_are_found_by_name():
    library = EasyAi.found()
    assert library.own_game_seconds(load_game("tictactoe"), 2) > 0
    assert library.own_game_seconds(load_game("kamisado"), 2) is None
