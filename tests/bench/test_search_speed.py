"""The rates of searches, with and without easyAI."""

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


def test_both_textbook_searches_visit_the_same_tree(small):
    """Without a finished game above depth 5 it is 1 + 9 + 9x8 + 9x8x7 + 9x8x7x6 positions."""
    nodes, seconds = EasyAi.load().run_minimax(small, 4)
    assert nodes == minimax(small.start(), 4).nodes == 1 + 9 + 72 + 504 + 3024
    assert seconds > 0


def test_the_textbook_search_is_compared_with_easyais_own_game(small):
    [measure] = measure_search(small, False, None, EasyAi.load())
    assert (measure.what, measure.peer) == ("textbook", "easyAI")
    assert measure.ratio > 0


def test_without_easyai_or_its_game_our_rate_remains(small, monkeypatch):
    [measure] = measure_search(small, False, None, None)
    assert (measure.peer, measure.ratio) == (None, None)
    monkeypatch.setattr(type(small), "name", "unknown")
    [measure] = measure_search(small, False, None, EasyAi.load())
    assert measure.rate > 0
    assert measure.peer is None


def test_a_quick_run_skips_plain_python(small):
    assert list(measure_search(small, True, None, EasyAi.load())) == []


def test_easyais_own_games_are_found_by_name():
    library = EasyAi.load()
    assert library.time_own_game(load_game("tictactoe"), 2) > 0
    assert library.time_own_game(load_game("kamisado"), 2) is None
