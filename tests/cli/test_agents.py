from __future__ import annotations

import pytest

from plyground.agents.specs import KINDS
from plyground.locale import load_catalogue
from plyground.reports import baselines, describe_baseline, modules


def test_every_agent_is_listed_with_its_options(line):
    told = {one["name"]: one for one in line.json("agents")}
    assert told.keys() == KINDS.keys()
    assert told["engine"]["options"]["level"] == "1..10"
    assert "games" not in told["engine"]


def test_baselines_are_listed_by_game(line):
    [told] = [one for one in line.json("agents") if one["name"] == "baseline"]
    assert told["games"].keys() == set(modules())
    for game, listed in told["games"].items():
        names = [one["name"] for one in listed]
        assert names == [f"baseline:{name}" for name in baselines(game)]
        assert all(one["about"] for one in listed)
    assert "baseline:improved" in [one["name"] for one in told["games"]["triangles"]]


def test_the_list_to_read_says_the_same(line):
    printed = line("agents").stdout
    assert "level=1..10" in printed
    assert "    triangles:\n        baseline:report: " in printed
    for game in modules():
        for name in baselines(game):
            assert f"        baseline:{name}: {describe_baseline(game, name)}\n" in printed


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_baseline_has_its_words(language):
    known = load_catalogue(language)
    for game in modules():
        for name in baselines(game):
            assert known.keys() & {f"baseline.{game}.{name}", f"baseline.{name}"}
