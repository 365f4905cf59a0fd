"""The engine in Triangles from solved positions: never less than the exact value.

The bench command does the same with seconds; here nodes are counted, so that a slow machine is
only slow.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from plyground.agents.specs import agent
from plyground.core.limits import Limit
from plyground.games.triangles import Triangles
from plyground.reports import find_baselines

SCRIPT = Path(__file__).parents[2] / "bench" / "triangles_exact.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("triangles_exact", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", find_baselines("triangles"))
def test_engine_makes_what_the_solver_promises(script, name):
    engine, opponent = agent("engine"), agent(f"baseline:{name}")
    solved = list(script.make_positions(14, left=12, seed=7))
    assert any(one.value > 0 for one in solved)
    assert any(one.value == 0 for one in solved)
    for one in solved:
        end = script.play_out(one, engine, opponent, Limit(nodes=20_000))
        assert script.get_margin(end, one.side) >= one.value, (end.game, end.text)


def test_random_moves_make_less(script):
    player, opponent = agent("random:seed=1"), agent("baseline:report")
    margins = [
        script.get_margin(script.play_out(one, player, opponent, Limit()), one.side) - one.value
        for one in script.make_positions(14, left=12, seed=7)
    ]
    assert min(margins) < 0


def test_margin_is_for_a_side(script):
    """Three and one inside are lost by one for whoever moves first."""
    lost = script.SolvedPosition(Triangles(set="triangle_inside").start(), side=1, value=1)
    end = script.play_out(lost, agent("engine"), agent("baseline"), Limit(nodes=20_000))
    assert script.get_margin(end, 1) == -script.get_margin(end, 0) >= 1
