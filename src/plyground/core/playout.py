"""Random games, as fast as the rules allow."""

from __future__ import annotations

import numpy as np

from plyground.core import slots
from plyground.core.context import CONTEXT, Context, stop_of, tables_of
from plyground.core.contract import Rules, Vector, vector
from plyground.core.game_calls import (
    COUNT_OF_MOVES,
    raise_violation,
    read_outcome,
    verify_count,
    verify_move,
    verify_state,
)
from plyground.core.jit import compile_kernel, kernel
from plyground.core.pointers import NativeKernels, moves_of, outcome_of, play_of
from plyground.core.stack import MOVES, bind_stack, list_at, read_state, state_at
from plyground.core.values import DRAW, MARGIN, ONGOING, PLY_LIMIT, WIN

# Slots of the results: games won, drawn and lost by side 0, and unfinished ones.
WINS = 0
DRAWS = 1
LOSSES = 2
UNFINISHED = 3
RESULTS = 4

PLAYOUT_SIGNATURE = f"void({CONTEXT}, int64, int64[::1])"


@kernel
def play_randomly(context: Vector, ply: int, outcome: int, limit: int) -> int:
    """Play random legal moves in a frame whose outcome is given, at most `limit`.

    Returns the outcome, for the side to move then; `ONGOING` if it did not end.
    """
    state = state_at(context, ply)
    moves = list_at(context, ply, MOVES)
    stop = stop_of(context)
    # Read once: a ply takes so little time that reading them for each would take a fifth of it.
    moves_in, play, outcome_in = moves_of(context), play_of(context), outcome_of(context)
    tables = tables_of(context)
    random_bits = context[slots.RANDOM]
    plies = 0
    while outcome == ONGOING and plies < limit and stop[0] == 0:
        count = verify_count(context, moves_in(state, moves, tables), COUNT_OF_MOVES)
        if count == 0:
            outcome = DRAW
            break
        random_bits = next_random(random_bits)
        move = moves[random_below(random_bits, count)]
        if verify_move(context, move):
            play(state, move, tables)
        outcome = outcome_in(state, tables)
        plies += 1
    verify_state(context, ply)
    context[slots.RANDOM] = random_bits
    context[slots.PLIES] += plies
    return outcome


@kernel(signature=PLAYOUT_SIGNATURE)
def run_playouts(context: Vector, count: int, results: Vector) -> None:
    """Play `count` games from the state in frame 0, in frame 1; add to `results`.

    A game longer than `PLY_LIMIT` counts as unfinished.
    """
    start = state_at(context, 0)
    state = state_at(context, 1)
    stop = stop_of(context)
    for _ in range(count):
        for slot in range(start.shape[0]):
            state[slot] = start[slot]
        outcome = play_randomly(context, 1, read_outcome(context, state), PLY_LIMIT)
        if stop[0] != 0:
            return
        results[classify_outcome(outcome, state[0])] += 1


class Playouts:
    """Plays random games from positions of one game, and counts their results."""

    def __init__(self, rules: Rules, native: NativeKernels, seed: int = 1) -> None:
        self._context = Context(rules, native)
        self._stack = bind_stack(self._context, rules, 1, lists=1)
        self._run = compile_kernel(*ENTRIES[0]).call
        self.results: Vector = np.zeros(RESULTS, np.int64)
        self._context[slots.RANDOM] = seed_random(vector(seed)[0])

    @property
    def plies(self) -> int:
        """Plies of all games."""
        return self._context[slots.PLIES]

    def run(self, state: Vector, count: int) -> None:
        """Play `count` games, and add to the results."""
        read_state(self._stack, 0, len(state))[:] = state
        self._run(self._context.words, count, self.results)
        raise_violation(self._context)


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
