"""What an opponent does that takes what it sees: whatever brings most points at once.

A search may assume such an opponent (`frames.LURING`). What it finds is no value of the position:
it is what the best play against that opponent brings, and at the horizon only points count, for
what an evaluation knows holds between those who both know it.
"""

from __future__ import annotations

from plyground.core.calling import play_of, standing_of
from plyground.core.compiling import kernel
from plyground.core.contract import Vector
from plyground.core.frames import MOVES_AT, STANDING_AT, STATE_SIZE
from plyground.core.values import INFINITE


@kernel
def keep_natural(
    state: Vector,
    frame: Vector,
    child: Vector,
    count: int,
    desk: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """Of a frame's moves leave those that bring most at once, in their order; how many they are.

    The child's frame is scratch.
    """
    size = desk[STATE_SIZE]
    moves = frame[desk[MOVES_AT] : desk[MOVES_AT] + count]
    standing = child[desk[STANDING_AT] : desk[STANDING_AT] + 3]
    after = child[:size]
    most = -INFINITE
    kept = 0
    for index in range(count):
        move = moves[index]
        for slot in range(size):
            after[slot] = state[slot]
        play_of(kernels)(after, move, tables)
        standing_of(kernels)(after, standing, tables)
        ahead = standing[0] if after[0] == state[0] else -standing[0]
        if ahead > most:
            most = ahead
            kept = 0
        if ahead == most:
            moves[kept] = move
            kept += 1
    return kept
