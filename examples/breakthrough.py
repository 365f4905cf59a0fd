"""Breakthrough: pieces move one square forward, capture diagonally; who gets through wins.

Try it: `plyground play examples/breakthrough.py`

The pieces of a side are the bits of one integer, as in `othello.py`.
"""

from plyground import (
    LOSS,
    ONGOING,
    Game,
    Kernels,
    Option,
    Piece,
    Rules,
    Scene,
    bit,
    clear_lowest,
    grid_spots,
    kernel,
    lowest_bit,
    popcount,
    shift_left,
    shift_right,
    spot_name,
    vector,
    won_in,
    word,
)

# The state: the side to move, and the pieces of both sides, square by square from below.
PIECES = 1

# The tables: columns and rows; the squares that have one to the left, ahead (that is, all) and to
# the right; and for each side the last row, and the one before it.
COLUMNS, ROWS, HAVE_NEXT, LAST_ROW, NEXT_TO_LAST = 0, 1, 2, 5, 7

LEFT, AHEAD, RIGHT = range(3)


@kernel
def moves(state, out, tables):
    """A move is three times its last square, plus its direction."""
    side = state[0]
    own, others = state[PIECES + side], state[PIECES + 1 - side]
    count = 0
    for direction in (LEFT, AHEAD, RIGHT):
        pieces = own & tables[HAVE_NEXT + direction]
        taken = own | others if direction == AHEAD else own
        targets = shift(pieces, get_distance(side, direction, tables)) & ~taken
        while targets != 0:
            out[count] = 3 * lowest_bit(targets) + direction
            targets = clear_lowest(targets)
            count += 1
    return count


@kernel
def play(state, move, tables):
    side, target = state[0], move // 3
    origin = target - get_distance(side, move % 3, tables)
    state[PIECES + side] ^= bit(origin) | bit(target)
    state[PIECES + 1 - side] &= ~bit(target)
    state[0] = 1 - side


@kernel
def outcome(state, tables):
    """For the side to move, who has lost if the other one is through, or if nothing is left."""
    other = 1 - state[0]
    is_through = state[PIECES + other] & tables[LAST_ROW + other] != 0
    return LOSS if is_through or state[PIECES + state[0]] == 0 else ONGOING


@kernel
def known_result(state, tables):
    """A piece in the row before the last cannot be stopped: it need not go straight ahead."""
    side = state[0]
    return won_in(1) if state[PIECES + side] & tables[NEXT_TO_LAST + side] != 0 else 0


@kernel
def evaluate(state, features, tables):
    """A piece is worth 100, and more with every step that it has made."""
    columns, rows = tables[COLUMNS], tables[ROWS]
    first_row = (1 << columns) - 1
    score = 0
    for row in range(rows):
        for side in (0, 1):
            steps = row if side == 0 else rows - 1 - row
            pieces = shift_right(state[PIECES + side], row * columns) & first_row
            worth = popcount(pieces) * (100 + 5 * steps * steps)
            score += worth if side == state[0] else -worth
    return score


@kernel
def get_distance(side, direction, tables):
    """From a square to the next one, in the numbers of squares."""
    ahead = tables[COLUMNS] if side == 0 else -tables[COLUMNS]
    return ahead + direction - AHEAD


@kernel
def shift(pieces, distance):
    return shift_left(pieces, distance) if distance > 0 else shift_right(pieces, -distance)


class Breakthrough(Game):
    name = "breakthrough"
    titles = {"en": "Breakthrough", "ko": "브레이크스루"}
    descriptions = {
        "en": "Move forward, capture diagonally, and get one piece through to the last row.",
        "ko": "앞으로 나아가고 대각선으로 잡습니다. 말 하나가 끝줄에 닿으면 이깁니다.",
    }
    options = (
        Option("columns", 8, low=2, high=8, help="squares in a row"),
        Option("rows", 8, low=4, high=8, help="rows, of which each side fills two"),
    )
    atlas = [
        {"columns": columns, "rows": rows}
        for columns, rows in ((2, 4), (2, 5), (2, 6), (3, 4), (3, 5), (4, 4), (5, 4))
    ]
    yardsticks = {"alphabeta": 4, "simulations": 10_000}
    peers = {"open_spiel": "breakthrough(columns={columns},rows={rows})"}

    def build(self):
        columns, rows = self.settings["columns"], self.settings["rows"]
        row = [mask(range(y * columns, (y + 1) * columns)) for y in range(rows)]
        squares = range(columns * rows)
        have_next = [
            mask(square for square in squares if 0 <= square % columns + aside < columns)
            for aside in (-1, 0, 1)
        ]
        return Rules(
            kernels=Kernels(
                moves=moves,
                play=play,
                outcome=outcome,
                known_result=known_result,
                evaluate=evaluate,
            ),
            start=vector([0, row[0] | row[1], row[-1] | row[-2]]),
            tables=vector([columns, rows, *have_next, row[-1], row[0], row[-2], row[1]]),
            move_limit=3 * columns * rows,
            branching=6 * columns,
            scale=150.0,
        )

    def path(self, state, move):
        columns, target = self.settings["columns"], move // 3
        origin = target - get_distance(state[0], move % 3, self.rules.tables)
        return tuple(spot_name(place % columns, place // columns) for place in (origin, target))

    def scene(self, state):
        columns = self.settings["columns"]
        spots = grid_spots(columns, self.settings["rows"])
        pieces = tuple(
            Piece(spot.name, side)
            for square, spot in enumerate(spots)
            for side in (0, 1)
            if state[PIECES + side] & bit(square)
        )
        ends = {0: spots[-columns:], 1: spots[:columns]}
        through = {(spot.name, side) for side in ends for spot in ends[side]}
        winning = tuple(piece.spot for piece in pieces if (piece.spot, piece.side) in through)
        return Scene("cells", spots, pieces, winning=winning)


def mask(squares):
    """The bits of some squares."""
    return word(sum(1 << square for square in squares))
