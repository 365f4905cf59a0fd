"""Connect Four: drop discs into seven columns; four in a row win.

Try it: `plyground play examples/connect4.py`
"""

from plyground import (
    LOSS,
    ONGOING,
    Game,
    Kernels,
    Piece,
    Rules,
    Scene,
    grid_spots,
    kernel,
    mark_rows,
    vector,
)

WIDTH, HEIGHT = 7, 6
SPOTS = grid_spots(WIDTH, HEIGHT)

# The state: the side to move, whether the last disc made four in a row, and then a slot for
# each cell, row by row from below: 0 is empty, 1 is the first player's, 2 the second's.
FOUR, CELLS = 1, 2


@kernel
def moves(state, out, tables):
    """The columns that are not full."""
    count = 0
    for column in range(WIDTH):
        if landing(state, column) < HEIGHT:
            out[count] = column
            count += 1
    return count


@kernel
def play(state, column, tables):
    row = landing(state, column)
    disc = state[0] + 1
    state[CELLS + row * WIDTH + column] = disc
    state[FOUR] = 0
    for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)):
        if 1 + run(state, column, row, x, y, disc) + run(state, column, row, -x, -y, disc) >= 4:
            state[FOUR] = 1
    state[0] = 1 - state[0]


@kernel
def outcome(state, tables):
    """For the side to move, who has lost if the other one just made four. A full board draws."""
    return LOSS if state[FOUR] else ONGOING


@kernel
def landing(state, column):
    """The lowest empty row of a column."""
    row = 0
    while row < HEIGHT and state[CELLS + row * WIDTH + column]:
        row += 1
    return row


@kernel
def run(state, column, row, x, y, disc):
    """How many equal discs follow each other from a cell in one direction."""
    length = 0
    column, row = column + x, row + y
    while 0 <= column < WIDTH and 0 <= row < HEIGHT and state[CELLS + row * WIDTH + column] == disc:
        length += 1
        column, row = column + x, row + y
    return length


class ConnectFour(Game):
    name = "connect4"
    titles = {"en": "Connect Four", "ko": "사목"}
    descriptions = {"en": "Four discs in a row win.", "ko": "말 네 개를 나란히 놓으면 이깁니다."}
    yardsticks = {"depth": 7, "simulations": 10_000}
    peers = {"open_spiel": "connect_four"}

    def build(self):
        return Rules(
            kernels=Kernels(moves=moves, play=play, outcome=outcome),
            start=vector([0] * (CELLS + WIDTH * HEIGHT)),
            move_limit=WIDTH,
            branching=WIDTH,
        )

    def path(self, state, column):
        return (SPOTS[landing(state, column) * WIDTH + column].name,)

    def scene(self, state):
        discs = zip(SPOTS, state[CELLS:], strict=True)
        pieces = tuple(Piece(spot.name, int(disc) - 1) for spot, disc in discs if disc)
        return Scene("cells", SPOTS, pieces, winning=mark_rows(SPOTS, pieces, 4))
