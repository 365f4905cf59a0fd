"""Victory by continuous threats: fours, and stones that threaten to win by fours.

After such a stone the defender may do only what stops the threat, so the tree is narrow. It is
searched by depth-first proof numbers: how many positions must still be won to prove a win, how many
lost to refute it. What is a threat, and what stops it, is not guessed from shapes but found by
searching for a win by fours as if the defender passed (see `defence`). So a win found here is
certain under every variant; that none is found says little.

What is known of a position stays in the features: a search that was cut short goes on where it
stopped when it is called again. Therefore it is not `core.dfpn`: that one asks about all legal
moves and keeps what it knows in the core's table; this one lists its own moves, gives them costs,
counts plies, and lives inside the game.
"""

from __future__ import annotations

from plyground.core.contract import LINE_SIZE, POSITIONS, RESUMABLE, WIN_ESTIMATE, Vector
from plyground.core.jit import kernel
from plyground.core.values import won_in
from plyground.games.gomoku.defence import (
    LINE,
)
from plyground.games.gomoku.pattern_state import (
    HASH,
)
from plyground.games.gomoku.rules import colour_to_move
from plyground.games.gomoku.vcf import (
    place_stone_noting,
    take_stone,
)
from plyground.games.gomoku.vct_moves import (
    COSTS,
    DEEPEST,
    DN_LIMIT,
    FRAME_SIZE,
    FRAMES,
    LAST_PROOF,
    LEFT,
    LONGEST_WIN,
    MOVES,
    PN_LIMIT,
    PROOFS,
    REST,
    ROOT,
    SHARED,
    VALUES,
    has_win_by_fours,
    list_defences,
    list_threats,
)
from plyground.games.gomoku.vct_table import (
    ATTACKS,
    ENDLESS,
    dn_of,
    key_of,
    pack,
    plies_of,
    pn_of,
    set_search_root,
    store,
)

_V = "int64[::1]"


@kernel
def search_threats(
    state: Vector, budget: int, line: Vector, info: Vector, features: Vector, tables: Vector
) -> int:
    """A win by threats for the side to move as a score with its line, else 0."""
    set_search_root(key_of(features[HASH], colour_to_move(state), ATTACKS), features)
    features[LEFT] = budget
    features[ROOT] = 0
    features[FRAMES + PN_LIMIT] = ENDLESS
    features[FRAMES + DN_LIMIT] = ENDLESS
    found = search_node(features[ROOT], state, features, tables)
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
def search_node(ply: int, state: Vector, features: Vector, tables: Vector) -> int:
    """Search a position until one of its numbers reaches its limit; returns what is known then.

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
        place_stone_noting(move, True, state, features, tables)
        features[LEFT] -= 1
        features[frame + VALUES + best] = search_node(ply + 1, state, features, tables)
        take_stone(move, state, features, tables)

    if role == ATTACKS and pn_of(found) == 0:
        features[PROOFS] += 1
        features[LAST_PROOF + features[frame + MOVES + best]] = features[PROOFS]
    store(key, found, features)
    return found


# Moves.


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
            place_stone_noting(line[length], True, state, features, tables)
            length += 1
            count = list_defences(frame, state, features, tables)
            chosen = choose_proven(frame, count, True, features)
        # Nothing to answer, or what was known has had to make room in the table: it ends here.
        is_known = chosen >= 0
        if not is_known:
            break
        line[length] = features[frame + MOVES + chosen]
        place_stone_noting(line[length], True, state, features, tables)
        length += 1
    end = length
    if is_known:
        while features[LINE + end - length] >= 0 and end < LINE_SIZE - 1:
            line[end] = features[LINE + end - length]
            end += 1
    line[end] = -1
    while length > 0:
        length -= 1
        take_stone(line[length], state, features, tables)


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
