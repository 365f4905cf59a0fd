"""Distance to mate: an exact AND/OR search with a bound on the plies.

A search answers one question about the side to move: can it force a win within `depth` plies (`won`
is 1), or must it lose within them (`won` is 0)? A driver asks with growing depths. The answers hold
on whatever path a node is reached, so the table needs no care for cycles.

The second word of a table entry holds, from the low end: two numbers of plies (14 bits each),
the kind (2), the best move (16). For an open position the numbers are the least plies to a win and
to a loss; for one that is won or lost, the least and the most plies to that end.
"""

from __future__ import annotations

from plyground.core import slots
from plyground.core.context import CONTEXT, table_of
from plyground.core.contract import Vector
from plyground.core.game_calls import list_moves, make_child, read_known_result, read_outcome
from plyground.core.jit import kernel
from plyground.core.pointers import KNOWN_RESULT
from plyground.core.proof_stack import INTERRUPTED, UNKNOWN, is_interrupted, make_canonical
from plyground.core.stack import ENTRY, MOVES, POSITION_KEY, frame_at, list_at, state_at
from plyground.core.transposition_table import (
    BY_EFFORT,
    NO_MOVE,
    find_entry,
    probe,
    write_entry,
)
from plyground.core.values import LOSS, ONGOING, WIN, WON

NEVER = (1 << 14) - 1

# Kinds of entries.
OPEN = 0
LOST_ENTRY = 1
WON_ENTRY = 2

# Lists of a frame, behind the moves.
CHILDREN_WON = 1
KEYS = 2

# Nothing is known but that the position is not over: no end within less than one ply.
_NOTHING = 1 | 1 << 14
_ANSWER_BITS = (1 << 30) - 1
# Shallower searches are cheaper than a table entry.
STORE_DEPTH = 2

DISTANCE_SIGNATURE = f"int64({CONTEXT}, int64, int64, int64)"


@kernel
def read_answer(word: int, won: int, depth: int) -> int:
    """The answer of an entry, as `search_distance` returns it, or UNKNOWN."""
    if word == 0:
        return UNKNOWN
    one = word & NEVER
    two = (word >> 14) & NEVER
    kind = (word >> 28) & 3
    if kind == OPEN:
        least = one if won == 1 else two
        return least if least > depth else UNKNOWN
    if kind != LOST_ENTRY + won:
        return NEVER
    if two <= depth:
        return two
    return one if one > depth else UNKNOWN


@kernel
def read_move(word: int) -> int:
    return (word >> 30) & NO_MOVE if word != 0 else NO_MOVE


@kernel
def merge_answer(word: int, won: int, depth: int, plies: int) -> int:
    """An entry's word with an answer added to it."""
    one = word & NEVER
    two = (word >> 14) & NEVER
    kind = (word >> 28) & 3
    if plies <= depth:
        if kind == OPEN:
            one = one if won == 1 else two
            two = plies
        two = min(two, plies)
        kind = LOST_ENTRY + won
    elif kind == OPEN and won == 0:
        two = max(two, plies)
    elif kind == OPEN or kind == LOST_ENTRY + won:
        one = max(one, plies)
    return one | two << 14 | kind << 28


@kernel
def store_answer(
    table: Vector, key: int, won: int, depth: int, plies: int, move: int, nodes: int
) -> None:
    """Merge an answer into the table entry of a position."""
    place = find_entry(table, key, BY_EFFORT)
    word = table[place + 1]
    known = word & _ANSWER_BITS if table[place] ^ word == key else _NOTHING
    write_entry(
        table, place, key, merge_answer(known, won, depth, plies) | min(move, NO_MOVE) << 30, nodes
    )


@kernel
def answer_without_search(context: Vector, ply: int, won: int, depth: int) -> int:
    """The answer if the outcome or `known_result` gives it, else UNKNOWN."""
    state = state_at(context, ply)
    result = read_outcome(context, state)
    if result != ONGOING:
        return 0 if result == (WIN if won == 1 else LOSS) else NEVER
    if depth == 0:
        return 1
    if context[KNOWN_RESULT] != 0:
        score = read_known_result(context, state)
        if score != 0:
            return WON - abs(score) if (score > 0) == (won == 1) else NEVER
    return UNKNOWN


@kernel
def probe_answer(context: Vector, ply: int, won: int, depth: int) -> int:
    """The table's answer, or UNKNOWN. Sets the frame's key and entry."""
    frame = frame_at(context, ply)
    frame[POSITION_KEY] = make_canonical(context, ply)
    frame[ENTRY] = probe(table_of(context), frame[POSITION_KEY])
    return read_answer(frame[ENTRY], won, depth)


@kernel
def combine(best: int, plies: int, won: int) -> int:
    """Add a child's plies: a win takes the shortest, a loss the longest."""
    return min(best, plies) if won == 1 else max(best, plies)


@kernel
def is_answered(best: int, depth: int, won: int) -> bool:
    """Is the answer certain? A win needs one child within the depth; a loss, that all are."""
    return (best < depth) == (won == 1)


@kernel(signature=DISTANCE_SIGNATURE)
def search_distance(context: Vector, ply: int, won: int, depth: int) -> int:
    """Bound the plies n after which best play ends in a win (or loss) of the side to move.

    n is NEVER if that end cannot be forced. Returns r <= depth: then n <= r; or r > depth: then
    n >= r; or INTERRUPTED, but never before the root was probed.
    """
    # Step 1. Answer the root without search; children were tested by their parent.
    if ply == 0:
        plies = answer_without_search(context, 0, won, depth)
        if plies == UNKNOWN:
            plies = probe_answer(context, 0, won, depth)
        if plies != UNKNOWN:
            return plies
    if is_interrupted(context):
        return INTERRUPTED
    table = table_of(context)
    frame = frame_at(context, ply)
    key = frame[POSITION_KEY]
    is_stored = depth >= STORE_DEPTH or ply == 0
    hint = read_move(frame[ENTRY]) if is_stored else NO_MOVE
    before = context[slots.NODES]

    # Step 2. Test all children without search.
    moves = list_at(context, ply, MOVES)
    keys = list_at(context, ply, KEYS)
    children_won = list_at(context, ply, CHILDREN_WON)
    count = list_moves(context, state_at(context, ply), moves)
    best = NEVER if won == 1 or count == 0 else 0
    best_move = hint
    pending = 0
    for index in range(count):
        move = moves[index]
        same_side = make_child(context, ply, move)
        context[slots.NODES] += 1
        child_won = won if same_side else 1 - won
        plies = answer_without_search(context, ply + 1, child_won, depth - 1)
        if plies == UNKNOWN:
            if depth > STORE_DEPTH:
                keys[pending] = make_canonical(context, ply + 1)
            children_won[pending] = child_won
            moves[pending] = move
            pending += 1
            continue
        best = combine(best, plies, won)
        if is_answered(best, depth, won):
            best_move = move
            break

    # Step 3. Probe the table for all remaining children in one go, because then the processor
    # fetches many entries at once. Those without an answer are searched, the table move first.
    count = 0 if is_answered(best, depth, won) else pending
    pending = 0
    for index in range(count):
        move = moves[index]
        plies = UNKNOWN
        if depth > STORE_DEPTH:
            plies = read_answer(probe(table, keys[index]), children_won[index], depth - 1)
        if plies == UNKNOWN:
            moves[pending] = move
            if move == hint:
                moves[pending] = moves[0]
                moves[0] = move
            pending += 1
            continue
        best = combine(best, plies, won)
        if is_answered(best, depth, won):
            best_move = move
            break

    # Step 4. Search the remaining children. (One may have been reached on another path meanwhile.)
    count = 0 if is_answered(best, depth, won) else pending
    for index in range(count):
        same_side = make_child(context, ply, moves[index])
        child_won = won if same_side else 1 - won
        plies = UNKNOWN
        if depth > STORE_DEPTH:
            plies = probe_answer(context, ply + 1, child_won, depth - 1)
        if plies == UNKNOWN:
            plies = search_distance(context, ply + 1, child_won, depth - 1)
            if plies == INTERRUPTED:
                return INTERRUPTED
        best = combine(best, plies, won)
        if is_answered(best, depth, won):
            best_move = moves[index]
            break

    # Step 5. Add one ply and store the answer.
    if best < NEVER:
        best += 1
    if is_stored:
        store_answer(table, key, won, depth, best, best_move, context[slots.NODES] - before)
    return best


ENTRIES = ((search_distance, DISTANCE_SIGNATURE),)
