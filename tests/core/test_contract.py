"""What the constructors of the contract refuse, each in one sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from plyground import POINT, Kernels, Problem, Rules, kernel, vector
from plyground.core.contract import KERNELS


@kernel
def moves(state, out, tables):
    return 0


@kernel
def play(state, move, tables):
    state[0] = 1 - state[0]


@kernel
def outcome(state, tables):
    return 0


@kernel
def init_features(state, features, tables):
    features[0] = 0


REQUIRED = {"moves": moves, "play": play, "outcome": outcome}


def make_rules(**changes):
    given = {"kernels": Kernels(**REQUIRED), "start": vector([0]), "move_limit": 1, "branching": 1}
    return Rules(**given | changes)


def test_three_kernels_are_enough():
    assert list(make_rules().kernels.present()) == ["moves", "play", "outcome"]


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        ("vector", {"start": [0, 1]}),
        ("vector", {"start": np.zeros(4)}),
        ("vector", {"start": np.zeros((2, 2), np.int64)}),
        ("vector", {"tables": np.zeros(3, np.int32)}),
        ("vector", {"tables": np.zeros(6, np.int64)[::2]}),
        ("first_slot", {"start": vector([])}),
        ("first_slot", {"start": vector([2, 12])}),
        ("first_slot", {"start": vector([-1])}),
        ("limit", {"branching": 0}),
        ("limit", {"move_limit": 0}),
        ("features", {"features_size": 3}),
        ("features_scratch", {"features_scratch": 1}),
        ("futility", {"futility": 100}),
    ],
)
def test_rules_that_cannot_be_right_are_refused(key, changes):
    with pytest.raises(Problem) as caught:
        make_rules(**changes)
    assert caught.value.key == f"problem.rules.{key}"


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        ("parameters", {"play": outcome}),
        ("parameters", {"outcome": 3}),
        ("parameters", {"evaluate": outcome}),
        ("features", {"init_features": init_features}),
    ],
)
def test_kernels_that_cannot_be_right_are_refused(key, changes):
    with pytest.raises(Problem) as caught:
        Kernels(**REQUIRED | changes)
    assert caught.value.key == f"problem.rules.{key}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("order", "priors"),
        ("remember", "init_features"),
        ("follow", "update_features"),
        ("forget", "revert_features"),
        ("tactics", "threat_search"),
        ("foresee", "known_result"),
        ("standing", "score_bounds"),
    ],
)
def test_an_old_name_of_a_kernel_is_answered_with_the_new_one(old, new):
    assert new in KERNELS
    with pytest.raises(Problem, match=f"`{old}` is now called `{new}`"):
        Kernels(**REQUIRED, **{old: outcome})


@pytest.mark.parametrize(
    ("old", "new"),
    [("memory_size", "features_size"), ("memory_kept", "features_scratch"), ("margin", "futility")],
)
def test_an_old_name_of_a_field_is_answered_with_the_new_one(old, new):
    assert hasattr(make_rules(), new)
    with pytest.raises(Problem, match=f"`{old}` is now called `{new}`"):
        make_rules(**{old: 1})


@pytest.mark.parametrize("old", ["undo", "grab"])
def test_a_kernel_that_is_gone_is_named(old):
    with pytest.raises(Problem, match=f"`{old}`"):
        Kernels(**REQUIRED, **{old: outcome})


@pytest.mark.parametrize(
    ("given", "scale"),
    [({}, 400), ({"scoring": True}, 4 * POINT), ({"scoring": True, "scale": 7.0}, 7)],
)
def test_scale_defaults_by_scoring(given, scale):
    rules = Rules(Kernels(moves, play, outcome), vector([0]), 1, 1, **given)
    assert rules.scale == scale
    assert replace(rules, branching=2).scale == scale


@pytest.mark.parametrize("scale", [-1.0, float("inf"), float("nan")])
def test_a_scale_that_is_none_is_refused(scale):
    with pytest.raises(Problem, match="scale"):
        Rules(Kernels(moves, play, outcome), vector([0]), 1, 1, scale=scale)
