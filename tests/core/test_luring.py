"""A search that lures finds what beats opponents of a certain habit most often."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from plyground import Position, load_game
from plyground.core.limits import Stop
from plyground.core.luring import ODD_QUIET, ODD_TAKING, Luring

SETS = ["two_triangles", "pentagon_centre", "grid3x2"]


def ahead(position: Position, side: int) -> int:
    first, second = position.scene.score
    return first - second if side == 0 else second - first


def gain(position: Position, move: int) -> int:
    return ahead(position.play(move), position.side) - ahead(position, position.side)


def most_at_once(position: Position) -> list[int]:
    """The moves that bring most, if any brings something."""
    if position.is_over:
        return []
    gains = {move: gain(position, move) for move in position.codes}
    return [move for move in gains if gains[move] == max(gains.values()) > 0]


def exchange(position: Position) -> int:
    """What the side to move wins if both take the most in turn, each free to stop."""
    best = most_at_once(position)
    return max(0, worth(position, best[0])) if best else 0


def worth(position: Position, move: int) -> int:
    after = position.play(move)
    won = exchange(after)
    return gain(position, move) + (won if after.side == position.side else -won)


def usual_moves(position: Position, greedy: bool) -> list[int]:
    if greedy and (best := most_at_once(position)):
        return best
    worths = {move: worth(position, move) for move in position.codes}
    return [move for move in worths if worths[move] == max(worths.values())]


def distribution(position: Position, greedy: bool) -> dict[int, float]:
    """How likely each move is: the habit, and now and then another one that takes nothing."""
    usual, moves = usual_moves(position, greedy), position.codes
    chances = dict.fromkeys(moves, 0.0)
    for reply in usual:
        odd = (ODD_TAKING if gain(position, reply) else ODD_QUIET) / 1000
        for other in moves:
            strays = other if gain(position, other) == 0 else reply
            chances[strays] += odd / len(usual) / len(moves)
        chances[reply] += (1 - odd) / len(usual)
    return chances


def early_position(points: str, extra_move: bool, left: int) -> Position:
    game = load_game("triangles", set=points, extra_move=extra_move)
    line = [game.start()]
    while not line[-1].is_over:
        line.append(line[-1].play(line[-1].codes[-1]))
    return line[-1 - left]


def run(position: Position, greedy: float, simulations: int) -> list[int]:
    luring = Luring(position.game.rules, position.game.native())
    return luring.run(position.state, greedy, Stop(), simulations).tolist()


@pytest.mark.parametrize("greedy", [True, False])
@pytest.mark.parametrize("extra_move", [False, True])
@pytest.mark.parametrize("points", SETS)
def test_what_is_tried_most_beats_such_an_opponent_most_often(points, extra_move, greedy):
    position = early_position(points, extra_move, left=6)
    side = position.side

    @cache
    def share(position: Position) -> float:
        """How much of a game is won by the best play against such an opponent."""
        if position.is_over:
            margin = ahead(position, side)
            return 0.5 if margin == 0 else float(margin > 0)
        if position.side == side:
            return max(share(position.play(move)) for move in position.codes)
        chances = distribution(position, greedy)
        return sum(chance * share(position.play(move)) for move, chance in chances.items())

    best = run(position, float(greedy), 20_000)[0]
    assert share(position.play(best)) == pytest.approx(share(position), abs=0.05)


@pytest.mark.parametrize("extra_move", [False, True])
@pytest.mark.parametrize("points", SETS)
def test_odds_of_moves_are_those_of_the_habits(points, extra_move):
    for left in (4, 6):
        position = early_position(points, extra_move, left)
        luring = Luring(position.game.rules, position.game.native())
        for kind, greedy in enumerate((True, False)):
            usual = usual_moves(position, greedy)
            odds = {move: luring.odds(position.state, move)[kind] for move in position.codes}
            others = [odds[move] for move in odds if move not in usual]
            assert min(odds[move] for move in usual) > max(others, default=0.0)
            assert 0.7 < sum(odds.values()) < 1.1


def test_what_was_found_is_kept_when_the_game_goes_on():
    position = early_position("pentagon_centre", False, left=8)
    luring = Luring(position.game.rules, position.game.native())
    move = int(luring.run(position.state, 0.5, Stop(), 5_000)[0])
    luring.advance(move)
    after = position.play(move)
    tried = luring.run(after.play(after.codes[0]).state, 0.5, Stop(), 64)
    assert set(tried.tolist()) <= set(after.play(after.codes[0]).codes)


def test_a_tree_of_another_position_is_not_used():
    luring = None
    positions = [early_position("pentagon_centre", False, left) for left in (9, 6, 3)]
    for one, other in pairwise(positions):
        luring = luring or Luring(one.game.rules, one.game.native())
        luring.run(one.state, 0.5, Stop(), 256)
        assert set(luring.run(other.state, 0.5, Stop(), 256).tolist()) <= set(other.codes)


def test_no_time_means_no_move():
    position = early_position("grid3x2", False, left=6)
    stop = Stop()
    stop.set()
    luring = Luring(position.game.rules, position.game.native())
    assert len(luring.run(position.state, 0.5, stop)) == 0
