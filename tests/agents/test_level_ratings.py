"""Measured ratings of levels: which games have them, and when they are shown."""

from __future__ import annotations

import importlib.util
import json
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from plyground.agents import level_ratings
from plyground.agents.level_ratings import FILE, describe_level, find_level_ratings
from plyground.agents.levels import LEVELS
from plyground.arena.level_ladder import REFERENCE, ZERO
from plyground.games import game as game_module
from plyground.games.registry import load_game
from plyground.locale import Failure

FOLDER = Path(game_module.__file__).parent
BUILT_IN = sorted(path.parent.name for path in FOLDER.glob("*/rules.py"))
ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "connect4.py"


@pytest.fixture
def own_game(tmp_path, monkeypatch):
    """A user's game in a folder of its own."""
    path = tmp_path / "four.py"
    path.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("four_with_ratings", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    level_ratings.load_level_ratings.cache_clear()
    yield module.ConnectFour()
    level_ratings.load_level_ratings.cache_clear()


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_game_has_ratings_of_all_levels(name):
    ratings = find_level_ratings(load_game(name))
    assert list(ratings.list_levels()) == list(LEVELS)
    assert (ratings.zero, ratings.reference) == (ZERO, REFERENCE)
    assert ratings.players[ZERO].elo == 0
    assert min(ratings.list_levels().values()) > 0
    assert ratings.command.startswith(f"plyground rate --levels {name} ")
    for level in LEVELS:
        assert (ratings.find(level).error > 0) == (f"engine:level={level}" != REFERENCE)


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_level_is_weaker_than_the_one_below_by_more_than_the_errors(name):
    ratings = find_level_ratings(load_game(name))
    found = [ratings.players["random"], *(ratings.find(level) for level in LEVELS)]
    for below, above in pairwise(found):
        assert above.elo + above.error >= below.elo - below.error


def test_a_level_is_described_with_its_rating():
    ratings = find_level_ratings(load_game("kamisado"))
    elo = round(ratings.find(4).elo, -1)
    assert describe_level("engine:level=4", load_game("kamisado")) == f"level 4, about {elo} here"


@pytest.mark.parametrize("spec", ["engine", "engine:level=4,time=9", "random", "mine.py:Agent"])
def test_other_players_are_not(spec):
    assert describe_level(spec, load_game("kamisado")) is None


def test_other_options_are_another_game_but_other_coordinates_are_not():
    assert find_level_ratings(load_game("tictactoe", width=4)) is None
    assert find_level_ratings(load_game("gomoku", rule="renju")) is None
    assert find_level_ratings(load_game("tictactoe", coordinates="numbers")) is not None


def test_a_game_of_ones_own_has_none_until_they_are_measured(own_game, tmp_path):
    assert find_level_ratings(own_game) is None
    level_ratings.load_level_ratings.cache_clear()
    measured = find_level_ratings(load_game("kamisado"))
    document = {**measured.to_json(), "game": own_game.name}
    (tmp_path / FILE).write_text(json.dumps(document))
    level_ratings.load_level_ratings.cache_clear()
    assert find_level_ratings(own_game).list_levels() == measured.list_levels()


def test_ratings_of_another_game_in_the_folder_are_not_taken(own_game, tmp_path):
    measured = find_level_ratings(load_game("kamisado"))
    (tmp_path / FILE).write_text(json.dumps(measured.to_json()))
    assert find_level_ratings(own_game) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"players": {"random": 3}}', '{"players": []}'])
def test_a_damaged_file_is_named_in_a_sentence(own_game, tmp_path, text):
    (tmp_path / FILE).write_text(text)
    with pytest.raises(Failure, match=FILE):
        find_level_ratings(own_game)


@pytest.mark.parametrize("page", ["ladders.md", "ladders.ko.md"])
def test_the_page_of_the_ladders_has_these_ratings_commands_and_charts(page):
    text = (ROOT / "docs" / "explanation" / page).read_text(encoding="utf-8")
    rows = {
        cells[1].strip(): cells for line in text.splitlines() if len(cells := line.split("|")) > 2
    }
    for name in BUILT_IN:
        ratings = find_level_ratings(load_game(name))
        assert f"\n{ratings.command} " in text
        assert ratings.date in text
        chart = f"ladder-{name}{'.ko' if '.ko' in page else ''}.svg"
        assert f"(../pictures/{chart})" in text
        drawn = (ROOT / "docs" / "pictures" / chart).read_text(encoding="utf-8")
        for level in LEVELS:
            rating = ratings.find(level)
            shown = f"{rating.elo} ± {rating.error}" if rating.error else f"{rating.elo}"
            assert f" {shown} " in rows[str(level)]
            assert f">+{shown}<" in drawn
