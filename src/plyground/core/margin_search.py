"""The exact margin of a scoring game: null-window alpha-beta driven by MTD (Plaat et al., 1996).

A search answers one question about the side to move: can it still add at least `target` points to
its lead? The lead itself comes from the game's `score_bounds`, so positions that differ only in
points made share one table entry, and a game with tight bounds answers many questions at once.
Without `score_bounds` the lead is 0 until the end.

The second word of a table entry holds, from the low end, the least and the most that can be added
(20 bits each, raised by `_RAISED`).
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.pointers import (
    SCORE_BOUNDS,
    moves_of,
    outcome_of,
    priors_of,
    score_bounds_of,
)
from plyground.core.proof_stack import (
    FIRST,
    KEY,
    NODES,
    ORDERED,
    ROWS,
    SIZE,
    STOPPED,
    TOO_DEEP,
    UNKNOWN,
    find_entry,
    list_start,
    make_canonical,
    make_child,
    write_entry,
)
from plyground.core.transposition_table import probe
from plyground.core.values import LOSS, MARGIN, MARGIN_LIMIT, ONGOING, WIN

MOST = MARGIN_LIMIT - 1

# Fields of a row, in the order of `score_bounds`.
LEAD = FIRST
LEAST_MORE = FIRST + 1
MOST_MORE = FIRST + 2

_OFFSET = 1 << 19
_FIELD = (1 << 20) - 1

MARGIN_SIGNATURE = (
    "int64(int64, int64, int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])"
)


@kernel
def read_bound(word: int, target: int) -> int:
    """The answer of an entry, as `search_margin` returns it, or UNKNOWN."""
    if word != 0:
        least = (word & _FIELD) - _OFFSET
        most = ((word >> 20) & _FIELD) - _OFFSET
        if least >= target:
            return least
        if most < target:
            return most
    return UNKNOWN


@kernel
def store_bounds(table: Vector, key: int, least: int, most: int, nodes: int) -> None:
    """Merge bounds into the table entry of a position."""
    place = find_entry(table, key)
    word = table[place + 1]
    if table[place] ^ word == key:
        least = max(least, (word & _FIELD) - _OFFSET)
        most = min(most, ((word >> 20) & _FIELD) - _OFFSET)
    write_entry(table, place, key, (least + _OFFSET) | (most + _OFFSET) << 20, nodes)


@kernel
def compute_bounds(
    ply: int, rows: Vector, context: Vector, kernels: Vector, tables: Vector
) -> None:
    """Set the row's lead of the side to move, and the least and the most it can add."""
    size = context[SIZE]
    row = rows[ply]
    fields = row[2 * size + LEAD : 2 * size + LEAD + 3]
    result = outcome_of(kernels)(row[:size], tables)
    if result == ONGOING:
        if kernels[SCORE_BOUNDS] != 0:
            score_bounds_of(kernels)(row[:size], fields, tables)
            return
        fields[0] = 0
        fields[1] = -MOST
        fields[2] = MOST
        return
    fields[0] = 0
    if result == WIN:
        fields[0] = MOST
    elif result == LOSS:
        fields[0] = -MOST
    elif result > MARGIN_LIMIT:
        fields[0] = result - MARGIN
    fields[1] = 0
    fields[2] = 0


@kernel
def answer_without_search(
    target: int, ply: int, rows: Vector, context: Vector, kernels: Vector, tables: Vector
) -> int:
    """The answer if the row's bounds give it; else UNKNOWN, with the row's key set."""
    size = context[SIZE]
    row = rows[ply]
    least: int = row[2 * size + LEAST_MORE]
    most: int = row[2 * size + MOST_MORE]
    if least >= target:
        return least
    if most < target:
        return most
    row[2 * size + KEY] = make_canonical(ply, rows, context, kernels, tables)
    return UNKNOWN


@kernel
def child_target(target: int, gain: int, same_side: bool) -> int:
    """The target for a child whose move gained `gain` points."""
    return target - gain if same_side else gain - target + 1


@kernel(signature=MARGIN_SIGNATURE)
def search_margin(
    target: int,
    ply: int,
    rows: Vector,
    context: Vector,
    stop: Vector,
    table: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """Can the side to move still add `target` points? A bound of the most, n, that it can add.

    Returns r >= target: then n >= r; or r < target: then n <= r; or STOPPED (never before the root
    was probed), or TOO_DEEP for the rows.
    """
    # Step 1. Answer the root without search; children were tested by their parent.
    if ply == 0:
        compute_bounds(0, rows, context, kernels, tables)
        found = answer_without_search(target, 0, rows, context, kernels, tables)
        if found == UNKNOWN:
            found = read_bound(probe(table, rows[0, 2 * context[SIZE] + KEY]), target)
        if found != UNKNOWN:
            return found
    if stop[0] != 0:
        return STOPPED
    if ply + 1 >= context[ROWS]:
        return TOO_DEEP
    size = context[SIZE]
    row = rows[ply]
    below = rows[ply + 1]
    key = row[2 * size + KEY]
    least = row[2 * size + LEAST_MORE]
    most = row[2 * size + MOST_MORE]
    lead = row[2 * size + LEAD]
    before = context[NODES]

    # Step 2. Generate the moves and their priors.
    moves = row[list_start(0, context) : list_start(1, context)]
    ranks = row[list_start(1, context) : list_start(2, context)]
    keys = row[list_start(2, context) : list_start(3, context)]
    gains = row[list_start(3, context) : list_start(4, context)]
    count = moves_of(kernels)(row[:size], moves, tables)
    if context[ORDERED] != 0:
        priors_of(kernels)(row[:size], moves, count, ranks, tables[:0], tables)
    # No legal move ends the game as a draw.
    best = -MOST if count > 0 else -lead

    # Step 3. Test all children without search.
    pending = 0
    for index in range(count):
        move = moves[index]
        same_side = make_child(ply, move, rows, context, kernels, tables)
        context[NODES] += 1
        compute_bounds(ply + 1, rows, context, kernels, tables)
        child_lead = below[2 * size + LEAD]
        gain = child_lead - lead if same_side else -child_lead - lead
        child_goal = child_target(target, gain, same_side)
        found = answer_without_search(child_goal, ply + 1, rows, context, kernels, tables)
        if found == UNKNOWN:
            moves[pending] = move
            ranks[pending] = ranks[index] if context[ORDERED] != 0 else gain
            keys[pending] = below[2 * size + KEY]
            gains[pending] = 2 * gain + same_side
            pending += 1
        else:
            best = max(best, gain + found if same_side else gain - found)
            if best >= target:
                break

    # Step 4. Probe the table for all remaining children in one go, because then the processor
    # fetches many entries at once: twice as fast as one after the other.
    count = pending if best < target else 0
    pending = 0
    for index in range(count):
        gain = gains[index] >> 1
        same_side = gains[index] & 1 == 1
        found = read_bound(probe(table, keys[index]), child_target(target, gain, same_side))
        if found == UNKNOWN:
            moves[pending] = moves[index]
            ranks[pending] = ranks[index]
            pending += 1
        else:
            best = max(best, gain + found if same_side else gain - found)
            if best >= target:
                break

    # Step 5. Search the remaining children, the highest rank first.
    count = pending if best < target else 0
    for index in range(count):
        pick_best(moves, ranks, index, count)
        same_side = make_child(ply, moves[index], rows, context, kernels, tables)
        compute_bounds(ply + 1, rows, context, kernels, tables)
        child_lead = below[2 * size + LEAD]
        gain = child_lead - lead if same_side else -child_lead - lead
        child_goal = child_target(target, gain, same_side)
        found = answer_without_search(child_goal, ply + 1, rows, context, kernels, tables)
        if found == UNKNOWN:
            found = read_bound(probe(table, below[2 * size + KEY]), child_goal)
        if found == UNKNOWN:
            found = search_margin(child_goal, ply + 1, rows, context, stop, table, kernels, tables)
            if found > UNKNOWN:
                return found
        best = max(best, gain + found if same_side else gain - found)
        if best >= target:
            break

    # Step 6. Store the bound.
    if best >= target:
        store_bounds(table, key, best, most, context[NODES] - before)
    else:
        store_bounds(table, key, least, best, context[NODES] - before)
    return best


@kernel
def pick_best(moves: Vector, ranks: Vector, index: int, count: int) -> None:
    """Shift the highest ranked move from `index` on to `index`; the others keep their order."""
    best = index
    for other in range(index + 1, count):
        if ranks[other] > ranks[best]:
            best = other
    move = moves[best]
    while best > index:
        moves[best] = moves[best - 1]
        ranks[best] = ranks[best - 1]
        best -= 1
    moves[index] = move


ENTRIES = ((search_margin, MARGIN_SIGNATURE),)
