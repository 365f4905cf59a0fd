"""What the agents of both reports on gomoku share: their candidates, and alpha-beta over them.

Both reports search the empty points within two rows and columns of a stone, or the centre while
there is none. Of equally good moves the first is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import ClassVar

import numpy as np

from plyground.agents.agent import TimedSearchAgent, list_rules
from plyground.agents.alphabeta_agent import MinimaxSearch
from plyground.core.contract import Kernels, Vector, vector
from plyground.core.jit import Entry, kernel
from plyground.core.limits import Limit, Stop
from plyground.core.minimax import ENTRIES
from plyground.core.pointers import compile_rules
from plyground.core.values import INFINITE
from plyground.games.game import Game
from plyground.games.gomoku import rules
from plyground.games.gomoku.candidates import drop_fouls, list_near_cells
from plyground.games.gomoku.pattern_state import LINES
from plyground.games.gomoku.rules import STONES, colour_to_move
from plyground.games.gomoku.variants import FOULS, LENGTH, SIZE
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score
from plyground.locale import Sentence

# Behind the head of the game's tables: how many candidates at most, whether only those near a
# stone, whether forbidden ones are left out, and the cells of the board, nearest the centre first.
LIMIT = LENGTH
NEAR = LENGTH + 1
LAWFUL = LENGTH + 2
PRIORS = LENGTH + 3

MOST = 22 * 22
"""Candidates, where there is no limit."""


@kernel
def candidates(state: Vector, out: Vector, tables: Vector) -> int:
    """The points that a report considers, in its order.

    The search asks for moves here. Behind the cells, `out` has room for judging fouls.
    """
    size = tables[SIZE]
    cells = size * size
    if tables[NEAR] or state[STONES] == 0:
        count = list_near_cells(state, out, tables)
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


class ReportAgent(TimedSearchAgent):
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
        settings = (self.limit, self.near, self.lawful)
        read = replace(
            game.rules,
            kernels=self.kernels,
            start=np.append(game.rules.start, 0),
            tables=vector([*game.rules.tables[:LENGTH], *settings, *cells_from_centre(size)]),
            branching=size * size + LINES,
            features_size=0,
            features_scratch=0,
            scale=self.scale,
        )
        return MinimaxSearch(read, compile_rules(self.kernels))

    def list_kernels(self, game: Game) -> list[Entry]:
        return [*ENTRIES, *list_rules(self.kernels), *list_rules(game.kernels)]

    def prepare(self, game: Game) -> None:
        super().prepare(game)
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
        return found or self._legal(position, cells_from_centre(int(search.rules.tables[SIZE])))

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
            score = -search.run(child, depth - 1, True, stop, nodes, window)
            if search.is_stopped:
                return None
            if score > best:
                move, best = cell, score
        return move, best

    def _begin(self, position: Position) -> None:
        """Nothing is counted yet but the position itself."""
        self._searches(position.game).reset(nodes=1)

    def _answer_with_score(
        self, position: Position, found: tuple[int, int], depth: int, stop: Stop, reason: str
    ) -> Analysis:
        score = Score.from_core(found[1], False, self._searches(position.game).rules)
        why = Sentence("baseline.why.search", {"depth": depth})
        bare = self._answer(position, found[0], stop, reason, why)
        return replace(
            bare, score=score, lines=(Line((bare.move,), score),), best_moves=(bare.move,),
            depth=depth,
        )  # fmt: skip

    def _answer(
        self, position: Position, move: int, stop: Stop, reason: str, why: Sentence
    ) -> Analysis:
        """A move without a score."""
        text = position.game.move_text(position.state, move)
        nodes = self._searches(position.game).nodes
        return Analysis(text, nodes=nodes, seconds=stop.elapsed, stopped_by=reason, why=why)


@cache
def cells_from_centre(size: int) -> tuple[int, ...]:
    """All cells, nearest the centre first; of equally near ones the lower number."""

    def distance(cell: int) -> int:
        return (2 * (cell % size) - size + 1) ** 2 + (2 * (cell // size) - size + 1) ** 2

    return tuple(sorted(range(size * size), key=distance))
