"""Victory by continuous threats: fours, and stones that threaten to win by fours.

After such a stone the defender may do only what stops the threat, so the tree is narrow. It is
searched by depth-first proof numbers: how many positions must still be won to prove a win, how many
lost to refute it. What is a threat, and what stops it, is not guessed from shapes but found by
searching for a win by fours as if the defender passed (see `defence`). So a win found here is
certain under every variant; that none is found says little.

What is known of a position stays in the memory: a search that was cut short goes on where it
stopped when it is asked again.
"""

from __future__ import annotations

from plyground.core.contract import LINE_SIZE, POSITIONS, RESUMABLE, WIN_ESTIMATE, Vector
from plyground.core.jit import kernel
from plyground.core.values import won_in
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
    entry_of,
    kind_at,
    next_cell,
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
    allow,
    attack,
    next_answer,
    put,
    put_noting,
    take,
)
from plyground.games.gomoku.vct_table import (
    ATTACKS,
    DEFENDS,
    ENDLESS,
    KNOWLEDGE_END,
    begin_at,
    dn_of,
    key_of,
    pack,
    plies_of,
    pn_of,
    probe,
    store,
)

# Parts of the memory behind what is known: how many positions may still be looked at; the number of
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
# --puzzles FILE` tells what the engine solves with them.
DEAREST = 8
PRIOR_STEP = 1_000

# For how many more proven wins a stone that has won stays cheap, and by what part all but the
# hardest answers count. Of 80 puzzles, each seen from three sides, 190 were solved within 800,000
# positions with these figures and a patience of a half; 180 with full costs, sums and a quarter.
MEMORABLE = 32
SHARED = 4

LONGEST_WIN = 1_000
BY_FOURS = ENDLESS - 1
"""The disproof number of a win by fours alone."""

_V = "int64[::1]"


@kernel
def search_threats(
    state: Vector, budget: int, line: Vector, info: Vector, features: Vector, tables: Vector
) -> int:
    """A win by threats for the side to move as a score with its line, else 0."""
    begin_at(key_of(features[HASH], colour_to_move(state), ATTACKS), features)
    features[LEFT] = budget
    features[ROOT] = 0
    features[FRAMES + PN_LIMIT] = ENDLESS
    features[FRAMES + DN_LIMIT] = ENDLESS
    found = pursue(features[ROOT], state, features, tables)
    info[POSITIONS] += budget - features[LEFT]
    if pn_of(found) == 0:
        write_line(state, line, features, tables)
        if line[0] >= 0:
            return won_in(plies_of(found))
    if dn_of(found) != 0:
        info[RESUMABLE] = 1
        info[WIN_ESTIMATE] = estimate_win(pn_of(found), dn_of(found))
    return 0


@kernel
def estimate_win(pn: int, dn: int) -> int:
    """How likely there is a win to be found, in percent, by the proof numbers of the root."""
    # A win that took long to prove mostly had pn <= dn / 10 after 100,000 positions, and positions
    # of games in which none was found had not: (13, 270) was usual, and (30, 170).
    doubt = 10 * pn
    return 100 * dn * dn // (dn * dn + doubt * doubt)


@kernel(signature=f"int64(int64, {_V}, {_V}, {_V})")
def pursue(ply: int, state: Vector, features: Vector, tables: Vector) -> int:
    """Search a position until one of its numbers reaches its limit; tells what is known then.

    The attacker is to move at every even ply, the defender at every odd one.
    """
    frame = FRAMES + ply * FRAME_SIZE
    role = ply % 2
    own = colour_to_move(state)
    key = key_of(features[HASH], own, role)
    if ply >= DEEPEST:
        return pack(ENDLESS, 0, 0)

    # Step 1. The moves, and what is known of the positions after them.
    if role == ATTACKS:
        count = list_threats(frame, state, features, tables)
    else:
        count = list_defences(frame, state, features, tables)
    below = frame + FRAME_SIZE

    while True:
        # Step 2. To win, the attacker needs one good move, and against all answers.
        least, second, total, best = ENDLESS, ENDLESS, 0, -1
        width = 0
        longest, shortest = features[frame + REST], LONGEST_WIN
        for index in range(count):
            value = features[frame + VALUES + index]
            pn, dn = pn_of(value), dn_of(value)
            if pn == 0:
                longest = max(longest, plies_of(value))
                shortest = min(shortest, plies_of(value))
            chosen, other = (pn, dn) if role == ATTACKS else (dn, pn)
            if role == ATTACKS:
                # What refutes one threat often refutes others, too: adding up would count it twice.
                total = max(total, other)
                width += other > 0
                if pn > 0:
                    chosen += features[frame + COSTS + index]
            else:
                # So does what wins against one answer against others.
                total = max(total, other) + (min(total, other) + SHARED - 1) // SHARED
            if chosen < least:
                least, second, best = chosen, least, index
            elif chosen < second:
                second = chosen
        total = min(total + max(width - 1, 0), ENDLESS)
        # A win that is proven here must not look like one by fours alone.
        if role == ATTACKS:
            found = pack(least, total if least > 0 else ENDLESS, shortest + 1)
        elif count >= 0:
            found = pack(total, least if total > 0 else ENDLESS, longest + 1)
        else:
            found = pack(ENDLESS, 0, 0)
        if (
            pn_of(found) == 0
            or dn_of(found) == 0
            or pn_of(found) >= features[frame + PN_LIMIT]
            or dn_of(found) >= features[frame + DN_LIMIT]
            or features[LEFT] <= 0
        ):
            break

        # Step 3. Search the most promising one until another looks better, with some patience.
        value = features[frame + VALUES + best]
        patience = min(ENDLESS, second + second // 2 + 1)
        if role == ATTACKS:
            cost = features[frame + COSTS + best]
            features[below + PN_LIMIT] = min(features[frame + PN_LIMIT], patience) - cost
            features[below + DN_LIMIT] = features[frame + DN_LIMIT] - total + dn_of(value)
        else:
            features[below + PN_LIMIT] = features[frame + PN_LIMIT] - total + pn_of(value)
            features[below + DN_LIMIT] = min(features[frame + DN_LIMIT], patience)
        move = features[frame + MOVES + best]
        put_noting(move, True, state, features, tables)
        features[LEFT] -= 1
        features[frame + VALUES + best] = pursue(ply + 1, state, features, tables)
        take(move, state, features, tables)

    if role == ATTACKS and pn_of(found) == 0:
        features[PROOFS] += 1
        features[LAST_PROOF + features[frame + MOVES + best]] = features[PROOFS]
    store(key, found, features)
    return found


# Moves.


@kernel
def list_threats(frame: int, state: Vector, features: Vector, tables: Vector) -> int:
    """Writes the attacker's threats that are not refuted; tells how many."""
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
        if kind_at(cell, own, features) == QUIET and is_hopeful(cell, own, features):
            count = add_threat(cell, frame, count, state, features, tables)
    return count


@kernel
def is_hopeful(cell: int, own: int, features: Vector) -> bool:
    """May a quiet stone threaten to win by fours?"""
    # An open two and a blocked three are alike but for their lowest bit: with the others set to
    # zero where they fit, is any of the four zero?
    others = features[CELLS + cell] >> 16 * own & 0xEEEE ^ OPEN_TWO * 0x1111
    return bool((others - 0x1111) & ~others & 0x8888 != 0)


@kernel
def cost_of(cell: int, own: int, features: Vector, tables: Vector) -> int:
    """How much a threat is put off: less, the more speaks for its stone in games.

    And less if it has just won elsewhere: that is how to meet a defender's next try.
    """
    prior = prior_of(
        entry_of(cell, own, features, tables), entry_of(cell, 1 - own, features, tables)
    )
    cost = min(max(DEAREST - 2 - prior // PRIOR_STEP, 0), DEAREST)
    if features[LAST_PROOF + cell] == 0:
        return cost
    age: int = features[PROOFS] - features[LAST_PROOF + cell]
    return cost * min(age, MEMORABLE) // MEMORABLE


@kernel
def add_threat(
    cell: int, frame: int, count: int, state: Vector, features: Vector, tables: Vector
) -> int:
    """Adds a stone of the attacker to a frame unless it is known to be none; tells how many."""
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
    features[frame + COSTS + count] = cost_of(cell, own, features, tables)
    return count + 1


@kernel
def is_threatened(state: Vector, features: Vector, tables: Vector) -> bool:
    """Would the attacker win by fours if the defender passed? Then it is told how, in `LINE`."""
    state[SIDE] = 1 - state[SIDE]
    found = has_win_by_fours(state, features, tables)
    state[SIDE] = 1 - state[SIDE]
    return found


@kernel
def has_win_by_fours(state: Vector, features: Vector, tables: Vector) -> bool:
    allow(FOURS_BUDGET, features)
    found = attack(features[ROOT], state, features[LINE : LINE + LINE_SIZE], features, tables)
    features[LEFT] -= FOURS_BUDGET - features[BUDGET]
    return bool(found == WON)


@kernel
def list_defences(frame: int, state: Vector, features: Vector, tables: Vector) -> int:
    """Writes the stones that may stop what is threatened; tells how many, -1 if nothing is."""
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
    narrow(frame, state, features, tables)
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
                narrow(frame, state, features, tables)
    # Where nothing can be left out there must be a move, or the game is a draw.
    return -1 if count == 0 and features[frame + REST] == 0 else count


@kernel
def narrow(frame: int, state: Vector, features: Vector, tables: Vector) -> None:
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
    """Adds a stone of the defender to a frame; tells how many, -1 if it refutes the attack.

    If the attacker wins by fours nevertheless, `LINE` tells how.
    """
    own = colour_to_move(state)
    key = key_of(features[HASH] ^ stone_hash(cell, own), 1 - own, ATTACKS)
    value = probe(key, features)
    if value == 0 or dn_of(value) == BY_FOURS:
        put(cell, state, features, tables)
        features[LEFT] -= 1
        value = judge_attack(state, features, tables)
        take(cell, state, features, tables)
        store(key, value, features)
    if dn_of(value) == 0:
        return -1
    features[frame + MOVES + count] = cell
    features[frame + VALUES + count] = value
    return count + 1


@kernel
def judge_attack(state: Vector, features: Vector, tables: Vector) -> int:
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


@kernel
def write_line(state: Vector, line: Vector, features: Vector, tables: Vector) -> None:
    """Writes a win that was proven: the attacker's shortest way, the defender's longest."""
    length = 0
    frame = FRAMES
    is_known = True
    while not has_win_by_fours(state, features, tables) and length < DEEPEST:
        count = list_threats(frame, state, features, tables)
        chosen = choose_proven(frame, count, False, features)
        if chosen >= 0:
            line[length] = features[frame + MOVES + chosen]
            put_noting(line[length], True, state, features, tables)
            length += 1
            count = list_defences(frame, state, features, tables)
            chosen = choose_proven(frame, count, True, features)
        # Nothing to answer, or what was known has had to make room in the table: it ends here.
        is_known = chosen >= 0
        if not is_known:
            break
        line[length] = features[frame + MOVES + chosen]
        put_noting(line[length], True, state, features, tables)
        length += 1
    end = length
    if is_known:
        while features[LINE + end - length] >= 0 and end < LINE_SIZE - 1:
            line[end] = features[LINE + end - length]
            end += 1
    line[end] = -1
    while length > 0:
        length -= 1
        take(line[length], state, features, tables)


@kernel
def choose_proven(frame: int, count: int, longest: bool, features: Vector) -> int:
    """Which move of a frame wins soonest, or latest; -1 if none is known to win."""
    chosen = -1
    plies = 0
    for index in range(count):
        value = features[frame + VALUES + index]
        if pn_of(value) == 0 and (chosen < 0 or (plies_of(value) > plies) == longest):
            chosen, plies = index, plies_of(value)
    return chosen
