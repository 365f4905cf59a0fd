"""The agents `alphabeta`, `minimax` and `negamax`: searches of the core to a fixed depth."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from plyground.agents.agent import OnDepth, TimedSearchAgent, list_rules
from plyground.core import minimax, root_search, slots
from plyground.core.context import ENDLESS, Context
from plyground.core.contract import Rules, Vector
from plyground.core.game_calls import raise_violation
from plyground.core.iterative_deepening import AlphaBeta, SearchResult
from plyground.core.jit import Entry, compile_kernel
from plyground.core.limits import Limit, Stop
from plyground.core.pointers import NativeKernels
from plyground.core.stack import MAX_PLY, PROVEN, bind_stack, read_state
from plyground.core.values import DECIDED, INFINITE
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score


def format_line(position: Position, moves: tuple[int, ...]) -> tuple[str, ...]:
    """The moves of a line of the core as text.

    The core generated them, so they are played without checking: a clock may be running.
    """
    game, state = position.game, np.array(position.state)
    format_line = []
    for move in moves:
        format_line.append(game.move_text(state, move))
        game.kernel("play")(state, move, game.rules.tables)
    return tuple(format_line)


def to_analysis(position: Position, found: SearchResult) -> Analysis:
    """Convert the result of a search of the core."""
    rules = position.game.rules
    lines = tuple(
        Line(
            format_line(position, line.line),
            Score.from_core(line.score, found.proven if line is found.best else line.proven, rules),
        )
        for line in found.lines
    )
    best = tuple(position.game.move_text(position.state, move) for move in found.best_moves)
    return Analysis(
        lines[0].moves[0],
        lines[0].score,
        lines,
        best,
        found.depth,
        found.nodes,
        found.seconds,
        found.stopped_by,
    )


class AlphaBetaAgent(TimedSearchAgent):
    """Alpha-beta to a fixed depth, exact: its scores are those of minimax."""

    def __init__(self, depth: int = 4, threads: int = 1, hash: int = 16) -> None:
        self.depth = depth
        self.threads = threads
        self.hash = hash
        self._searches = lru_cache(maxsize=2)(self._make_search)

    def _make_search(self, game: Game) -> AlphaBeta:
        return AlphaBeta(game.rules, game.native(), self.hash, self.threads)

    def list_kernels(self, game: Game) -> list[Entry]:
        return [*root_search.ENTRIES, *list_rules(game.kernels)]

    def prepare(self, game: Game) -> None:
        super().prepare(game)
        self._searches(game)

    def release(self) -> None:
        """Free the hash tables."""
        self._searches.cache_clear()

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        found = self._searches(position.game).run(
            position.state,
            replace(limit, depth=min(self.depth, limit.depth or self.depth)),
            stop,
            exact=True,
            lines=lines,
            on_depth=on_depth and (lambda found: on_depth(to_analysis(position, found))),
        )
        return to_analysis(position, found)


class MinimaxAgent(TimedSearchAgent):
    """The textbook's minimax in native code: to a fixed depth, with or without pruning."""

    def __init__(self, depth: int | None = None, prune: bool = False) -> None:
        self.depth = depth
        self.prune = prune

    def list_kernels(self, game: Game) -> list[Entry]:
        return [*minimax.ENTRIES, *list_rules(game.kernels)]

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        game = position.game
        depth = min(self.depth or MAX_PLY, limit.depth or MAX_PLY)
        plain = MinimaxSearch(game.rules, game.native())
        scored: list[tuple[int, int]] = []
        plain.reset(nodes=1)
        proven = True
        for move in position.codes:
            child = position.play(move)
            sign = 1 if child.side == position.side else -1
            score = sign * plain.run(child.state, depth - 1, self.prune, stop, limit.nodes)
            if plain.is_stopped:
                break
            proven = proven and plain.is_proven
            scored.append((score, move))
        nodes = plain.nodes
        reason = (stop.reason or "nodes") if plain.is_stopped else ("proven" if proven else "depth")
        scored = scored or [(0, position.codes[0])]
        scored.sort(key=lambda pair: -pair[0])
        top = scored[0][0]
        finished = not plain.is_stopped

        def text(move: int) -> str:
            return game.move_text(position.state, move)

        found = tuple(
            Line(
                (text(move),),
                Score.from_core(score, finished and (proven or abs(score) >= DECIDED), game.rules),
            )
            for score, move in scored[: max(lines, 1)]
        )
        best = tuple(text(move) for score, move in scored if score == top)
        return Analysis(
            found[0].moves[0], found[0].score, found, best, depth, nodes, stop.elapsed, reason
        )


class MinimaxSearch:
    """The arrays of one minimax search, which starts one ply below the root."""

    def __init__(self, rules: Rules, native: NativeKernels) -> None:
        self.rules = rules
        self.native = native
        self._context = Context(rules, native)
        self._stack = bind_stack(self._context, rules, MAX_PLY + 1, lists=1)
        self._call = compile_kernel(*minimax.ENTRIES[0]).call

    @property
    def nodes(self) -> int:
        return self._context[slots.NODES]

    @property
    def is_stopped(self) -> bool:
        return self._context[slots.STOPPED] != 0

    @property
    def is_proven(self) -> bool:
        """Did the last search see every line to its end?"""
        return bool(self._stack[1, PROVEN])

    def reset(self, nodes: int = 0) -> None:
        """Count from `nodes` on."""
        self._context[slots.NODES], self._context[slots.STOPPED] = nodes, 0

    def run(
        self,
        state: Vector,
        depth: int,
        prune: bool,
        stop: Stop,
        nodes: int | None = None,
        window: tuple[int, int] = (-INFINITE, INFINITE),
    ) -> int:
        """The score, to `depth`, of a state one ply below the root."""
        context = self._context
        context[slots.NODE_LIMIT] = nodes or ENDLESS
        context.bind(slots.STOP, stop.flag)
        read_state(self._stack, 1, len(state))[:] = state
        if "init_features" in self.native.compiled:
            self.native.compiled["init_features"].call(
                np.array(state), context.array(slots.FEATURES), self.rules.tables
            )
        score = self._call(context.words, 1, depth, *window, int(prune))
        raise_violation(context)
        return int(score)
