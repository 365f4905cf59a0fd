"""Othello: a new disc turns over the rows of the other's discs that it encloses; most discs win.

Try it: `plyground play examples/othello.py`

A board of up to 8 x 8 fits into one integer, with a bit for each square: a *bitboard*. Shifting it
moves all discs at once, so the loops are over the eight directions, never over the squares.
"""

from plyground import (
    ONGOING,
    POINT,
    Button,
    Game,
    Kernels,
    Option,
    Piece,
    Rules,
    Scene,
    Spot,
    bit,
    clear_lowest,
    kernel,
    lowest_bit,
    margin,
    popcount,
    shift_left,
    shift_right,
    spot_name,
    vector,
    word,
)

# The state: the side to move, the discs of both sides; the squares where the side to move can play,
# and whether anybody can. The last two follow from the discs: `moves` and `outcome` share them.
DISCS, TARGETS, GOES_ON = 1, 3, 4

# The tables: width of the board, all squares, those not in the outer columns; the corners, and the
# squares that give them away.
SIZE, BOARD, INNER, CORNERS, DANGER = range(5)


@kernel
def moves(state, out, tables):
    """The squares that enclose something. Who has none passes: the move after the last square."""
    targets = state[TARGETS]
    if targets == 0:
        out[0] = tables[SIZE] * tables[SIZE]
        return 1
    count = 0
    while targets != 0:
        out[count] = lowest_bit(targets)
        targets = clear_lowest(targets)
        count += 1
    return count


@kernel
def play(state, square, tables):
    side = state[0]
    own, others = state[DISCS + side], state[DISCS + 1 - side]
    if state[TARGETS] != 0:
        turned = find_enclosed(bit(square), own, others, tables)
        own |= bit(square) | turned
        others ^= turned
        state[DISCS + side] = own
        state[DISCS + 1 - side] = others
    state[0] = 1 - side
    state[TARGETS] = find_targets(others, own, tables)
    state[GOES_ON] = state[TARGETS] != 0 or find_targets(own, others, tables) != 0


@kernel
def outcome(state, tables):
    """By how many discs the side to move is ahead when nobody can move any more."""
    if state[GOES_ON]:
        return ONGOING
    return margin(popcount(state[DISCS + state[0]]) - popcount(state[DISCS + 1 - state[0]]))


@kernel
def find_enclosed(disc, own, others, tables):
    """The other side's discs in all rows from a new disc to an own one."""
    size, found = tables[SIZE], 0
    for distance in (1, size - 1, size, size + 1, -1, 1 - size, -size, -1 - size):
        inside = get_passable(others, distance, tables)
        row, next_disc = 0, shift(disc, distance)
        while next_disc & inside != 0:
            row |= next_disc
            next_disc = shift(next_disc, distance)
        if next_disc & own != 0:
            found |= row
    return found


@kernel
def find_targets(own, others, tables):
    """The empty squares at the end of a row of the other side's discs behind an own one."""
    size, found = tables[SIZE], 0
    for distance in (1, size - 1, size, size + 1, -1, 1 - size, -size, -1 - size):
        inside = get_passable(others, distance, tables)
        rows = shift(own, distance) & inside
        for _ in range(size - 3):
            rows |= shift(rows, distance) & inside
        found |= shift(rows, distance)
    return found & tables[BOARD] & ~(own | others)


@kernel
def shift(discs, distance):
    return shift_left(discs, distance) if distance > 0 else shift_right(discs, -distance)


@kernel
def get_passable(discs, distance, tables):
    """The discs from which a row goes on. From an outer column it would go on at the other one,
    unless it runs up or down."""
    return discs if abs(distance) == tables[SIZE] else discs & tables[INNER]


@kernel
def evaluate(state, features, tables):
    """Corners, the squares beside empty ones, and freedom to move; the number of discs says little
    before the end."""
    own, others = state[DISCS + state[0]], state[DISCS + 1 - state[0]]
    corners = popcount(own & tables[CORNERS]) - popcount(others & tables[CORNERS])
    danger = 0 if (own | others) & tables[CORNERS] == tables[CORNERS] else tables[DANGER]
    risky = popcount(own & danger) - popcount(others & danger)
    freedom = popcount(state[TARGETS]) - popcount(find_targets(others, own, tables))
    return POINT * (6 * corners - 2 * risky + freedom)


class Othello(Game):
    name = "othello"
    titles = {"en": "Othello", "ko": "오델로"}
    descriptions = {
        "en": "Enclose rows of the other's discs to turn them over; most discs win.",
        "ko": "상대 돌을 사이에 끼워 뒤집습니다. 돌이 많은 쪽이 이깁니다.",
    }
    options = (Option("size", 8, choices=(4, 6, 8), help="squares in a row"),)
    atlas = [{"size": 4}]
    yardsticks = {"alphabeta": 6, "simulations": 10_000}
    peers = {"open_spiel": "othello"}

    def build(self):
        size = self.settings["size"]
        squares, low, high = range(size * size), size // 2 - 1, size // 2
        outer = (0, size - 1)
        start = vector([0, 0, 0, 0, 1])
        start[DISCS] = bit(low * size + high) | bit(high * size + low)
        start[DISCS + 1] = bit(low * size + low) | bit(high * size + high)
        corners = [row * size + column for row in outer for column in outer]
        diagonal = [row * size + column for row in (1, size - 2) for column in (1, size - 2)]
        tables = vector(
            [
                size,
                mask(squares),
                mask(square for square in squares if square % size not in outer),
                mask(corners),
                mask(diagonal),
            ]
        )
        start[TARGETS] = find_targets(start[DISCS], start[DISCS + 1], tables)
        return Rules(
            kernels=Kernels(moves=moves, play=play, outcome=outcome, evaluate=evaluate),
            start=start,
            tables=tables,
            move_limit=size * size + 1,
            branching=size * size,
            scale=8.0 * POINT,
            scoring=True,
        )

    def path(self, state, square):
        size = self.settings["size"]
        return ("pass",) if square == size * size else (spot_name(square % size, square // size),)

    def scene(self, state):
        size = self.settings["size"]
        squares = [(square % size, square // size) for square in range(size * size)]
        # As usual in Othello, the first row is at the top.
        spots = tuple(Spot(spot_name(x, y), x, size - 1 - y) for x, y in squares)
        pieces = tuple(
            Piece(spot.name, side)
            for square, spot in enumerate(spots)
            for side in (0, 1)
            if state[DISCS + side] & bit(square)
        )
        count = tuple(popcount(state[DISCS + side]) for side in (0, 1))
        return Scene("cells", spots, pieces, buttons=(Button("pass", "pass"),), score=count)


def mask(squares):
    """The bitboard of some squares."""
    return word(sum(1 << square for square in squares))
