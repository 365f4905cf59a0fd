"""The agent of the report on omok, for 15x15: rules first, then alpha-beta.

In the order of the report:

1. It wins at once if it can.
2. It takes the point where the opponent would win.
3. It takes the point where the opponent would make a four or an open three.
4. It searches to depth 3 (`depth`) over at most 50 candidates (`limit`), those nearest the centre,
   which come first; with `near=false` over all empty points. A five is worth 100000; own fours,
   threes and twos 10000, 1000 and 200, the opponent's 30000, 5000 and 200.
5. If the search is not finished in time (`time`, 4.8 seconds), it makes any legal move (`seed`).

Our reading: what would arise in rule 3 is judged as the game defines it, gaps included; an open
four is stopped before a four, a four before an open three, and the point nearest the centre is
taken. In the evaluation a four is five points in a line of which one is empty and four have stones
of one colour, and so on, so an open four counts twice. A five ends a line of play and is worth no
more if it comes sooner. The report has no forbidden moves: they are dropped from the agent's own
choice only, and if no candidate is left then, it chooses among all legal moves. It has no swap2
opening either: there it makes any legal move.
"""

from __future__ import annotations

from random import Random

import numpy as np

from plyground.agents.agent import OnDepth
from plyground.core.contract import Kernels, Vector
from plyground.core.jit import kernel
from plyground.core.limits import Limit, Stop
from plyground.core.values import POINT, margin
from plyground.games.gomoku import rules
from plyground.games.gomoku.fouls import FIVE
from plyground.games.gomoku.lines import PLANE, STEPS
from plyground.games.gomoku.pattern_state import CELLS
from plyground.games.gomoku.patterns import FIVE as MAKES_FIVE
from plyground.games.gomoku.patterns import FOUR, OPEN_FOUR, OPEN_THREE
from plyground.games.gomoku.rules import BOARD, PLAYING, RESULT, STAGE, colour_to_move
from plyground.games.gomoku.variants import SIZE
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Sentence
from plyground.reports.gomoku.report_search import MOST, ReportAgent, candidates, cells_from_centre

# What `omok` gives for a five, and for its own and the opponent's fours, threes and twos.
FIVE_VALUE = 100_000
OWN = (10_000, 1_000, 200)
ENEMY = (30_000, 5_000, 200)


@kernel
def outcome_by_weight(state: Vector, tables: Vector) -> int:
    """The game's outcome, but a five is worth what the report gives for it, sooner or later."""
    if state[RESULT] == FIVE:
        return margin(-FIVE_VALUE // POINT)
    return rules.outcome(state, tables)


@kernel
def evaluate_rows(state: Vector, features: Vector, tables: Vector) -> int:
    """What all fours, threes and twos are worth to the agent; from the side of who is to move."""
    size = tables[SIZE]
    agent = state[BOARD + size]
    total = 0
    for y in range(size):
        for step_x, step_y in STEPS:
            last = y + 4 * step_y
            if last < 0 or last >= size:
                continue
            # Bit x stands for the five points from column x on, black's and white's at once, how
            # many have a stone: at least one, two, ...
            one, two, three, four, five = 0, 0, 0, 0, 0
            for distance in range(5):
                row = state[BOARD + y + distance * step_y] >> (distance * step_x)
                five |= four & row
                four |= three & row
                three |= two & row
                two |= one & row
                one |= row
            if two == 0:
                continue
            inside = (1 << (size - 4 * step_x)) - 1
            for colour in range(2):
                alone = inside & ~(one >> (PLANE * (1 - colour)))
                shift = PLANE * colour
                fours = count_bits((four & ~five) >> shift & alone)
                threes = count_bits((three & ~four) >> shift & alone)
                twos = count_bits((two & ~three) >> shift & alone)
                if colour == agent:
                    total += OWN[0] * fours + OWN[1] * threes + OWN[2] * twos
                else:
                    total -= ENEMY[0] * fours + ENEMY[1] * threes + ENEMY[2] * twos
    return total if colour_to_move(state) == agent else -total


@kernel
def count_bits(bits: int) -> int:
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


class Omok(ReportAgent):
    """Rules first, then a search; a random move if time runs out."""

    kernels = Kernels(
        moves=candidates, play=rules.play, outcome=outcome_by_weight, evaluate=evaluate_rows
    )
    lawful = False
    scale = 10_000.0

    def __init__(
        self,
        depth: int = 3,
        limit: int | None = None,
        near: bool = True,
        time: float = 4.8,
        seed: int | None = None,
    ) -> None:
        super().__init__(depth, time, limit or (50 if near else MOST), near)
        self._random = Random(seed)

    def find_rule(self, position: Position) -> tuple[str, int] | None:
        """Which of the first three rules decides, as it is said in `baseline.why`, and its move."""
        game = position.game
        features = np.zeros(game.rules.features_size, np.int64)
        game.native().compiled["init_features"].call(position.state, features, game.rules.tables)
        own = int(colour_to_move(position.state))
        cells = self._legal(position, cells_from_centre(int(game.rules.tables[SIZE])))
        for rule, colour, pattern in (
            ("makes.five", own, MAKES_FIVE),
            ("stops.five", 1 - own, MAKES_FIVE),
            ("stops.open_four", 1 - own, OPEN_FOUR),
            ("stops.four", 1 - own, FOUR),
            ("stops.open_three", 1 - own, OPEN_THREE),
        ):
            for cell in cells:
                if pattern in patterns_of(int(features[CELLS + cell]), colour):
                    return rule, cell
        return None

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        self._begin(position)
        if position.state[STAGE] != PLAYING:
            return self._answer_at_random(position, stop, "rule", Sentence("baseline.why.opening"))
        found_rule = self.find_rule(position)
        if found_rule is not None:
            rule, move = found_rule
            return self._answer(position, move, stop, "rule", Sentence(f"baseline.why.{rule}"))
        depth = min(self.depth, limit.depth or self.depth)
        found = self._best(position, self.candidates(position), depth, stop, limit.nodes)
        if found is None:
            reason = stop.reason or "nodes"
            return self._answer_at_random(
                position, stop, reason, Sentence("baseline.why.unfinished")
            )
        return self._answer_with_score(position, found, depth, stop, "depth")

    def _answer_at_random(
        self, position: Position, stop: Stop, reason: str, why: Sentence
    ) -> Analysis:
        return self._answer(position, self._random.choice(position.codes), stop, reason, why)


def patterns_of(word: int, colour: int) -> tuple[int, ...]:
    """What a stone of a colour would make in each direction, from a cell of the game's features."""
    return tuple(word >> (16 * colour + 4 * direction) & 15 for direction in range(4))
