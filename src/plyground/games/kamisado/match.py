"""What the result of a round is worth in a match: the chance to win the match after it.

The model knows points, rings and who begins. A round is won by the challenger, who begins, with a
chance that depends on the rings of both sides; which of the winner's towers gets through depends on
their ranks. The chance to win the match follows by recursion, because points only grow.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from plyground.core.contract import Vector
from plyground.games.game import Game
from plyground.games.kamisado import rules
from plyground.games.position import Position
from plyground.games.rounds import Grade, Grades

# `python bench/fit_kamisado_match.py --matches 120 --seed 1` finds these, from 2,144 rounds: the
# challenger's within 0.05, those of rings within 0.03, 0.06 and 0.17. Only one round was won by a
# triple sumo, so its arrival is little more than "rarely".
CHALLENGE = 0.69
RINGS = (0.0, 0.09, -0.34, -1.87)
ARRIVAL = (1.0, 0.84, 0.66, 0.06)

RANKS = range(4)

Towers = tuple[int, ...]
"""How many towers of each rank a side has."""


Result = tuple[int, int]
"""Who wins a round, and the rank of the tower that gets through."""


def grade_round(position: Position, round_game: Game) -> Grades:
    """The results of the round in progress or, between two rounds, of the next one."""
    side = position.side
    towers = [count_towers(position.state, each) for each in (0, 1)]
    results: dict[float, list[Result]] = {}
    possible = [(each, rank) for each in (0, 1) for rank in RANKS if towers[each][rank]]
    for result in possible:
        results.setdefault(_rate_result(position, result), []).append(result)
    *better, worst = sorted(results, reverse=True)
    grades, differences = [], []
    wanted: set[Result] = set()
    for chance in better:
        wanted.update(results[chance])
        # A result that the winner does not want is void.
        void = [result for result in possible if (result in wanted) != (result[0] == side)]
        grades.append(Grade(chance, _ask(position, round_game, void)))
        differences.append(sum(towers[winner][rank] for winner, rank in void))
    # The question that is nearest to that for any win.
    won = differences.index(min(differences)) + 1
    return Grades((*grades, Grade(worst)), won)


def _rate_result(position: Position, result: Result) -> float:
    """The chance of the side to move to win the match after a result of the round."""
    winner, rank = result
    state = position.state
    sides = 1 - winner, winner
    points = [int(state[rules.POINTS + side]) for side in sides]
    towers = [count_towers(state, side) for side in sides]
    chance = _lose_round(
        position.game.settings["points"], points[0], points[1], towers[0], towers[1], rank
    )
    return chance if position.side != winner else 1 - chance


def _ask(position: Position, round_game: Game, void: list[Result]) -> Position:
    """The position as a single round in which some results are void."""
    state = np.array(position.state)
    state[rules.VOID : rules.VOID + 2] = 0
    for winner, rank in void:
        state[rules.VOID + winner] |= 1 << rank
    return Position(round_game, state)


def count_towers(state: Vector, side: int) -> Towers:
    ranks = [int(rules.rank_of(state, side, colour)) for colour in range(8)]
    return tuple(ranks.count(rank) for rank in RANKS)


@cache
def win_match(goal: int, points: int, against: int, towers: Towers, others: Towers) -> float:
    """The chance of the challenger to win the match, at the beginning of a round."""
    odds = CHALLENGE + sum(
        weight * (own - other) for weight, own, other in zip(RINGS, towers, others, strict=True)
    )
    round_chance = 1 / (1 + math.exp(-odds))
    won = sum(
        share * (1 - _lose_round(goal, against, points, others, towers, rank))
        for rank, share in _share_arrivals(towers)
    )
    lost = sum(
        share * _lose_round(goal, points, against, towers, others, rank)
        for rank, share in _share_arrivals(others)
    )
    return round_chance * won + (1 - round_chance) * lost


def _lose_round(
    goal: int, points: int, against: int, towers: Towers, others: Towers, rank: int
) -> float:
    """The chance to win the match after a round lost to a tower of that rank: the loser begins the
    next."""
    against += 1 << rank
    if against >= goal:
        return 0.0
    promoted = list(others)
    promoted[rank] -= 1
    promoted[min(rank + 1, 3)] += 1
    return win_match(goal, points, against, towers, tuple(promoted))


def _share_arrivals(towers: Towers) -> list[tuple[int, float]]:
    """How likely the tower with which a round is won has each rank."""
    weights = [count * weight for count, weight in zip(towers, ARRIVAL, strict=True)]
    return [(rank, weights[rank] / sum(weights)) for rank in RANKS if weights[rank]]
