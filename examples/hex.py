"""Hex: who connects the two edges of his colour wins. There are no draws.

Try it: `plyground play examples/hex.py`

The first player connects bottom and top, the second left and right. There is no evaluation, so the
engine plays by Monte Carlo tree search.
"""

from plyground import (
    LOSS,
    ONGOING,
    Border,
    Game,
    Kernels,
    Option,
    Piece,
    Rules,
    Scene,
    hex_spots,
    kernel,
    spot_name,
    vector,
)

# The state: the side to move, whether the last stone connected two edges, and the cells, row by row
# from below. The edges are cells, too, a frame around the board, so that every cell has six
# neighbours. A cell is empty or has a stone, with a bit for the edge to which it is connected.
WON, CELLS = 1, 2
EMPTY, FIRST, SECOND, STONE = 0, 1, 2, 3
NEAR_EDGE, FAR_EDGE, BOTH_EDGES = 4, 8, 12


@kernel
def moves(state, out, tables):
    width = tables[0]
    count = 0
    for cell in range(width + 1, width * (width - 1) - 1):
        # Written in any case, counted if legal: faster than an `if` that nobody can predict.
        out[count] = cell
        count += state[CELLS + cell] == EMPTY
    return count


@kernel
def play(state, cell, tables):
    width, stone, slot = tables[0], state[0] + 1, CELLS + cell
    edges = 0
    for step in (1, -1, width, -width, width - 1, 1 - width):
        if state[slot + step] & STONE == stone:
            edges |= state[slot + step]
    state[slot] = stone
    state[0] = 1 - state[0]
    if edges & BOTH_EDGES == BOTH_EDGES:
        state[WON] = 1
    elif edges != 0:
        connect(state, slot, edges, tables)


@kernel
def outcome(state, tables):
    """For the side to move, who has lost if the other one just connected its edges."""
    return LOSS if state[WON] else ONGOING


@kernel(signature="void(int64[::1], int64, int64, int64[::1])")
def connect(state, slot, connected, tables):
    """Connect a stone to the edge of `connected`, and with it all that touch it."""
    alone, width = state[slot], tables[0]
    if alone != connected:
        state[slot] = connected
        for step in (1, -1, width, -width, width - 1, 1 - width):
            if state[slot + step] == alone:
                connect(state, slot + step, connected, tables)


class Hex(Game):
    name = "hex"
    titles = {"en": "Hex", "ko": "헥스"}
    descriptions = {
        "en": "Connect the two edges of your colour; there are no draws.",
        "ko": "자기 색의 두 변을 이으면 이깁니다. 무승부는 없습니다.",
    }
    options = (Option("size", 11, low=2, high=13, help="cells in a row"),)
    atlas = [{"size": size} for size in (2, 3, 4)]
    yardsticks = {"alphabeta": 3, "simulations": 10_000}
    peers = {"open_spiel": "hex(board_size={size})"}

    def build(self):
        size = self.settings["size"]
        board = [[EMPTY] * size for _ in range(size)]
        left, right = SECOND | NEAR_EDGE, SECOND | FAR_EDGE
        bottom, top = [FIRST | NEAR_EDGE] * (size + 2), [FIRST | FAR_EDGE] * (size + 2)
        cells = [*bottom, *(cell for row in board for cell in (left, *row, right)), *top]
        return Rules(
            kernels=Kernels(moves=moves, play=play, outcome=outcome),
            start=vector([0, 0, *cells]),
            tables=vector([size + 2]),
            move_limit=(size + 2) ** 2,
            branching=size * size,
        )

    def path(self, state, cell):
        width = self.settings["size"] + 2
        return (spot_name(cell % width - 1, cell // width - 1),)

    def scene(self, state):
        size = self.settings["size"]
        spots = hex_spots(size, size)
        board = state[CELLS:].reshape(size + 2, size + 2)[1:-1, 1:-1].reshape(-1) & STONE
        stones = zip(spots, board, strict=True)
        pieces = tuple(Piece(spot.name, int(stone) - 1) for spot, stone in stones if stone)
        left, right = spots[0], spots[size - 1]
        top_left, top_right = spots[-size], spots[-1]
        borders = (
            Border((left.name, right.name), 0),
            Border((top_left.name, top_right.name), 0),
            Border((left.name, top_left.name), 1),
            Border((right.name, top_right.name), 1),
        )
        winning = self.find_chain(state) if state[WON] else ()
        return Scene("hexagons", spots, pieces, borders=borders, winning=winning)

    def find_chain(self, state):
        """A shortest chain of stones between the winner's edges, found breadth first."""
        cells, stone, width = state[CELLS:], 2 - state[0], self.settings["size"] + 2
        ends = {0, width - 1}
        frame = {cell for cell in range(width**2) if ends & {cell % width, cell // width}}
        chains = [(cell,) for cell in frame if cells[cell] == stone | NEAR_EDGE]
        seen = set(frame)
        for chain in chains:
            for step in (1, -1, width, -width, width - 1, 1 - width):
                cell = chain[-1] + step
                if len(chain) > 1 and cell in frame and cells[cell] == stone | FAR_EDGE:
                    return tuple(self.path(state, each)[0] for each in chain[1:])
                if 0 <= cell < width**2 and cells[cell] & STONE == stone and cell not in seen:
                    seen.add(cell)
                    chains.append((*chain, cell))
        return ()
