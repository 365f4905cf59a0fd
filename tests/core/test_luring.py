"""A search that lures finds what beats opponents of a certain habit most often."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from plyground import Position, load_game
from plyground.core.habits import (
    COUNTING,
    GREEDY,
    KINDS,
    LEAST_CHANCE,
    ODD_ORDERLY,
    ODD_QUIET,
    ODD_TAKING,
    ORDERLY,
    PASSED_OVER,
    Chances,
)
from plyground.core.limits import Stop
from plyground.core.luring import Luring

SETS = ["two_triangles", "pentagon_centre", "grid3x2"]
EVEN = np.full(KINDS, 1 / KINDS)


def ahead(position: Position, side: int) -> int:
    first, second = position.scene.score
    return first - second if side == 0 else second - first


@cache
def gain(position: Position, move: int) -> int:
    return ahead(position.play(move), position.side) - ahead(position, position.side)


def most_at_once(position: Position) -> list[int]:
    """The moves that bring most, if any brings something."""
    if position.is_over:
        return []
    gains = {move: gain(position, move) for move in position.codes}
    return [move for move in gains if gains[move] == max(gains.values()) > 0]


def next_taken(before: Position, after: Position, most: int) -> int | None:
    """What is taken next in a chain: something that the last move opened, or made worth more."""
    best, known = most_at_once(after), most_at_once(before)
    opened = [move for move in best if move not in known]
    if not opened and best and gain(after, best[0]) > most:
        opened = best
    return opened[0] if opened else None


def counted(position: Position, move: int) -> int:
    """What a taking move brings, less what is taken in turn of what it opened."""
    best = most_at_once(position)
    return gain(position, move) - won_back(position, move, gain(position, best[0]))


def won_back(position: Position, move: int, most: int) -> int:
    """What the opponent of who plays the move wins in turn after it; less than 0 if who does."""
    after = position.play(move)
    taken = next_taken(position, after, most)
    if taken is None:
        return 0
    won = max(0, gain(after, taken) - won_back(after, taken, gain(after, taken)))
    return won if after.side != position.side else -won


def calm_moves(position: Position) -> list[int]:
    """Moves that take nothing: those that leave nothing to take, or else more than one thing."""
    left = {
        move: len(most_at_once(position.play(move)))
        for move in position.codes
        if gain(position, move) == 0
    }
    for wanted in ({0}, set(range(2, 100)), {1}):
        if found := [move for move in left if left[move] in wanted]:
            return found
    return list(position.codes)


def usual_moves(position: Position, habit: int) -> list[int]:
    taking = [move for move in position.codes if gain(position, move) > 0]
    if habit == GREEDY:
        return most_at_once(position) or calm_moves(position)
    taking = [move for move in taking if counted(position, move) > 0]
    most = max((gain(position, move) for move in taking), default=0)
    return [move for move in taking if gain(position, move) == most] or calm_moves(position)


def distribution(position: Position, kind: int) -> dict[int, float]:
    """How likely each move is: the habit, and now and then another one that takes nothing."""
    usual, moves = usual_moves(position, kind % ORDERLY), position.codes
    takes = gain(position, usual[0]) > 0
    weights = [1 / len(usual)] * len(usual)
    odd = (ODD_TAKING if takes else ODD_QUIET) / 1000
    if kind >= ORDERLY:
        odd = ODD_ORDERLY / 1000
        passes = 0.0 if takes else PASSED_OVER / 1000
        weights = [(1 - passes) * passes**rank for rank in range(len(usual))]
        weights[-1] = passes ** (len(usual) - 1)
    chances = dict.fromkeys(moves, 0.0)
    for reply, weight in zip(usual, weights, strict=True):
        for other in moves:
            strays = other if gain(position, other) == 0 else reply
            chances[strays] += weight * odd / len(moves)
        chances[reply] += weight * (1 - odd)
    return chances


def early_position(points: str, extra_move: bool, left: int) -> Position:
    game = load_game("triangles", set=points, extra_move=extra_move)
    line = [game.start()]
    while not line[-1].is_over:
        line.append(line[-1].play(line[-1].codes[-1]))
    return line[-1 - left]


def all_of_kind(kind: int) -> Chances:
    return np.eye(KINDS)[kind]


def run(position: Position, kind: int, simulations: int) -> list[int]:
    luring = Luring(position.game.rules, position.game.native())
    return luring.run(position.state, all_of_kind(kind), Stop(), simulations).tolist()


@pytest.mark.parametrize("kind", range(KINDS))
@pytest.mark.parametrize("extra_move", [False, True])
@pytest.mark.parametrize("points", SETS)
def test_what_is_tried_most_beats_such_an_opponent_most_often(points, extra_move, kind):
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
        chances = distribution(position, kind)
        return sum(chance * share(position.play(move)) for move, chance in chances.items())

    best = run(position, kind, 20_000)[0]
    assert share(position.play(best)) == pytest.approx(share(position), abs=0.05)


@pytest.mark.parametrize("extra_move", [False, True])
@pytest.mark.parametrize("points", SETS)
def test_chances_of_moves_are_those_of_the_habits(points, extra_move):
    for left in (3, 4, 5, 6, 7):
        position = early_position(points, extra_move, left)
        luring = Luring(position.game.rules, position.game.native())
        found = {move: luring.chances(position.state, move) for move in position.codes}
        for kind in range(KINDS):
            expected = distribution(position, kind)
            for move in position.codes:
                assert found[move][kind] == pytest.approx(expected[move], abs=2 * LEAST_CHANCE)


@pytest.mark.parametrize("habit", [GREEDY, COUNTING])
def test_an_orderly_player_plays_the_first_of_equals(habit):
    position = load_game("triangles", n=12, seed=3).start()
    luring = Luring(position.game.rules, position.game.native())
    first, second = (luring.chances(position.state, move) for move in position.codes[:2])
    assert first[habit + ORDERLY] > 5 * second[habit + ORDERLY]
    assert first[habit] == pytest.approx(second[habit])


def test_what_was_found_is_kept_when_the_game_goes_on():
    position = early_position("pentagon_centre", False, left=8)
    luring = Luring(position.game.rules, position.game.native())
    move = int(luring.run(position.state, EVEN, Stop(), 5_000)[0])
    luring.advance(move)
    after = position.play(move)
    tried = luring.run(after.play(after.codes[0]).state, EVEN, Stop(), 64)
    assert set(tried.tolist()) <= set(after.play(after.codes[0]).codes)


def test_a_tree_of_another_position_is_not_used():
    luring = None
    positions = [early_position("pentagon_centre", False, left) for left in (9, 6, 3)]
    for one, other in pairwise(positions):
        luring = luring or Luring(one.game.rules, one.game.native())
        luring.run(one.state, EVEN, Stop(), 256)
        assert set(luring.run(other.state, EVEN, Stop(), 256).tolist()) <= set(other.codes)


def test_a_tree_of_the_other_side_is_not_used():
    position = early_position("pentagon_centre", False, left=9)
    used = Luring(position.game.rules, position.game.native())
    move = int(used.run(position.state, EVEN, Stop(), 2_000)[0])
    after = position.play(move)
    used.advance(move)
    assert set(used.run(after.state, EVEN, Stop(), 2_000).tolist()) <= set(after.codes)


def test_no_time_means_no_move():
    position = early_position("grid3x2", False, left=6)
    stop = Stop()
    stop.set()
    luring = Luring(position.game.rules, position.game.native())
    assert len(luring.run(position.state, EVEN, stop)) == 0
