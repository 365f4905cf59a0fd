"""A search that lures is minimax against an opponent that takes the most it can at once."""

from __future__ import annotations

import pytest

from plyground import Position, load_game
from plyground.core.deepening import AlphaBeta
from plyground.core.limits import Limit, Stop
from plyground.core.values import POINT


def ahead(position: Position, side: int) -> int:
    first, second = position.scene.score
    return first - second if side == 0 else second - first


def best_margin(position: Position, side: int, seen: dict[Position, int]) -> int:
    """What `side` gets by the best play against such an opponent, by trying everything."""
    if position.is_over:
        return ahead(position, side)
    if position not in seen:
        after = [position.play(move) for move in position.codes]
        if position.side == side:
            seen[position] = max(best_margin(child, side, seen) for child in after)
        else:
            most = max(ahead(child, 1 - side) for child in after)
            taken = [child for child in after if ahead(child, 1 - side) == most]
            seen[position] = min(best_margin(child, side, seen) for child in taken)
    return seen[position]


@pytest.mark.parametrize("side_moved", [0, 1])
@pytest.mark.parametrize("extra_move", [False, True])
@pytest.mark.parametrize("points", ["two_triangles", "pentagon_centre", "grid3x2"])
def test_luring_finds_what_such_an_opponent_lets_us_have(points, extra_move, side_moved):
    game = load_game("triangles", set=points, extra_move=extra_move)
    position = game.start()
    for _ in range(3 + side_moved):
        position = position.play(position.codes[-1])
    search = AlphaBeta(game.rules, game.native(), 4)
    found = search.run(position.state, Limit(depth=40), Stop(), luring=True)
    assert found.best.score == best_margin(position, position.side, {}) * POINT


def test_what_a_lure_brings_is_not_taken_for_the_value():
    """The table keeps them apart: a sound search after a luring one finds what it always finds."""
    game = load_game("triangles", set="two_triangles")
    position = game.start().play(0).play(game.start().play(0).codes[-1])
    fresh = AlphaBeta(game.rules, game.native(), 4).run(position.state, Limit(depth=40), Stop())
    search = AlphaBeta(game.rules, game.native(), 4)
    search.run(position.state, Limit(depth=40), Stop(), luring=True)
    sound = search.run(position.state, Limit(depth=40), Stop())
    assert fresh.proven
    assert (sound.best.score, sound.proven) == (fresh.best.score, True)
