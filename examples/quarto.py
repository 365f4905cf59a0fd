"""Quarto: four pieces in a row that have something in common win; your opponent chooses yours.

Try it: `plyground play examples/quarto.py`

There are sixteen pieces, all different: large or small, brown or light, round or square, solid or
hollow. They are nobody's. The first player gives the second one a piece. Who was given a piece
places it, and gives one of the others. Who completes a row of four with something in common wins.
Blaise Muller invented it in 1991; Luc Goossens found in 1998 that nobody can force a win.
"""

from itertools import chain

from plyground import (
    ONGOING,
    WIN,
    Game,
    Kernels,
    Option,
    Piece,
    Rules,
    Scene,
    Spot,
    kernel,
    localize,
    spot_name,
    vector,
)

# A piece is a number from 0 to 15, with a bit for each quality.
SMALL, LIGHT, SQUARE, HOLLOW = 1, 2, 4, 8
PIECES, ALL_QUALITIES = 16, 15

# The state: the side to move; the piece that was given, plus one; whether a row is complete; and
# then a slot for each square, row by row from below: 0 is empty, else its piece, plus one.
GIVEN, COMPLETE, SQUARES = 1, 2, 3

# The tables: where each of the 16 squares lies when the board is turned and reflected, in each of
# the eight ways to do so; how many rows count, and the four squares of each.
TURNS, COUNT, ROWS = 0, 128, 129


@kernel
def moves(state, out, tables):
    """Squares for the piece that was given, else the pieces that are left."""
    if state[GIVEN] != 0:
        return list_empty(state, out)
    used = 0
    for square in range(16):
        if state[SQUARES + square] != 0:
            used |= 1 << (state[SQUARES + square] - 1)
    count = 0
    for piece in range(PIECES):
        out[count] = piece
        count += (used >> piece) & 1 == 0
    return count


@kernel
def list_empty(state, out):
    count = 0
    for square in range(16):
        if state[SQUARES + square] == 0:
            out[count] = square
            count += 1
    return count


@kernel
def play(state, move, tables):
    """Giving passes the turn; who places a piece goes on and gives one."""
    if state[GIVEN] == 0:
        state[GIVEN] = move + 1
        state[0] = 1 - state[0]
    else:
        state[SQUARES + move] = state[GIVEN]
        state[GIVEN] = 0
        state[COMPLETE] = is_complete(state, tables)


@kernel
def is_complete(state, tables):
    for row in range(tables[COUNT]):
        if has_common(state, row, tables):
            return 1
    return 0


@kernel
def has_common(state, row, tables):
    """Do the four pieces of a row share a quality, or all lack it?"""
    having, lacking = ALL_QUALITIES, ALL_QUALITIES
    for place in range(ROWS + 4 * row, ROWS + 4 * row + 4):
        there = state[SQUARES + tables[place]]
        if there == 0:
            return False
        having &= there - 1
        lacking &= ~(there - 1)
    return having | lacking != 0


@kernel
def outcome(state, tables):
    """For the side to move, who has just completed a row. When no piece is left, it is a draw."""
    return WIN if state[COMPLETE] else ONGOING


@kernel
def canonical(state, out, tables):
    """The least of the eight turned boards. To exchange a quality and its opposite on all pieces
    changes nothing either, nor does it matter who is to move."""
    best = 0
    for turn in range(1, 8):
        for square in range(16):
            found = see(state, square, turn, tables) - see(state, square, best, tables)
            if found != 0:
                if found < 0:
                    best = turn
                break
    out[0] = 0
    out[GIVEN] = state[GIVEN] > 0
    out[COMPLETE] = state[COMPLETE]
    for square in range(16):
        out[SQUARES + square] = see(state, square, best, tables)


@kernel
def see(state, square, turn, tables):
    """What lies on a square of the turned board, if the piece that was given, else the first one
    there, is piece 0."""
    there = state[SQUARES + tables[TURNS + 16 * turn + square]]
    if there == 0:
        return 0
    first = state[GIVEN]
    place = TURNS + 16 * turn
    while first == 0:
        first = state[SQUARES + tables[place]]
        place += 1
    return 1 + ((there - 1) ^ (first - 1))


class Quarto(Game):
    name = "quarto"
    titles = {"en": "Quarto", "ko": "콰르토"}
    descriptions = {
        "en": "Place the piece that you are given; four in a row with something in common win.",
        "ko": "상대가 준 말을 놓습니다. 공통점이 있는 말 네 개를 나란히 놓으면 이깁니다.",
    }
    options = (
        Option(
            "blocks",
            False,
            kind="bool",
            help={"en": "blocks of two by two count as rows", "ko": "2x2 칸도 줄로 세기"},
        ),
    )
    yardsticks = {"simulations": 10_000}

    def build(self):
        rows = list_rows(self.settings["blocks"])
        return Rules(
            kernels=Kernels(moves=moves, play=play, outcome=outcome, canonical=canonical),
            start=vector([0] * (SQUARES + 16)),
            tables=vector([*chain(*list_turns()), len(rows), *chain(*rows)]),
            move_limit=16,
            branching=16,
        )

    def path(self, state, move):
        """A square of the board, or the place of a piece beside it."""
        return (BOARD[move].name if state[GIVEN] else STOCK[move].name,)

    def scene(self, state):
        tables = self.rules.tables
        squares = {int(there) - 1: BOARD[square] for square, there in enumerate(state[SQUARES:])}
        pieces = [draw_piece(squares.get(one, STOCK[one]).name, one) for one in range(PIECES)]
        rows = [row for row in range(tables[COUNT]) if has_common(state, row, tables)]
        winning = [BOARD[tables[ROWS + 4 * row + place]].name for row in rows for place in range(4)]
        asked = PLACE if state[GIVEN] else GIVE
        return Scene(
            "cells",
            BOARD + STOCK,
            tuple(pieces),
            winning=tuple(winning),
            prompt="" if rows else localize(asked),
        )


PLACE = {"en": "Place the marked piece.", "ko": "표시된 말을 놓으세요."}
GIVE = {"en": "Give your opponent a piece.", "ko": "상대에게 줄 말을 고르세요."}

# The board, and beside it the pieces that are left.
BOARD = tuple(Spot(spot_name(one % 4, one // 4), one % 4, one // 4) for one in range(16))
STOCK = tuple(Spot(spot_name(one % 4 + 4, one // 4), one % 4 + 5, one // 4) for one in range(16))

SOLID_GLYPHS = {0: "●", SMALL: "•", SQUARE: "■", SMALL | SQUARE: "▪"}
HOLLOW_GLYPHS = {0: "○", SMALL: "◦", SQUARE: "□", SMALL | SQUARE: "▫"}


def draw_piece(spot, piece):
    glyphs = HOLLOW_GLYPHS if piece & HOLLOW else SOLID_GLYPHS
    tone = "light" if piece & LIGHT else "brown"
    return Piece(spot, None, glyphs[piece & (SMALL | SQUARE)], tone)


def list_rows(with_blocks):
    """The squares of each row: across, up, both diagonals, and blocks if they count."""
    across = [[4 * y + x for x in range(4)] for y in range(4)]
    up = [[4 * y + x for y in range(4)] for x in range(4)]
    blocks = [[4 * y + x + step for step in (0, 1, 4, 5)] for y in range(3) for x in range(3)]
    return across + up + [[0, 5, 10, 15], [3, 6, 9, 12]] + (blocks if with_blocks else [])


def list_turns():
    """The squares of the board, row by row, as they come when it is turned and reflected."""
    turns = []
    rows = [[4 * y + x for x in range(4)] for y in range(4)]
    for _ in range(4):
        rows = [list(column) for column in zip(*rows[::-1], strict=True)]
        turns += [[*chain(*rows)], [*chain(*(row[::-1] for row in rows))]]
    return turns
