"""The exact margin of a scoring game: alpha-beta in its simplest form, a yes or no at a time.

A question is asked of the side to move: can it still add at least `target` points to its lead? The
lead itself comes from the game's `standing`, so positions that differ only in points made share one
table entry, and a game that tells the least and the most still to be had answers many questions
at once. Without `standing` everything lies in the future: the lead is nought until the end. A
driver narrows the margin down with a few questions (Plaat's MTD).

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
    ROOM,
    SIZE,
    STOPPED,
    TOO_DEEP,
    UNKNOWN,
    advance,
    identify,
    list_at,
    place_of,
    put,
)
from plyground.core.transposition_table import probe
from plyground.core.values import LOSS, MARGIN, MARGIN_LIMIT, ONGOING, WIN

MOST = MARGIN_LIMIT - 1

# Notes of a row, in the order of `standing`.
LEAD = FIRST
LEAST_MORE = FIRST + 1
MOST_MORE = FIRST + 2

_RAISED = 1 << 19
_FIELD = (1 << 20) - 1

WEIGH_SIGNATURE = (
    "int64(int64, int64, int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])"
)


@kernel
def recall(word: int, target: int) -> int:
    """What an entry answers, in the terms of `weigh`, or UNKNOWN."""
    if word != 0:
        least = (word & _FIELD) - _RAISED
        most = ((word >> 20) & _FIELD) - _RAISED
        if least >= target:
            return least
        if most < target:
            return most
    return UNKNOWN


@kernel
def keep(table: Vector, key: int, least: int, most: int, nodes: int) -> None:
    """Add bounds to what the table knows of a position."""
    place = place_of(table, key)
    word = table[place + 1]
    if table[place] ^ word == key:
        least = max(least, (word & _FIELD) - _RAISED)
        most = min(most, ((word >> 20) & _FIELD) - _RAISED)
    put(table, place, key, (least + _RAISED) | (most + _RAISED) << 20, nodes)


@kernel
def take_stock(ply: int, rows: Vector, context: Vector, kernels: Vector, tables: Vector) -> None:
    """Note the lead of the side to move, and the least and the most it can add."""
    size = context[SIZE]
    row = rows[ply]
    notes = row[2 * size + LEAD : 2 * size + LEAD + 3]
    result = outcome_of(kernels)(row[:size], tables)
    if result == ONGOING:
        if kernels[SCORE_BOUNDS] != 0:
            score_bounds_of(kernels)(row[:size], notes, tables)
            return
        notes[0] = 0
        notes[1] = -MOST
        notes[2] = MOST
        return
    notes[0] = 0
    if result == WIN:
        notes[0] = MOST
    elif result == LOSS:
        notes[0] = -MOST
    elif result > MARGIN_LIMIT:
        notes[0] = result - MARGIN
    notes[1] = 0
    notes[2] = 0


@kernel
def glance(
    target: int, ply: int, rows: Vector, context: Vector, kernels: Vector, tables: Vector
) -> int:
    """The answer if the stock taken gives it, else UNKNOWN; then the key is noted."""
    size = context[SIZE]
    row = rows[ply]
    least: int = row[2 * size + LEAST_MORE]
    most: int = row[2 * size + MOST_MORE]
    if least >= target:
        return least
    if most < target:
        return most
    row[2 * size + KEY] = identify(ply, rows, context, kernels, tables)
    return UNKNOWN


@kernel
def child_target(target: int, gain: int, same: bool) -> int:
    """What to ask of a child whose move brought `gain`."""
    return target - gain if same else gain - target + 1


@kernel(signature=WEIGH_SIGNATURE)
def weigh(
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

    Returns r >= target: then n >= r; or r < target: then n <= r. Or why not: STOPPED (but not
    before a glance at the root), or TOO_DEEP for the rows.
    """
    # Step 1. Children were looked at before they came here; the root was not.
    if ply == 0:
        take_stock(0, rows, context, kernels, tables)
        found = glance(target, 0, rows, context, kernels, tables)
        if found == UNKNOWN:
            found = recall(probe(table, rows[0, 2 * context[SIZE] + KEY]), target)
        if found != UNKNOWN:
            return found
    if stop[0] != 0:
        return STOPPED
    if ply + 1 >= context[ROOM]:
        return TOO_DEEP
    size = context[SIZE]
    row = rows[ply]
    below = rows[ply + 1]
    key = row[2 * size + KEY]
    least = row[2 * size + LEAST_MORE]
    most = row[2 * size + MOST_MORE]
    lead = row[2 * size + LEAD]
    before = context[NODES]

    # Step 2. The moves, and the game's own opinion of them.
    moves = row[list_at(0, context) : list_at(1, context)]
    ranks = row[list_at(1, context) : list_at(2, context)]
    keys = row[list_at(2, context) : list_at(3, context)]
    gains = row[list_at(3, context) : list_at(4, context)]
    count = moves_of(kernels)(row[:size], moves, tables)
    if context[ORDERED] != 0:
        priors_of(kernels)(row[:size], moves, count, ranks, tables[:0], tables)
    # A game that is stuck is a draw.
    best = -MOST if count > 0 else -lead

    # Step 3. A glance at all children may decide.
    waiting = 0
    for index in range(count):
        move = moves[index]
        same = advance(ply, move, rows, context, kernels, tables)
        context[NODES] += 1
        take_stock(ply + 1, rows, context, kernels, tables)
        theirs = below[2 * size + LEAD]
        gain = theirs - lead if same else -theirs - lead
        asked = child_target(target, gain, same)
        found = glance(asked, ply + 1, rows, context, kernels, tables)
        if found == UNKNOWN:
            moves[waiting] = move
            ranks[waiting] = ranks[index] if context[ORDERED] != 0 else gain
            keys[waiting] = below[2 * size + KEY]
            gains[waiting] = 2 * gain + same
            waiting += 1
        else:
            best = max(best, gain + found if same else gain - found)
            if best >= target:
                break

    # Step 4. So may the table. All children are looked up in one go, because then the processor
    # fetches many entries at once: twice as fast as each in its turn.
    count = waiting if best < target else 0
    waiting = 0
    for index in range(count):
        gain = gains[index] >> 1
        same = gains[index] & 1 == 1
        found = recall(probe(table, keys[index]), child_target(target, gain, same))
        if found == UNKNOWN:
            moves[waiting] = moves[index]
            ranks[waiting] = ranks[index]
            waiting += 1
        else:
            best = max(best, gain + found if same else gain - found)
            if best >= target:
                break

    # Step 5. Search the children that are left, the highest rank first.
    count = waiting if best < target else 0
    for index in range(count):
        bring_best(moves, ranks, index, count)
        same = advance(ply, moves[index], rows, context, kernels, tables)
        take_stock(ply + 1, rows, context, kernels, tables)
        theirs = below[2 * size + LEAD]
        gain = theirs - lead if same else -theirs - lead
        asked = child_target(target, gain, same)
        found = glance(asked, ply + 1, rows, context, kernels, tables)
        if found == UNKNOWN:
            found = recall(probe(table, below[2 * size + KEY]), asked)
        if found == UNKNOWN:
            found = weigh(asked, ply + 1, rows, context, stop, table, kernels, tables)
            if found > UNKNOWN:
                return found
        best = max(best, gain + found if same else gain - found)
        if best >= target:
            break

    # Step 6. Remember what was found.
    if best >= target:
        keep(table, key, best, most, context[NODES] - before)
    else:
        keep(table, key, least, best, context[NODES] - before)
    return best


@kernel
def bring_best(moves: Vector, ranks: Vector, index: int, count: int) -> None:
    """Move the highest ranked from `index` on to `index`, and leave the others in their order."""
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


ENTRIES = ((weigh, WEIGH_SIGNATURE),)
