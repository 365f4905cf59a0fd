"""Perft: counting move sequences, which tests and measures the rules alone."""

from __future__ import annotations

from plyground.core.context import CONTEXT, Context, stop_of
from plyground.core.contract import Rules, Vector
from plyground.core.game_calls import list_moves, make_child, raise_violation, read_outcome
from plyground.core.jit import compile_kernel, kernel
from plyground.core.pointers import NativeKernels
from plyground.core.stack import MOVES, bind_stack, list_at, read_state, state_at
from plyground.core.values import ONGOING

PERFT_SIGNATURE = f"int64({CONTEXT}, int64, int64)"


@kernel(signature=PERFT_SIGNATURE)
def count_sequences(context: Vector, ply: int, depth: int) -> int:
    """The number of sequences of exactly `depth` moves from the node at `ply`."""
    state = state_at(context, ply)
    if stop_of(context)[0] != 0 or read_outcome(context, state) != ONGOING:
        return 0
    moves = list_at(context, ply, MOVES)
    count = list_moves(context, state, moves)
    if depth == 1:
        return count
    total = 0
    for index in range(count):
        make_child(context, ply, moves[index])
        total += count_sequences(context, ply + 1, depth - 1)
    return total


ENTRIES = ((count_sequences, PERFT_SIGNATURE),)


class Perft:
    """Counts the sequences of up to `depth` moves of a game."""

    def __init__(self, rules: Rules, native: NativeKernels, depth: int) -> None:
        self._context = Context(rules, native)
        self._stack = bind_stack(self._context, rules, max(depth, 1), lists=1)
        self._count = compile_kernel(*ENTRIES[0]).call

    def count(self, state: Vector, depth: int) -> int:
        """The number of sequences of exactly `depth` moves, at least one, from a state."""
        read_state(self._stack, 0, len(state))[:] = state
        found = int(self._count(self._context.words, 0, depth))
        raise_violation(self._context)
        return found
