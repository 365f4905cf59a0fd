"""The moves of a search for threats: what threatens to win by fours, and what stops it.

Both are written to the frame of a ply, with an estimate of what each costs to decide.
"""

from __future__ import annotations

from plyground.core.contract import LINE_SIZE, Vector
from plyground.core.jit import kernel
from plyground.games.gomoku.defence import (
    LINE,
    MARKS,
    clear_marks,
    mark_fours,
    mark_line,
)
from plyground.games.gomoku.legality import has_plain_move, is_foul
from plyground.games.gomoku.lines import PLANE
from plyground.games.gomoku.pattern_state import (
    CELLS,
    HASH,
    MOST_CELLS,
    count_of,
    kind_at,
    next_cell,
    read_entry,
    stone_hash,
)
from plyground.games.gomoku.patterns import (
    FOUR_AND_THREE,
    LIKELY_FOUL,
    OPEN_TWO,
    QUIET,
    SIMPLE_FOUR,
    THREE,
    TWO_THREES,
    WINNING,
    WINNING_FOUR,
    prior_of,
)
from plyground.games.gomoku.rules import BOARD, SIDE, colour_to_move
from plyground.games.gomoku.variants import BLOCKED_ENDS, SIZE
from plyground.games.gomoku.vcf import (
    BUDGET,
    PLIES,
    WON,
    next_answer,
    place_stone,
    search_attack,
    set_budget,
    take_stone,
)
from plyground.games.gomoku.vct_table import (
    ATTACKS,
    DEFENDS,
    ENDLESS,
    KNOWLEDGE_END,
    dn_of,
    key_of,
    pack,
    probe,
    store,
)

# Parts of the features behind the table: how many positions may still be visited; the number of
# the first ply; how many wins were proven, and which of them was the last that began on each cell;
# a frame for every ply.
LEFT = KNOWLEDGE_END
ROOT = LEFT + 1
PROOFS = ROOT + 1
LAST_PROOF = PROOFS + 1
FRAMES = LAST_PROOF + MOST_CELLS
DEEPEST = 60
"""Plies below the root at which nothing is tried any more."""

# Parts of a frame: the limits up to which its position is to be searched; how many plies the win
# takes if the defender does nothing about it; where the defender may put a stone, a word a row;
# moves, what is known of the position after each, and how much each is put off.
PN_LIMIT = 0
DN_LIMIT = 1
REST = 2
WANTED = 3
MOVES = WANTED + 22
VALUES = MOVES + MOST_CELLS
COSTS = VALUES + MOST_CELLS
FRAME_SIZE = COSTS + MOST_CELLS

FEATURES_SIZE = FRAMES + (DEEPEST + 2) * FRAME_SIZE

FOURS_BUDGET = 30
"""Positions that one search for a win by fours may look at."""

# What a threat costs, at most, and for how much of a prior it costs one less. With these figures
# this search alone solved 24 of 40 puzzles in 0.2 s, with others 19 to 23; `plyground bench
# --puzzles FILE` shows what the engine solves with them.
DEAREST = 8
PRIOR_STEP = 1_000

# For how many more proven wins a stone that has won stays cheap, and by what part all but the
# hardest answers count. Of 80 puzzles, each seen from three sides, 190 were solved within 800,000
# positions with these figures and a patience of a half; 180 with full costs, sums and a quarter.
WORTH_STORING = 32
SHARED = 4

LONGEST_WIN = 1_000
BY_FOURS = ENDLESS - 1
"""The disproof number of a win by fours alone."""


@kernel
def list_threats(frame: int, state: Vector, features: Vector, tables: Vector) -> int:
    """Writes the attacker's threats that are not refuted; returns how many."""
    own = colour_to_move(state)
    if count_of(WINNING, 1 - own, features) > 0:
        cell = next_cell(WINNING, 1 - own, 0, features)
        return add_threat(cell, frame, 0, state, features, tables)
    count = 0
    for kind in (WINNING_FOUR, FOUR_AND_THREE, TWO_THREES, THREE, SIMPLE_FOUR, LIKELY_FOUL):
        cell = next_cell(kind, own, 0, features)
        while cell >= 0:
            count = add_threat(cell, frame, count, state, features, tables)
            cell = next_cell(kind, own, cell + 1, features)
    for cell in range(tables[SIZE] * tables[SIZE]):
        if kind_at(cell, own, features) == QUIET and may_become_threat(cell, own, features):
            count = add_threat(cell, frame, count, state, features, tables)
    return count


@kernel
def may_become_threat(cell: int, own: int, features: Vector) -> bool:
    """May a quiet stone threaten to win by fours?"""
    # An open two and a blocked three are alike but for their lowest bit: with the others set to
    # zero where they fit, is any of the four zero?
    others = features[CELLS + cell] >> 16 * own & 0xEEEE ^ OPEN_TWO * 0x1111
    return bool((others - 0x1111) & ~others & 0x8888 != 0)


@kernel
def threat_cost(cell: int, own: int, features: Vector, tables: Vector) -> int:
    """How much a threat is put off: less, the more speaks for its stone in games.

    And less if it has just won elsewhere: that is how to meet a defender's next try.
    """
    prior = prior_of(
        read_entry(cell, own, features, tables), read_entry(cell, 1 - own, features, tables)
    )
    cost = min(max(DEAREST - 2 - prior // PRIOR_STEP, 0), DEAREST)
    if features[LAST_PROOF + cell] == 0:
        return cost
    age: int = features[PROOFS] - features[LAST_PROOF + cell]
    return cost * min(age, WORTH_STORING) // WORTH_STORING


@kernel
def add_threat(
    cell: int, frame: int, count: int, state: Vector, features: Vector, tables: Vector
) -> int:
    """Adds a stone of the attacker to a frame unless it is known to be none; returns how many."""
    own = colour_to_move(state)
    # Also where the position after it is known: it may have come about by other, legal moves.
    if is_foul(state, cell, own, features, tables):
        return count
    key = key_of(features[HASH] ^ stone_hash(cell, own), 1 - own, DEFENDS)
    value = probe(key, features)
    if value == 0:
        value = pack(2, 1, 0)
    if dn_of(value) == 0:
        return count
    features[frame + MOVES + count] = cell
    features[frame + VALUES + count] = value
    features[frame + COSTS + count] = threat_cost(cell, own, features, tables)
    return count + 1


@kernel
def is_threatened(state: Vector, features: Vector, tables: Vector) -> bool:
    """Would the attacker win by fours if the defender passed? Then `LINE` has the moves."""
    state[SIDE] = 1 - state[SIDE]
    found = has_win_by_fours(state, features, tables)
    state[SIDE] = 1 - state[SIDE]
    return found


@kernel
def has_win_by_fours(state: Vector, features: Vector, tables: Vector) -> bool:
    set_budget(FOURS_BUDGET, features)
    found = search_attack(
        features[ROOT], state, features[LINE : LINE + LINE_SIZE], features, tables
    )
    features[LEFT] -= FOURS_BUDGET - features[BUDGET]
    return bool(found == WON)


@kernel
def list_defences(frame: int, state: Vector, features: Vector, tables: Vector) -> int:
    """Writes the stones that may stop what is threatened; returns how many, -1 if nothing is."""
    own = colour_to_move(state)
    count = 0
    if count_of(WINNING, own, features) > 0:
        return -1
    if count_of(WINNING, 1 - own, features) > 0:
        features[frame + REST] = 1
        five = next_cell(WINNING, 1 - own, 0, features)
        cell = next_answer(five, -1, 1 - own, state, features, tables)
        if cell < 0 and not has_plain_move(state, own, tables):
            return -1
        while cell >= 0 and count >= 0:
            count = add_defence(cell, frame, count, state, features, tables)
            cell = next_answer(five, cell, 1 - own, state, features, tables)
        return count

    if not is_threatened(state, features, tables):
        return -1
    size = tables[SIZE]
    features[frame + REST] = 0
    for row in range(size):
        features[frame + WANTED + row] = (1 << size) - 1
    keep_stopping(frame, state, features, tables)
    for row in range(size):
        stones = state[BOARD + row]
        taken = stones | stones >> PLANE
        for x in range(size):
            wanted = features[frame + WANTED + row] & ~taken
            if wanted >> x == 0:
                break
            cell = row * size + x
            if wanted >> x & 1 == 0 or is_foul(state, cell, own, features, tables):
                continue
            count = add_defence(cell, frame, count, state, features, tables)
            if count < 0:
                return -1
            if dn_of(features[frame + VALUES + count - 1]) == BY_FOURS:
                # A win that this stone does not stop shows what other stones do not stop, either.
                keep_stopping(frame, state, features, tables)
    # Where nothing can be left out there must be a move, or the game is a draw.
    return -1 if count == 0 and features[frame + REST] == 0 else count


@kernel
def keep_stopping(frame: int, state: Vector, features: Vector, tables: Vector) -> None:
    """Keep of a frame's wanted stones those that may stop the attacker's line in `LINE`."""
    own = colour_to_move(state)
    if tables[BLOCKED_ENDS]:
        return
    clear_marks(features, tables)
    state[SIDE] = 1 - state[SIDE]
    plies = mark_line(state, features[LINE : LINE + LINE_SIZE], features, tables)
    state[SIDE] = 1 - state[SIDE]
    if plies == 0:
        return
    mark_fours(own, features, tables)
    for row in range(tables[SIZE]):
        features[frame + WANTED + row] &= features[MARKS + row]
    features[frame + REST] = max(features[frame + REST], plies)


@kernel
def add_defence(
    cell: int, frame: int, count: int, state: Vector, features: Vector, tables: Vector
) -> int:
    """Adds a stone of the defender to a frame; returns how many, -1 if it refutes the attack.

    If the attacker wins by fours nevertheless, `LINE` has the moves.
    """
    own = colour_to_move(state)
    key = key_of(features[HASH] ^ stone_hash(cell, own), 1 - own, ATTACKS)
    value = probe(key, features)
    if value == 0 or dn_of(value) == BY_FOURS:
        place_stone(cell, state, features, tables)
        features[LEFT] -= 1
        value = estimate_attack(state, features, tables)
        take_stone(cell, state, features, tables)
        store(key, value, features)
    if dn_of(value) == 0:
        return -1
    features[frame + MOVES + count] = cell
    features[frame + VALUES + count] = value
    return count + 1


@kernel
def estimate_attack(state: Vector, features: Vector, tables: Vector) -> int:
    """What is known at first of a position with the attacker to move."""
    own = colour_to_move(state)
    if count_of(WINNING, own, features) > 0:
        return pack(0, ENDLESS, 1)
    if count_of(WINNING, 1 - own, features) > 1:
        return pack(ENDLESS, 0, 0)
    if has_win_by_fours(state, features, tables):
        return pack(0, BY_FOURS, features[PLIES])
    threes = count_of(THREE, own, features)
    strong = count_of(TWO_THREES, own, features) + count_of(FOUR_AND_THREE, own, features)
    fours = count_of(SIMPLE_FOUR, own, features)
    return pack(1 if strong > 0 else 2, 1 + threes + 2 * strong + fours, 0)


# The line.
