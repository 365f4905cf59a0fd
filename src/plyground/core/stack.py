"""The stack of one searching thread: a frame for every ply, and the context that all frames share.

A native call pays for each array it is given, so everything a node needs lies in one row of one
array: its state, its moves with their priors, the best line from it, its killer moves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from plyground.core.contract import BOUNDS_SIZE, INFO_SIZE, Rules, Vector

MAX_PLY = 128

# Slots of the context.
NODES = 0
NODE_LIMIT = 1
STOPPED = 2
MODE = 3
AGE = 4
STATE_SIZE = 5
MOVE_LIMIT = 6
FUTILITY = 7
# Where in a frame each part begins.
MOVES_AT = 8
PRIORS_AT = 9
LINE_AT = 10
KILLERS_AT = 11
PROVEN_AT = 12
SCORE_BOUNDS_AT = 13
STATIC_AT = 14
INFO_AT = 15
CONTEXT_SIZE = 16

# Modes.
HEURISTIC = 0
EXACT_DEPTH = 1


def make_context(rules: Rules) -> Vector:
    """The constants and counters of one thread."""
    size, branching = len(rules.start), rules.branching
    context = np.zeros(CONTEXT_SIZE, np.int64)
    context[STATE_SIZE] = size
    context[MOVE_LIMIT] = rules.move_limit
    context[MOVES_AT] = size
    context[PRIORS_AT] = size + branching
    context[LINE_AT] = size + 2 * branching
    context[KILLERS_AT] = context[LINE_AT] + MAX_PLY + 1
    context[PROVEN_AT] = context[KILLERS_AT] + 2
    context[SCORE_BOUNDS_AT] = context[PROVEN_AT] + 1
    context[STATIC_AT] = context[SCORE_BOUNDS_AT] + BOUNDS_SIZE
    context[INFO_AT] = context[STATIC_AT] + 1
    context[FUTILITY] = rules.futility
    return context


def make_stack(context: Vector) -> npt.NDArray[np.int64]:
    """A row for every ply. Slot `LINE_AT` is the length of the line that follows it."""
    stack = np.zeros((MAX_PLY + 2, int(context[INFO_AT]) + INFO_SIZE), np.int64)
    killers = int(context[KILLERS_AT])
    stack[:, killers : killers + 2] = -1
    return stack
