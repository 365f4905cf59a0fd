from __future__ import annotations

import pytest

from plyground.agents.specs import KINDS
from plyground.locale import load_catalogue
from plyground.reports import describe_baseline, find_baselines, list_reported_games


def test_every_agent_is_listed_with_its_options(line):
    document = {one["name"]: one for one in line.json("agents")}
    assert document.keys() == KINDS.keys()
    assert document["engine"]["options"]["level"] == "1..10"
    assert "games" not in document["engine"]


def test_baselines_are_listed_by_game(line):
    [document] = [one for one in line.json("agents") if one["name"] == "baseline"]
    assert document["games"].keys() == set(list_reported_games())
    for game, listed in document["games"].items():
        names = [one["name"] for one in listed]
        assert names == [f"baseline:{name}" for name in find_baselines(game)]
        assert all(one["about"] for one in listed)
    assert "baseline:improved" in [one["name"] for one in document["games"]["triangles"]]


def test_the_text_has_the_same_agents(line):
    printed = line("agents").stdout
    assert "level=1..10" in printed
    assert "    triangles:\n        baseline:report: " in printed
    for game in list_reported_games():
        for name in find_baselines(game):
            assert f"        baseline:{name}: {describe_baseline(game, name)}\n" in printed


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_baseline_has_its_words(language):
    known = load_catalogue(language)
    for game in list_reported_games():
        for name in find_baselines(game):
            assert known.keys() & {f"baseline.{game}.{name}", f"baseline.{name}"}
