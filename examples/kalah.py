"""Kalah: sow the seeds of a pit around the board; who has more in the store wins.

Try it: `plyground play examples/kalah.py`

Seeds are sown counterclockwise, also into the own store, but not into the other side's. If the last
one falls into the own store, the same side moves again. If it falls into an own pit that was empty,
and there are seeds in the pit opposite, it goes to the store with all of them. When a side has no
seeds in its pits, the game is over, and the other side keeps those that it has.
"""

from plyground import (
    ONGOING,
    POINT,
    Game,
    Kernels,
    Option,
    Pit,
    Rules,
    Scene,
    Spot,
    hash_vector,
    kernel,
    margin,
    vector,
)

# The state: the side to move, the stores of both sides, and the pits of both, in the order of
# sowing. A move is the number of an own pit. The tables: pits of a side, and all seeds.
STORES, PITS = 1, 3
WIDTH, TOTAL = 0, 1


@kernel
def moves(state, out, tables):
    width = tables[WIDTH]
    first = PITS + state[0] * width
    count = 0
    for pit in range(width):
        # Written in any case, counted if legal: faster than an `if` that nobody can predict.
        out[count] = pit
        count += state[first + pit] > 0
    return count


@kernel
def play(state, pit, tables):
    width, side = tables[WIDTH], state[0]
    first, end = PITS + side * width, PITS + 2 * width
    place = first + pit
    seeds = state[place]
    state[place] = 0
    in_store = False
    while seeds > 0:
        # Behind the last own pit comes the own store; that of the other side is left out.
        in_store = place == first + width - 1 and not in_store
        if in_store:
            state[STORES + side] += 1
        else:
            place = place + 1 if place + 1 < end else PITS
            state[place] += 1
        seeds -= 1
    if not in_store:
        opposite = PITS + end - 1 - place
        if first <= place < first + width and state[place] == 1 and state[opposite] > 0:
            state[STORES + side] += 1 + state[opposite]
            state[place] = state[opposite] = 0
        state[0] = 1 - side
    if count_seeds(state, 0, tables) == 0 or count_seeds(state, 1, tables) == 0:
        clear_pits(state, tables)


@kernel
def clear_pits(state, tables):
    """At the end of the game each side gets the seeds in its pits."""
    for side in (0, 1):
        state[STORES + side] += count_seeds(state, side, tables)
    state[PITS:] = 0


@kernel
def outcome(state, tables):
    return ONGOING if count_rest(state, tables) > 0 else margin(count_lead(state))


@kernel
def count_seeds(state, side, tables):
    """The seeds in the pits of a side."""
    first = PITS + side * tables[WIDTH]
    seeds = 0
    for place in range(first, first + tables[WIDTH]):
        seeds += state[place]
    return seeds


@kernel
def count_rest(state, tables):
    """The seeds that are in no store yet."""
    return tables[TOTAL] - state[STORES] - state[STORES + 1]


@kernel
def count_lead(state):
    """How many more seeds the side to move has in its store."""
    return state[STORES + state[0]] - state[STORES + 1 - state[0]]


@kernel
def evaluate(state, features, tables):
    own, others = count_seeds(state, state[0], tables), count_seeds(state, 1 - state[0], tables)
    return POINT * count_lead(state) + POINT * (own - others) // 4


@kernel
def score_bounds(state, out, tables):
    """The lead, and the least and the most that the seeds in the pits can add to it."""
    rest = count_rest(state, tables)
    out[0], out[1], out[2] = count_lead(state), -rest, rest


@kernel
def canonical(state, out, tables):
    """The same for the first player to move: the board turned, if need be."""
    width = tables[WIDTH]
    out[0] = 0
    for side in (0, 1):
        turned = side ^ state[0]
        out[STORES + side] = state[STORES + turned]
        for pit in range(width):
            out[PITS + side * width + pit] = state[PITS + turned * width + pit]


@kernel
def key(state, tables):
    """What lies in the stores does not change how the game goes on."""
    return hash_vector(state[PITS:]) ^ state[0]


class Kalah(Game):
    name = "kalah"
    titles = {"en": "Kalah", "ko": "칼라하"}
    descriptions = {
        "en": "Sow the seeds of a pit around the board; most seeds in the store win.",
        "ko": "구덩이의 씨앗을 돌아가며 뿌립니다. 창고에 씨앗이 많은 쪽이 이깁니다.",
    }
    options = (
        Option("pits", 6, low=1, high=9, help="pits on each side"),
        Option("seeds", 4, low=1, high=9, help="seeds in each pit"),
    )
    atlas = [
        {"pits": pits, "seeds": seeds}
        for pits, seeds in ((2, 2), (2, 3), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3))
    ]
    yardsticks = {"alphabeta": 8, "simulations": 10_000}
    peers = {"open_spiel": "mancala"}

    def build(self):
        pits, seeds = self.settings["pits"], self.settings["seeds"]
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
            start=vector([0, 0, 0] + [seeds] * 2 * pits),
            tables=vector([pits, 2 * pits * seeds]),
            move_limit=pits,
            branching=pits,
            scoring=True,
        )

    def path(self, state, move):
        return (self.name_pit(state[0], move),)

    def name_pit(self, side, pit):
        return f"{'ab'[side]}{pit + 1}"

    def scene(self, state):
        pits = self.settings["pits"]
        spots, counts = [], []
        for side in (0, 1):
            spots.append(Spot("AB"[side], pits if side == 0 else -1, 0.5, span=2))
            counts.append(Pit("AB"[side], int(state[STORES + side]), side))
            for pit in range(pits):
                name = self.name_pit(side, pit)
                spots.append(Spot(name, pit if side == 0 else pits - 1 - pit, side))
                counts.append(Pit(name, int(state[PITS + side * pits + pit]), side))
        score = (int(state[STORES]), int(state[STORES + 1]))
        return Scene("pits", tuple(spots), pits=tuple(counts), score=score)
