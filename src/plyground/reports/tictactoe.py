"""The report on tic-tac-toe: minimax over the whole tree, and the same with alpha-beta.

From the report: a search to the end of the game before every move. A game is worth 1 if X wins, -1
if O wins, else 0, however long it takes; squares are tried row by row from the top left, and of
equally good moves the first is kept. So `minimax` and `alphabeta` never lose on the usual board,
and may take their time to win.

The report's program for minimax differs from its text: its `max_value` calls itself instead of
`min_value`, and its `min_value` calls itself, too. So X supposes that O helps X, and O that X helps
O. `printed` plays that; the program for alpha-beta has no such slip.

Ours: there is an answer when the time runs out, and on larger boards than the report's. With up to
nine empty squares there is one search, to the end; with more, or to a smaller depth, it deepens. If
no search is finished, the first empty square is played. The searches are native code that looks at
the positions of the textbook's searches in `classic`, in the order of the report.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count
from typing import Literal

import numpy as np

from plyground.agents.agent import OnDepth, Searcher
from plyground.agents.specs import Kind
from plyground.core.contract import Vector, vector
from plyground.core.jit import compile_kernel, kernel
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.options import Option
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score
from plyground.games.tictactoe import rules
from plyground.games.tictactoe.rules import CELLS, LINE, MARKS
from plyground.locale import Sentence
from plyground.reports.experiment import ExactExperiment, Experiment

PATIENCE = 10.0
"""Seconds for a move if nobody limits it: a larger board has no end in sight."""

SQUARES = 9
"""Of the report's board: so many empty squares can be searched to the end."""

MARK_NAMES = "XO"

# Who chooses the move at a node of the tree: Max (X), Min (O), or whoever is to move there.
MAX, MIN, MOVER = 0, 1, 2

# What a search writes down: nodes so far and at most, whether it was stopped, and whether the depth
# kept it from the end of a game.
NODES, NODE_LIMIT, STOPPED, CUT_SHORT = range(4)

SIGNATURE = (
    "int64(int64[::1], int64, int64, int64, int64, int64, int64[::1], int64[::1], int64[::1])"
)


@kernel(signature=SIGNATURE)
def search_value(
    state: Vector,
    depth: int,
    alpha: int,
    beta: int,
    prune: int,
    chooser: int,
    counts: Vector,
    stop: Vector,
    tables: Vector,
) -> int:
    """The value of a position for X, to a depth; 0 where the depth ends.

    With `chooser=MOVER` it is minimax, and alpha-beta if it may `prune`. With `MAX` or `MIN` that
    side chooses all moves, also the opponent's. The state is as before when it returns.
    """
    # Step 1: a new node, if there is still time for it.
    counts[NODES] += 1
    if stop[0] != 0 or counts[NODES] > counts[NODE_LIMIT]:
        counts[STOPPED] = 1
        return 0

    # Step 2: stop where the game is over or the depth is used up. A line is that of who just moved.
    width, height = tables[0], tables[1]
    if state[LINE] != 0:
        return 1 if state[0] == MIN else -1
    if state[MARKS] == width * height:
        return 0
    if depth == 0:
        counts[CUT_SHORT] = 1
        return 0

    # Step 3: try the empty squares from the top left; keep the first that is best.
    is_max = (state[0] if chooser == MOVER else chooser) == MAX
    best = -2 if is_max else 2
    for number in range(width * height):
        cell = (height - 1 - number // width) * width + number % width
        if state[CELLS + cell] != 0:
            continue
        rules.play(state, cell, tables)
        value = search_value(state, depth - 1, alpha, beta, prune, chooser, counts, stop, tables)
        state[0] = 1 - state[0]
        state[CELLS + cell] = 0
        state[LINE] = 0
        state[MARKS] -= 1
        if counts[STOPPED] != 0:
            return 0
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)

        # Step 4: cut if the other side will not let it come to this.
        if prune and alpha >= beta:
            break

    # Step 5: that is the value of the node.
    return best


@dataclass(frozen=True)
class Found:
    """What one search says of the moves of a position."""

    values: dict[int, int]
    """Of every move in the order of the report, for X; from alpha-beta a bound, if not the best."""
    best: int
    """The value of the position for X."""
    nodes: int
    depth: int
    complete: bool
    """Every line of play was followed to the end of its game."""
    is_stopped: bool

    @property
    def move(self) -> int:
        return self.best_moves[0]

    @property
    def best_moves(self) -> tuple[int, ...]:
        return tuple(move for move, value in self.values.items() if value == self.best)


class FullSearch(Searcher):
    """Searches the whole tree, or as much of it as there is time for."""

    def __init__(
        self,
        method: Literal["minimax", "alphabeta", "printed"] = "minimax",
        depth: int | None = None,
        time: float | None = None,
    ) -> None:
        self.method = method
        self.depth = depth
        self.time = time

    def prepare(self, game: Game) -> None:
        game.native()
        compile_kernel(search_value, SIGNATURE)

    def own(self, limit: Limit) -> Limit:
        if self.time is not None:
            return replace(limit, time=min(self.time, limit.time or self.time))
        is_endless = limit.is_endless and self.depth is None
        return replace(limit, time=PATIENCE) if is_endless else limit

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        chooser = position.side if self.method == "printed" else MOVER
        best: Found | None = None
        nodes = 0
        for depth in self._depths(position, limit):
            left = None if limit.nodes is None else max(limit.nodes - nodes, 1)
            found = self.search(position, depth, chooser, stop, left)
            nodes += found.nodes
            if found.is_stopped:
                break
            best = found
        if best is None:
            first = text_of(position, order_moves(position)[0])
            reason, why = stop.reason or "nodes", Sentence("baseline.tictactoe.why.stopped")
            return Analysis(first, nodes=nodes, seconds=stop.elapsed, stopped_by=reason, why=why)
        reason = "proven" if best.complete else "depth"
        if found.is_stopped:
            reason = stop.reason or "nodes"
        score = self._score(position, best, stop)
        line = Line(self._line(position, best, chooser, stop), score)
        equals = best.best_moves[:1] if self.method == "alphabeta" else best.best_moves
        return Analysis(
            line.moves[0], score, (line,), tuple(text_of(position, move) for move in equals),
            best.depth, nodes, stop.elapsed, reason, self._why(position, best),
        )  # fmt: skip

    def _depths(self, position: Position, limit: Limit) -> Iterable[int]:
        """The depths to search, one after the other."""
        empty = len(position.codes)
        deepest = min(empty, self.depth or empty, limit.depth or empty)
        return (deepest,) if empty <= SQUARES else range(1, deepest + 1)

    def search(
        self, position: Position, depth: int, chooser: int, stop: Stop, nodes: int | None = None
    ) -> Found:
        """One search to a depth of at least 1."""
        counts = make_counts(nodes)
        counts[NODES] = 1
        is_max = (position.side if chooser == MOVER else chooser) == MAX
        prune = self.method == "alphabeta"
        alpha, beta = -2, 2
        values: dict[int, int] = {}
        for move in order_moves(position):
            after = position.play(move)
            value = call_search(after, depth - 1, alpha, beta, prune, chooser, counts, stop)
            if counts[STOPPED]:
                break
            values[move] = value
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        best = alpha if is_max else beta
        is_complete = not counts[CUT_SHORT]
        return Found(values, best, int(counts[NODES]), depth, is_complete, bool(counts[STOPPED]))

    def _line(self, position: Position, found: Found, chooser: int, stop: Stop) -> tuple[str, ...]:
        """The play that the value comes from, as long as there is time."""
        moves = [text_of(position, found.move)]
        after = position.play(found.move)
        while not after.is_over and len(moves) < found.depth:
            further = self.search(after, found.depth - len(moves), chooser, stop)
            if further.is_stopped:
                break
            moves.append(text_of(after, further.move))
            after = after.play(further.move)
        return tuple(moves)

    def _score(self, position: Position, found: Found, stop: Stop) -> Score:
        """For the side to move. What `printed` sees is no proof of anything."""
        value = found.best if position.side == MAX else -found.best
        chance = 0.5 + value / 2
        if self.method == "printed":
            return Score("value", value, None, False, chance)
        if value == 0:
            kind: Literal["draw", "value"] = "draw" if found.complete else "value"
            return Score(kind, 0, None, found.complete, chance)
        plies = count_plies(position.play(found.move), found.best, stop)
        return Score("win" if value > 0 else "loss", value, plies, True, chance)

    def _why(self, position: Position, found: Found) -> Sentence:
        value = found.best if position.side == MAX else -found.best
        rule = {1: "win", 0: "draw", -1: "loss"}[value]
        if self.method == "printed":
            mark, other = MARK_NAMES[position.side], MARK_NAMES[1 - position.side]
            return Sentence(
                f"baseline.tictactoe.why.printed.{rule}", {"mark": mark, "other": other}
            )
        if value == 0 and not found.complete:
            return Sentence("baseline.tictactoe.why.open", {"depth": found.depth})
        return Sentence(f"baseline.tictactoe.why.{rule}")


def make_counts(nodes: int | None = None) -> Vector:
    """What a search of at most so many nodes writes to."""
    return vector([0, nodes or 1 << 60, 0, 0])


def call_search(
    position: Position,
    depth: int,
    alpha: int,
    beta: int,
    prune: bool,
    chooser: int,
    counts: Vector,
    stop: Stop,
) -> int:
    """`search_value` in native code."""
    call = compile_kernel(search_value, SIGNATURE).call
    state, tables = np.array(position.state), position.game.rules.tables
    return int(call(state, depth, alpha, beta, int(prune), chooser, counts, stop.flag, tables))


def count_plies(after: Position, value: int, stop: Stop) -> int | None:
    """How soon the move that led to `after` wins or loses: how far one must look to see it."""
    counts = make_counts()
    for depth in count():
        if call_search(after, depth, -2, 2, True, MOVER, counts, stop) == value:
            return depth + 1
        if counts[STOPPED]:
            return None
    raise AssertionError


def order_moves(position: Position) -> list[int]:
    """The legal moves as the report tries them: from the top left, row by row."""
    width = int(position.game.rules.tables[0])
    return sorted(position.codes, key=lambda move: (-(move // width), move % width))


def text_of(position: Position, move: int) -> str:
    return position.game.move_text(position.state, move)


_OPTIONS = (
    Option("depth", None, low=1, high=100),
    Option("time", None, low=0.001, kind="float"),
)

BASELINES = {
    method: Kind(f"{__name__}:FullSearch", _OPTIONS, {"method": method})
    for method in ("minimax", "alphabeta", "printed")
}

EXPERIMENTS: dict[str, Experiment | ExactExperiment] = {}
