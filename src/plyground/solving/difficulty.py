"""What it takes to see the one right move of a position."""

from __future__ import annotations

from functools import cache

from plyground.agents.engine import Engine
from plyground.agents.levels import LEVELS
from plyground.core.iterative_deepening import AlphaBeta
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.solving.puzzle import Difficulty

MEBIBYTES = 4
SEED = 1
DEEPEST = 11
"""Plies up to which a full search looks for the depth that shows the solution."""
MOST_NODES = 200_000
"""Positions of that search at each depth."""


class Grader:
    """Lets the levels of the engine try positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._search = AlphaBeta(game.rules, game.native(), MEBIBYTES)
        # What is hard to find does not depend on what the book has.
        self._engine = cache(lambda level: Engine(level, hash=MEBIBYTES, seed=SEED, book=False))

    def grade(
        self, position: Position, solution: str, depth: int | None
    ) -> tuple[Difficulty, tuple[str, ...]] | None:
        """The difficulty, and the wrong moves by how natural they are: those that levels of the
        engine play, then those that look best. `depth`, if not given, is searched for; None if
        nobody could see that far."""
        if depth is None:
            depth = self._find_depth(position, solution)
        if depth is None:
            return None
        choices = {level: self._ask(level, position) for level in LEVELS if level < max(LEVELS)}
        looks = self._rank_by_looks(position)
        failed = tuple(level for level, move in choices.items() if move != solution)
        lures = sum(score > looks[solution] for score in looks.values())
        # What a higher level falls for is the more natural.
        natural = [choices[level] for level in reversed(failed)]
        wrong = dict.fromkeys(move for move in (*natural, *looks) if move != solution)
        return Difficulty(depth, failed, lures), tuple(wrong)

    def _ask(self, level: int, position: Position) -> str:
        """What a level prefers; not what it may pick instead to be beatable."""
        engine = self._engine(level)
        if LEVELS[level].beginner is not None:
            return engine.choose(position, Limit()).move
        limit = Limit(depth=LEVELS[level].depth, nodes=LEVELS[level].nodes)
        with Stop() as stop:
            return engine.think(position, limit, stop).move

    def _rank_by_looks(self, position: Position) -> dict[str, int]:
        """The moves by the evaluation of the positions after them, the best first; without an
        evaluation only a move that ends the game looks different from others."""
        count = len(position.codes)
        with Stop() as stop:
            found = self._search.run(position.state, Limit(depth=1), stop, exact=True, lines=count)
        return {self.game.move_text(position.state, line.move): line.score for line in found.lines}

    def _find_depth(self, position: Position, solution: str) -> int | None:
        """From how many moves of one's own on a full search prefers the solution to all others;
        None if it would take too many."""
        code = position.find(solution)
        seen = None
        for depth in range(1, DEEPEST + 1):
            limit = Limit(depth=depth, nodes=MOST_NODES)
            with Stop() as stop:
                found = self._search.run(position.state, limit, stop, exact=True)
            if found.stopped_by == "nodes":
                return None
            if found.best_moves != (code,):
                seen = None
            elif found.proven or seen is not None:
                # Two depths in a row agree, or it cannot change.
                return ((seen or depth) + 1) // 2
            else:
                seen = depth
        return None
