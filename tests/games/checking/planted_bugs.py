"""A small game with every kernel, and bugs to plant in it: each is one change of its source.

The game is a row of eight cells; the sides put stones on empty cells, and two stones of one side
next to each other lose for it. State: side to move, whether the last stone lost, the cells.
"""

from __future__ import annotations

SOURCE = """\
import numpy as np

from plyground import ONGOING, WIN, Game, Kernels, Piece, Rules, Scene, grid_spots, kernel
from plyground.core.transposition_table import hash_vector

CELLS = 8
SPOTS = grid_spots(CELLS, 1)


@kernel
def moves(state, out, tables):
    # in moves
    count = 0
    for cell in range(CELLS):
        if state[2 + cell] == 0:
            out[count] = cell
            count += 1
    return count  # of moves


@kernel
def count_stones(state):
    stones = 0
    for cell in range(CELLS):
        stones += state[2 + cell] != 0
    return stones


@kernel
def double(wide):
    return wide * 2 + wide * 2


@kernel(signature="int64(int64)")
def descend(wide):
    return 0 if wide >> 62 >= 1 else 1 + descend(wide * 2)


@kernel
def play(state, move, tables):
    # in play
    state[1] = descend(1)
    stone = state[0] + 1
    state[2 + move] = stone
    left = move > 0 and state[2 + move - 1] == stone
    right = move < CELLS - 1 and state[2 + move + 1] == stone
    state[1] = 1 if left or right else 0
    state[0] = 1 - state[0]


@kernel
def outcome(state, tables):
    # in outcome
    return WIN if state[1] == 1 else ONGOING


@kernel
def evaluate(state, features, tables):
    # in evaluate
    return tables[features[0]] - state[0]


@kernel
def priors(state, moves, count, out, features, tables):
    # in priors
    for index in range(count):
        out[index] = tables[moves[index]]


@kernel
def key(state, tables):
    # in key
    return hash_vector(state)


@kernel
def canonical(state, out, tables):
    # in canonical
    for slot in range(CELLS + 2):
        out[slot] = state[slot]


@kernel
def init_features(state, features, tables):
    # in init_features
    features[0] = count_stones(state)


@kernel
def update_features(state, move, features, tables):
    # in update_features
    features[0] += 1


@kernel
def revert_features(state, move, features, tables):
    # in revert_features
    features[0] -= 1


@kernel
def candidates(state, out, info, features, tables):
    # in candidates
    return moves(state, out, tables)


@kernel
def threat_search(state, budget, line, info, features, tables):
    # in threat_search
    return 0


@kernel
def known_result(state, tables):
    # in known_result
    return 0


class Row(Game):
    name = "row"

    def build(self):
        return Rules(
            Kernels(
                moves, play, outcome, evaluate, priors, key, canonical,
                init_features, update_features, revert_features,
                candidates, threat_search, known_result,
            ),
            start=np.zeros(CELLS + 2, np.int64),
            move_limit=CELLS,
            branching=CELLS,
            tables=np.arange(CELLS + 1, dtype=np.int64),
            features_size=1,
        )

    def path(self, state, move):
        return (SPOTS[move].name,)

    def scene(self, state):
        stones = zip(SPOTS, state[2:], strict=True)
        return Scene("cells", SPOTS, tuple(Piece(s.name, int(v) - 1) for s, v in stones if v))
"""

KERNELS = (
    "moves", "play", "outcome", "evaluate", "priors", "key", "canonical", "init_features",
    "update_features", "revert_features", "candidates", "threat_search", "known_result",
)  # fmt: skip

LATE = "count_stones(state) == 5"
"""Reached after five moves at the earliest, and seldom at random."""

BUGS: dict[str, tuple[str, str]] = {
    # Wrong numbers of the rules.
    "branching too small": ("branching=CELLS", "branching=5"),
    "move_limit too small": ("move_limit=CELLS", "move_limit=5"),
    "branching of zero": ("branching=CELLS", "branching=0"),
    "start of another type": ("np.zeros(CELLS + 2, np.int64)", "np.zeros(CELLS + 2)"),
    "start too short": ("np.zeros(CELLS + 2, np.int64)", "np.zeros(CELLS, np.int64)"),
    "tables too short": ("np.arange(CELLS + 1, ", "np.arange(3, "),
    "no features": ("features_size=1", "features_size=0"),
    "a third side at the start": ("start=np.zeros(", "start=2 + np.zeros("),
    # Reads and writes out of bounds, near and far.
    "moves writes far": ("# in moves", "out[40_000_000] = 1"),
    "moves writes just behind": ("# in moves", "out[CELLS] = 1"),
    "moves writes before": ("# in moves", "out[-1] = 1"),
    "play writes just behind": ("# in play", "state[CELLS + 2] = 1"),
    "play writes far": ("# in play", "state[10_000_000_000] = 1"),
    "play reads far": ("# in play", "state[2 + move] = state[10_000_000_000]"),
    "play writes into tables": ("# in play", "tables[0] += 1"),
    "evaluate reads far": ("tables[features[0]]", "tables[features[0] << 40]"),
    "evaluate writes into the state": ("# in evaluate", "state[2] = 1"),
    "late write behind the state": ("# in play", f"if {LATE}: state[CELLS + 2] = 1"),
    "late write far away": ("# in play", f"if {LATE}: state[10_000_000_000] = 1"),
    "late features out of bounds": ("# in update_features", f"if {LATE}: features[1 << 33] = 1"),
    # Wrong results.
    "too many moves told": ("return count  # of moves", "return count + 9"),
    "fewer than no moves told": ("return count  # of moves", "return -1"),
    "a move twice": ("out[count] = cell", "out[count] = 0"),
    "moves above the limit": ("out[count] = cell", "out[count] = cell + 100"),
    "moves below zero": ("out[count] = cell", "out[count] = cell - 3"),
    "a third side": ("state[0] = 1 - state[0]", "state[0] = 2"),
    "an unknown outcome": ("else ONGOING", "else 77"),
    "a game without end": ("state[2 + move] = stone", "pass"),
    "a key that collides": ("return hash_vector(state)", "return state[0] + 7"),
    "a key of the stones alone": ("return hash_vector(state)", "return count_stones(state)"),
    "a candidate that is illegal": ("return moves(state, out, tables)", "out[0] = 0; return 1"),
    "no candidates": ("return moves(state, out, tables)", "return 0"),
    "a false claim": ("# in known_result", "return 1_000_000_000 - 1"),
    "canonical of nothing": ("out[slot] = state[slot]", "out[slot] = 0"),
    # Code that fails.
    "a syntax error": ("def play(", "def play(("),
    "an error at import": ("CELLS = 8", "CELLS = 8 // 0"),
    "a division by zero": ("# in play", "move = move // (move - move)"),
    "an error in a kernel": ("# in play", "raise ValueError(1)"),
    "a name that does not exist": ("# in play", "missing = nothing"),
    "a recursion without end": ("    stones = 0\n", "    stones = count_stones(state)\n"),
    "a function that is no kernel": ("@kernel\ndef count_stones", "def count_stones"),
    "a kernel that cannot be compiled": ("# in play", "words = {str(move): [move]}"),
    "a random evaluation": ("tables[features[0]] - state[0]", "np.random.randint(0, 99)"),
    "another number of parameters": ("def play(state, move, tables)", "def play(state, move)"),
    "a class without a name": ('    name = "row"\n', ""),
    "rules that cannot be built": ("        return Rules(", "        return Rulez("),
    "a scene that fails": ("stones = zip(", "stones = zap("),
    "a path that fails": ("SPOTS[move].name", "SPOTS[move + 90].name"),
    # Wrong in native code only, where integers wrap around.
    "a native endless loop": ("# in play", "wide = 1\n    while wide >> 62 < 4: wide *= 2"),
    "a native index far away": ("# in play", "state[3 if double(1 << 62) > 0 else 1 << 40] += 0"),
    "a native recursion without end": (">= 1 else 1 + descend", ">= 4 else 1 + descend"),
    **{f"an endless loop in {name}": (f"# in {name}", "while True: pass") for name in KERNELS},
}  # fmt: skip
"""For each bug, a part of the source and what replaces it."""


def plant(bug: str | None) -> str:
    """The source of the game with a bug, or without one."""
    if bug is None:
        return SOURCE
    old, new = BUGS[bug]
    assert SOURCE.count(old) == 1, bug
    return SOURCE.replace(old, new)
