"""The words of a search context, in one namespace: always written `slots.NODES`.

The addresses of the game's kernels come first, at the slots of `pointers`, so a context is a vector
of kernels, too.
"""

from __future__ import annotations

from plyground.core.contract import KERNELS

_FIRST = len(KERNELS)

# Counters and flags of a search.
NODES = _FIRST
"""Positions visited so far; may be read while the search runs."""
NODE_LIMIT = _FIRST + 1
STOPPED = _FIRST + 2
VIOLATION = _FIRST + 3
"""What a kernel of the game did against the contract (see `game_calls`); 0 if nothing."""
GIVEN = _FIRST + 4
"""The number that was wrong."""
MODE = _FIRST + 5
AGE = _FIRST + 6
RANDOM = _FIRST + 7
"""The state of the random generator."""
PLIES = _FIRST + 8
"""Plies of random games, in all."""
TREE_SIZE = _FIRST + 9
"""Nodes of the search tree in use."""
SIMULATIONS = _FIRST + 10

# What the rules say in numbers.
STATE_SIZE = _FIRST + 11
MOVE_LIMIT = _FIRST + 12
BRANCHING = _FIRST + 13
FUTILITY = _FIRST + 14
ORDERED = _FIRST + 15
"""Are the game's priors usable without features?"""

# The stack (see `stack`): where it is, and where in a frame the parts of variable size begin.
FRAMES = _FIRST + 16
FRAME_COUNT = _FIRST + 17
FRAME_WIDTH = _FIRST + 18
IMAGE_AT = _FIRST + 19
LISTS_AT = _FIRST + 20
LIST_WIDTH = _FIRST + 21
LINE_AT = _FIRST + 22
LINE_WIDTH = _FIRST + 23
THREAT_LINE_AT = _FIRST + 24

# Arrays: the address, then the shape.
TABLES = _FIRST + 25
STOP = _FIRST + 27
TABLE = _FIRST + 29
HISTORY = _FIRST + 31
FEATURES = _FIRST + 33
ROOT_FEATURES = _FIRST + 35
ROOT_MOVES = _FIRST + 37
TREE = _FIRST + 40
TOTALS = _FIRST + 43
PATH = _FIRST + 45
SIDES = _FIRST + 47

SIZE = _FIRST + 49
