"""The root of an alpha-beta search, where every move has a row of its own.

Inner nodes need only their best move; at the root, users want the line of each move, and all moves
that are equally good.
"""

from __future__ import annotations

from plyground.core import slots
from plyground.core.alphabeta import (
    child_alpha,
    child_beta,
    is_selective,
    late_move_reduction,
    search,
)
from plyground.core.context import CONTEXT, root_moves_of
from plyground.core.contract import Vector
from plyground.core.game_calls import evaluate, make_move, unmake_move
from plyground.core.jit import kernel
from plyground.core.stack import MAX_PLY, PROVEN, STATIC, frame_at, line_at
from plyground.core.transposition_table import EXACT, LOWER, UPPER
from plyground.core.values import INFINITE

ROOT_SIGNATURE = f"int64({CONTEXT}, int64, int64, int64, int64, int64, int64)"

# Columns of a root move.
ROOT_MOVE = 0
ROOT_SCORE = 1
ROOT_BOUND = 2
ROOT_PROVEN = 3
ROOT_LINE = 4
ROOT_COLUMNS = ROOT_LINE + 1 + MAX_PLY


@kernel
def search_root(
    context: Vector, first: int, count: int, depth: int, alpha: int, beta: int, ties: int
) -> int:
    """Search the root moves from `first` up to `count` in their order; return the best score.

    Each row gets a score, its bound, whether it is proven, and a line. With `ties`, moves exactly
    as good as the best one have an exact bound too, and all others are known to be worse. Rows that
    were not searched, because of a stop or because the best score left the window, have bound 0.
    """
    roots = root_moves_of(context)
    child = frame_at(context, 1)
    line = line_at(context, 1)
    best = -INFINITE
    selective = is_selective(context)
    if selective:
        frame_at(context, 0)[STATIC] = evaluate(context, 0)
    for index in range(first, count):
        roots[index, ROOT_BOUND] = 0
    for index in range(first, count):
        move = roots[index, ROOT_MOVE]
        same = make_move(context, 0, move)
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
            score = sign * search(context, 1, depth - 1 - less, low, high, 1)
            if less > 0 and score > best and context[slots.STOPPED] == 0:
                score = sign * search(context, 1, depth - 1, low, high, 1)
        if score > best - ties and context[slots.STOPPED] == 0:
            low = child_alpha(floor, beta, same)
            high = child_beta(floor, beta, same)
            score = sign * search(context, 1, depth - 1, low, high, 0)
            if ties and best > alpha:
                score = max(score, best)
        unmake_move(context, 0, move)
        if context[slots.STOPPED] != 0:
            break
        roots[index, ROOT_SCORE] = score
        roots[index, ROOT_PROVEN] = child[PROVEN]
        roots[index, ROOT_LINE] = min(line[0], MAX_PLY - 1)
        for step in range(roots[index, ROOT_LINE]):
            roots[index, ROOT_LINE + 1 + step] = line[1 + step]
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
