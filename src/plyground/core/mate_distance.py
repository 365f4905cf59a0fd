"""How soon a side can force its win: an exact AND/OR search with a bound on the plies.

A question is asked of the side to move: can it force a win within `depth` plies (`won` is 1), or
must it lose within them (`won` is 0)? A driver asks with growing depths. The answers hold on
whatever path a node is reached, so the table needs no care for cycles.

The second word of a table entry holds, from the low end: two numbers of plies (14 bits each),
the kind (2), the move that answered best (16). Of an open position the numbers tell the least
plies to a win and to a loss; of one that is won or lost, the least and the most plies to that end.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.pointers import KNOWN_RESULT, known_result_of, moves_of, outcome_of
from plyground.core.proof_stack import (
    KEY,
    NODES,
    SIZE,
    STOPPED,
    UNKNOWN,
    WORD,
    advance,
    identify,
    list_at,
    place_of,
    put,
)
from plyground.core.transposition_table import NO_MOVE, probe
from plyground.core.values import LOSS, ONGOING, WIN
from plyground.core.values import WON as WON_NOW

NEVER = (1 << 14) - 1

# Kinds of entries.
OPEN = 0
LOST = 1
WON = 2

# A position of which nothing is known but that it is not over: no end within less than one ply.
_NOTHING = 1 | 1 << 14
_KNOWLEDGE = (1 << 30) - 1
# A shallower search costs less than its place in the table.
KEPT = 2

SEEK_SIGNATURE = (
    "int64(int64, int64, int64, int64[:, ::1], "
    "int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])"
)


@kernel
def recall(word: int, won: int, depth: int) -> int:
    """What an entry answers, in the terms of `seek`, or UNKNOWN."""
    if word == 0:
        return UNKNOWN
    one = word & NEVER
    two = (word >> 14) & NEVER
    kind = (word >> 28) & 3
    if kind == OPEN:
        least = one if won == 1 else two
        return least if least > depth else UNKNOWN
    if kind != LOST + won:
        return NEVER
    if two <= depth:
        return two
    return one if one > depth else UNKNOWN


@kernel
def recall_move(word: int) -> int:
    return (word >> 30) & NO_MOVE if word != 0 else NO_MOVE


@kernel
def learn(word: int, won: int, depth: int, plies: int) -> int:
    """An entry's word with an answer added to it."""
    one = word & NEVER
    two = (word >> 14) & NEVER
    kind = (word >> 28) & 3
    if plies <= depth:
        if kind == OPEN:
            one = one if won == 1 else two
            two = plies
        two = min(two, plies)
        kind = LOST + won
    elif kind == OPEN and won == 0:
        two = max(two, plies)
    elif kind == OPEN or kind == LOST + won:
        one = max(one, plies)
    return one | two << 14 | kind << 28


@kernel
def keep(table: Vector, key: int, won: int, depth: int, plies: int, move: int, nodes: int) -> None:
    """Add an answer to what the table knows of a position."""
    place = place_of(table, key)
    word = table[place + 1]
    known = word & _KNOWLEDGE if table[place] ^ word == key else _NOTHING
    put(table, place, key, learn(known, won, depth, plies) | min(move, NO_MOVE) << 30, nodes)


@kernel
def glance(
    won: int, depth: int, ply: int, rows: Vector, context: Vector, kernels: Vector, tables: Vector
) -> int:
    """The answer if rules and game tell it at once, else UNKNOWN."""
    state = rows[ply][: context[SIZE]]
    result = outcome_of(kernels)(state, tables)
    if result != ONGOING:
        return 0 if result == (WIN if won == 1 else LOSS) else NEVER
    if depth == 0:
        return 1
    if kernels[KNOWN_RESULT] != 0:
        score = known_result_of(kernels)(state, tables)
        if score != 0:
            return WON_NOW - abs(score) if (score > 0) == (won == 1) else NEVER
    return UNKNOWN


@kernel
def look_up(
    won: int,
    depth: int,
    ply: int,
    rows: Vector,
    context: Vector,
    table: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """What the table answers, or UNKNOWN. Notes key and entry."""
    notes = rows[ply][2 * context[SIZE] :]
    notes[KEY] = identify(ply, rows, context, kernels, tables)
    notes[WORD] = probe(table, notes[KEY])
    return recall(notes[WORD], won, depth)


@kernel
def with_child(best: int, plies: int, won: int) -> int:
    """A win takes its best child, a loss the one that lasts longest."""
    return min(best, plies) if won == 1 else max(best, plies)


@kernel
def is_decided(best: int, depth: int, won: int) -> bool:
    """A win needs one child that keeps within the depth; a loss, that all do."""
    return (best < depth) == (won == 1)


@kernel(signature=SEEK_SIGNATURE)
def seek(
    won: int,
    depth: int,
    ply: int,
    rows: Vector,
    context: Vector,
    stop: Vector,
    table: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """Bound the plies n after which best play ends in a win (or loss) of the side to move.

    n is NEVER if that end cannot be forced. Returns r <= depth: then n <= r; or r > depth: then
    n >= r. STOPPED when told to stop, but not before a look at the root.
    """
    # Step 1. Children were looked at before they came here; the root was not.
    if ply == 0:
        plies = glance(won, depth, 0, rows, context, kernels, tables)
        if plies == UNKNOWN:
            plies = look_up(won, depth, 0, rows, context, table, kernels, tables)
        if plies != UNKNOWN:
            return plies
    if stop[0] != 0:
        return STOPPED
    size = context[SIZE]
    row = rows[ply]
    key = row[2 * size + KEY]
    is_kept = depth >= KEPT or ply == 0
    hint = recall_move(row[2 * size + WORD]) if is_kept else NO_MOVE
    before = context[NODES]

    # Step 2. A glance at all children may decide.
    moves = row[list_at(0, context) : list_at(1, context)]
    keys = row[list_at(1, context) : list_at(2, context)]
    asked = row[list_at(2, context) : list_at(3, context)]
    count = moves_of(kernels)(row[:size], moves, tables)
    best = NEVER if won == 1 or count == 0 else 0
    best_move = hint
    waiting = 0
    for index in range(count):
        move = moves[index]
        same = advance(ply, move, rows, context, kernels, tables)
        context[NODES] += 1
        asks = won if same else 1 - won
        plies = glance(asks, depth - 1, ply + 1, rows, context, kernels, tables)
        if plies == UNKNOWN:
            if depth > KEPT:
                keys[waiting] = identify(ply + 1, rows, context, kernels, tables)
            asked[waiting] = asks
            moves[waiting] = move
            waiting += 1
            continue
        best = with_child(best, plies, won)
        if is_decided(best, depth, won):
            best_move = move
            break

    # Step 3. So may the table. All children are looked up in one go, because then the processor
    # fetches many entries at once. What is left waits for a search, the table's move first.
    count = 0 if is_decided(best, depth, won) else waiting
    waiting = 0
    for index in range(count):
        move = moves[index]
        plies = UNKNOWN
        if depth > KEPT:
            plies = recall(probe(table, keys[index]), asked[index], depth - 1)
        if plies == UNKNOWN:
            moves[waiting] = move
            if move == hint:
                moves[waiting] = moves[0]
                moves[0] = move
            waiting += 1
            continue
        best = with_child(best, plies, won)
        if is_decided(best, depth, won):
            best_move = move
            break

    # Step 4. Search the children that are left. (One may have been met on another path meanwhile.)
    count = 0 if is_decided(best, depth, won) else waiting
    for index in range(count):
        same = advance(ply, moves[index], rows, context, kernels, tables)
        asks = won if same else 1 - won
        plies = UNKNOWN
        if depth > KEPT:
            plies = look_up(asks, depth - 1, ply + 1, rows, context, table, kernels, tables)
        if plies == UNKNOWN:
            plies = seek(asks, depth - 1, ply + 1, rows, context, stop, table, kernels, tables)
            if plies == STOPPED:
                return STOPPED
        best = with_child(best, plies, won)
        if is_decided(best, depth, won):
            best_move = moves[index]
            break

    # Step 5. One ply more from here; remember it.
    if best < NEVER:
        best += 1
    if is_kept:
        keep(table, key, won, depth, best, best_move, context[NODES] - before)
    return best


ENTRIES = ((seek, SEEK_SIGNATURE),)
