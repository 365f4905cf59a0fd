"""The segments that complete most triangles at once, and that a wrong answer is told."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from plyground import Problem, check_game, kernel
from plyground.core.contract import Rules
from plyground.games.triangles import Triangles


def points(position) -> int:
    return sum(position.scene.score)


def grabbed(position) -> list[int]:
    out = np.zeros(position.game.rules.branching, np.int64)
    count = position.game.kernel("grab")(np.array(position.state), out, position.game.rules.tables)
    return sorted(out[:count].tolist())


@pytest.mark.parametrize("extra_move", [False, True])
def test_what_brings_most_at_once_is_what_counting_the_triangles_says(extra_move):
    random, seen = Random(7), set()
    for seed in range(6):
        position = Triangles(n=9, seed=seed, extra_move=extra_move).start()
        while not position.is_over:
            gains = {
                move: points(position.play(move)) - points(position) for move in position.codes
            }
            most = max(gains.values())
            assert grabbed(position) == sorted(m for m in gains if gains[m] == most > 0)
            seen.add(most)
            position = position.play(random.choice(position.codes))
        assert grabbed(position) == []
    assert seen == {0, 1, 2}


@kernel
def grab_nothing(state, out, tables):
    return 0


class Ungrabbing(Triangles):
    def build(self) -> Rules:
        rules = super().build()
        return replace(rules, kernels=replace(rules.kernels, grab=grab_nothing))


def test_a_grab_that_leaves_something_out_is_told():
    with pytest.raises(Problem) as caught:
        check_game(Ungrabbing(n=6), playouts=5)
    why = caught.value.values.get("why")
    assert isinstance(why, Problem)
    assert why.key == "problem.check.grab"
