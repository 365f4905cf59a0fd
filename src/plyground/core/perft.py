"""Perft: counting move sequences, which tests and measures the rules alone."""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.pointers import moves_of, outcome_of, play_of
from plyground.core.values import ONGOING

PERFT_SIGNATURE = "int64(int64, int64[::1], int64[::1], int64[:, ::1], int64[:, ::1])"


@kernel(signature=PERFT_SIGNATURE)
def count_sequences(
    depth: int, kernels: Vector, tables: Vector, states: Vector, lists: Vector
) -> int:
    """The number of sequences of exactly `depth` moves from the state in `states[depth]`."""
    state = states[depth]
    if outcome_of(kernels)(state, tables) != ONGOING:
        return 0
    moves = lists[depth]
    count = moves_of(kernels)(state, moves, tables)
    if depth == 1:
        return count
    child = states[depth - 1]
    total = 0
    for index in range(count):
        for slot in range(state.shape[0]):
            child[slot] = state[slot]
        play_of(kernels)(child, moves[index], tables)
        total += count_sequences(depth - 1, kernels, tables, states, lists)
    return total


ENTRIES = ((count_sequences, PERFT_SIGNATURE),)
