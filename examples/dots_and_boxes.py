"""Dots and Boxes: who draws the fourth side of a box gets it, and must draw again; most boxes win.

Try it: `plyground play examples/dots_and_boxes.py`

The lines that are drawn are the bits of one integer. A box is the mask of its four lines: it is
closed when all of these bits are set.
"""

from dataclasses import replace
from itertools import product

from plyground import (
    ONGOING,
    POINT,
    Area,
    Game,
    Kernels,
    Option,
    Rules,
    Scene,
    Stroke,
    bit,
    clear_lowest,
    grid_spots,
    hash_vector,
    kernel,
    lowest_bit,
    margin,
    popcount,
    spot_name,
    vector,
)

# The state: the side to move, the boxes of both sides, and the lines drawn.
BOXES, DRAWN = 1, 3

# The tables: all lines; the number of boxes; then for each line the two boxes beside it, as masks.
# Where there is none, the mask has all bits, so that no drawing ever closes it.
LINES, TOTAL, BESIDE = range(3)
NO_BOX = -1


@kernel
def moves(state, out, tables):
    """The lines that are not drawn."""
    lines = tables[LINES] & ~state[DRAWN]
    count = 0
    while lines != 0:
        out[count] = lowest_bit(lines)
        lines = clear_lowest(lines)
        count += 1
    return count


@kernel
def play(state, line, tables):
    state[DRAWN] |= bit(line)
    closed = 0
    for beside in (0, 1):
        box = tables[BESIDE + 2 * line + beside]
        if state[DRAWN] & box == box:
            closed += 1
    state[BOXES + state[0]] += closed
    if closed == 0:
        state[0] = 1 - state[0]


@kernel
def outcome(state, tables):
    return ONGOING if state[DRAWN] != tables[LINES] else margin(count_lead(state))


@kernel
def count_lead(state):
    """By how many boxes the side to move is ahead."""
    return state[BOXES + state[0]] - state[BOXES + 1 - state[0]]


@kernel
def evaluate(state, features, tables):
    """The side to move can take a box that lacks one line."""
    lines = tables[LINES] & ~state[DRAWN]
    can_take = False
    while lines != 0 and not can_take:
        can_take = count_sides(state, lowest_bit(lines), tables) == 3
        lines = clear_lowest(lines)
    return POINT * (count_lead(state) + can_take)


@kernel
def priors(state, lines, count, out, features, tables):
    """First lines that close a box; last those that let the other side do so."""
    for index in range(count):
        sides = count_sides(state, lines[index], tables)
        out[index] = 5_000 if sides == 3 else -5_000 if sides == 2 else 0


@kernel
def count_sides(state, line, tables):
    """How many sides are drawn of the box beside a line, the fuller one if there are two."""
    most = 0
    for beside in (0, 1):
        box = tables[BESIDE + 2 * line + beside]
        if box != NO_BOX:
            most = max(most, popcount(state[DRAWN] & box))
    return most


@kernel
def score_bounds(state, out, tables):
    """The lead, and the least and the most that the boxes still open can add to it."""
    rest = tables[TOTAL] - state[BOXES] - state[BOXES + 1]
    out[0], out[1], out[2] = count_lead(state), -rest, rest


@kernel
def key(state, tables):
    """Who has how many boxes, and who is to move, does not change what can still be won."""
    return hash_vector(state[DRAWN:])


class DotsAndBoxes(Game):
    name = "dots_and_boxes"
    titles = {"en": "Dots and Boxes", "ko": "점과 상자"}
    descriptions = {
        "en": "Draw the fourth side of a box to get it and to draw again; most boxes win.",
        "ko": "네 번째 변을 그으면 상자를 얻고 한 번 더 긋습니다. 상자가 많으면 이깁니다.",
    }
    options = (
        Option("width", 4, low=1, high=5, help="boxes in a row"),
        Option("height", 4, low=1, high=5, help="rows of boxes"),
    )
    atlas = [
        {"width": width, "height": height}
        for width, height in ((1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (3, 3))
    ]
    yardsticks = {"alphabeta": 4, "simulations": 10_000}
    peers = {"open_spiel": "dots_and_boxes(num_cols={width},num_rows={height})"}

    def settle(self):
        width, height = self.settings["width"], self.settings["height"]
        dots = list(product(range(width + 1), range(height + 1)))
        self.lines = [((x, y), (x + 1, y)) for x, y in dots if x < width]
        self.lines += [((x, y), (x, y + 1)) for x, y in dots if y < height]
        self.boxes = {}
        for x, y in product(range(width), range(height)):
            corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
            self.boxes[corners] = [line for line in self.lines if set(line) <= set(corners)]

    def build(self):
        beside = []
        for line in self.lines:
            masks = [self.mask(box) for box in self.boxes.values() if line in box]
            beside += [*masks, NO_BOX][:2]
        lines = len(self.lines)
        return Rules(
            kernels=Kernels(
                moves=moves,
                play=play,
                outcome=outcome,
                evaluate=evaluate,
                priors=priors,
                key=key,
                score_bounds=score_bounds,
            ),
            start=vector([0, 0, 0, 0]),
            tables=vector([bit(lines) - 1, len(self.boxes), *beside]),
            move_limit=lines,
            branching=lines,
            scale=2.0 * POINT,
            scoring=True,
        )

    def mask(self, box):
        return sum(bit(self.lines.index(line)) for line in box)

    def path(self, state, line):
        return tuple(spot_name(x, y) for x, y in self.lines[line])

    def scene(self, state):
        spots = grid_spots(self.settings["width"] + 1, self.settings["height"] + 1)
        lines = tuple(
            Stroke(*self.path(state, line))
            for line in range(len(self.lines))
            if state[DRAWN] & bit(line)
        )
        score = (int(state[BOXES]), int(state[BOXES + 1]))
        return Scene("plane", spots, lines=lines, score=score)

    def draw(self, position):
        """The scene with the owners of the boxes, which only the history of the game tells."""
        areas = []
        after = position
        while after.before is not None:
            before, line = after.before, self.lines[after.history[-1]]
            for corners, box in self.boxes.items():
                if line in box and after.state[DRAWN] & self.mask(box) == self.mask(box):
                    areas.append(Area(tuple(spot_name(x, y) for x, y in corners), before.side))
            after = before
        return replace(super().draw(position), areas=tuple(areas))
