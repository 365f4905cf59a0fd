"""Alpha-beta over a game's kernels as plain Python functions: weak, but ready at once.

It plays, and analyses, while native code is being compiled, and answers where there is no time for
a search. Root moves are tried in the order of a look at immediate wins, of the game's threat search
and of its priors, so that even a search of one position gives a sensible move. It takes part in
nothing that is rated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from plyground.agents.agent import OnDepth, TimedSearchAgent
from plyground.agents.alphabeta_agent import format_line
from plyground.agents.levels import LEVELS, WIDTH, pick_near_best
from plyground.agents.specs import parse_spec
from plyground.core.alphabeta import score_from_root
from plyground.core.contract import BOUNDS_SIZE, INFO_SIZE, LINE_SIZE, Vector
from plyground.core.jit import Entry
from plyground.core.limits import Limit, Stop
from plyground.core.values import DECIDED, INFINITE, LOSS, ONGOING, POINT, WIN, outcome_score
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score

SECONDS = 1.0
"""Of a move that has no limit of its own."""
DEEPEST = 30


class PythonSearch(TimedSearchAgent):
    """Iterative deepening with alpha-beta in plain Python, as deep as `level` and `depth` allow."""

    def __init__(
        self, level: int = max(LEVELS), depth: int | None = None, time: float | None = None
    ) -> None:
        self.level = LEVELS[level]
        self.time = time
        self.depth = min(depth or DEEPEST, self.level.depth or DEEPEST, DEEPEST)
        self._random = Random()
        self._beginner = self.level.make_beginner(self._random)

    def list_kernels(self, game: Game) -> list[Entry]:
        return []

    def prepare(self, game: Game) -> None:
        """There is nothing to prepare: that is the point of it."""

    def tighten_limit(self, limit: Limit) -> Limit:
        if self.time is not None:
            return replace(limit, time=min(self.time, limit.time or self.time))
        return Limit(time=SECONDS) if limit.is_endless else limit

    def choose(self, position: Position, limit: Limit) -> Analysis:
        if self._beginner is None and not self.level.looseness:
            return super().choose(position, limit)
        limit = self.tighten_limit(limit)
        if self._beginner is not None:
            with Stop(limit.seconds) as stop:
                return self._beginner.choose(position, stop)
        complete: list[Analysis] = []
        with Stop(limit.seconds) as stop:
            found = self.think(position, limit, stop, WIDTH, complete.append)
        # Scores of one depth can be compared; those of a depth that was cut short cannot.
        return (
            pick_near_best(complete[-1], self.level.looseness, self._random) if complete else found
        )

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        search = _Search(position.game, position.state, stop, limit.nodes)
        try:
            for depth in range(1, min(limit.depth or self.depth, self.depth) + 1):
                search.deepen(depth, lines)
                if on_depth is not None:
                    on_depth(search.make_analysis(position, lines))
                if search.is_decided:
                    stop.set("proven")
        except _Stopped:
            pass
        return search.make_analysis(position, lines)


def choose_at_once(position: Position) -> Analysis:
    """A move without a search, in milliseconds: by wins, threats and priors."""
    return PythonSearch().choose(position, Limit(nodes=1))


def make_stand_in(spec: str) -> PythonSearch:
    """The plain search with the level, depth and time of the agent that a spec names."""
    settings = parse_spec(spec).settings
    return PythonSearch(
        level=int(settings.get("level", max(LEVELS))),
        depth=int(settings["depth"]) if "depth" in settings else None,
        time=float(settings["time"]) if "time" in settings else None,
    )


class _Stopped(Exception):
    """The search ran out of its limit."""


@dataclass
class _RootMove:
    move: int
    score: int | None = None
    """None before it was searched."""
    line: tuple[int, ...] = ()


@dataclass
class _Search:
    game: Game
    root: Vector
    stop: Stop
    node_limit: int | None
    nodes: int = 0
    depth: int = 0
    moves: list[_RootMove] = field(default_factory=list)

    def __post_init__(self) -> None:
        rules = self.game.rules
        self._tables = rules.tables
        self._info = np.zeros(INFO_SIZE, np.int64)
        self._line = np.full(LINE_SIZE, -1, np.int64)
        self._features = np.zeros(max(rules.features_size, 1), np.int64)
        self._kernels: dict[str, Callable[..., Any]] = {
            name: self.game.kernel(name) for name in self.game.kernels.present()
        }
        if "init_features" in self._kernels:
            self._kernels["init_features"](np.array(self.root), self._features, self._tables)
        state = np.array(self.root)
        self._killers: dict[int, int] = {}
        """By ply, the last move that refuted one: often it refutes the next one, too."""
        self.moves = [_RootMove(move) for move in self._list_moves(state)]
        self._prefer_threats(state)
        self._prefer_win(state)

    @property
    def is_decided(self) -> bool:
        """Is the best move known to win, or every move known to lose?"""
        scores = [move.score for move in self.moves]
        return None not in scores and abs(max(score or 0 for score in scores)) >= DECIDED

    def deepen(self, depth: int, lines: int) -> None:
        """Search every root move to `depth`; the best ones come first, also when stopped."""
        best = -INFINITE
        searched: list[_RootMove] = []
        waiting = list(self.moves)
        try:
            while waiting:
                entry = waiting[0]
                # With several lines every move gets an exact score.
                alpha = -INFINITE if lines > 1 else best
                score, line = self._play(np.array(self.root), entry.move, depth, alpha, INFINITE, 0)
                searched.append(_RootMove(entry.move, score, (entry.move, *line)))
                waiting.pop(0)
                best = max(best, score)
            self.depth = depth
        finally:
            # Stable: of equal moves the one that was tried first stays first.
            searched.sort(key=lambda move: -(move.score or 0))
            # Rather a move that was not searched than one that loses.
            is_lost = best <= -DECIDED and depth > 1
            self.moves = waiting + searched if is_lost else searched + waiting

    def make_analysis(self, position: Position, lines: int) -> Analysis:
        rules = self.game.rules
        found = []
        searched = [entry for entry in self.moves if entry.score is not None]
        for entry in (searched or self.moves[:1])[: max(lines, 1)]:
            texts = format_line(position, entry.line or (entry.move,))
            score = entry.score or 0
            found.append(Line(texts, Score.from_core(score, abs(score) >= DECIDED, rules)))
        best = found[0]
        return Analysis(
            best.moves[0], best.score, tuple(found), (best.moves[0],),
            self.depth, self.nodes, self.stop.elapsed, self.stop.reason or "depth",
        )  # fmt: skip

    def _prefer_threats(self, state: Vector) -> None:
        """Try first what the game's threat search finds without searching."""
        if "threat_search" not in self._kernels:
            return
        self._info[:] = 0
        features, info, line = self._features, self._info, self._line
        if self._kernels["threat_search"](state, 0, line, info, features, self._tables):
            self.moves.sort(key=lambda entry: entry.move != line[0])

    def _prefer_win(self, state: Vector) -> None:
        """Try a move first that ends the game with a win; nobody wins at once by points."""
        for entry in () if self.game.rules.scoring else self.moves:
            child = state.copy()
            self._kernels["play"](child, entry.move, self._tables)
            wins = WIN if child[0] == state[0] else LOSS
            if self._kernels["outcome"](child, self._tables) == wins:
                self.moves.sort(key=lambda other: other is not entry)
                return
            if self.stop.is_set:
                return

    def _search(
        self, state: Vector, depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, tuple[int, ...]]:
        self.nodes += 1
        if self.stop.is_set or (self.node_limit is not None and self.nodes > self.node_limit):
            raise _Stopped
        outcome = int(self._kernels["outcome"](state, self._tables))
        if outcome != ONGOING:
            return outcome_score(outcome, ply), ()
        known = self._find_known_score(state)
        if known:
            return score_from_root(known, ply), ()
        if depth <= 0:
            return self._evaluate(state), ()
        best = -INFINITE
        best_line: tuple[int, ...] = ()
        moves = self._list_moves(state)
        if (killer := self._killers.get(ply)) in moves:
            moves.sort(key=lambda move: move != killer)
        for move in moves:
            score, line = self._play(state, move, depth, max(alpha, best), beta, ply)
            if score > best:
                best, best_line = score, (move, *line)
            if best >= beta:
                self._killers[ply] = move
                break
        return (best, best_line) if moves else (0, ())

    def _play(
        self, state: Vector, move: int, depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, tuple[int, ...]]:
        """The score of a move for the side that makes it."""
        child = state.copy()
        if "update_features" in self._kernels:
            self._kernels["update_features"](state, move, self._features, self._tables)
        try:
            self._kernels["play"](child, move, self._tables)
            if child[0] == state[0]:
                return self._search(child, depth - 1, alpha, beta, ply + 1)
            score, line = self._search(child, depth - 1, -beta, -alpha, ply + 1)
            return -score, line
        finally:
            if "revert_features" in self._kernels:
                self._kernels["revert_features"](state, move, self._features, self._tables)

    def _find_known_score(self, state: Vector) -> int:
        """A score that the game is certain of without a search, from this node; else 0."""
        if "known_result" in self._kernels:
            known = int(self._kernels["known_result"](state, self._tables))
            if known:
                return known
        if "threat_search" not in self._kernels:
            return 0
        self._info[:] = 0
        search, features = self._kernels["threat_search"], self._features
        return int(search(state, 0, self._line, self._info, features, self._tables))

    def _evaluate(self, state: Vector) -> int:
        if "evaluate" in self._kernels:
            return int(self._kernels["evaluate"](state, self._features, self._tables))
        if "score_bounds" in self._kernels:
            bounds = np.zeros(BOUNDS_SIZE, np.int64)
            self._kernels["score_bounds"](state, bounds, self._tables)
            return int(bounds[0]) * POINT
        return 0

    def _list_moves(self, state: Vector) -> list[int]:
        """The moves worth searching, the highest prior first."""
        out = np.zeros(self.game.rules.branching, np.int64)
        if "candidates" in self._kernels:
            self._info[:] = 0
            listing, features = self._kernels["candidates"], self._features
            count = int(listing(state, out, self._info, features, self._tables))
        else:
            count = int(self._kernels["moves"](state, out, self._tables))
        priors = np.zeros_like(out)
        if "priors" in self._kernels:
            order = self._kernels["priors"]
            order(state, out, count, priors, self._features, self._tables)
        ranked = np.argsort(-priors[:count], kind="stable")
        return [int(out[index]) for index in ranked]
