"""Random games, as fast as the rules allow."""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.pointers import moves_of, outcome_of, play_of
from plyground.core.values import DRAW, MARGIN, ONGOING, PLY_LIMIT, WIN

WINS = 0
DRAWS = 1
LOSSES = 2
UNFINISHED = 3
PLIES = 4
RESULTS = 5
"""Slots of the results: games won, drawn and lost by side 0, unfinished games, plies."""

PLAYOUT_SIGNATURE = (
    "void(int64, int64, int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])"
)


@kernel(signature=PLAYOUT_SIGNATURE)
def run_playouts(
    count: int,
    seed: int,
    kernels: Vector,
    tables: Vector,
    start: Vector,
    state: Vector,
    moves: Vector,
    results: Vector,
) -> None:
    """Play `count` games from `start`, each legal move being equally likely; add to `results`.

    `state` and `moves` are scratch space. A game longer than `PLY_LIMIT` counts as unfinished.
    """
    moves_in = moves_of(kernels)
    play = play_of(kernels)
    outcome_in = outcome_of(kernels)
    random_bits = seed_random(seed)
    for _ in range(count):
        for slot in range(start.shape[0]):
            state[slot] = start[slot]
        outcome = outcome_in(state, tables)
        ply = 0
        while outcome == ONGOING and ply < PLY_LIMIT:
            choices = moves_in(state, moves, tables)
            if choices == 0:
                outcome = DRAW
                break
            random_bits = next_random(random_bits)
            play(state, moves[random_below(random_bits, choices)], tables)
            outcome = outcome_in(state, tables)
            ply += 1
        results[PLIES] += ply
        results[classify_outcome(outcome, state[0])] += 1


@kernel
def classify_outcome(outcome: int, side: int) -> int:
    """The slot of `results` for a game whose outcome for `side` is given."""
    if outcome == ONGOING:
        return UNFINISHED
    if outcome in (DRAW, MARGIN):
        return DRAWS
    ahead = outcome == WIN or outcome > MARGIN
    return WINS if ahead == (side == 0) else LOSSES


@kernel
def seed_random(seed: int) -> int:
    """The generator's first state: never zero, and far apart for neighbouring seeds."""
    random_bits = seed ^ 0x2545F4914F6CDD1D
    if random_bits == 0:
        random_bits = 1
    for _ in range(20):
        random_bits = next_random(random_bits)
    return random_bits


@kernel
def next_random(random_bits: int) -> int:
    """One step of Marsaglia's xorshift generator of 64 bits."""
    random_bits ^= random_bits << 13
    random_bits ^= (random_bits >> 7) & 0x01FFFFFFFFFFFFFF
    return random_bits ^ (random_bits << 17)


@kernel
def random_below(random_bits: int, count: int) -> int:
    """A number below `count` (itself below 2**31), uniformly distributed."""
    return (((random_bits >> 32) & 0x7FFFFFFF) * count) >> 31


ENTRIES = ((run_playouts, PLAYOUT_SIGNATURE),)
