"""Victory by continuous fours: the attacker makes fours only, so every answer is forced.

A win found here is certain under every variant: fouls of both colours are judged, and all stones
that could stop a four are tried where there are several. Positions in which the attacker was shown
to have no such win are stored, in a part of the features that only this search uses.
"""

from __future__ import annotations

from plyground.core.contract import POSITIONS, Vector
from plyground.core.jit import kernel
from plyground.core.values import won_in
from plyground.games.gomoku.legality import has_plain_move, is_foul
from plyground.games.gomoku.lines import PLANE
from plyground.games.gomoku.pattern_state import (
    HASH,
    SIGHT_SIZE,
    add_stone,
    count_of,
    line_index,
    line_place,
    next_cell,
    remove_stone,
)
from plyground.games.gomoku.patterns import (
    BLOCKED_TWO,
    FOUR_AND_THREE,
    LIKELY_FOUL,
    SIMPLE_FOUR,
    WINNING,
    WINNING_FOUR,
    read_both_patterns,
    split_cell,
)
from plyground.games.gomoku.rules import BOARD, SIDE, STONES, colour_to_move
from plyground.games.gomoku.variants import BLOCKED_ENDS, FOULS, SIZE

# Parts of the features behind the cells: how many positions may still be visited, whether fours
# that make nothing else are tried, how many plies the win takes, and the positions known to be
# without a win.
BUDGET = SIGHT_SIZE
THOROUGH = SIGHT_SIZE + 1
PLIES = SIGHT_SIZE + 2
KNOWN = SIGHT_SIZE + 3
KNOWN_SIZE = 1 << 16
FOURS_END = KNOWN + KNOWN_SIZE

WON = 1
NOT_WON = 0
UNKNOWN = -1

LONGEST = 90
"""Plies of a line."""

THOROUGH_BUDGET = 250
"""With so many positions every four is tried: as many as the first search at a root gets."""

_V = "int64[::1]"
# Who attacks, and how thoroughly, is part of what is known of a position.
_ATTACKERS = (0x2545F4914F6CDD1D, 0x1B873593CC9E2D51, 0x369DEA0F31A53F85, 0x0BB67AE8584CAA73)


@kernel
def search_fours(
    state: Vector, budget: int, line: Vector, info: Vector, features: Vector, tables: Vector
) -> int:
    """A win by fours for the side to move as a score with its line, else 0.

    Neither side can make a five now that the attacker need not answer: that was checked before.
    """
    own = colour_to_move(state)
    if not has_fours(own, features):
        return 0
    set_budget(budget, features)
    found = search_attack(0, state, line, features, tables)
    info[POSITIONS] += budget - features[BUDGET]
    return won_in(features[PLIES]) if found == WON else 0


@kernel
def set_budget(budget: int, features: Vector) -> None:
    """Set how many positions the next `search_attack` may visit."""
    features[BUDGET] = budget
    features[THOROUGH] = budget >= THOROUGH_BUDGET


@kernel(signature=f"int64(int64, {_V}, {_V}, {_V}, {_V})")
def search_attack(ply: int, state: Vector, line: Vector, features: Vector, tables: Vector) -> int:
    """Has the side to move a win by fours? If so, `line[ply:]` is one."""
    own = colour_to_move(state)
    forced = -1

    # Step 1. A five of the enemy must be stopped, by a four.
    threats = count_of(WINNING, 1 - own, features)
    if threats > 1:
        return NOT_WON
    if threats == 1:
        forced = next_cell(WINNING, 1 - own, 0, features)

    # Step 2. Is it known, or too far?
    key = features[HASH] ^ _ATTACKERS[own + 2 * features[THOROUGH]]
    slot = KNOWN + (key & (KNOWN_SIZE - 1))
    if features[slot] == key:
        return NOT_WON
    if ply >= LONGEST or features[BUDGET] <= 0:
        return UNKNOWN
    features[BUDGET] -= 1

    # Step 3. Every four, the strongest looking first.
    result = NOT_WON
    for kind in (WINNING_FOUR, FOUR_AND_THREE, SIMPLE_FOUR, LIKELY_FOUL):
        left = count_of(kind, own, features)
        cell = -1
        while left > 0:
            cell = next_cell(kind, own, cell + 1, features)
            left -= 1
            if (forced >= 0 and cell != forced) or is_foul(state, cell, own, features, tables):
                continue
            if kind == SIMPLE_FOUR and makes_only_four(cell, own, features, tables):
                continue
            if features[BUDGET] <= 0 and kind != WINNING_FOUR:
                return UNKNOWN
            place_stone(cell, state, features, tables)
            line[ply] = cell

            # Step 4. Every answer: the stone on the five, and where a five can be spoiled by a
            # stone at its end, that one too.
            tried = NOT_WON
            if count_of(WINNING, own, features) > 0:
                tried = WON
                five = next_cell(WINNING, own, 0, features)
                reply = next_answer(five, -1, own, state, features, tables)
                if reply < 0:
                    line[ply + 1] = -1
                    features[PLIES] = ply + 3
                    tried = WON if has_plain_move(state, 1 - own, tables) else UNKNOWN
                elif not has_fours(own, features):
                    # Whatever is answered, there is nothing to go on with.
                    tried = NOT_WON
                while reply >= 0 and tried == WON:
                    place_stone(reply, state, features, tables)
                    line[ply + 1] = reply
                    tried = search_attack(ply + 2, state, line, features, tables)
                    take_stone(reply, state, features, tables)
                    if tried == WON:
                        reply = next_answer(five, reply, own, state, features, tables)
            take_stone(cell, state, features, tables)
            if tried == WON:
                return WON
            if tried == UNKNOWN:
                result = UNKNOWN

    # Step 5. What was searched to the end need not be searched again.
    if result == NOT_WON:
        features[slot] = key
    return result


@kernel
def makes_only_four(cell: int, own: int, features: Vector, tables: Vector) -> bool:
    """Does a stone make a four, and nothing else that a win could need?

    It makes no two in another line, and its answer cannot be a foul. Hardly a win needs such fours,
    and they take half of all positions: short searches leave them out.
    """
    if features[THOROUGH] or tables[FOULS + 1 - own]:
        return False
    size = tables[SIZE]
    x, y = split_cell(cell, tables)
    lines = 0
    for direction in range(4):
        line, place = line_index(x, y, direction, size), line_place(x, y, direction)
        patterns = read_both_patterns(features[line], features[line + 1], place, tables)
        lines += patterns >> 16 * own & 15 >= BLOCKED_TWO
    return lines == 1


@kernel
def has_fours(colour: int, features: Vector) -> bool:
    """May a colour be able to make a four?"""
    for kind in (WINNING_FOUR, FOUR_AND_THREE, SIMPLE_FOUR, LIKELY_FOUL):
        if count_of(kind, colour, features) > 0:
            return True
    return False


@kernel
def next_answer(
    five: int, last: int, attacker: int, state: Vector, features: Vector, tables: Vector
) -> int:
    """The next cell after `last` where a stone keeps the attacker from a five, or -1."""
    size = tables[SIZE]
    if not tables[BLOCKED_ENDS]:
        is_lost = last >= 0 or count_of(WINNING, attacker, features) > 1
        return -1 if is_lost or is_foul(state, five, 1 - attacker, features, tables) else five
    for cell in range(last + 1, size * size):
        stones = state[BOARD + cell // size] >> (cell % size)
        across, along = abs(cell % size - five % size), abs(cell // size - five // size)
        if (stones | stones >> PLANE) & 1 != 0 or max(across, along) > 5:
            continue
        if across != along and across != 0 and along != 0:
            continue
        place_stone(cell, state, features, tables)
        left = count_of(WINNING, attacker, features)
        take_stone(cell, state, features, tables)
        if left == 0 and not is_foul(state, cell, 1 - attacker, features, tables):
            return cell
    return -1


@kernel
def place_stone(cell: int, state: Vector, features: Vector, tables: Vector) -> None:
    """A stone of the side to move, without asking whether it wins; only fours must be known."""
    place_stone_noting(cell, False, state, features, tables)


@kernel
def place_stone_noting(
    cell: int, whole: bool, state: Vector, features: Vector, tables: Vector
) -> None:
    """A stone of the side to move, noting all it changes or only what fours need."""
    add_stone(cell, colour_to_move(state), whole, features, tables)
    x, y = split_cell(cell, tables)
    state[BOARD + y] ^= 1 << (x + PLANE * colour_to_move(state))
    state[STONES] += 1
    state[SIDE] = 1 - state[SIDE]


@kernel
def take_stone(cell: int, state: Vector, features: Vector, tables: Vector) -> None:
    """The reverse of `put` and `put_noting`."""
    state[SIDE] = 1 - state[SIDE]
    state[STONES] -= 1
    x, y = split_cell(cell, tables)
    state[BOARD + y] ^= 1 << (x + PLANE * colour_to_move(state))
    remove_stone(cell, colour_to_move(state), features, tables)
