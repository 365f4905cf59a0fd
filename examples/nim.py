"""Nim: take as many sticks as you like from one heap; who takes the last one wins.

Try it: `plyground play examples/nim.py --set heaps="1 3 5 7" --set misere=true`

In the misère game, who takes the last stick loses. Charles Bouton showed in 1902 who wins: write
the sizes of the heaps in binary and add them without carrying (XOR). The side to move loses if the
sum is 0; in the misère game too, unless no heap has two sticks or more: then it is the other way
round.
"""

from plyground import (
    LOSS,
    ONGOING,
    WIN,
    Game,
    Kernels,
    Option,
    Piece,
    Problem,
    Rules,
    Scene,
    Spot,
    kernel,
    localize,
    spot_name,
    vector,
)

MOST_HEAPS, MOST_STICKS = 8, 12

# The state: the side to move, and the sticks of each heap. The tables: is it misère?
HEAPS = 1
MISERE = 0


@kernel
def moves(state, out, tables):
    """A move says which heap, and how many of its sticks are left."""
    count = 0
    for heap in range(len(state) - HEAPS):
        for rest in range(state[HEAPS + heap]):
            out[count] = heap * MOST_STICKS + rest
            count += 1
    return count


@kernel
def play(state, move, tables):
    state[HEAPS + move // MOST_STICKS] = move % MOST_STICKS
    state[0] = 1 - state[0]


@kernel
def outcome(state, tables):
    """For the side to move, who finds nothing to take: the other one has taken the last stick."""
    for heap in range(HEAPS, len(state)):
        if state[heap] > 0:
            return ONGOING
    return WIN if tables[MISERE] else LOSS


@kernel
def canonical(state, out, tables):
    """Neither the order of the heaps matters, nor whose move it is: both sides may do the same."""
    out[0] = 0
    for heap in range(HEAPS, len(state)):
        place = heap
        while place > HEAPS and out[place - 1] > state[heap]:
            out[place] = out[place - 1]
            place -= 1
        out[place] = state[heap]


class Nim(Game):
    name = "nim"
    titles = {"en": "Nim", "ko": "님"}
    descriptions = {
        "en": "Take sticks from one heap; who takes the last one wins.",
        "ko": "한 더미에서 막대를 가져갑니다. 마지막 막대를 가져가면 이깁니다.",
    }
    options = (
        Option(
            "heaps",
            "3 4 5",
            kind="str",
            help={"en": "sticks in each heap", "ko": "더미마다 든 막대 수"},
        ),
        Option(
            "misere",
            False,
            kind="bool",
            help={"en": "who takes the last stick loses", "ko": "마지막 막대를 가져가면 지기"},
        ),
    )

    def settle(self):
        """The sizes of the heaps, from the text of the option."""
        given = str(self.settings["heaps"])
        self.heaps = [int(size) if size.isdecimal() else 0 for size in given.split()]
        if not self.heaps or len(self.heaps) > MOST_HEAPS or not self.has_good_sizes():
            why = localize(
                {
                    "en": "write up to {heaps} numbers from 1 to {sticks}, such as 3 4 5",
                    "ko": "3 4 5처럼 1부터 {sticks}까지의 수를 {heaps}개까지 쓰세요",
                },
                heaps=MOST_HEAPS,
                sticks=MOST_STICKS,
            )
            raise Problem("problem.option.refused", option="heaps", given=given, why=why)

    def has_good_sizes(self):
        return all(1 <= size <= MOST_STICKS for size in self.heaps)

    def build(self):
        return Rules(
            kernels=Kernels(moves=moves, play=play, outcome=outcome, canonical=canonical),
            start=vector([0, *self.heaps]),
            tables=vector([self.settings["misere"]]),
            move_limit=MOST_HEAPS * MOST_STICKS,
            branching=sum(self.heaps),
        )

    def path(self, state, move):
        """The lowest stick that is taken; those above it go with it."""
        return (spot_name(move // MOST_STICKS, move % MOST_STICKS),)

    def scene(self, state):
        places = [(heap, stick) for heap, size in enumerate(self.heaps) for stick in range(size)]
        spots = tuple(Spot(spot_name(x, y), x, y) for x, y in places)
        left = [spot for spot, (x, y) in zip(spots, places, strict=True) if y < state[HEAPS + x]]
        # The sticks are nobody's.
        return Scene("cells", spots, tuple(Piece(spot.name, None) for spot in left))
