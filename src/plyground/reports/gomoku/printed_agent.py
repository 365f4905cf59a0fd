"""The agent of the report on gomoku 19x19 as its printed search plays.

Criteria, their weights and the 3-3 are those of `deepening_agent`, since that part of the printed
code is incomplete. The search is the printed one, slips included:

* The last move of a line of play is valued as if the agent had made it, whoever did. So where the
  opponent moves last, at even depths, the opponent avoids the points that would be good for the
  agent: mostly it has a move worth nothing, and most moves of the agent look alike.
* Both sides may move where the agent may: near a stone, and on no 3-3 of the agent's colour.
* A value of exactly 10, an open two and nothing else, ends a line of play like a win. It was meant
  to be a full board, for which the evaluation has -10 (and never gives it). With `full=-10` the
  search asks for that value instead: then no line ends so, and the agent stops fours and threes,
  which as printed it leaves alone where it can make an open two.
* Points are scanned row by row from the top left. The first best one is kept, and at the root each
  is searched with a full window.
* A win or a loss is worth five times the bound of the search, so it exceeds the bound where it is
  found, and is cut to the bound one move earlier. At the root only a value above the lower bound is
  taken: where every move loses, none is.
* It searches to depth 1, 2, 3, 4 (`depth`) and plays the move of the last depth. A flag says
  whether the horizon was reached; it is reset before every move of an inner node, so it speaks only
  of the line searched last, and the search may end early by chance.

Where no move is taken (every move loses, or no point is near a stone, as on an empty board), the
printed program takes a random one of all points but the last, even if it is occupied. This agent
takes a legal one of them (`seed`). The printed program does not stop at its 30 seconds, but has
lost if it needs longer: that is for the referee or the clock. A search that is stopped plays the
move of the last finished depth. In the swap2 opening, which the report does not have, the agent
makes the first legal move.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from plyground.agents.agent import OnDepth, TimedSearchAgent, list_rules
from plyground.core.contract import Vector
from plyground.core.jit import Entry, compile_kernel, kernel
from plyground.core.limits import Limit, Stop
from plyground.core.values import winning_chance
from plyground.games.game import Game
from plyground.games.gomoku.fouls import DOUBLE_THREE, find_suspects, judge
from plyground.games.gomoku.lines import PLANE
from plyground.games.gomoku.rules import BOARD, PLAYING, STAGE, colour_to_move, wins
from plyground.games.gomoku.variants import FOULS, SIZE
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score
from plyground.locale import Sentence
from plyground.reports.gomoku.deepening_agent import Deepening, find_criteria, sum_values

# The bounds of the search are plus and minus this; a five is worth five times as much.
BOUND = 100_000_000
FIVE_VALUE = 5 * BOUND
# Slots of the context of a search.
AGENT = 0
"""The colour of the agent."""
NODES = 1
NODE_LIMIT = 2
STOPPED = 3
AT_HORIZON = 4
"""Did the line searched last reach the horizon?"""
FULL_BOARD = 5
"""The value that the search takes for that of a full board."""
CONTEXT_SIZE = 6

_V = "int64[::1]"
SEARCH_SIGNATURE = f"int64(int64, int64, int64, int64, int64, {_V}, {_V}, {_V}, {_V})"
CELLS_SIGNATURE = f"int64({_V}, {_V}, int64, {_V})"


@kernel
def find_row(state: Vector, y: int, agent: int, tables: Vector) -> int:
    """The columns of a row, as bits, where both sides may move; a 3-3 is still to be judged."""
    size = tables[SIZE]
    near = 0
    for row in range(max(y - 2, 0), min(y + 3, size)):
        near |= state[BOARD + row] | state[BOARD + row] >> PLANE
    near |= near << 1 | near >> 1
    near |= near << 1 | near >> 1
    stones = state[BOARD + y]
    found: int = near & ~(stones | stones >> PLANE) & ((1 << size) - 1)
    return found


@kernel
def is_banned(state: Vector, cell: int, doubtful: int, agent: int, tables: Vector) -> bool:
    """Is a point forbidden to the agent? `doubtful` are the columns where it may be."""
    if doubtful >> (cell % tables[SIZE]) & 1 == 0:
        return False
    return bool(judge(state, BOARD, cell, agent, tables) >= DOUBLE_THREE)


@kernel
def list_candidates(state: Vector, out: Vector, agent: int, tables: Vector) -> int:
    """Writes the points where the agent may move, from the top left; returns their number."""
    size = tables[SIZE]
    count = 0
    for y in range(size - 1, -1, -1):
        row = find_row(state, y, agent, tables)
        doubtful = find_suspects(state, BOARD, y, agent, tables) if tables[FOULS + agent] else 0
        for x in range(size):
            cell = y * size + x
            if row >> x & 1 and not is_banned(state, cell, doubtful, agent, tables):
                out[count] = cell
                count += 1
    return count


@kernel
def estimate(state: Vector, cell: int, mover: int, agent: int, tables: Vector) -> int:
    """What the last move, a stone of `mover` on `cell`, is worth: always to the agent."""
    if wins(state, cell, mover, tables):
        return FIVE_VALUE if mover == agent else -FIVE_VALUE
    return sum_values(find_criteria(state, cell, agent, tables[SIZE]))


@kernel(signature=SEARCH_SIGNATURE)
def search(
    cell: int,
    mover: int,
    depth: int,
    alpha: int,
    beta: int,
    state: Vector,
    context: Vector,
    stop: Vector,
    tables: Vector,
) -> int:
    """The value, to the agent, of a board on which `mover` has just played `cell`.

    Stones are put on the board and taken away again. A stopped search returns nothing of use.
    """
    agent, size = context[AGENT], tables[SIZE]
    context[NODES] += 1
    if stop[0] != 0 or context[NODES] > context[NODE_LIMIT]:
        context[STOPPED] = 1
        return 0
    value = estimate(state, cell, mover, agent, tables)
    if depth == 0 or abs(value) == FIVE_VALUE or value == context[FULL_BOARD]:
        if depth == 0:
            context[AT_HORIZON] = 1
        return value
    is_max = mover != agent
    best = -BOUND if is_max else BOUND
    for y in range(size - 1, -1, -1):
        row = find_row(state, y, agent, tables)
        if row == 0:
            continue
        doubtful = find_suspects(state, BOARD, y, agent, tables) if tables[FOULS + agent] else 0
        for x in range(size):
            move = y * size + x
            if row >> x & 1 == 0 or is_banned(state, move, doubtful, agent, tables):
                continue
            context[AT_HORIZON] = 0
            stone = 1 << (x + PLANE * (1 - mover))
            state[BOARD + y] |= stone
            value = search(move, 1 - mover, depth - 1, alpha, beta, state, context, stop, tables)
            state[BOARD + y] ^= stone
            if context[STOPPED] != 0:
                return 0
            if is_max:
                best = max(best, value)
                if best >= beta:
                    return best
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                if best <= alpha:
                    return best
                beta = min(beta, best)
    return best


class Printed(TimedSearchAgent):
    """One depth after the other, by the printed search."""

    def __init__(self, depth: int = 4, full: int = 10, seed: int | None = None) -> None:
        self.depth = depth
        self.full = full
        self._random = Random(seed)

    def list_kernels(self, game: Game) -> list[Entry]:
        own = ((search, SEARCH_SIGNATURE), (list_candidates, CELLS_SIGNATURE))
        return [*own, *list_rules(game.kernels)]

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        if position.state[STAGE] != PLAYING:
            why = Sentence("baseline.why.opening_first")
            return Analysis(position.moves[0], stopped_by="rule", why=why)
        context = np.zeros(CONTEXT_SIZE, np.int64)
        context[AGENT] = colour_to_move(position.state)
        context[FULL_BOARD] = self.full
        context[NODES], context[NODE_LIMIT] = 1, limit.nodes or 1 << 60
        cells = self.candidates(position)
        found, reason = Analysis(""), "depth"
        for depth in range(1, min(self.depth, limit.depth or self.depth) + 1):
            context[AT_HORIZON] = 0
            best = self._find_best(position, cells, depth, context, stop)
            if context[STOPPED]:
                reason = stop.reason or "nodes"
                break
            found = self._answer(position, best, depth, context, stop, bool(cells))
            if on_depth is not None:
                on_depth(found)
            if not context[AT_HORIZON]:
                break
        if found.depth == 0:
            why = Sentence("baseline.why.unfinished")
            found = Analysis(self._pick(position), nodes=int(context[NODES]), why=why)
        return replace(found, seconds=stop.elapsed, stopped_by=reason)

    def candidates(self, position: Position) -> list[int]:
        """The points that the search takes for legal, from the top left."""
        tables = position.game.rules.tables
        out = np.zeros(int(tables[SIZE]) ** 2, np.int64)
        agent = int(colour_to_move(position.state))
        native = compile_kernel(list_candidates, CELLS_SIGNATURE)
        count = native.call(np.array(position.state), out, agent, tables)
        return [int(cell) for cell in out[:count]]

    @staticmethod
    def _find_best(
        position: Position, cells: list[int], depth: int, context: Vector, stop: Stop
    ) -> tuple[int | None, int]:
        """The first best move to a depth and its value; no move if none exceeds the lower bound."""
        tables, agent = position.game.rules.tables, int(context[AGENT])
        size, state = int(tables[SIZE]), np.array(position.state)
        native = compile_kernel(search, SEARCH_SIGNATURE)
        move, best = None, -BOUND
        for cell in cells:
            stone = 1 << (cell % size + PLANE * agent)
            state[BOARD + cell // size] |= stone
            value = native.call(
                cell, agent, depth - 1, -BOUND, BOUND, state, context, stop.flag, tables
            )
            state[BOARD + cell // size] ^= stone
            if context[STOPPED]:
                break
            if value > best:
                move, best = cell, value
        return move, best

    def _answer(
        self,
        position: Position,
        best: tuple[int | None, int],
        depth: int,
        context: Vector,
        stop: Stop,
        has_candidates: bool,
    ) -> Analysis:
        cell, value = best
        nodes = int(context[NODES])
        # A foul that loses is legal, and a move that some other rule forbids is not.
        if cell is None or cell not in position.codes:
            reason = "loses" if has_candidates else "far"
            return Analysis(
                self._pick(position),
                depth=depth,
                nodes=nodes,
                seconds=stop.elapsed,
                why=Sentence(f"baseline.why.random.{reason}"),
            )
        move = position.game.move_text(position.state, cell)
        score = _read_score(value, position.game)
        return Analysis(
            move,
            score,
            (Line((move,), score),),
            (move,),
            depth,
            nodes,
            stop.elapsed,
            why=Sentence("baseline.why.search", {"depth": depth}),
        )

    def _pick(self, position: Position) -> str:
        """Any legal move but on the last point, if there is another."""
        last = int(position.game.rules.tables[SIZE]) - 1
        cells = [cell for cell in position.codes if cell != last]
        return position.game.move_text(position.state, self._random.choice(cells or [last]))


def _read_score(value: int, game: Game) -> Score:
    """A five at once, one in three plies, or what the move is worth by the criteria."""
    if value == FIVE_VALUE:
        return Score("win", 1, 1, False, 1.0)
    if value >= BOUND:
        return Score("win", 1, 3, False, 1.0)
    return Score("value", value, None, False, winning_chance(value, Deepening.scale))
