"""Move ordering: the table move, the game's own priors, killer moves and the history heuristic.

All terms are added in the units of history, which stays within +-`HISTORY_LIMIT`. A prior of a few
thousand is one hint among others; a prior of `URGENT` or more ranks before killers and history.
"""

from __future__ import annotations

from plyground.core import slots
from plyground.core.context import features_of, history_of, tables_of
from plyground.core.contract import Vector
from plyground.core.game_calls import MOVE_OUT_OF_RANGE, report_violation
from plyground.core.jit import kernel
from plyground.core.pointers import PRIORS, priors_of
from plyground.core.stack import KILLERS, MOVES, RANKS, frame_at, list_at, state_at

# `python bench/duel.py GAME plyground.core.move_ordering:KILLER - 0 --count --depth 6` shows the
# effect of one of these on a game.
HISTORY_LIMIT = 16_384
KILLER = 12_000
URGENT = 1_000_000
TABLE_MOVE = 1 << 50


@kernel
def rank_moves(context: Vector, ply: int, count: int, table_move: int) -> None:
    """Write the rank of each of a node's moves."""
    state = state_at(context, ply)
    moves = list_at(context, ply, MOVES)
    ranks = list_at(context, ply, RANKS)
    if context[PRIORS] != 0:
        priors_of(context)(state, moves, count, ranks, features_of(context), tables_of(context))
    else:
        for index in range(count):
            ranks[index] = 0
    history = history_of(context)
    limit = context[slots.MOVE_LIMIT]
    past = state[0] * limit
    frame = frame_at(context, ply)
    first_killer = frame[KILLERS]
    second_killer = frame[KILLERS + 1]
    for index in range(count):
        move = moves[index]
        if move < 0 or move >= limit:
            report_violation(context, MOVE_OUT_OF_RANGE, move)
            return
        ranks[index] += history[past + move]
        if move == table_move:
            ranks[index] += TABLE_MOVE
        elif move == first_killer:
            ranks[index] += KILLER
        elif move == second_killer:
            ranks[index] += KILLER - 1


@kernel
def pick_move(moves: Vector, ranks: Vector, index: int, count: int) -> int:
    """Bring the highest ranked of the moves from `index` on to `index`, and return it."""
    best = index
    for other in range(index + 1, count):
        if ranks[other] > ranks[best]:
            best = other
    move: int = moves[best]
    rank = ranks[best]
    # Shifted, not swapped: moves of equal rank stay in the order in which the game lists them.
    for place in range(best, index, -1):
        moves[place] = moves[place - 1]
        ranks[place] = ranks[place - 1]
    moves[index] = move
    ranks[index] = rank
    return move


@kernel
def reward_cut(context: Vector, ply: int, index: int, depth: int) -> None:
    """Update killers and history: the move at `index` caused a cutoff, those before it did not."""
    frame = frame_at(context, ply)
    moves = list_at(context, ply, MOVES)
    move = moves[index]
    if frame[KILLERS] != move:
        frame[KILLERS + 1] = frame[KILLERS]
        frame[KILLERS] = move
    past = state_at(context, ply)[0] * context[slots.MOVE_LIMIT]
    update_history(history_of(context), past, moves, index, min(depth * depth * 16, 2048))


@kernel
def update_history(history: Vector, past: int, moves: Vector, index: int, bonus: int) -> None:
    """Raise the history of the move at `index` and lower that of the moves before it.

    The change is the smaller, the nearer the value is to its limit.
    """
    for tried in range(index):
        place = past + moves[tried]
        history[place] -= bonus + history[place] * bonus // HISTORY_LIMIT
    place = past + moves[index]
    history[place] += bonus - history[place] * bonus // HISTORY_LIMIT
