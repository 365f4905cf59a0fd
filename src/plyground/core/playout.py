"""Games played at random, as fast as the rules allow."""

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
"""Slots of the results: games won, drawn and lost by side 0, games left unfinished, plies."""

PLAYOUT_SIGNATURE = (
    "void(int64, int64, int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])"
)


@kernel(signature=PLAYOUT_SIGNATURE)
def play_out(
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

    `state` and `moves` are room to work in. A game longer than `PLY_LIMIT` is left unfinished.
    """
    moves_in = moves_of(kernels)
    play = play_of(kernels)
    outcome_in = outcome_of(kernels)
    chance = seed_generator(seed)
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
            chance = next_random(chance)
            play(state, moves[pick(chance, choices)], tables)
            outcome = outcome_in(state, tables)
            ply += 1
        results[PLIES] += ply
        results[result_of(outcome, state[0])] += 1


@kernel
def result_of(outcome: int, side: int) -> int:
    """Which result a game is for side 0, from its outcome for `side`."""
    if outcome == ONGOING:
        return UNFINISHED
    if outcome in (DRAW, MARGIN):
        return DRAWS
    ahead = outcome == WIN or outcome > MARGIN
    return WINS if ahead == (side == 0) else LOSSES


@kernel
def seed_generator(seed: int) -> int:
    """A first state of the generator: never zero, and far apart for seeds that are near."""
    chance = seed ^ 0x2545F4914F6CDD1D
    if chance == 0:
        chance = 1
    for _ in range(20):
        chance = next_random(chance)
    return chance


@kernel
def next_random(chance: int) -> int:
    """One step of Marsaglia's xorshift generator of 64 bits."""
    chance ^= chance << 13
    chance ^= (chance >> 7) & 0x01FFFFFFFFFFFFFF
    return chance ^ (chance << 17)


@kernel
def pick(chance: int, count: int) -> int:
    """A number below `count` (itself below 2**31), each as likely as the others."""
    return (((chance >> 32) & 0x7FFFFFFF) * count) >> 31


ENTRIES = ((play_out, PLAYOUT_SIGNATURE),)
