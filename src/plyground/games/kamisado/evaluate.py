"""The static evaluation of a position, and the priors of its moves.

Two features predict the winner of three positions in four (logistic regression over some 1,900
positions of known value): towers with an open line to the far row, each of which denies the
opponent a colour, and rows gained. Mobility, blocked towers and safe colours to force fitted better
still, but a search with them won no more games: it finds these by itself.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.games.kamisado.open_lines import has_open_line
from plyground.games.kamisado.rules import FILL, FORCED, GOAL, LEFT, POINTS, SIDE, SQUARES

# `python bench/fit_kamisado.py` finds these two, roughly: runs of 25 to 50 seconds gave 270 to
# 460, and 30 to 60.
OPEN_LINE = 320
ROW = 45
# In a match a round is worth less than the point for winning it.
MATCH_POINT = 1_000
ROUND_LIMIT = 900

# Priors, in units of the search's history heuristic, which stays below 20,000. Any of a wide
# range will do: `python bench/duel.py kamisado plyground.games.kamisado.evaluate:ADVANCE - 10000
# --count --exact --depth 9` counts the nodes with another.
WINS = 1_000_000
ADVANCE = 3_000
DANGER = 20_000


def choose_scale(goal: int) -> float:
    """The score that means a winning chance of 73 %: by the regression in a single round; in a
    match a lead of half the points, which is a guess."""
    return 400.0 if goal == 1 else MATCH_POINT * goal / 2


@kernel
def evaluate(state: Vector, features: Vector, tables: Vector) -> int:
    if tables[GOAL] == 1:
        return evaluate_round(state, tables)
    side = state[SIDE]
    score: int = MATCH_POINT * (state[POINTS + side] - state[POINTS + 1 - side])
    if state[FORCED] != FILL:
        score += min(max(evaluate_round(state, tables), -ROUND_LIMIT), ROUND_LIMIT)
    return score


@kernel
def evaluate_round(state: Vector, tables: Vector) -> int:
    """The score of the round for the side to move, whatever the score of the match."""
    lines = count_open_lines(state, 0, tables) - count_open_lines(state, 1, tables)
    # What side 0 has gained above row 1, less what side 1 has gained below row 8.
    rows = sum_rows(state[SQUARES]) + sum_rows(state[SQUARES + 1]) - 56
    score = OPEN_LINE * lines + ROW * rows
    return score if state[SIDE] == 0 else -score


@kernel
def count_open_lines(state: Vector, side: int, tables: Vector) -> int:
    """How many towers of a side have an open line to their far row."""
    count = 0
    for colour in range(8):
        if has_open_line(state, side, colour, tables):
            count += 1
    return count


@kernel
def sum_rows(squares: int) -> int:
    """The sum of the rows of a side's towers, counted from 0, by folding the fields three times."""
    rows = (squares >> 3) & 0o0707070707070707
    rows += rows >> 24
    rows += rows >> 12
    rows += rows >> 6
    return rows & 63


@kernel
def priors(
    state: Vector, moves: Vector, count: int, priors: Vector, features: Vector, tables: Vector
) -> None:
    """Winning moves first, then far ones; last those that force a tower with an open line."""
    other = 1 - state[SIDE]
    for index in range(count):
        priors[index] = 0
        if moves[index] < LEFT:
            end = moves[index] & 63
            advance = end >> 3 if other == 1 else 7 - (end >> 3)
            priors[index] = ADVANCE * advance
            if advance == 7:
                priors[index] = WINS
            elif has_open_line(state, other, tables[end], tables):
                priors[index] -= DANGER
