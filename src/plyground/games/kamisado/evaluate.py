"""How good a position looks, and which moves look best.

Two things tell the winner of three positions in four (logistic regression over some 1,900
positions of known value): towers with an open way home, each of which forbids the opponent a
colour, and rows gained. Mobility, blocked towers and safe colours to call fitted better still, but
a search with them won no more games: it sees these by itself.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.games.kamisado.open_lines import has_open_way
from plyground.games.kamisado.rules import CALLED, FILL, GOAL, LEFT, PLACES, POINTS, SIDE

# `python bench/fit_kamisado.py` finds these two, roughly: runs of 25 to 50 seconds gave 270 to
# 460, and 30 to 60.
OPEN_WAY = 320
ROW = 45
# In a match no round looks so good that winning it would not be better.
MATCH_POINT = 1_000
ROUND_LIMIT = 900

# Priors, in the units of the search's own history, which stays below 20,000. Any of a wide range
# will do: `python bench/duel.py kamisado plyground.games.kamisado.evaluate:ADVANCE - 10000 --count
# --exact --depth 9` counts the nodes with another.
WINS = 1_000_000
ADVANCE = 3_000
DANGER = 20_000


def scale(goal: int) -> float:
    """The score that means winning chances of 73 %: by the regression in a single round, and a
    lead of half the points, as a guess, in a match."""
    return 400.0 if goal == 1 else MATCH_POINT * goal / 2


@kernel
def evaluate(state: Vector, features: Vector, tables: Vector) -> int:
    if tables[GOAL] == 1:
        return evaluate_round(state, tables)
    side = state[SIDE]
    score: int = MATCH_POINT * (state[POINTS + side] - state[POINTS + 1 - side])
    if state[CALLED] != FILL:
        score += min(max(evaluate_round(state, tables), -ROUND_LIMIT), ROUND_LIMIT)
    return score


@kernel
def evaluate_round(state: Vector, tables: Vector) -> int:
    """How good the round looks to the side to move."""
    ways = open_ways(state, 0, tables) - open_ways(state, 1, tables)
    # What side 0 has gained above row 1, less what side 1 has gained below row 8.
    rows = sum_of_rows(state[PLACES]) + sum_of_rows(state[PLACES + 1]) - 56
    score = OPEN_WAY * ways + ROW * rows
    return score if state[SIDE] == 0 else -score


@kernel
def open_ways(state: Vector, side: int, tables: Vector) -> int:
    """How many towers of a side have an open way home."""
    count = 0
    for colour in range(8):
        if has_open_way(state, side, colour, tables):
            count += 1
    return count


@kernel
def sum_of_rows(places: int) -> int:
    """The rows of a side's towers, counted from 0, added up in three foldings of the fields."""
    rows = (places >> 3) & 0o0707070707070707
    rows += rows >> 24
    rows += rows >> 12
    rows += rows >> 6
    return rows & 63


@kernel
def priors(
    state: Vector, moves: Vector, count: int, priors: Vector, features: Vector, tables: Vector
) -> None:
    """Winning moves first, then far ones; last those that call a tower with an open way home."""
    other = 1 - state[SIDE]
    for index in range(count):
        priors[index] = 0
        if moves[index] < LEFT:
            end = moves[index] & 63
            advance = end >> 3 if other == 1 else 7 - (end >> 3)
            priors[index] = ADVANCE * advance
            if advance == 7:
                priors[index] = WINS
            elif has_open_way(state, other, tables[end], tables):
                priors[index] -= DANGER
