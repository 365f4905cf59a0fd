"""What a stone would do on an empty cell: win, or break a rule.

Follows the definitions of the Renju International Federation, generalised by the tables: "five"
is whatever wins for the colour. A three counts towards a double-three only if some point that
makes it a straight four makes no five and is no foul itself, which is judged in the same way
with the stone on the board (RIF 9.3). Every step of that recursion adds a stone, so it ends.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.games.gomoku.lines import (
    AFTER,
    BEFORE,
    CENTRE,
    MIDDLE,
    PLANE,
    STEPS,
    count_fours,
    find_row_ends,
    find_straightenings,
    is_five,
    is_simple_three,
    window,
)
from plyground.games.gomoku.variants import (
    ALLOW_FORCED,
    BAN_FOURS,
    BAN_THREES,
    LONG_FOUL,
    OVERLINE,
    SIMPLE_THREE,
    SIZE,
)

# The verdicts; those from `DOUBLE_THREE` up are fouls.
PLAIN = 0
FIVE = 1
DOUBLE_THREE = 2
DOUBLE_FOUR = 3
LONG_ROW = 4


@kernel(signature="int64(int64[::1], int64, int64, int64, int64[::1])")
def judge(board: Vector, base: int, cell: int, colour: int, tables: Vector) -> int:
    """The verdict on a stone of `colour` on the empty `cell` of the board at `board[base:]`.

    Puts stones on the board while it looks ahead, and takes them away again.
    """
    fours, threes, longest, stops_five = 0, 0, 0, False
    # Ten bits a direction: where its three can become a straight four, and the ends of its row.
    ends = 0
    for direction in range(4):
        own, enemy, empty = window(board, base, cell, direction, colour, tables)
        if is_five(own, enemy, colour, tables):
            return FIVE
        if is_five(enemy | CENTRE, own ^ CENTRE, 1 - colour, tables):
            stops_five = True
        low, high = find_row_ends(own)
        longest = max(longest, high - low - 1)
        if tables[BAN_FOURS + colour]:
            fours += count_fours(own, enemy, empty, colour, tables)
        if tables[SIMPLE_THREE]:
            threes += is_simple_three(own, empty)
        else:
            sides = find_straightenings(own, empty, colour, tables)
            if sides:
                threes += 1
                ends |= (sides | low << 2 | high << 6) << 10 * direction
    if longest > 5 and tables[OVERLINE + colour] == LONG_FOUL:
        return LONG_ROW
    if fours > 1:
        return DOUBLE_FOUR
    if threes < 2 or not tables[BAN_THREES + colour] or (stops_five and tables[ALLOW_FORCED]):
        return PLAIN
    if tables[SIMPLE_THREE]:
        return DOUBLE_THREE

    # Which of the threes can become a straight four on a point that is no foul?
    size = tables[SIZE]
    stone = 1 << (cell % size + PLANE * colour)
    board[base + cell // size] |= stone
    real = 0
    for direction in range(4):
        step = STEPS[direction][0] + STEPS[direction][1] * size
        sides = ends >> 10 * direction & 3
        low, high = ends >> (10 * direction + 2) & 15, ends >> (10 * direction + 6) & 15
        for side, end in ((BEFORE, low), (AFTER, high)):
            point = cell + (end - MIDDLE) * step
            if sides & side and judge(board, base, point, colour, tables) == PLAIN:
                real += 1
                break
        if real == 2:
            break
    board[base + cell // size] ^= stone
    return DOUBLE_THREE if real == 2 else PLAIN


@kernel
def find_suspects(board: Vector, base: int, row: int, colour: int, tables: Vector) -> int:
    """The cells of a row, as bits, where a foul of `colour` is not out of the question.

    A double-three, or a double-four in two directions, needs in each of them two own stones
    within three cells; a foul in one line needs four own stones within four cells; and no enemy
    stands between. All cells of the row are counted at once: bit x of `two` says that cell x has
    seen two stones.
    """
    size = tables[SIZE]
    mask = (1 << size) - 1
    once, twice, crowded = 0, 0, 0
    for step_x, step_y in STEPS:
        one, two, three, four = 0, 0, 0, 0
        near, pair = 0, 0
        for sign in (-1, 1):
            clear = mask
            for distance in range(1, 5):
                y = row + sign * distance * step_y
                if y < 0 or y >= size:
                    break
                shift = sign * distance * step_x
                stones = board[base + y]
                stones = stones >> shift if shift >= 0 else stones << -shift
                black, white = stones, stones >> PLANE
                own, enemy = (white, black) if colour else (black, white)
                clear &= ~enemy
                own &= clear
                four |= three & own
                three |= two & own
                two |= one & own
                one |= own
                if distance < 4:
                    pair |= near & own
                    near |= own
        crowded |= four
        twice |= once & pair
        once |= pair
    found: int = twice | crowded
    return found
