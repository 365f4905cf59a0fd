"""The desk at which one thread searches: a frame for every ply, and a few counters.

A native call pays for each array it is given, so everything a node needs lies in one row of one
array: its state, its moves with their priors, the best line from it, its killer moves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Rules, Vector
from plyground.core.pointers import UNDO

MAX_PLY = 128

# Slots of the desk.
NODES = 0
NODE_LIMIT = 1
STOPPED = 2
MODE = 3
AGE = 4
STATE_SIZE = 5
MOVE_LIMIT = 6
IN_PLACE = 7
# Where in a frame each part begins.
MOVES_AT = 8
PRIORS_AT = 9
LINE_AT = 10
KILLERS_AT = 11
PROVEN_AT = 12
STANDING_AT = 13
MARGIN = 14
STATIC_AT = 15
DESK_SIZE = 16

# Modes.
HEURISTIC = 0
EXACT_DEPTH = 1


def make_desk(rules: Rules, addresses: Vector) -> Vector:
    """The constants and counters of one thread."""
    size, branching = len(rules.start), rules.branching
    desk = np.zeros(DESK_SIZE, np.int64)
    desk[STATE_SIZE] = size
    desk[MOVE_LIMIT] = rules.move_limit
    desk[IN_PLACE] = addresses[UNDO] != 0
    desk[MOVES_AT] = size
    desk[PRIORS_AT] = size + branching
    desk[LINE_AT] = size + 2 * branching
    desk[KILLERS_AT] = desk[LINE_AT] + MAX_PLY + 1
    desk[PROVEN_AT] = desk[KILLERS_AT] + 2
    desk[STANDING_AT] = desk[PROVEN_AT] + 1
    desk[STATIC_AT] = desk[STANDING_AT] + 3
    desk[MARGIN] = rules.margin
    return desk


def make_frames(desk: Vector) -> npt.NDArray[np.int64]:
    """A row for every ply. Slot `LINE_AT` is the length of the line that follows it."""
    frames = np.zeros((MAX_PLY + 2, int(desk[STATIC_AT]) + 1), np.int64)
    killers = int(desk[KILLERS_AT])
    frames[:, killers : killers + 2] = -1
    return frames
