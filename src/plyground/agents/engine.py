"""The best player the toolkit has for a game, and weaker ones made of it by levels.

A game with an evaluation is searched by alpha-beta; one without is first searched for a forced
result, and then by Monte Carlo tree search.

Levels weaken honestly: a lower level looks less far ahead, and picks at random among the moves
that it thinks nearly best. It never picks one that throws away a win it sees, nor one that it sees
losing while another is not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from plyground.agents.agent import OnDepth
from plyground.agents.alphabeta_agent import analysis_of
from plyground.agents.mcts_agent import TreeAgent
from plyground.core.iterative_deepening import AlphaBeta
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line

# How much of a move's time goes to looking for a forced result when there is no evaluation.
PROOF_SHARE = 0.2
# How much of it may go to choosing among moves that are proven to be equally good.
CHOICE_SHARE = 0.3


@dataclass(frozen=True)
class Level:
    depth: int | None
    """Moves looked ahead: never fewer than two, so that no level overlooks what is played next."""
    nodes: int | None
    """Positions looked at for one move."""
    looseness: float
    """Winning chances that a move may typically give away."""


# `python bench/levels.py` plays each level against the one two below it.
LEVELS = {
    1: Level(2, 5_000, 0.15),
    2: Level(2, 5_000, 0.10),
    3: Level(3, 10_000, 0.08),
    4: Level(4, 15_000, 0.06),
    5: Level(5, 20_000, 0.05),
    6: Level(6, 30_000, 0.04),
    7: Level(8, 60_000, 0.03),
    8: Level(10, 150_000, 0.02),
    9: Level(14, 500_000, 0.01),
    10: Level(None, None, 0.0),
}
# What a simulation of a tree search costs, in positions of alpha-beta.
SIMULATION_NODES = 20
# Lines that a weakened player chooses from, and the strongest for the sake of variety.
WIDTH = 6
VARIETY = 0.01
"""Winning chances that a move of an opening may typically give away, so that games differ."""


class Engine:
    """The strongest agent; `level` 1 to 10 makes it weaker.

    In the first `variety` moves of a game it takes any that is about as good as the best.
    """

    def __init__(
        self,
        level: int = 10,
        time: float | None = None,
        threads: int = 1,
        hash: int = 64,
        seed: int | None = None,
        variety: int = 0,
    ) -> None:
        self.level = LEVELS[level]
        self.variety = variety
        self.time = time
        self.threads = threads
        self.hash = hash
        self._random = Random(seed)
        # Where both a table and a tree are needed, each gets half of the memory.
        self._trees = TreeAgent(memory=max(hash // 2, 1), seed=seed or 0)
        self._searchers = lru_cache(maxsize=2)(self._make)

    def _make(self, game: Game) -> AlphaBeta:
        share = self.hash if game.kernels.evaluate is not None else self.hash / 2
        return AlphaBeta(game.rules, game.native(), share, self.threads)

    def prepare(self, game: Game) -> None:
        self._searchers(game)
        if game.kernels.evaluate is None:
            self._trees.prepare(game)

    def release(self) -> None:
        """Give the memory of the tables back."""
        self._searchers.cache_clear()

    def choose(self, position: Position, limit: Limit) -> Analysis:
        self.prepare(position.game)
        limit = self._own(limit, position.game)
        if len(position.codes) == 1:
            # Nothing to choose: a glance will do.
            limit = replace(limit, depth=1)
        with Stop(limit.seconds) as stop:
            if self.level.looseness:
                return self._loosen(self.think(position, limit, stop, WIDTH), self.level.looseness)
            if len(position.history) < self.variety:
                return self.think_of_several(position, limit, stop)
            return self._choose_among_equals(position, self.think(position, limit, stop), stop)

    def think_of_several(
        self, position: Position, limit: Limit, stop: Stop, on_depth: OnDepth | None = None
    ) -> Analysis:
        """One of the moves that are about as good as the best: for openings that differ."""
        return self._loosen(self.think(position, limit, stop, WIDTH, on_depth), VARIETY)

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        """Search, and judge the position; the level bounds the search only."""
        if position.game.kernels.evaluate is None:
            return self._think_without_evaluation(position, limit, stop, lines, on_depth)
        found = self._searchers(position.game).run(
            position.state,
            limit,
            stop,
            lines=lines,
            on_depth=on_depth and (lambda found: on_depth(analysis_of(position, found))),
        )
        return analysis_of(position, found)

    def _own(self, limit: Limit, game: Game) -> Limit:
        """The limit with what this engine was told when it was made."""
        if self.time is not None:
            limit = replace(limit, time=min(self.time, limit.time or self.time))
        depth, nodes = self.level.depth, self.level.nodes
        if game.kernels.evaluate is None:
            depth, nodes = None, nodes and nodes // SIMULATION_NODES
        if depth is not None:
            limit = replace(limit, depth=min(depth, limit.depth or depth))
        if nodes is not None:
            limit = replace(limit, nodes=min(nodes, limit.nodes or nodes))
        return replace(limit, time=1.0) if limit.is_endless else limit

    def _think_without_evaluation(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int,
        on_depth: OnDepth | None,
    ) -> Analysis:
        seconds = stop.seconds * PROOF_SHARE if stop.seconds is not None else None
        nodes = None if limit.nodes is None else max(int(limit.nodes * PROOF_SHARE), 1)
        if seconds is None and nodes is None and limit.depth is None:
            nodes = 1_000_000
        with Stop(seconds) as soon:
            soon.flag = stop.flag if seconds is None else soon.flag
            found = self._searchers(position.game).run(
                position.state,
                replace(limit, nodes=nodes),
                soon,
                exact=True,
                lines=lines,
                on_depth=on_depth and (lambda found: on_depth(analysis_of(position, found))),
            )
        if found.proven or limit.depth is not None:
            return analysis_of(position, found)
        return self._trees.think(position, limit, stop, lines, on_depth)

    def _loosen(self, found: Analysis, looseness: float) -> Analysis:
        """One of the nearly best moves, the better the likelier."""
        best = found.lines[0]
        if best.score.plies == 1:
            return found
        lines = [line for line in found.lines if self._is_sane(line, best)]
        weights = [math.exp((line.score.chance - best.score.chance) / looseness) for line in lines]
        [line] = self._random.choices(lines, weights)
        return replace(found, move=line.moves[0], score=line.score)

    @staticmethod
    def _is_sane(line: Line, best: Line) -> bool:
        if best.score.kind == "win":
            return line.score.kind == "win"
        return line.score.kind != "loss" or best.score.kind == "loss"

    def _choose_among_equals(self, position: Position, found: Analysis, stop: Stop) -> Analysis:
        """Among proven equals, the move that leaves the opponent most ways to go wrong.

        Lost positions need no such choice: their best moves are those that hold out longest.
        """
        score = found.score
        if score is None or not score.proven or score.kind == "loss" or len(found.best_moves) < 2:
            return found
        searcher = self._searchers(position.game)
        wrong: dict[str, int] = {}
        seconds = None
        if stop.seconds is not None:
            seconds = min(stop.seconds - stop.elapsed, stop.seconds * CHOICE_SHARE)
        with Stop(seconds) as soon:
            for move in found.best_moves:
                after = position.play(move)
                if after.is_over or after.side == position.side:
                    continue
                limit = Limit(nodes=200_000)
                replies = searcher.run(after.state, limit, soon, exact=True)
                if soon.is_set:
                    break
                if replies.proven:
                    wrong[move] = len(after.codes) - len(replies.best_moves)
        if not wrong:
            return found
        move = max(wrong, key=lambda text: wrong[text])
        if wrong[move] == wrong.get(found.move):
            return found
        others = tuple(line for line in found.lines[1:] if line.moves[0] != move)
        return replace(found, move=move, lines=(Line((move,), score), *others))
