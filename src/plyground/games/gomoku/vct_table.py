"""What the search for threats has found of positions: a table behind the features of `defence`.

Of a position is known how many positions must still be won to prove the attacker's win (its proof
number), how many refuted to refute it (its disproof number), and in how many plies a proven win is
made at the latest. Of a new root's search more is worth keeping than of those before it.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.games.gomoku.defence import DEFENCE_END

TABLE = DEFENCE_END
TABLE_SIZE = 1 << 17
PROBES = 4
# Behind the table: the root of the present search, and its generation.
LAST_ROOT = TABLE + 2 * (TABLE_SIZE + PROBES)
GENERATION = LAST_ROOT + 1
KNOWLEDGE_END = GENERATION + 1

ENDLESS = 1 << 22
_PLIES_BITS = 12
_NUMBER_BITS = 24
_NUMBER = (1 << _NUMBER_BITS) - 1
_GENERATION_AT = 59
_GENERATIONS = 16

# What the side to move does. Who attacks, and who is to move, is part of what is known.
ATTACKS = 0
DEFENDS = 1
_ROLES = (0x2545F4914F6CDD1D, 0x1B873593CC9E2D51, 0x369DEA0F31A53F85, 0x0BB67AE8584CAA73)


@kernel
def pack(pn: int, dn: int, plies: int) -> int:
    """What is known of a position: both numbers, and the plies of a win that is proven."""
    return (pn << _NUMBER_BITS | dn) << _PLIES_BITS | plies


@kernel
def pn_of(value: int) -> int:
    return value >> (_NUMBER_BITS + _PLIES_BITS)


@kernel
def dn_of(value: int) -> int:
    return value >> _PLIES_BITS & _NUMBER


@kernel
def plies_of(value: int) -> int:
    return value & ((1 << _PLIES_BITS) - 1)


@kernel
def key_of(stones: int, colour: int, role: int) -> int:
    """The key of a position by its hash, the colour to move, and what that one does."""
    return stones ^ _ROLES[2 * colour + role]


@kernel
def set_search_root(root: int, features: Vector) -> None:
    """Set the key of the position at the root."""
    if features[LAST_ROOT] != root:
        features[LAST_ROOT] = root
        features[GENERATION] = (features[GENERATION] + 1) % _GENERATIONS


@kernel
def probe(key: int, features: Vector) -> int:
    """What is known of a position, or 0."""
    slot = TABLE + 2 * ((key >> 8) & (TABLE_SIZE - 1))
    for _ in range(PROBES):
        if features[slot] == key:
            known: int = features[slot + 1] & ((1 << _GENERATION_AT) - 1)
            features[slot + 1] = known | features[GENERATION] << _GENERATION_AT
            return known
        slot += 2
    return 0


@kernel
def store(key: int, value: int, features: Vector) -> None:
    """Keep what is known of a position, in place of what took least work to find out, or was of no
    use to the present search."""
    slot = TABLE + 2 * ((key >> 8) & (TABLE_SIZE - 1))
    chosen, least = slot, 1 << 62
    for _ in range(PROBES):
        if features[slot] == key:
            chosen = slot
            break
        known = features[slot + 1] ^ features[GENERATION] << _GENERATION_AT
        is_old = known >> _GENERATION_AT != 0
        work = 0 if is_old else pn_of(known) + dn_of(known)
        if work < least:
            chosen, least = slot, work
        slot += 2
    features[chosen] = key
    features[chosen + 1] = value | features[GENERATION] << _GENERATION_AT
