"""What the three proof searches share: symmetry, the expansion of the root, and their answers.

All nodes below the root are replaced by the representative of their symmetry class, so moves found
in the table are moves of the state in the frame.
"""

from __future__ import annotations

from plyground.core import slots
from plyground.core.context import CONTEXT, Context, Matrix, stop_of, tables_of
from plyground.core.contract import Rules, Vector
from plyground.core.game_calls import list_moves, make_child, read_outcome
from plyground.core.jit import kernel
from plyground.core.pointers import CANONICAL, canonical_of
from plyground.core.stack import MOVES, RANKS, bind_stack, image_at, list_at, state_at
from plyground.core.transposition_table import position_key
from plyground.core.values import DRAW, ONGOING

LISTS = 4

# Returned instead of an answer; all answers are smaller.
UNKNOWN = 1 << 40
INTERRUPTED = UNKNOWN + 1
TOO_DEEP = UNKNOWN + 2

EXPAND_SIGNATURE = f"int64({CONTEXT}, int64[:, ::1], int64[::1])"


def bind_proof_stack(context: Context, rules: Rules, plies: int) -> Matrix:
    """Give a context a stack for a proof search `plies` deep."""
    return bind_stack(context, rules, plies, LISTS, image=True)


@kernel
def make_canonical(context: Vector, ply: int) -> int:
    """Replace the frame's state by its symmetry representative; return its key."""
    state = state_at(context, ply)
    if context[CANONICAL] != 0:
        image = image_at(context, ply)
        canonical_of(context)(state, image, tables_of(context))
        for slot in range(state.shape[0]):
            state[slot] = image[slot]
    key: int = position_key(context, state)
    return key


@kernel
def is_interrupted(context: Vector) -> bool:
    """Is the search stopped, or has it visited as many positions as it may?"""
    return bool(stop_of(context)[0] != 0 or context[slots.NODES] >= context[slots.NODE_LIMIT])


@kernel
def expand_root(context: Vector, children: Vector, outcomes: Vector) -> int:
    """Write the children of the state in frame 0; return how many there are.

    The moves that lead to them are in the frame's list of moves. `outcomes` holds theirs and, last,
    that of the state itself; a position without a move is a draw.
    """
    root = state_at(context, 0)
    moves = list_at(context, 0, MOVES)
    spare = list_at(context, 0, RANKS)
    child = state_at(context, 1)
    own = read_outcome(context, root)
    count = 0
    if own == ONGOING:
        count = list_moves(context, root, moves)
    outcomes[context[slots.BRANCHING]] = own if own != ONGOING or count > 0 else DRAW
    for index in range(count):
        make_child(context, 0, moves[index])
        for slot in range(child.shape[0]):
            children[index, slot] = child[slot]
        outcomes[index] = read_outcome(context, child)
        if outcomes[index] == ONGOING and list_moves(context, child, spare) == 0:
            outcomes[index] = DRAW
    return count


ENTRIES = ((expand_root, EXPAND_SIGNATURE),)
