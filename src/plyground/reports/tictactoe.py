"""The report on tic-tac-toe: minimax over the whole tree, and the same with alpha-beta.

From the report: a search to the end of the game before every move. A game is worth 1 if X wins, -1
if O wins, else 0, however long it takes; squares are tried row by row from the top left, and of
equally good moves the first is kept. So `minimax` and `alphabeta` never lose on the usual board,
and may take their time to win.

The report's program for minimax differs from its text: its `max_value` calls itself instead of
`min_value`, and its `min_value` calls itself, too. So X supposes that O helps X, and O that X helps
O. `printed` plays that; the program for alpha-beta has no such slip.

Ours: there is an answer when the time runs out, and on larger boards than the report's. With up to
nine empty squares there is one search before a move, as in the report; with more, one depth after
the other is searched. If no search is finished, the first empty square is played. The searches are
native code; they look at the same positions as the textbook's searches in `classic`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from plyground.agents.agent import OnDepth, TimedSearchAgent, list_rules
from plyground.agents.specs import AgentKind
from plyground.core.contract import Vector, vector
from plyground.core.jit import Entry, compile_kernel, kernel
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.options import Option
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.games.score import Analysis, Line, Score
from plyground.games.tictactoe import rules
from plyground.games.tictactoe.rules import CELLS, LINE, MARKS
from plyground.locale import Sentence
from plyground.reports.experiment import ExactExperiment, ExactFindings, Experiment, OnCase, Row

DEFAULT_SECONDS = 10.0
"""For a move without any limit: the tree of a larger board is too large to search."""

Method = Literal["minimax", "alphabeta", "printed"]
METHODS: tuple[Method, ...] = ("minimax", "alphabeta", "printed")

SQUARES = 9
"""Of the report's board: so many empty squares can be searched to the end."""

MARK_NAMES = "XO"

# Who chooses the move at a node of the tree: Max (X), Min (O), or whoever is to move there.
MAX, MIN, MOVER = 0, 1, 2

# The context of a search: who chooses, whether it prunes, and the nodes it may look at; and what it
# writes there: nodes so far, whether it was stopped, whether the depth kept it from the end of a
# game.
CHOOSER, PRUNE, NODE_LIMIT, NODES, STOPPED, CUT_SHORT = range(6)

SIGNATURE = "int64(int64[::1], int64, int64, int64, int64[::1], int64[::1], int64[::1])"


@kernel(signature=SIGNATURE)
def search_value(
    state: Vector,
    depth: int,
    alpha: int,
    beta: int,
    context: Vector,
    stop: Vector,
    tables: Vector,
) -> int:
    """The value of a position for X, to a depth; 0 where the depth ends.

    If the mover chooses, this is minimax, or alpha-beta with pruning. If Max or Min chooses, it is
    the best that this side can get when the opponent helps. The state is as before when it returns.
    """
    # Step 1: a new node, if there is still time for it.
    context[NODES] += 1
    if stop[0] != 0 or context[NODES] > context[NODE_LIMIT]:
        context[STOPPED] = 1
        return 0

    # Step 2: stop where the game is over or the depth is used up. A line is that of who just moved.
    width, height = tables[0], tables[1]
    if state[LINE] != 0:
        return 1 if state[0] == MIN else -1
    if state[MARKS] == width * height:
        return 0
    if depth == 0:
        context[CUT_SHORT] = 1
        return 0

    # Step 3: try the empty squares from the top left; keep the first that is best.
    is_max = (state[0] if context[CHOOSER] == MOVER else context[CHOOSER]) == MAX
    best = -2 if is_max else 2
    for number in range(width * height):
        cell = (height - 1 - number // width) * width + number % width
        if state[CELLS + cell] != 0:
            continue
        rules.play(state, cell, tables)
        value = search_value(state, depth - 1, alpha, beta, context, stop, tables)
        state[0] = 1 - state[0]
        state[CELLS + cell] = 0
        state[LINE] = 0
        state[MARKS] -= 1
        if context[STOPPED] != 0:
            return 0
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)

        # Step 4: cut if the other side will not let it come to this.
        if context[PRUNE] and alpha >= beta:
            break

    # Step 5: that is the value of the node.
    return best


@dataclass(frozen=True)
class RootResult:
    """The values of the moves of a position, found by one search."""

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


class FullSearch(TimedSearchAgent):
    """Searches the whole tree, or as much of it as there is time for."""

    def __init__(
        self,
        method: Method = "minimax",
        depth: int | None = None,
        time: float | None = None,
    ) -> None:
        self.method = method
        self.depth = depth
        self.time = time

    def list_kernels(self, game: Game) -> list[Entry]:
        return [(search_value, SIGNATURE), *list_rules(game.kernels)]

    def tighten_limit(self, limit: Limit) -> Limit:
        if self.time is not None:
            return replace(limit, time=min(self.time, limit.time or self.time))
        is_endless = limit.is_endless and self.depth is None
        return replace(limit, time=DEFAULT_SECONDS) if is_endless else limit

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        chooser = self.find_chooser(position)
        best: RootResult | None = None
        nodes = 0
        for depth in self._list_depths(position, limit):
            left = None if limit.nodes is None else max(limit.nodes - nodes, 1)
            found = self.search(position, depth, chooser, stop, left)
            nodes += found.nodes
            if found.is_stopped:
                break
            best = found
            if found.complete:
                break
        if best is None:
            first = write_move(position, order_moves(position)[0])
            reason, why = stop.reason or "nodes", Sentence("baseline.tictactoe.why.stopped")
            return Analysis(first, nodes=nodes, seconds=stop.elapsed, stopped_by=reason, why=why)
        is_proof = best.complete and self.method != "printed"
        reason = "proven" if is_proof else "depth"
        if found.is_stopped:
            reason = stop.reason or "nodes"
        score = self._make_score(position, best, stop)
        line = Line(self._follow_line(position, best, chooser, stop), score)
        equals = best.best_moves[:1] if self.method == "alphabeta" else best.best_moves
        return Analysis(
            line.moves[0], score, (line,), tuple(write_move(position, move) for move in equals),
            best.depth, nodes, stop.elapsed, reason, self._explain(position, best),
        )  # fmt: skip

    def find_chooser(self, position: Position) -> int:
        """Who chooses the moves in the search of a position."""
        return position.side if self.method == "printed" else MOVER

    def _list_depths(self, position: Position, limit: Limit) -> Iterable[int]:
        """The depths to search, one after the other."""
        empty = len(position.codes)
        deepest = min(empty, self.depth or empty, limit.depth or empty)
        return (deepest,) if empty <= SQUARES else range(1, deepest + 1)

    def search(
        self, position: Position, depth: int, chooser: int, stop: Stop, nodes: int | None = None
    ) -> RootResult:
        """One search to a depth of at least 1."""
        context = make_context(chooser, self.method == "alphabeta", nodes)
        context[NODES] = 1
        is_max = (position.side if chooser == MOVER else chooser) == MAX
        alpha, beta = -2, 2
        values: dict[int, int] = {}
        for move in order_moves(position):
            after = position.play(move)
            value = call_search(after, depth - 1, alpha, beta, context, stop)
            if context[STOPPED]:
                break
            values[move] = value
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        best = alpha if is_max else beta
        is_complete, is_stopped = not context[CUT_SHORT], bool(context[STOPPED])
        return RootResult(values, best, int(context[NODES]), depth, is_complete, is_stopped)

    def _follow_line(
        self, position: Position, found: RootResult, chooser: int, stop: Stop
    ) -> tuple[str, ...]:
        """The play that the value comes from, as long as there is time."""
        moves = [write_move(position, found.move)]
        after = position.play(found.move)
        while not after.is_over and len(moves) < found.depth:
            further = self.search(after, found.depth - len(moves), chooser, stop)
            if further.is_stopped:
                break
            moves.append(write_move(after, further.move))
            after = after.play(further.move)
        return tuple(moves)

    def _make_score(self, position: Position, found: RootResult, stop: Stop) -> Score:
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

    def _explain(self, position: Position, found: RootResult) -> Sentence:
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


def make_context(chooser: int, prune: bool, nodes: int | None = None) -> Vector:
    return vector([chooser, prune, nodes or 1 << 60, 0, 0, 0])


def call_search(
    position: Position, depth: int, alpha: int, beta: int, context: Vector, stop: Stop
) -> int:
    """`search_value` in native code."""
    call = compile_kernel(search_value, SIGNATURE).call
    state, tables = np.array(position.state), position.game.rules.tables
    return int(call(state, depth, alpha, beta, context, stop.flag, tables))


def count_plies(after: Position, value: int, stop: Stop) -> int | None:
    """How soon the move that led to `after` wins or loses: how far one must look to see it."""
    context = make_context(MOVER, prune=True)
    plies = 1
    while call_search(after, plies - 1, -2, 2, context, stop) != value:
        if context[STOPPED]:
            return None
        plies += 1
    return plies


def order_moves(position: Position) -> list[int]:
    """The legal moves as the report tries them: from the top left, row by row."""
    width = int(position.game.rules.tables[0])
    return sorted(position.codes, key=lambda move: (-(move // width), move % width))


def write_move(position: Position, move: int) -> str:
    return position.game.move_text(position.state, move)


_OPTIONS = (
    Option("depth", None, low=1, high=100),
    Option("time", None, low=0.001, kind="float"),
)

BASELINES = {
    method: AgentKind(f"{__name__}:FullSearch", _OPTIONS, {"method": method}) for method in METHODS
}

# What the report says of its two algorithms, checked in every position that a game can reach.


Results = dict[Method, list[RootResult]]


def list_positions(game: Game) -> list[Position]:
    """Those in which a move can be made."""
    found: dict[Position, None] = {}
    waiting = [game.start()]
    while waiting:
        position = waiting.pop()
        if not position.is_over and position not in found:
            found[position] = None
            waiting += (position.play(move) for move in position.codes)
    return list(found)


def search_all(methods: Sequence[Method], on_case: OnCase) -> tuple[list[Position], Results]:
    """The positions, and what each method finds in each of them, searching to the end."""
    positions = list_positions(load_game("tictactoe"))
    searched: Results = {}
    for number, method in enumerate(methods, start=1):
        player = FullSearch(method)
        player.prepare(positions[0].game)
        with Stop() as stop:
            searched[method] = [
                player.search(position, len(position.codes), player.find_chooser(position), stop)
                for position in positions
            ]
        on_case(number, len(methods))
    return positions, searched


def compare_methods(on_case: OnCase) -> ExactFindings:
    """Each method beside minimax as the text has it."""
    positions, searched = search_all(METHODS, on_case)
    rows, counts = [], {}
    for method in METHODS:
        pairs = list(zip(searched["minimax"], searched[method], strict=True))
        counts[method] = {
            "values": sum(exact.best == found.best for exact, found in pairs),
            "moves": sum(exact.move == found.move for exact, found in pairs),
            "worse": sum(exact.values[found.move] != exact.best for exact, found in pairs),
            "nodes": searched[method][0].nodes,
        }
        name = Sentence(f"experiment.tictactoe.method.{method}")
        rows.append(Row((name, *counts[method].values())))
    same = all(counts["alphabeta"][name] == len(positions) for name in ("values", "moves"))
    conclusion = Sentence(
        "experiment.tictactoe-same-result.conclusion",
        {
            "positions": f"{len(positions):,}",
            "same": f"{counts['alphabeta']['moves']:,}",
            "other": f"{len(positions) - counts['printed']['moves']:,}",
            "worse": f"{counts['printed']['worse']:,}",
        },
    )
    return ExactFindings(tuple(rows), "agrees" if same else "contradicts", conclusion)


def count_slips(on_case: OnCase) -> ExactFindings:
    """What the printed minimax makes of positions that are won, drawn and lost."""
    positions, searched = search_all(("minimax", "printed"), on_case)
    cases: dict[tuple[int, int], list[Position]] = {}
    for position, exact, printed in zip(
        positions, searched["minimax"], searched["printed"], strict=True
    ):
        sign = 1 - 2 * position.side
        values = sign * exact.best, sign * exact.values[printed.move]
        cases.setdefault(values, []).append(position)
    rows = []
    for before, after in sorted(cases, reverse=True):
        shortest = min(cases[before, after], key=lambda position: len(position.history))
        names = (Sentence(f"experiment.tictactoe.value.{value}") for value in (before, after))
        rows.append(Row((*names, len(cases[before, after])), shortest))
    worse = sum(len(cases[values]) for values in cases if values[1] < values[0])
    conclusion = Sentence(
        "experiment.tictactoe-slip.conclusion",
        {"positions": f"{len(positions):,}", "worse": f"{worse:,}"},
    )
    return ExactFindings(tuple(rows), "contradicts" if worse else "agrees", conclusion)


EXPERIMENTS: dict[str, Experiment | ExactExperiment] = {
    "tictactoe-same-result": ExactExperiment(
        "tictactoe",
        tuple(
            f"experiment.tictactoe.column.{name}"
            for name in ("method", "values", "moves", "worse", "nodes")
        ),
        compare_methods,
    ),
    "tictactoe-slip": ExactExperiment(
        "tictactoe",
        tuple(f"experiment.tictactoe.column.{name}" for name in ("before", "after", "positions")),
        count_slips,
    ),
}
