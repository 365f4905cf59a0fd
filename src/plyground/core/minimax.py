"""Textbook minimax in native code: no table, no deepening, moves in the order of the game.

The reference for all other searches: `plain_search` without pruning visits the whole tree to its
depth; with pruning it is negamax with alpha-beta.
"""

from __future__ import annotations

from plyground.core.alphabeta import child_alpha, child_beta, make_move, unmake_move
from plyground.core.contract import BOUNDS_SIZE, Vector
from plyground.core.jit import kernel
from plyground.core.pointers import (
    EVALUATE,
    SCORE_BOUNDS,
    evaluate_of,
    moves_of,
    outcome_of,
    score_bounds_of,
)
from plyground.core.stack import (
    MAX_PLY,
    MOVES_AT,
    NODE_LIMIT,
    NODES,
    PRIORS_AT,
    PROVEN_AT,
    SCORE_BOUNDS_AT,
    STATE_SIZE,
    STOPPED,
)
from plyground.core.values import INFINITE, ONGOING, POINT, outcome_score

_V = "int64[::1]"
PLAIN_SIGNATURE = (
    f"int64(int64, int64, int64, int64, int64, int64[:, ::1], {_V}, {_V}, {_V}, {_V}, {_V})"
)


@kernel(signature=PLAIN_SIGNATURE)
def plain_search(
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    prune: int,
    stack: Vector,
    context: Vector,
    stop: Vector,
    features: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """The minimax score to `depth` for the side to move (within the window, if pruning).

    The frame's `PROVEN_AT` slot is 1 if no line was cut off by the horizon.
    """
    frame = stack[ply]
    state = stack[ply][: context[STATE_SIZE]]
    proven_at = context[PROVEN_AT]
    frame[proven_at] = 1
    context[NODES] += 1
    if stop[0] != 0 or context[NODES] > context[NODE_LIMIT]:
        context[STOPPED] = 1
        return 0
    result = outcome_of(kernels)(state, tables)
    if result != ONGOING:
        return outcome_score(result, ply)
    if depth <= 0 or ply >= MAX_PLY:
        frame[proven_at] = 0
        return horizon_score(state, frame, context, features, kernels, tables)
    moves = frame[context[MOVES_AT] : context[PRIORS_AT]]
    count = moves_of(kernels)(state, moves, tables)
    if count == 0:
        return 0
    best = -INFINITE
    for index in range(count):
        same = make_move(ply, moves[index], stack, context, features, kernels, tables)
        sign = 1 if same else -1
        low = child_alpha(max(alpha, best), beta, same) if prune else -INFINITE
        high = child_beta(max(alpha, best), beta, same) if prune else INFINITE
        score = sign * plain_search(
            ply + 1, depth - 1, low, high, prune, stack, context, stop, features, kernels, tables
        )
        unmake_move(ply, moves[index], stack, context, features, kernels, tables)
        if context[STOPPED] != 0:
            return 0
        frame[proven_at] &= stack[ply + 1, proven_at]
        best = max(best, score)
        if prune and best >= beta:
            break
    return best


@kernel
def horizon_score(
    state: Vector, frame: Vector, context: Vector, features: Vector, kernels: Vector, tables: Vector
) -> int:
    """The game's evaluation; without one, the lead in points, if the game has score bounds."""
    if kernels[EVALUATE] != 0:
        return evaluate_of(kernels)(state, features, tables)
    if kernels[SCORE_BOUNDS] == 0:
        return 0
    score_bounds = frame[context[SCORE_BOUNDS_AT] : context[SCORE_BOUNDS_AT] + BOUNDS_SIZE]
    score_bounds_of(kernels)(state, score_bounds, tables)
    ahead: int = score_bounds[0]
    return ahead * POINT


ENTRIES = ((plain_search, PLAIN_SIGNATURE),)
