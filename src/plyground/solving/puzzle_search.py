"""Making puzzles: positions of stored and sampled games are tried until there are enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from plyground.games.game import Game
from plyground.games.position import Position
from plyground.solving.look_alikes import find_signature
from plyground.solving.puzzle import Puzzle, Refutation
from plyground.solving.sampling import Source, list_all_choices
from plyground.solving.solver_puzzles import SolverPuzzles
from plyground.solving.threat_puzzles import ThreatPuzzles

MOST_PER_GAME = 2
"""Puzzles from one game: those of the same game resemble each other."""
OBVIOUS_SHARE = 0.1
"""Of the puzzles, where there are others: those that one sees at once."""
PATIENCE = 300
"""Games without a new puzzle after which the search gives up."""


class PuzzleFinder(Protocol):
    """Finds puzzles among positions of one game."""

    def list_solved(self, end: Position) -> Iterator[tuple[Position, Any]]:
        """The positions of a game that can be solved, with what is known of them, in the order in
        which they are tried."""

    def solve(self, position: Position) -> Any:
        """What is known of a position; None if it takes too long."""

    def find(self, position: Position, found: Any, source: str) -> Puzzle | None: ...

    def refute(self, position: Position, move: str) -> Refutation | None: ...


def make_finder(game: Game) -> PuzzleFinder:
    """By the game's own search for threats, if it has one; else by the solver."""
    kernels = game.kernels
    if None not in (kernels.threat_search, kernels.candidates, kernels.init_features):
        return ThreatPuzzles(game)
    return SolverPuzzles(game)


@dataclass
class SearchProgress:
    """How far the search for puzzles is."""

    games: int = 0
    positions: int = 0
    """Solved positions that were tried."""
    puzzles: int = 0


class PuzzleSearch:
    """Collects puzzles that do not look alike."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.progress = SearchProgress()
        self.puzzles: list[Puzzle] = []
        self._obvious = 0
        self._seen: set[bytes] = set()
        self._finder: tuple[Game, PuzzleFinder] | None = None

    @property
    def is_done(self) -> bool:
        return len(self.puzzles) >= self.count

    def search_every(self, start: Position, seed: int) -> bool:
        """Try all positions of a game that is small enough to list them; False if it is not."""
        positions = list_all_choices(start)
        if positions is None:
            return False
        Random(seed).shuffle(positions)
        finder = self._find_finder(start.game)
        for position in positions:
            if self.is_done:
                break
            known = None if self._is_seen(position) else finder.solve(position)
            if known is not None:
                self._try(position, known, "every")
        return True

    def search_games(self, ends: Iterable[tuple[Source, Position]]) -> Iterator[SearchProgress]:
        """Try the positions of games, a game at each step, until there are enough puzzles."""
        in_vain = 0
        for source, end in ends:
            before = len(self.puzzles)
            self._search_game(source, end)
            self.progress.games += 1
            in_vain = 0 if len(self.puzzles) > before else in_vain + 1
            yield self.progress
            if self.is_done or in_vain == PATIENCE:
                return

    def _search_game(self, source: Source, end: Position) -> None:
        found = 0
        for position, known in self._find_finder(end.game).list_solved(end):
            if not self._is_seen(position):
                found += self._try(position, known, source)
            if found == MOST_PER_GAME or self.is_done:
                return

    def _is_seen(self, position: Position) -> bool:
        """Was one that looks alike tried before?"""
        signature = find_signature(position)
        is_seen = signature in self._seen
        self._seen.add(signature)
        return is_seen

    def _try(self, position: Position, known: Any, source: Source) -> bool:
        """Is a solved position a puzzle? Then it is added."""
        self.progress.positions += 1
        puzzle = self._find_finder(position.game).find(position, known, source)
        if puzzle is None:
            return False
        # A list of all positions has the obvious ones, too.
        if puzzle.difficulty.is_obvious and source != "every":
            if self._obvious >= OBVIOUS_SHARE * self.count:
                return False
            self._obvious += 1
        self.puzzles.append(puzzle)
        self.progress.puzzles += 1
        return True

    def _find_finder(self, game: Game) -> PuzzleFinder:
        if self._finder is None or self._finder[0] != game:
            self._finder = game, make_finder(game)
        return self._finder[1]
