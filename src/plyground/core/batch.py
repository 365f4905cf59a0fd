"""Many positions of one game, stepped by one native call.

A state is played in a frame of the stack, where a kernel that writes too far is found out, and
copied back. Legal moves are a row of a mask, as learners want them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from plyground.core import slots
from plyground.core.context import CONTEXT, Context
from plyground.core.contract import Rules, Vector, vector
from plyground.core.game_calls import (
    list_moves,
    play_move,
    raise_violation,
    read_outcome,
    verify_move,
    verify_state,
)
from plyground.core.jit import compile_kernel, kernel
from plyground.core.playout import next_random, random_below, seed_random
from plyground.core.pointers import NativeKernels
from plyground.core.stack import MOVES, bind_stack, list_at, state_at
from plyground.core.values import DRAW, ONGOING

Mask = npt.NDArray[np.bool_]

STAY = -1
"""In place of a move: the state stays as it is."""

STEP_SIGNATURE = f"void({CONTEXT}, int64[::1], int64[:,::1], int64[::1], boolean[:,::1])"
SAMPLE_SIGNATURE = f"void({CONTEXT}, boolean[:,::1], int64[::1])"


@kernel(signature=STEP_SIGNATURE)
def step_states(
    context: Vector,
    moves: Vector,
    states: npt.NDArray[np.int64],
    outcomes: Vector,
    masks: Mask,
) -> None:
    """Play a legal move, or none, in every state; write its outcome and its legal moves."""
    state = state_at(context, 0)
    listed = list_at(context, 0, MOVES)
    for row in range(moves.shape[0]):
        for slot in range(state.shape[0]):
            state[slot] = states[row, slot]
        if moves[row] != STAY:
            play_move(context, state, moves[row])
            verify_state(context, 0)
            for slot in range(state.shape[0]):
                states[row, slot] = state[slot]
        for move in range(masks.shape[1]):
            masks[row, move] = False
        outcomes[row] = read_outcome(context, state)
        if outcomes[row] != ONGOING:
            continue
        count = list_moves(context, state, listed)
        if count == 0:
            outcomes[row] = DRAW
        for index in range(count):
            if verify_move(context, listed[index]):
                masks[row, listed[index]] = True


@kernel(signature=SAMPLE_SIGNATURE)
def sample_moves(context: Vector, masks: Mask, moves: Vector) -> None:
    """Write a random legal move of every row, `STAY` where there is none."""
    random_bits = context[slots.RANDOM]
    for row in range(masks.shape[0]):
        count = 0
        for move in range(masks.shape[1]):
            count += masks[row, move]
        moves[row] = STAY
        if count > 0:
            random_bits = next_random(random_bits)
            left = random_below(random_bits, count)
            for move in range(masks.shape[1]):
                if masks[row, move]:
                    if left == 0:
                        moves[row] = move
                        break
                    left -= 1
    context[slots.RANDOM] = random_bits


class Batch:
    """States of one game, their outcomes (for the side to move) and masks of their legal moves."""

    def __init__(self, rules: Rules, native: NativeKernels, count: int, seed: int) -> None:
        self._rules = rules
        self._context = Context(rules, native)
        # The context holds only the address of the stack.
        self._stack = bind_stack(self._context, rules, 0, lists=1)
        self._context[slots.RANDOM] = seed_random(vector(seed)[0])
        self._step, self._sample = (compile_kernel(*entry).call for entry in ENTRIES)
        self.states = np.tile(rules.start, (count, 1))
        self.outcomes: Vector = np.zeros(count, np.int64)
        self.masks: Mask = np.zeros((count, rules.move_limit), np.bool_)
        self.step(np.full(count, STAY))
        self._first_outcome, self._first_mask = self.outcomes[0], self.masks[0].copy()

    def step(self, moves: Vector) -> None:
        """Play a legal move, or `STAY`, in every state."""
        self._step(self._context.words, moves, self.states, self.outcomes, self.masks)
        raise_violation(self._context)

    def restart(self, which: Mask) -> None:
        """Put some of the states back to the start."""
        self.states[which] = self._rules.start
        self.outcomes[which] = self._first_outcome
        self.masks[which] = self._first_mask

    def sample(self) -> Vector:
        """A random legal move of every state, `STAY` where there is none."""
        moves: Vector = np.empty(len(self.states), np.int64)
        self._sample(self._context.words, self.masks, moves)
        return moves


ENTRIES = ((step_states, STEP_SIGNATURE), (sample_moves, SAMPLE_SIGNATURE))
