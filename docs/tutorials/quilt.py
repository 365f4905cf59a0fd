"""Quilt: sew patches, no two of your own side by side."""

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
    grid_spots,
    hash_vector,
    kernel,
    margin,
    mix,
    spot_name,
    vector,
)

# The state: the side to move, the points of both sides, then every square: empty (0) or a patch of
# a side (1 or 2).
POINTS, CELLS = 1, 3

# The tables: how many squares are in a row, and the number of the move that is a pass.
SIZE, PASS = 0, 1


@kernel
def moves(state, out, tables):
    """The squares on which the side to move can sew; if there are none, a pass."""
    count = 0
    for cell in range(tables[PASS]):
        if can_sew(state, cell, state[0], tables):
            out[count] = cell
            count += 1
    if count == 0:
        out[0] = tables[PASS]
        count = 1
    return count


@kernel
def play(state, move, tables):
    """Sew a patch; one with two seams or more lets the same side sew again."""
    side = state[0]
    state[0] = 1 - side
    if move != tables[PASS]:
        seams = count_beside(state, move, 1 - side, tables)
        state[CELLS + move] = side + 1
        state[POINTS + side] += seams
        if seams >= 2:
            state[0] = side


@kernel
def outcome(state, tables):
    """When neither side can sew, most points win."""
    for cell in range(tables[PASS]):
        if can_sew(state, cell, 0, tables) or can_sew(state, cell, 1, tables):
            return ONGOING
    return margin(count_lead(state))


@kernel
def can_sew(state, cell, side, tables):
    return state[CELLS + cell] == 0 and count_beside(state, cell, side, tables) == 0


@kernel
def count_beside(state, cell, side, tables):
    """How many patches of a side are beside a square."""
    size, patch = tables[SIZE], side + 1
    row, column = cell // size, cell % size
    count = 0
    if row > 0 and state[CELLS + cell - size] == patch:
        count += 1
    if row < size - 1 and state[CELLS + cell + size] == patch:
        count += 1
    if column > 0 and state[CELLS + cell - 1] == patch:
        count += 1
    if column < size - 1 and state[CELLS + cell + 1] == patch:
        count += 1
    return count


@kernel
def count_lead(state):
    """How many points the side to move is ahead."""
    return state[POINTS + state[0]] - state[POINTS + 1 - state[0]]


@kernel
def canonical(state, out, tables):
    """The smallest of the turned and mirrored boards, with the first player to move."""
    side = state[0]
    out[0] = 0
    out[POINTS], out[POINTS + 1] = state[POINTS + side], state[POINTS + 1 - side]
    for symmetry in range(8):
        smaller = symmetry == 0
        for cell in range(tables[PASS]):
            patch = state[CELLS + turn(cell, symmetry, tables)]
            if side == 1 and patch != 0:
                patch = 3 - patch
            if not smaller and patch > out[CELLS + cell]:
                break
            smaller = smaller or patch < out[CELLS + cell]
            out[CELLS + cell] = patch


@kernel
def turn(cell, symmetry, tables):
    """The square that comes to a square when the board is turned or mirrored."""
    last = tables[SIZE] - 1
    row, column = cell // tables[SIZE], cell % tables[SIZE]
    if symmetry & 1:
        row = last - row
    if symmetry & 2:
        column = last - column
    if symmetry & 4:
        row, column = column, row
    return row * tables[SIZE] + column


@kernel
def key(state, tables):
    """The points made so far do not change what can still be won."""
    return mix(hash_vector(state[CELLS:]), state[0])


@kernel
def score_bounds(state, out, tables):
    """The lead, and the least and the most that open squares can add to it."""
    rest = 0
    for cell in range(tables[PASS]):
        if can_sew(state, cell, 0, tables) or can_sew(state, cell, 1, tables):
            rest += 4
    out[0], out[1], out[2] = count_lead(state), -rest, rest


@kernel
def evaluate(state, features, tables):
    """The lead, and the seams on squares where only one side can sew."""
    own, other = state[0], 1 - state[0]
    seams = 0
    for cell in range(tables[PASS]):
        for_own = can_sew(state, cell, own, tables)
        for_other = can_sew(state, cell, other, tables)
        if for_own and not for_other:
            seams += count_beside(state, cell, other, tables)
        elif for_other and not for_own:
            seams -= count_beside(state, cell, own, tables)
    return POINT * (count_lead(state) + seams)


class Quilt(Game):
    name = "quilt"
    options = (Option("size", 4, low=2, high=7, help="squares in a row"),)
    titles = {"en": "Quilt", "ko": "조각보"}
    descriptions = {
        "en": "Sew patches, no two of your own side by side; each seam is a point.",
        "ko": "같은 색이 맞닿지 않게 조각을 꿰맵니다. 솔기 하나가 1점입니다.",
    }

    def build(self):
        cells = self.settings["size"] ** 2
        return Rules(
            kernels=Kernels(
                moves=moves,
                play=play,
                outcome=outcome,
                evaluate=evaluate,
                canonical=canonical,
                key=key,
                score_bounds=score_bounds,
            ),
            start=vector([0] * (CELLS + cells)),
            tables=vector([self.settings["size"], cells]),
            move_limit=cells + 1,
            branching=cells,
            scoring=True,
        )

    def path(self, state, move):
        return ("pass",) if move == self.rules.tables[PASS] else (self.name_cell(move),)

    def name_cell(self, cell):
        size = self.settings["size"]
        return spot_name(cell % size, cell // size)

    def scene(self, state):
        size = self.settings["size"]
        patches = tuple(
            Piece(self.name_cell(cell), side=int(patch) - 1)
            for cell, patch in enumerate(state[CELLS:])
            if patch
        )
        buttons = (Button("pass", "Pass"),)
        score = (int(state[POINTS]), int(state[POINTS + 1]))
        return Scene("cells", grid_spots(size, size), patches, buttons=buttons, score=score)
