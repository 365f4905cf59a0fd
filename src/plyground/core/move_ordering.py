"""Move ordering: the table move, the game's own priors, killer moves and the history heuristic.

All terms are added in the units of history, which stays within +-`HISTORY_LIMIT`. A prior of a few
thousand is one hint among others; a prior of `URGENT` or more ranks before killers and history.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.pointers import PRIORS, priors_of
from plyground.core.stack import KILLERS_AT, MOVE_LIMIT, MOVES_AT, PRIORS_AT

# `python bench/duel.py GAME plyground.core.move_ordering:KILLER - 0 --count --depth 6` shows the
# effect of one of these on a game.
HISTORY_LIMIT = 16_384
KILLER = 12_000
URGENT = 1_000_000
TABLE_MOVE = 1 << 50


@kernel
def rank_moves(
    state: Vector,
    frame: Vector,
    count: int,
    table_move: int,
    context: Vector,
    history: Vector,
    features: Vector,
    kernels: Vector,
    tables: Vector,
) -> None:
    """Write the rank of each of the frame's moves."""
    moves = frame[context[MOVES_AT] : context[MOVES_AT] + count]
    ranks = frame[context[PRIORS_AT] : context[PRIORS_AT] + count]
    if kernels[PRIORS] != 0:
        priors_of(kernels)(state, moves, count, ranks, features, tables)
    else:
        for index in range(count):
            ranks[index] = 0
    past = state[0] * context[MOVE_LIMIT]
    first_killer = frame[context[KILLERS_AT]]
    second_killer = frame[context[KILLERS_AT] + 1]
    for index in range(count):
        move = moves[index]
        ranks[index] += history[past + move]
        if move == table_move:
            ranks[index] += TABLE_MOVE
        elif move == first_killer:
            ranks[index] += KILLER
        elif move == second_killer:
            ranks[index] += KILLER - 1


@kernel
def pick_move(frame: Vector, index: int, count: int, context: Vector) -> int:
    """Bring the highest ranked of the moves from `index` on to `index`, and return it."""
    moves_at = context[MOVES_AT]
    ranks_at = context[PRIORS_AT]
    best = index
    for other in range(index + 1, count):
        if frame[ranks_at + other] > frame[ranks_at + best]:
            best = other
    move: int = frame[moves_at + best]
    rank = frame[ranks_at + best]
    # Shifted, not swapped: moves of equal rank stay in the order in which the game lists them.
    for place in range(best, index, -1):
        frame[moves_at + place] = frame[moves_at + place - 1]
        frame[ranks_at + place] = frame[ranks_at + place - 1]
    frame[moves_at + index] = move
    frame[ranks_at + index] = rank
    return move


@kernel
def reward_cut(
    frame: Vector, index: int, depth: int, side: int, context: Vector, history: Vector
) -> None:
    """Update killers and history: the move at `index` caused a cutoff, those before it did not."""
    moves_at = context[MOVES_AT]
    killers_at = context[KILLERS_AT]
    move = frame[moves_at + index]
    if frame[killers_at] != move:
        frame[killers_at + 1] = frame[killers_at]
        frame[killers_at] = move
    past = side * context[MOVE_LIMIT]
    bonus = min(depth * depth * 16, 2048)
    for tried in range(index):
        place = past + frame[moves_at + tried]
        history[place] -= bonus + history[place] * bonus // HISTORY_LIMIT
    history[past + move] += bonus - history[past + move] * bonus // HISTORY_LIMIT
