"""Minimax as the textbook has it, in native code: no table, no deepening, no order but the game's.

It is the measure for everything cleverer: `plain_search` without pruning visits the whole tree to
its depth; with pruning it is negamax with alpha-beta.
"""

from __future__ import annotations

from plyground.core.alphabeta import lower_bound, make_move, take_back, upper_bound
from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.pointers import (
    EVALUATE,
    STANDING,
    evaluate_of,
    moves_of,
    outcome_of,
    standing_of,
)
from plyground.core.stack import (
    IN_PLACE,
    MAX_PLY,
    MOVES_AT,
    NODE_LIMIT,
    NODES,
    PRIORS_AT,
    PROVEN_AT,
    STANDING_AT,
    STATE_SIZE,
    STOPPED,
)
from plyground.core.values import INFINITE, ONGOING, POINT, score_of

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
    frames: Vector,
    desk: Vector,
    stop: Vector,
    memory: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """The minimax score to `depth` for the side to move (within the window, if pruning).

    The frame says whether it is proven: whether no line was ended by the horizon.
    """
    frame = frames[ply]
    state = frames[0 if desk[IN_PLACE] else ply][: desk[STATE_SIZE]]
    proven_at = desk[PROVEN_AT]
    frame[proven_at] = 1
    desk[NODES] += 1
    if stop[0] != 0 or desk[NODES] > desk[NODE_LIMIT]:
        desk[STOPPED] = 1
        return 0
    result = outcome_of(kernels)(state, tables)
    if result != ONGOING:
        return score_of(result, ply)
    if depth <= 0 or ply >= MAX_PLY:
        frame[proven_at] = 0
        return horizon_score(state, frame, desk, memory, kernels, tables)
    moves = frame[desk[MOVES_AT] : desk[PRIORS_AT]]
    count = moves_of(kernels)(state, moves, tables)
    if count == 0:
        return 0
    best = -INFINITE
    for index in range(count):
        same = make_move(ply, moves[index], frames, desk, memory, kernels, tables)
        sign = 1 if same else -1
        low = lower_bound(max(alpha, best), beta, same) if prune else -INFINITE
        high = upper_bound(max(alpha, best), beta, same) if prune else INFINITE
        score = sign * plain_search(
            ply + 1, depth - 1, low, high, prune, frames, desk, stop, memory, kernels, tables
        )
        take_back(ply, moves[index], frames, desk, memory, kernels, tables)
        if desk[STOPPED] != 0:
            return 0
        frame[proven_at] &= frames[ply + 1, proven_at]
        best = max(best, score)
        if prune and best >= beta:
            break
    return best


@kernel
def horizon_score(
    state: Vector, frame: Vector, desk: Vector, memory: Vector, kernels: Vector, tables: Vector
) -> int:
    """The game's evaluation; without one, the points made so far, if the game tells them."""
    if kernels[EVALUATE] != 0:
        return evaluate_of(kernels)(state, memory, tables)
    if kernels[STANDING] == 0:
        return 0
    standing = frame[desk[STANDING_AT] : desk[STANDING_AT] + 3]
    standing_of(kernels)(state, standing, tables)
    ahead: int = standing[0]
    return ahead * POINT


ENTRIES = ((plain_search, PLAIN_SIGNATURE),)
