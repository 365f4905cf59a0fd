"""What a move wins in a game of points, once all that lies open has been taken in turn.

A simple player sees what can be taken at once, and may count on: I take, you take, I take. That
count is the *worth* of a move here. It serves to guess what such a player does, and is no bound of
anything.
"""

from __future__ import annotations

from plyground.core.calling import grab_of, moves_of, play_of, standing_of
from plyground.core.compiling import kernel
from plyground.core.contract import Vector
from plyground.core.values import INFINITE

# Rows of the room to work in.
STATE = 0
AFTER = 1
STANDINGS = 2
CHAIN = 3
MOVES = 4
GAINS = 5
WORTHS = 6
HABITS = 7
PRIORS = 8
PATH = 9
GRABS = 10
CHOICES = 11
GIVING = 12
BEFORE = 13
LEFT = 14
ROOM_ROWS = 15

NO_MOVE = -1


@kernel
def copy(state: Vector, after: Vector) -> None:
    for slot in range(state.shape[0]):
        after[slot] = state[slot]


@kernel
def points_ahead(state: Vector, room: Vector, kernels: Vector, tables: Vector) -> int:
    """How many points the side to move is ahead."""
    standing = room[STANDINGS, :3]
    standing_of(kernels)(state, standing, tables)
    return int(standing[0])


@kernel
def step(state: Vector, move: int, standing: Vector, kernels: Vector, tables: Vector) -> int:
    """Play a move; twice the points that it brings, and one more if its side moves again.

    The standing must be that of the state; it is brought up to date.
    """
    side = state[0]
    before = standing[0]
    play_of(kernels)(state, move, tables)
    standing_of(kernels)(state, standing, tables)
    if state[0] == side:
        return int(2 * (standing[0] - before) + 1)
    return int(-2 * (standing[0] + before))


@kernel
def exchange(state: Vector, room: Vector, kernels: Vector, tables: Vector) -> int:
    """What the side to move wins if both take the most in turn, each free to stop.

    The state is played on; its standing must be in the room.
    """
    standing, chain, grabs = room[STANDINGS, :3], room[CHAIN], room[GRABS]
    count = 0
    while count < chain.shape[0] and grab_of(kernels)(state, grabs, tables) > 0:
        chain[count] = step(state, grabs[0], standing, kernels, tables)
        count += 1
    return taken_in_turn(chain, 0, count)


@kernel
def taken_in_turn(chain: Vector, first: int, end: int) -> int:
    """What the side to move wins by a chain of steps, each side free to stop."""
    won = 0
    for place in range(end - 1, first - 1, -1):
        won = max(0, continued(chain[place], won))
    return won


@kernel
def continued(stepped: int, won: int) -> int:
    """What a step brings its side if whoever is to move after it wins so much."""
    return (stepped >> 1) + won if stepped & 1 else (stepped >> 1) - won


@kernel
def worth(
    state: Vector, ahead: int, move: int, top: int, room: Vector, kernels: Vector, tables: Vector
) -> int:
    """What a move of the side that is so far ahead brings, less what can then be taken in turn.

    If that cannot be more than `top` no exchange is looked at, and what the move brings is told.
    """
    after, standing = room[AFTER, : state.shape[0]], room[STANDINGS, :3]
    copy(state, after)
    standing[0] = ahead
    stepped = step(after, move, standing, kernels, tables)
    gain = stepped >> 1
    if stepped & 1 == 0 and gain <= top:
        return gain
    return continued(stepped, exchange(after, room, kernels, tables))


@kernel
def survey(state: Vector, room: Vector, kernels: Vector, tables: Vector) -> int:
    """Write the moves and what each is worth; tell how many they are."""
    moves, worths = room[MOVES], room[WORTHS]
    count = moves_of(kernels)(state, moves, tables)
    ahead = points_ahead(state, room, kernels, tables)
    for index in range(count):
        worths[index] = worth(state, ahead, moves[index], -INFINITE, room, kernels, tables)
    return count
