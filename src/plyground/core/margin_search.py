"""The exact margin of a scoring game: null-window alpha-beta driven by MTD (Plaat et al., 1996).

A search answers one question about the side to move: can it still add at least `target` points to
its lead? The lead itself comes from the game's `score_bounds`, so positions that differ only in
points made share one table entry, and a game with tight bounds answers many questions at once.
Without `score_bounds` the lead is 0 until the end.

The second word of a table entry holds, from the low end, the least and the most that can be added
(20 bits each, raised by `_RAISED`).
"""

from __future__ import annotations

from plyground.core import slots
from plyground.core.context import CONTEXT, table_of, tables_of
from plyground.core.contract import Vector
from plyground.core.game_calls import list_moves, make_child, read_outcome, read_score_bounds
from plyground.core.jit import kernel
from plyground.core.move_ordering import pick_move
from plyground.core.pointers import SCORE_BOUNDS, priors_of
from plyground.core.proof_stack import (
    INTERRUPTED,
    TOO_DEEP,
    UNKNOWN,
    is_interrupted,
    make_canonical,
)
from plyground.core.stack import (
    BOUNDS,
    MOVES,
    POSITION_KEY,
    RANKS,
    bounds_at,
    frame_at,
    list_at,
    state_at,
)
from plyground.core.transposition_table import BY_EFFORT, find_entry, probe, write_entry
from plyground.core.values import LOSS, MARGIN, MARGIN_LIMIT, ONGOING, WIN

MOST = MARGIN_LIMIT - 1

# Fields of a frame, in the order of `score_bounds`.
LEAD = BOUNDS
LEAST_MORE = BOUNDS + 1
MOST_MORE = BOUNDS + 2
# Lists of a frame, behind the moves and their ranks.
KEYS = 2
GAINS = 3

_OFFSET = 1 << 19
_FIELD = (1 << 20) - 1

MARGIN_SIGNATURE = f"int64({CONTEXT}, int64, int64)"


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
    place = find_entry(table, key, BY_EFFORT)
    word = table[place + 1]
    if table[place] ^ word == key:
        least = max(least, (word & _FIELD) - _OFFSET)
        most = min(most, ((word >> 20) & _FIELD) - _OFFSET)
    write_entry(table, place, key, (least + _OFFSET) | (most + _OFFSET) << 20, nodes)


@kernel
def compute_bounds(context: Vector, ply: int) -> None:
    """Set the frame's lead of the side to move, and the least and the most it can add."""
    state = state_at(context, ply)
    bounds = bounds_at(context, ply)
    result = read_outcome(context, state)
    if result == ONGOING:
        if context[SCORE_BOUNDS] != 0:
            read_score_bounds(context, state, bounds)
            return
        bounds[0] = 0
        bounds[1] = -MOST
        bounds[2] = MOST
        return
    bounds[0] = 0
    if result == WIN:
        bounds[0] = MOST
    elif result == LOSS:
        bounds[0] = -MOST
    elif result > MARGIN_LIMIT:
        bounds[0] = result - MARGIN
    bounds[1] = 0
    bounds[2] = 0


@kernel
def answer_without_search(context: Vector, ply: int, target: int) -> int:
    """The answer if the frame's bounds give it; else UNKNOWN, with the frame's key set."""
    frame = frame_at(context, ply)
    least: int = frame[LEAST_MORE]
    most: int = frame[MOST_MORE]
    if least >= target:
        return least
    if most < target:
        return most
    frame[POSITION_KEY] = make_canonical(context, ply)
    return UNKNOWN


@kernel
def child_target(target: int, gain: int, same_side: bool) -> int:
    """The target for a child whose move gained `gain` points."""
    return target - gain if same_side else gain - target + 1


@kernel(signature=MARGIN_SIGNATURE)
def search_margin(context: Vector, ply: int, target: int) -> int:
    """Can the side to move still add `target` points? A bound of the most, n, that it can add.

    Returns r >= target: then n >= r; or r < target: then n <= r; or INTERRUPTED (never before the
    root was probed), or TOO_DEEP for the stack.
    """
    frame = frame_at(context, ply)
    table = table_of(context)
    # Step 1. Answer the root without search; children were tested by their parent.
    if ply == 0:
        compute_bounds(context, 0)
        found = answer_without_search(context, 0, target)
        if found == UNKNOWN:
            found = read_bound(probe(table, frame[POSITION_KEY]), target)
        if found != UNKNOWN:
            return found
    if is_interrupted(context):
        return INTERRUPTED
    if ply + 1 >= context[slots.FRAME_COUNT]:
        return TOO_DEEP
    below = frame_at(context, ply + 1)
    key = frame[POSITION_KEY]
    least = frame[LEAST_MORE]
    most = frame[MOST_MORE]
    lead = frame[LEAD]
    before = context[slots.NODES]

    # Step 2. Generate the moves.
    state = state_at(context, ply)
    moves = list_at(context, ply, MOVES)
    ranks = list_at(context, ply, RANKS)
    keys = list_at(context, ply, KEYS)
    gains = list_at(context, ply, GAINS)
    count = list_moves(context, state, moves)
    # No legal move ends the game as a draw.
    best = -MOST if count > 0 else -lead

    # Step 3. Test all children without search.
    pending = 0
    for index in range(count):
        move = moves[index]
        same_side = make_child(context, ply, move)
        context[slots.NODES] += 1
        compute_bounds(context, ply + 1)
        child_lead = below[LEAD]
        gain = child_lead - lead if same_side else -child_lead - lead
        child_goal = child_target(target, gain, same_side)
        found = answer_without_search(context, ply + 1, child_goal)
        if found == UNKNOWN:
            moves[pending] = move
            ranks[pending] = gain
            keys[pending] = below[POSITION_KEY]
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

    # Step 5. Search the remaining children, the highest rank first. Most nodes end before this, so
    # priors are computed only here.
    count = pending if best < target else 0
    if count > 1 and context[slots.ORDERED] != 0:
        tables = tables_of(context)
        priors_of(context)(state, moves, count, ranks, tables[:0], tables)
    for index in range(count):
        same_side = make_child(context, ply, pick_move(moves, ranks, index, count))
        compute_bounds(context, ply + 1)
        child_lead = below[LEAD]
        gain = child_lead - lead if same_side else -child_lead - lead
        child_goal = child_target(target, gain, same_side)
        found = answer_without_search(context, ply + 1, child_goal)
        if found == UNKNOWN:
            found = read_bound(probe(table, below[POSITION_KEY]), child_goal)
        if found == UNKNOWN:
            found = search_margin(context, ply + 1, child_goal)
            if found > UNKNOWN:
                return found
        best = max(best, gain + found if same_side else gain - found)
        if best >= target:
            break

    # Step 6. Store the bound.
    nodes = context[slots.NODES] - before
    if best >= target:
        store_bounds(table, key, best, most, nodes)
    else:
        store_bounds(table, key, least, best, nodes)
    return best


ENTRIES = ((search_margin, MARGIN_SIGNATURE),)
