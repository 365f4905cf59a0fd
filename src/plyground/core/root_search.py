"""The root of an alpha-beta search, where every move has a row of its own.

Inner nodes need only their best move; at the root, users want the line of each move, and all moves
that are equally good.
"""

from __future__ import annotations

from plyground.core.alphabeta import (
    CONTEXT_TYPES,
    child_alpha,
    child_beta,
    late_move_reduction,
    make_move,
    search,
    unmake_move,
)
from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.pointers import evaluate_of
from plyground.core.stack import (
    FUTILITY,
    HEURISTIC,
    LINE_AT,
    MAX_PLY,
    MODE,
    PROVEN_AT,
    STATE_SIZE,
    STATIC_AT,
    STOPPED,
)
from plyground.core.transposition_table import EXACT, LOWER, UPPER
from plyground.core.values import INFINITE

ROOT_SIGNATURE = f"int64(int64, int64, int64, int64, int64, int64, int64[:, ::1], {CONTEXT_TYPES})"

# Columns of a root move.
ROOT_MOVE = 0
ROOT_SCORE = 1
ROOT_BOUND = 2
ROOT_PROVEN = 3
ROOT_LINE = 4


@kernel
def search_root(
    first: int,
    count: int,
    depth: int,
    alpha: int,
    beta: int,
    ties: int,
    roots: Vector,
    stack: Vector,
    context: Vector,
    stop: Vector,
    table: Vector,
    history: Vector,
    features: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """Search the root moves `roots[first:count]` in their order; return the best score.

    Each row gets a score, its bound, whether it is proven, and a line. With `ties`, moves exactly
    as good as the best one have an exact bound too, and all others are known to be worse. Rows that
    were not searched, because of a stop or because the best score left the window, have bound 0.
    """
    child = stack[1]
    line_at = context[LINE_AT]
    best = -INFINITE
    selective = context[FUTILITY] != 0 and context[MODE] == HEURISTIC
    if selective:
        stack[0][context[STATIC_AT]] = evaluate_of(kernels)(
            stack[0][: context[STATE_SIZE]], features, tables
        )
    for index in range(first, count):
        roots[index, ROOT_BOUND] = 0
    for index in range(first, count):
        move = roots[index, ROOT_MOVE]
        same = make_move(0, move, stack, context, features, kernels, tables)
        sign = 1 if same else -1
        floor = max(alpha, best)
        score = INFINITE
        if best > alpha:
            # Test whether the move is better than the best one (or as good, with ties).
            low = child_alpha(best - ties, best - ties + 1, same)
            high = child_beta(best - ties, best - ties + 1, same)
            less = 0
            if selective and not ties and index > first + 1:
                less = late_move_reduction(depth, index - first, True, True, 0)
            score = sign * search(
                1, depth - 1 - less, low, high, 1,
                stack, context, stop, table, history, features, kernels, tables,
            )  # fmt: skip
            if less > 0 and score > best and context[STOPPED] == 0:
                score = sign * search(
                    1, depth - 1, low, high, 1,
                    stack, context, stop, table, history, features, kernels, tables,
                )  # fmt: skip
        if score > best - ties and context[STOPPED] == 0:
            score = sign * search(
                1, depth - 1, child_alpha(floor, beta, same), child_beta(floor, beta, same), 0,
                stack, context, stop, table, history, features, kernels, tables,
            )  # fmt: skip
            if ties and best > alpha:
                score = max(score, best)
        unmake_move(0, move, stack, context, features, kernels, tables)
        if context[STOPPED] != 0:
            break
        roots[index, ROOT_SCORE] = score
        roots[index, ROOT_PROVEN] = child[context[PROVEN_AT]]
        roots[index, ROOT_LINE] = min(child[line_at], MAX_PLY - 1)
        for step in range(roots[index, ROOT_LINE]):
            roots[index, ROOT_LINE + 1 + step] = child[line_at + 1 + step]
        if score >= beta:
            roots[index, ROOT_BOUND] = LOWER
        elif score > alpha and score > best - ties:
            roots[index, ROOT_BOUND] = EXACT
        else:
            roots[index, ROOT_BOUND] = UPPER
        if score > best:
            # The previous best moves are now known to be worse.
            for other in range(first, index):
                if best > alpha and roots[other, ROOT_BOUND] == EXACT:
                    roots[other, ROOT_BOUND] = UPPER
            best = score
            if best >= beta:
                break
    return best


ENTRIES = ((search_root, ROOT_SIGNATURE),)
