"""The agents of two reports on gomoku: `omok`, for 15x15, and `deepening`, for 19x19 without 3-3.

Both reports have alpha-beta over the empty points within two rows and columns of a stone, or the
centre while there is none. Of equally good moves the first is kept.

`omok`, in the order of its report:

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
more if it comes sooner. The report knows no forbidden moves: they are dropped from the agent's own
choice alone, and if then no candidate is left, it chooses among all legal moves.

`deepening` searches to depth 1, 2, 3, 4 (`depth`) and plays what the last depth found that was
finished in time (`time`, 30 seconds). Its report values the move just made by the eight criteria
below, each counted once however often it is met; the game is won by a five.

Our reading: the last move of a line of play is valued, for the side that made it. Rows are unbroken
and of just that length; an open one has an empty point at either end, and the edge blocks. The
candidates nearest the centre come first, and none is forbidden to its side: this report has a rule
about that. A win is better if it comes sooner.

The swap2 opening is in neither report: `omok` makes any legal move there, `deepening` the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from random import Random
from typing import ClassVar, Literal

import numpy as np

from plyground.agents.agent import OnDepth, TimedSearchAgent
from plyground.agents.alphabeta_agent import MinimaxSearch
from plyground.agents.specs import AgentKind
from plyground.core.contract import Kernels, Vector, vector
from plyground.core.jit import compile_kernel, kernel
from plyground.core.limits import Limit, Stop
from plyground.core.minimax import ENTRIES
from plyground.core.pointers import compile_rules
from plyground.core.stack import NODES, STOPPED
from plyground.core.values import DECIDED, INFINITE, POINT, margin
from plyground.games.game import Game
from plyground.games.gomoku import rules
from plyground.games.gomoku.candidates import drop_fouls, near_cells
from plyground.games.gomoku.fouls import FIVE
from plyground.games.gomoku.lines import PLANE, STEPS
from plyground.games.gomoku.pattern_state import CELLS, LINES
from plyground.games.gomoku.patterns import FIVE as MAKES_FIVE
from plyground.games.gomoku.patterns import FOUR, OPEN_FOUR, OPEN_THREE
from plyground.games.gomoku.rules import BOARD, PLAYING, RESULT, STAGE, STONES, colour_to_move
from plyground.games.gomoku.variants import FOULS, LENGTH, SIZE
from plyground.games.options import Option
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score
from plyground.locale import Sentence
from plyground.reports.experiment import Claim, Experiment

# Behind the head of the game's tables: how many candidates at most, whether only those near a
# stone, whether forbidden ones are left out, and the cells of the board, nearest the centre first.
LIMIT = LENGTH
NEAR = LENGTH + 1
LAWFUL = LENGTH + 2
PRIORS = LENGTH + 3

MOST = 22 * 22
"""Candidates, where there is no limit."""

# What `omok` gives for a five, and for its own and the opponent's fours, threes and twos.
FIVE_VALUE = 100_000
OWN = (10_000, 1_000, 200)
ENEMY = (30_000, 5_000, 200)

# What `deepening` gives for a move that is no five: it closes a four that is blocked at its other
# end; makes an open four; closes an end of an open four, of an open three; closes a three that is
# blocked at its other end; makes an open three, an open two. The report does not tell the second:
# to stop a five must be more, and to be too late for stopping one less.
VALUES = (5_000, 1_000, 500, 300, 100, 50, 10)
# The criterion, as a bit, that is met by a row of none to five or more stones.
MAKES_OPEN = (0, 0, 1 << 6, 1 << 5, 1 << 1, 0)
CLOSES_OPEN = (0, 0, 0, 1 << 3, 1 << 2, 0)
CLOSES_BLOCKED = (0, 0, 0, 1 << 4, 1 << 0, 0)


@kernel
def candidates(state: Vector, out: Vector, tables: Vector) -> int:
    """The points that a report looks at, in its order.

    The search asks for moves here. Behind the cells, `out` has room for judging fouls.
    """
    size = tables[SIZE]
    cells = size * size
    if tables[NEAR] or state[STONES] == 0:
        count = near_cells(state, out, tables)
    else:
        count = rules.empty_cells(state, out, tables)
    if tables[LAWFUL] and tables[FOULS + colour_to_move(state)]:
        count = drop_fouls(state, out, count, out[cells:], tables)
    for y in range(size):
        out[cells + y] = 0
    for index in range(count):
        out[cells + out[index] // size] |= 1 << out[index] % size
    kept = 0
    for index in range(cells):
        cell = tables[PRIORS + index]
        if out[cells + cell // size] >> (cell % size) & 1 and kept < tables[LIMIT]:
            out[kept] = cell
            kept += 1
    return kept


# The search of `omok`. Behind the board of its states stands the colour of the agent.


@kernel
def end_by_weight(state: Vector, tables: Vector) -> int:
    """The game's outcome, but a five is worth what the report gives for it, sooner or later."""
    if state[RESULT] == FIVE:
        return margin(-FIVE_VALUE // POINT)
    return rules.outcome(state, tables)


@kernel
def weigh(state: Vector, features: Vector, tables: Vector) -> int:
    """What all fours, threes and twos are worth to the agent; from the side of who is to move."""
    size = tables[SIZE]
    agent = state[BOARD + size]
    total = 0
    for y in range(size):
        for step_x, step_y in STEPS:
            last = y + 4 * step_y
            if last < 0 or last >= size:
                continue
            # Bit x tells of the five points from column x on, black's and white's at once, how
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


# The search of `deepening`. Behind the board of its states stands the last move.


@kernel
def play_and_note(state: Vector, move: int, tables: Vector) -> None:
    rules.play(state, move, tables)
    state[BOARD + tables[SIZE]] = move


@kernel
def appraise(state: Vector, features: Vector, tables: Vector) -> int:
    """What the last move is worth; from the side of who is to move now, which did not make it."""
    size = tables[SIZE]
    met = criteria(state, state[BOARD + size], 1 - colour_to_move(state), size)
    total = 0
    for criterion in range(7):
        total += (met >> criterion & 1) * VALUES[criterion]
    return -total


@kernel
def criteria(state: Vector, cell: int, colour: int, size: int) -> int:
    """Which of the criteria the stone of `colour` on `cell` meets, as bits."""
    x, y = cell % size, cell // size
    met = 0
    for step_x, step_y in STEPS:
        after = rules.reach(state, x, y, step_x, step_y, colour, size)
        before = rules.reach(state, x, y, -step_x, -step_y, colour, size)
        if is_empty(state, x + (after + 1) * step_x, y + (after + 1) * step_y, size) and is_empty(
            state, x - (before + 1) * step_x, y - (before + 1) * step_y, size
        ):
            met |= MAKES_OPEN[min(before + after + 1, 5)]
        for sign in (-1, 1):
            away_x, away_y = sign * step_x, sign * step_y
            enemies = rules.reach(state, x, y, away_x, away_y, 1 - colour, size)
            if is_empty(state, x + (enemies + 1) * away_x, y + (enemies + 1) * away_y, size):
                met |= CLOSES_OPEN[min(enemies, 5)]
            else:
                met |= CLOSES_BLOCKED[min(enemies, 5)]
    return met


@kernel
def is_empty(state: Vector, x: int, y: int, size: int) -> bool:
    """Is there a point at column `x`, row `y`, and no stone on it?"""
    if x < 0 or x >= size or y < 0 or y >= size:
        return False
    stones = state[BOARD + y] >> x
    found: bool = (stones | stones >> PLANE) & 1 == 0
    return found


class Reported(TimedSearchAgent):
    """What both agents do: alpha-beta as in the textbook over a report's candidates.

    Only the best move's score is exact, so there is one line, whatever is asked for.
    """

    kernels: ClassVar[Kernels]
    lawful: ClassVar[bool]
    scale: ClassVar[float]

    def __init__(self, depth: int, time: float, limit: int = MOST, near: bool = True) -> None:
        self.depth = depth
        self.time = time
        self.limit = limit
        self.near = near
        self._searches = lru_cache(maxsize=2)(self._make)

    def _make(self, game: Game) -> MinimaxSearch:
        size = int(game.rules.tables[SIZE])
        wishes = (self.limit, self.near, self.lawful)
        read = replace(
            game.rules,
            kernels=self.kernels,
            start=np.append(game.rules.start, 0),
            tables=vector([*game.rules.tables[:LENGTH], *wishes, *from_centre(size)]),
            branching=size * size + LINES,
            features_size=0,
            features_scratch=0,
            scale=self.scale,
        )
        return MinimaxSearch(read, compile_rules(self.kernels))

    def prepare(self, game: Game) -> None:
        game.native()
        compile_kernel(*ENTRIES[0])
        self._searches(game)

    def tighten_limit(self, limit: Limit) -> Limit:
        return replace(limit, time=min(self.time, limit.time or self.time))

    def candidates(self, position: Position) -> list[int]:
        """The legal ones; if there are none, all legal moves."""
        search = self._searches(position.game)
        out = np.zeros(search.rules.branching, np.int64)
        state = np.append(position.state, 0)
        count = search.native.compiled["moves"].call(state, out, search.rules.tables)
        found = self._legal(position, out[:count].tolist())
        return found or self._legal(position, from_centre(int(search.rules.tables[SIZE])))

    @staticmethod
    def _legal(position: Position, cells: Iterable[int]) -> list[int]:
        legal = set(position.codes)
        return [cell for cell in cells if cell in legal]

    def _best(
        self, position: Position, cells: list[int], depth: int, stop: Stop, nodes: int | None
    ) -> tuple[int, int] | None:
        """The first of the best moves and its score to a depth; None if stopped before."""
        search = self._searches(position.game)
        state = np.append(position.state, int(colour_to_move(position.state)))
        move, best = cells[0], -INFINITE
        for cell in cells:
            child = state.copy()
            search.native.compiled["play"].call(child, cell, search.rules.tables)
            window = -INFINITE, -best
            score = -search.run(child, depth - 1, True, stop.flag, nodes, window)
            if search.context[STOPPED]:
                return None
            if score > best:
                move, best = cell, score
        return move, best

    def _begin(self, position: Position) -> None:
        """Nothing is counted yet but the position itself."""
        context = self._searches(position.game).context
        context[NODES], context[STOPPED] = 1, 0

    def _analysis(
        self, position: Position, found: tuple[int, int], depth: int, stop: Stop, reason: str
    ) -> Analysis:
        score = Score.from_core(found[1], False, self._searches(position.game).rules)
        why = Sentence("baseline.why.search", {"depth": depth})
        bare = self._unjudged(position, found[0], stop, reason, why)
        return replace(
            bare, score=score, lines=(Line((bare.move,), score),), best_moves=(bare.move,),
            depth=depth,
        )  # fmt: skip

    def _unjudged(
        self, position: Position, move: int, stop: Stop, reason: str, why: Sentence
    ) -> Analysis:
        """A move without a score."""
        text = position.game.move_text(position.state, move)
        nodes = int(self._searches(position.game).context[NODES])
        return Analysis(text, nodes=nodes, seconds=stop.elapsed, stopped_by=reason, why=why)


class Omok(Reported):
    """Rules first, then a search; a random move if time runs out."""

    kernels = Kernels(moves=candidates, play=rules.play, outcome=end_by_weight, evaluate=weigh)
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

    def ruled(self, position: Position) -> tuple[str, int] | None:
        """Which of the first three rules decides, as it is said in `baseline.why`, and its move."""
        game = position.game
        features = np.zeros(game.rules.features_size, np.int64)
        game.native().compiled["init_features"].call(position.state, features, game.rules.tables)
        own = int(colour_to_move(position.state))
        cells = self._legal(position, from_centre(int(game.rules.tables[SIZE])))
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
            return self._any(position, stop, "rule", Sentence("baseline.why.opening"))
        ruled = self.ruled(position)
        if ruled is not None:
            rule, move = ruled
            return self._unjudged(position, move, stop, "rule", Sentence(f"baseline.why.{rule}"))
        depth = min(self.depth, limit.depth or self.depth)
        found = self._best(position, self.candidates(position), depth, stop, limit.nodes)
        if found is None:
            reason = stop.reason or "nodes"
            return self._any(position, stop, reason, Sentence("baseline.why.unfinished"))
        return self._analysis(position, found, depth, stop, "depth")

    def _any(self, position: Position, stop: Stop, reason: str, why: Sentence) -> Analysis:
        return self._unjudged(position, self._random.choice(position.codes), stop, reason, why)


class Deepening(Reported):
    """One depth after the other; the last finished one counts."""

    kernels = Kernels(
        moves=candidates, play=play_and_note, outcome=rules.outcome, evaluate=appraise
    )
    lawful = True
    scale = 1_000.0

    def __init__(self, depth: int = 4, time: float = 30.0) -> None:
        super().__init__(depth, time)

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
            why = Sentence("baseline.why.opening_first")
            return self._unjudged(position, position.codes[0], stop, "rule", why)
        cells = self.candidates(position)
        best, reached, reason = None, 0, "depth"
        for depth in range(1, min(self.depth, limit.depth or self.depth) + 1):
            found = self._best(position, cells, depth, stop, limit.nodes)
            if found is None:
                reason = stop.reason or "nodes"
                break
            best, reached = found, depth
            if on_depth is not None:
                on_depth(self._analysis(position, best, reached, stop, ""))
            if abs(best[1]) >= DECIDED:
                # No deeper search would choose otherwise.
                break
        if best is None:
            why = Sentence("baseline.why.unfinished_first")
            return self._unjudged(position, cells[0], stop, reason, why)
        return self._analysis(position, best, reached, stop, reason)


@cache
def from_centre(size: int) -> tuple[int, ...]:
    """All cells, nearest the centre first; of equally near ones the lower number."""

    def distance(cell: int) -> int:
        return (2 * (cell % size) - size + 1) ** 2 + (2 * (cell // size) - size + 1) ** 2

    return tuple(sorted(range(size * size), key=distance))


def patterns_of(word: int, colour: int) -> tuple[int, ...]:
    """What a stone of a colour would make in each direction, from a cell of the game's memory."""
    return tuple(word >> (16 * colour + 4 * direction) & 15 for direction in range(4))


_TIME = Option("time", None, low=0.001, kind="float")
_DEPTH = Option("depth", None, low=1, high=20)
_LIMIT = Option("limit", None, low=1, high=MOST)
_NEAR = Option("near", True, kind="bool")
_SEED = Option("seed", None, low=0)

BASELINES = {
    "omok": AgentKind(f"{__name__}:Omok", (_DEPTH, _LIMIT, _NEAR, _TIME, _SEED)),
    "deepening": AgentKind(f"{__name__}:Deepening", (_DEPTH, _TIME)),
}


def _compared(a: str, b: str, seconds: float, better: Literal["a", "b"] | None) -> Experiment:
    claims = () if better is None else (Claim(better),)
    return Experiment("gomoku", a, b, 20, seconds, opening_plies=4, claims=claims)


# What the report plays with, it takes to be the better.
EXPERIMENTS = {
    "omok-depth": _compared("baseline:omok,depth=2,limit=40", "baseline:omok", 5.0, "b"),
    "omok-time": _compared("baseline:omok", "baseline:omok,time=8", 10.0, None),
    "omok-near": _compared("baseline:omok,near=false", "baseline:omok", 5.0, "b"),
    "omok-random": _compared("baseline:omok", "random:seed=0", 5.0, "a"),
}
