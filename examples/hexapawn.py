"""Hexapawn: pawns of chess on a small board; get one through, or leave the other side no move.

Try it: `plyground play examples/hexapawn.py`

Martin Gardner invented it in 1962 for a machine of matchboxes that learns from its defeats.
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
    grid_spots,
    kernel,
    spot_name,
    vector,
)

# The state: the side to move, and then a slot for each square, row by row from below: 0 is empty, 1
# is a pawn of the first player, who moves up, 2 one of the second, who moves down.
SQUARES = 1

# The tables.
COLUMNS, ROWS = 0, 1


@kernel
def moves(state, out, tables):
    """A move is three times the square of a pawn, plus 0 for left, 1 for ahead, 2 for right."""
    count = 0
    for square in range(tables[COLUMNS] * tables[ROWS]):
        for direction in range(3):
            if is_legal(state, square, direction, tables):
                out[count] = 3 * square + direction
                count += 1
    return count


@kernel
def play(state, move, tables):
    square = move // 3
    state[SQUARES + find_target(state, square, move % 3, tables)] = state[0] + 1
    state[SQUARES + square] = 0
    state[0] = 1 - state[0]


@kernel
def outcome(state, tables):
    """For the side to move, who has lost if the other one is through, or if it has no move."""
    columns, last = tables[COLUMNS], tables[ROWS] - 1
    for column in range(columns):
        if state[0] == 1 and state[SQUARES + last * columns + column] == 1:
            return LOSS
        if state[0] == 0 and state[SQUARES + column] == 2:
            return LOSS
    for square in range(columns * tables[ROWS]):
        for direction in range(3):
            if is_legal(state, square, direction, tables):
                return ONGOING
    return LOSS


@kernel
def is_legal(state, square, direction, tables):
    """Ahead, a pawn moves to an empty square; to both sides, it captures."""
    if state[SQUARES + square] != state[0] + 1:
        return False
    column = square % tables[COLUMNS] + direction - 1
    if column < 0 or column >= tables[COLUMNS]:
        return False
    there = state[SQUARES + find_target(state, square, direction, tables)]
    return there == 0 if direction == 1 else there == 2 - state[0]


@kernel
def find_target(state, square, direction, tables):
    """Where a pawn goes. There is always a row ahead: a pawn in the last one ends the game."""
    ahead = tables[COLUMNS] if state[0] == 0 else -tables[COLUMNS]
    return square + ahead + direction - 1


@kernel
def evaluate(state, features, tables):
    """A pawn is worth 100, and 20 more with every step that it has made."""
    score = 0
    for square in range(tables[COLUMNS] * tables[ROWS]):
        row = square // tables[COLUMNS]
        if state[SQUARES + square] == 1:
            score += 100 + 20 * row
        elif state[SQUARES + square] == 2:
            score -= 100 + 20 * (tables[ROWS] - 1 - row)
    return score if state[0] == 0 else -score


@kernel
def canonical(state, out, tables):
    """The first player to move, the board turned if need be; and of this and its mirror image the
    one whose first different square holds less."""
    out[0] = 0
    first = 0
    for square in range(tables[COLUMNS] * tables[ROWS]):
        first = see(state, square, tables) - see(state, mirror(square, tables), tables)
        if first != 0:
            break
    for square in range(tables[COLUMNS] * tables[ROWS]):
        origin = square if first <= 0 else mirror(square, tables)
        out[SQUARES + square] = see(state, origin, tables)


@kernel
def see(state, square, tables):
    """What the side to move sees on a square of its own view: 1 is an own pawn."""
    if state[0] == 0:
        return state[SQUARES + square]
    there = state[SQUARES + tables[COLUMNS] * tables[ROWS] - 1 - square]
    return 3 - there if there else 0


@kernel
def mirror(square, tables):
    return square + tables[COLUMNS] - 1 - 2 * (square % tables[COLUMNS])


class Hexapawn(Game):
    name = "hexapawn"
    titles = {"en": "Hexapawn", "ko": "헥사폰"}
    descriptions = {
        "en": "Get a pawn to the other side, or leave your opponent no move.",
        "ko": "폰을 반대편 끝줄에 보내거나, 상대가 둘 수 없게 하면 이깁니다.",
    }
    options = (
        Option("columns", 3, low=1, high=8, help={"en": "squares across", "ko": "가로 칸 수"}),
        Option(
            "rows", 3, low=3, high=8, help={"en": "squares from side to side", "ko": "세로 칸 수"}
        ),
    )

    def build(self):
        columns, rows = self.settings["columns"], self.settings["rows"]
        return Rules(
            kernels=Kernels(
                moves=moves, play=play, outcome=outcome, evaluate=evaluate, canonical=canonical
            ),
            start=vector([0] + [1] * columns + [0] * columns * (rows - 2) + [2] * columns),
            tables=vector([columns, rows]),
            move_limit=3 * columns * rows,
            branching=3 * columns,
        )

    def path(self, state, move):
        columns = self.settings["columns"]
        squares = (move // 3, find_target(state, move // 3, move % 3, self.rules.tables))
        return tuple(spot_name(square % columns, square // columns) for square in squares)

    def scene(self, state):
        columns, rows = self.settings["columns"], self.settings["rows"]
        spots = grid_spots(columns, rows)
        pawns = zip(spots, state[SQUARES:], strict=True)
        pieces = tuple(Piece(spot.name, int(pawn) - 1) for spot, pawn in pawns if pawn)
        ends = {0: rows - 1, 1: 0}
        through = [piece.spot for piece in pieces if piece.spot[1:] == str(ends[piece.side] + 1)]
        return Scene("cells", spots, pieces, winning=tuple(through))
