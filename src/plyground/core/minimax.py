"""Textbook minimax in native code: no table, no deepening, moves in the order of the game.

The reference for all other searches: `plain_search` without pruning visits the whole tree to its
depth; with pruning it is negamax with alpha-beta.
"""

from __future__ import annotations

from plyground.core import slots
from plyground.core.alphabeta import child_alpha, child_beta
from plyground.core.context import CONTEXT, stop_of
from plyground.core.contract import Vector
from plyground.core.game_calls import (
    evaluate,
    list_moves,
    make_move,
    read_outcome,
    read_score_bounds,
    unmake_move,
)
from plyground.core.jit import kernel
from plyground.core.pointers import EVALUATE, SCORE_BOUNDS
from plyground.core.stack import MAX_PLY, MOVES, PROVEN, bounds_at, frame_at, list_at, state_at
from plyground.core.values import INFINITE, ONGOING, POINT, outcome_score

PLAIN_SIGNATURE = f"int64({CONTEXT}, int64, int64, int64, int64, int64)"


@kernel(signature=PLAIN_SIGNATURE)
def plain_search(context: Vector, ply: int, depth: int, alpha: int, beta: int, prune: int) -> int:
    """The minimax score to `depth` for the side to move (within the window, if pruning).

    The frame's `PROVEN` field is 1 if no line was cut off by the horizon.
    """
    frame = frame_at(context, ply)
    child = frame_at(context, ply + 1)
    frame[PROVEN] = 1
    context[slots.NODES] += 1
    if stop_of(context)[0] != 0 or context[slots.NODES] > context[slots.NODE_LIMIT]:
        context[slots.STOPPED] = 1
        return 0
    result = read_outcome(context, state_at(context, ply))
    if result != ONGOING:
        return outcome_score(result, ply)
    if depth <= 0 or ply >= MAX_PLY:
        frame[PROVEN] = 0
        return horizon_score(context, ply)
    moves = list_at(context, ply, MOVES)
    count = list_moves(context, state_at(context, ply), moves)
    if count == 0:
        return 0
    best = -INFINITE
    for index in range(count):
        same = make_move(context, ply, moves[index])
        sign = 1 if same else -1
        low = child_alpha(max(alpha, best), beta, same) if prune else -INFINITE
        high = child_beta(max(alpha, best), beta, same) if prune else INFINITE
        score = sign * plain_search(context, ply + 1, depth - 1, low, high, prune)
        unmake_move(context, ply, moves[index])
        if context[slots.STOPPED] != 0:
            return 0
        frame[PROVEN] &= child[PROVEN]
        best = max(best, score)
        if prune and best >= beta:
            break
    return best


@kernel
def horizon_score(context: Vector, ply: int) -> int:
    """The game's evaluation; without one, the lead in points, if the game has score bounds."""
    if context[EVALUATE] != 0:
        return evaluate(context, ply)
    if context[SCORE_BOUNDS] == 0:
        return 0
    bounds = bounds_at(context, ply)
    read_score_bounds(context, state_at(context, ply), bounds)
    ahead: int = bounds[0]
    return ahead * POINT


ENTRIES = ((plain_search, PLAIN_SIGNATURE),)
