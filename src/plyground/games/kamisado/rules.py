"""Kamisado as kernels: one round, or a match of rounds.

Squares count a1, b1, ... h8 from 0. A move is `64 * start + end`; a zero move ends where it
starts, a push ends on the occupied square ahead; after these come the two ways to refill.

The state is packed, because every move copies it and the key hashes it. A slot without meaning has
a fixed value, so that equal positions are equal vectors: `PASSES` and `FIRST_PASS` are 0 unless
zero moves are in progress; `LAST_MOVER` is the opponent of the side to move unless zero moves are
in progress or the side to move has just pushed and is now blocked.

Legal moves are listed colour by colour, and the far squares of a tower before the near ones.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.values import LOSS, ONGOING, WIN

SIDE = 0
FORCED = 1
"""The colour that must move, or `ANY`, or `FILL` when the defender chooses how to refill."""
LAST_MOVER = 2
"""Who made the last real move, and so loses a deadlock."""
PASSES = 3
"""Zero moves in progress: a bit for each tower, `8 * side + colour`."""
FIRST_PASS = 4
"""The colour of the first zero move, which is the one that the last real move forced."""
WINNER = 5
"""0 while the game goes on, else one more than the side that won."""
POINTS = 6
"""Of side 0, then of side 1."""
VOID = POINTS
"""In a single round, which has no points: the ranks, a bit for each, with which a win of side 0,
then of side 1, is void and the opponent's. A match asks so how a round can be won."""
RANKS = 8
"""Rings: two bits for each tower."""
SQUARES = 9
"""Squares of the towers of side 0, then of side 1: six bits for each colour."""
OCCUPANCY = 11
"""Occupied squares: 32 bits for rows 1 to 4, then 32 for rows 5 to 8."""
SLOTS = 13

ANY = 8
FILL = 9

LEFT = 64 * 64
RIGHT = LEFT + 1
MOVE_LIMIT = LEFT + 2
# A tower has at most seven squares straight ahead and seven on its two diagonals together.
BRANCHING = 8 * 14

# Tables: the colours of the 64 squares, then the options, then those of `open_lines`.
GOAL = 64
"""Points that end the match; 1 is the single round."""
DEADLOCK = 65
"""Which zero moves are a deadlock: an index into `DEADLOCKS`."""
ADVANCED_FIRST = 66
"""Do the most advanced towers take their home squares first?"""
OPTIONS_END = 67

DEADLOCKS = ("cycle", "two", "printed")
"""The same tower would have to move again; two zero moves in a row; two or more with the last real
mover to move, which without pushes first holds at three."""
CYCLE, TWO, PRINTED = range(3)


@kernel
def moves(state: Vector, out: Vector, tables: Vector) -> int:
    forced = state[FORCED]
    if forced < ANY:
        count = generate_tower_moves(state, forced, out, 0)
        if count == 0:
            out[0] = 65 * square_of(state, state[SIDE], forced)
            count = 1
        return count
    if forced == FILL:
        out[0] = LEFT
        out[1] = RIGHT
        return 2
    count = 0
    for colour in range(8):
        count = generate_tower_moves(state, colour, out, count)
    if count == 0:
        for colour in range(8):
            out[colour] = 65 * square_of(state, state[SIDE], colour)
        count = 8
    return count


@kernel
def play(state: Vector, move: int, tables: Vector) -> None:
    if move >= LEFT:
        refill(state, move, tables)
        return
    start, end = move >> 6, move & 63
    side = state[SIDE]
    colour = state[FORCED]
    if colour == ANY:
        colour = tower_on(state, side, start)
    if start == end:
        pass_turn(state, colour, end, tables)
        return
    state[PASSES] = 0
    state[FIRST_PASS] = 0
    if is_occupied(state, end):
        push(state, colour, start, end, tables)
        return
    move_tower(state, side, colour, start, end)
    state[SIDE] = 1 - side
    state[LAST_MOVER] = side
    state[FORCED] = tables[end]
    if end >> 3 == 7 - 7 * side:
        win_round(state, side, colour, tables)


@kernel
def outcome(state: Vector, tables: Vector) -> int:
    winner = state[WINNER]
    if winner == 0:
        return ONGOING
    return WIN if winner - 1 == state[SIDE] else LOSS


@kernel
def square_of(state: Vector, side: int, colour: int) -> int:
    """The square of a tower."""
    square: int = (state[SQUARES + side] >> (6 * colour)) & 63
    return square


@kernel
def rank_of(state: Vector, side: int, colour: int) -> int:
    """The rings of a tower."""
    rank: int = (state[RANKS] >> (16 * side + 2 * colour)) & 3
    return rank


@kernel
def is_occupied(state: Vector, square: int) -> bool:
    bit: int = (state[OCCUPANCY + (square >> 5)] >> (square & 31)) & 1
    return bit == 1


@kernel
def tower_on(state: Vector, side: int, square: int) -> int:
    """The colour of the side's tower on a square, or -1."""
    for colour in range(8):
        if square_of(state, side, colour) == square:
            return colour
    return -1


@kernel
def move_tower(state: Vector, side: int, colour: int, start: int, end: int) -> None:
    state[OCCUPANCY + (start >> 5)] ^= 1 << (start & 31)
    state[OCCUPANCY + (end >> 5)] ^= 1 << (end & 31)
    state[SQUARES + side] ^= (start ^ end) << (6 * colour)


@kernel
def generate_tower_moves(state: Vector, colour: int, out: Vector, count: int) -> int:
    """Write the moves of one tower of the side to move from `out[count]` on; the new count."""
    side = state[SIDE]
    start = square_of(state, side, colour)
    rank = rank_of(state, side, colour)
    first = count
    if rank > 0 and count_pushed(state, side, colour) > 0:
        out[count] = 65 * start + 8 - 16 * side
        count += 1
    # Three rays of one bit each go forward row by row until they hit a tower or the edge.
    forward = 1 - 2 * side
    left = straight = right = 1 << (start & 7)
    row = start >> 3
    for distance in range(1, 8 - 2 * rank):
        row += forward
        if row < 0 or row > 7:
            break
        free = ~(state[OCCUPANCY + (row >> 2)] >> (8 * (row & 3)))
        left = (left >> 1) & free
        straight &= free
        right = (right << 1) & free & 255
        if left | straight | right == 0:
            break
        ahead = 64 * start + 8 * row + (start & 7)
        if left != 0:
            out[count] = ahead - distance
            count += 1
        if right != 0:
            out[count] = ahead + distance
            count += 1
        if straight != 0:
            out[count] = ahead
            count += 1
    low, high = first, count - 1
    while low < high:
        out[low], out[high] = out[high], out[low]
        low += 1
        high -= 1
    return count


@kernel
def count_pushed(state: Vector, side: int, colour: int) -> int:
    """The number of towers that a tower would push; 0 if it cannot push."""
    rank = rank_of(state, side, colour)
    forward = 8 - 16 * side
    square = square_of(state, side, colour)
    for count in range(rank + 1):
        square += forward
        if square < 0 or square > 63:
            return 0
        if not is_occupied(state, square):
            return count
        other = tower_on(state, 1 - side, square)
        if other < 0 or rank_of(state, 1 - side, other) >= rank:
            return 0
    return 0


@kernel
def is_blocked(state: Vector, side: int, colour: int) -> bool:
    """Is a zero move the only move of the tower?"""
    square = square_of(state, side, colour)
    row = (square >> 3) + 1 - 2 * side
    if row < 0 or row > 7:
        return True
    column = square & 7
    for aside in range(max(column - 1, 0), min(column + 1, 7) + 1):
        if not is_occupied(state, 8 * row + aside):
            return False
    return count_pushed(state, side, colour) == 0


@kernel
def push(state: Vector, colour: int, start: int, end: int, tables: Vector) -> None:
    """Advance the tower and those ahead of it by one square; the same side moves again."""
    side = state[SIDE]
    forward = end - start
    landing = start + forward * (count_pushed(state, side, colour) + 1)
    square = landing
    while square != end:
        other = tower_on(state, 1 - side, square - forward)
        move_tower(state, 1 - side, other, square - forward, square)
        square -= forward
    move_tower(state, side, colour, start, end)
    state[FORCED] = tables[landing]
    state[LAST_MOVER] = side if is_blocked(state, side, tables[landing]) else 1 - side


@kernel
def pass_turn(state: Vector, colour: int, square: int, tables: Vector) -> None:
    """Make a zero move, which may complete a deadlock."""
    side = state[SIDE]
    forced = tables[square]
    is_first = state[PASSES] == 0
    if is_first:
        state[FIRST_PASS] = colour
    state[PASSES] |= 1 << (8 * side + colour)
    state[SIDE] = 1 - side
    state[FORCED] = forced
    if tables[DEADLOCK] == CYCLE:
        locked = (state[PASSES] >> (8 * (1 - side) + forced)) & 1 != 0
    elif tables[DEADLOCK] == TWO:
        locked = not is_first
    else:
        locked = not is_first and state[LAST_MOVER] == state[SIDE]
    if locked:
        win_round(state, 1 - state[LAST_MOVER], state[FIRST_PASS], tables)


@kernel
def win_round(state: Vector, side: int, colour: int, tables: Vector) -> None:
    """End the round; in a match the winner's tower of that colour scores and is promoted."""
    rank = rank_of(state, side, colour)
    if tables[GOAL] == 1:
        state[WINNER] = 2 - side if is_void(state, side, rank) else side + 1
        return
    state[POINTS + side] += 1 << rank
    if rank < 3:
        state[RANKS] += 1 << (16 * side + 2 * colour)
    state[PASSES] = 0
    state[FIRST_PASS] = 0
    if state[POINTS + side] >= tables[GOAL]:
        state[WINNER] = side + 1
        state[SIDE] = 1 - side
        state[FORCED] = ANY
    else:
        state[SIDE] = side
        state[FORCED] = FILL
    state[LAST_MOVER] = 1 - state[SIDE]


@kernel
def is_void(state: Vector, side: int, rank: int) -> bool:
    """Does a single round count as lost if the side wins it with a tower of that rank?"""
    bit: int = (state[VOID + side] >> rank) & 1
    return bit == 1


@kernel
def refill(state: Vector, move: int, tables: Vector) -> None:
    """Put all towers back on their home rows; the loser of the round begins the next."""
    for side in range(2):
        # Towers are looked up in `state`, which does not change until all have a new square.
        squares = state[SQUARES + side]
        taken = 0
        for step in range(8):
            away = 7 - step if tables[ADVANCED_FIRST] != 0 else step
            for across in range(8):
                colour = tower_on(state, side, relative_square(side, away, across, move))
                if colour >= 0:
                    home = relative_square(side, 0, taken, move)
                    squares ^= (square_of(state, side, colour) ^ home) << (6 * colour)
                    taken += 1
        state[SQUARES + side] = squares
    state[OCCUPANCY] = 255
    state[OCCUPANCY + 1] = 255 << 24
    state[SIDE] = 1 - state[SIDE]
    state[FORCED] = ANY
    state[LAST_MOVER] = 1 - state[SIDE]


@kernel
def relative_square(side: int, away: int, across: int, move: int) -> int:
    """The square `away` rows from the side's home row and `across` columns from the chosen edge."""
    column = across if move == LEFT else 7 - across
    square = 8 * away + column
    return square if side == 0 else 63 - square
