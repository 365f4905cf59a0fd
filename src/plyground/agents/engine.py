"""The best player the toolkit has for a game, and weaker ones made of it by levels.

A game with an evaluation is searched by alpha-beta; one without is first searched for a forced
result, and then by Monte Carlo tree search. At full strength the solver runs beside them, unless
the game has a threat search of its own, which proves more in games that are too large to solve. Of
a match it then searches and solves the round, by what its results are worth in the match. Positions
of the book, which is the atlas of the game, are not searched at all.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from random import Random

from plyground.agents.agent import OnDepth, list_rules
from plyground.agents.alphabeta_agent import to_analysis
from plyground.agents.book import load_book
from plyground.agents.levels import LEVELS, WIDTH, pick_near_best
from plyground.agents.mcts_agent import MctsAgent
from plyground.agents.proving_search import ProvingSearch, keep_sound
from plyground.agents.solver_agent import SolverAgent, take_over
from plyground.core import mcts, root_search
from plyground.core.compile_pool import compile_all
from plyground.core.iterative_deepening import AlphaBeta
from plyground.core.jit import Entry
from plyground.core.limits import Limit, Stop
from plyground.core.prover import list_entries
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line

# Share of a move's time for the search for a forced result when there is no evaluation.
PROOF_SHARE = 0.2
# Share of it for choosing among moves that are proven to be equally good.
CHOICE_SHARE = 0.3


# Cost of one simulation of a tree search, in positions of alpha-beta.
SIMULATION_NODES = 20
VARIETY = 0.01
"""Winning chance that an opening move may typically give away, so that games differ."""


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
        book: bool = True,
    ) -> None:
        self.level = LEVELS[level]
        self._is_strongest = level == max(LEVELS)
        self._has_book = book and self._is_strongest
        self.variety = variety
        self.time = time
        self.threads = threads
        self.hash = hash
        self._random = Random(seed)
        self._beginner = self.level.make_beginner(self._random)
        # The solver, the table and the tree share the memory.
        self._mcts = MctsAgent(memory=max(hash // 4, 1), seed=seed or 0)
        self._solver = SolverAgent(max(hash // 2, 1))
        self._proving = ProvingSearch(self._look, self._search, self._solver, threads)
        self._searches = lru_cache(maxsize=2)(self._make_search)

    def _make_search(self, game: Game) -> AlphaBeta:
        share, threads = float(self.hash), self.threads
        if _can_prove(game):
            share, threads = share / 2, max(threads - 1, 1)
        if game.kernels.evaluate is None:
            share /= 2
        return AlphaBeta(game.rules, game.native(), share, threads)

    def list_kernels(self, game: Game) -> list[Entry]:
        entries: list[Entry] = [*root_search.ENTRIES, *list_rules(game.kernels)]
        if game.kernels.evaluate is None:
            entries += mcts.ENTRIES
        if _can_prove(game):
            entries += list_entries(game.rules)
        return entries

    def prepare(self, game: Game) -> None:
        compile_all(self.list_kernels(game))
        if self._is_strongest and game.round is not None:
            # A match is searched round by round.
            game = game.round
        self._searches(game)
        if game.kernels.evaluate is None:
            self._mcts.prepare(game)
        if self._is_strongest and _can_prove(game):
            self._solver.prepare(game)
        if self._has_book and _can_prove(game):
            # Read now, while no clock runs.
            load_book(game).look_up(game.start())

    def release(self) -> None:
        """Free the hash tables, and the tree."""
        self._searches.cache_clear()
        self._mcts.release()
        self._solver.release()
        self._proving.reset()

    def choose(self, position: Position, limit: Limit) -> Analysis:
        self.prepare(position.game)
        limit = self._tighten_limit(limit, position.game)
        known = None
        if len(position.history) >= self.variety:
            known = self._open_book(position, limit)
        if known is not None and _is_decided(known):
            return known
        if len(position.codes) == 1 and not (self._is_strongest and _can_prove(position.game)):
            # With one legal move there is nothing to choose.
            limit = replace(limit, depth=1)
        with Stop(limit.seconds) as stop:
            if self._beginner is not None:
                has_evaluation = position.game.kernels.evaluate is not None
                rank = self._rank_by_evaluation if has_evaluation else None
                return self._beginner.choose(position, stop, rank)
            if self.level.looseness:
                found = self._search(position, limit, stop, WIDTH, None, None)
                return pick_near_best(found, self.level.looseness, self._random)
            if len(position.history) < self.variety:
                return self.think_with_variety(position, limit, stop)
            return self._choose_among_equals(position, self.think(position, limit, stop), stop)

    def _rank_by_evaluation(self, position: Position, count: int) -> list[int]:
        """The best moves by the evaluation of the positions after them."""
        with Stop() as stop:
            found = self._searches(position.game).run(
                position.state, Limit(depth=1), stop, exact=True, lines=count
            )
        return [line.move for line in found.lines]

    def think_with_variety(
        self, position: Position, limit: Limit, stop: Stop, on_depth: OnDepth | None = None
    ) -> Analysis:
        """Choose one of the moves that are about as good as the best, so that openings differ."""
        found = self._think(position, limit, stop, WIDTH, on_depth)
        if found.score is not None and found.score.proven:
            best = tuple(line for line in found.lines if line.moves[0] in found.best_moves)
            found = replace(found, lines=best or found.lines)
        return pick_near_best(found, VARIETY, self._random)

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        """Search a position, unless the book has it; the level affects `choose` only."""
        known = self._open_book(position, limit)
        if known is None:
            return self._think(position, limit, stop, lines, on_depth)
        if on_depth is not None:
            on_depth(known)
        if not _is_decided(known):
            # The book has one of the moves that keep a draw or a margin; a proof finds them all.
            found = self._think(position, limit, stop, lines, None)
            is_proven = found.score is not None and found.score.proven
            return found if is_proven else take_over(known, found, lines)
        if len(known.lines) >= lines:
            return replace(known, lines=known.lines[:lines])
        return self._proving.add_lines(known, position, limit, stop, lines)

    def _open_book(self, position: Position, limit: Limit) -> Analysis | None:
        """What the book has. Whoever asks for a depth wants to see what that depth finds."""
        if not self._has_book or limit.depth is not None or not _can_prove(position.game):
            return None
        return load_book(position.game).look_up(position)

    def _think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int,
        on_depth: OnDepth | None,
    ) -> Analysis:
        if _can_prove(position.game):
            return self._proving.think(position, limit, stop, lines, on_depth)
        return self._search(position, limit, stop, lines, on_depth, None)

    def _look(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int,
        on_depth: OnDepth | None,
        only: Collection[int] | None,
    ) -> Analysis:
        """Search a position by alpha-beta, which without an evaluation sees forced results only."""
        is_exact = position.game.kernels.evaluate is None
        found = self._searches(position.game).run(
            position.state,
            limit,
            stop,
            exact=is_exact,
            lines=lines,
            on_depth=on_depth and (lambda found: on_depth(to_analysis(position, found))),
            only=only,
        )
        return to_analysis(position, found)

    def _search(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int,
        on_depth: OnDepth | None,
        only: Collection[int] | None,
    ) -> Analysis:
        """Search a position without the solver."""
        if position.game.kernels.evaluate is not None:
            return self._look(position, limit, stop, lines, on_depth, only)
        found = self._search_without_evaluation(position, limit, stop, lines, on_depth)
        return found if only is None else keep_sound(found, position, only)

    def _tighten_limit(self, limit: Limit, game: Game) -> Limit:
        """The limit of a search, tightened by the time and level of this engine."""
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

    def _search_without_evaluation(
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
        with stop.make_part(seconds) as part:
            found = self._look(position, replace(limit, nodes=nodes), part, lines, on_depth, None)
        if limit.depth is not None or (found.score is not None and found.score.proven):
            return found
        return self._mcts.think(position, limit, stop, lines, on_depth)

    def _choose_among_equals(self, position: Position, found: Analysis, stop: Stop) -> Analysis:
        """Among moves proven equal, choose the one with the most losing replies.

        In lost positions there is nothing to choose: their best moves delay the loss longest.
        """
        score = found.score
        if score is None or not score.proven or score.kind == "loss" or len(found.best_moves) < 2:
            return found
        if position.game.round is not None:
            # Replies are searched in a single game; in a match the round alone is.
            return found
        search = self._searches(position.game)
        wrong: dict[str, int] = {}
        seconds = None
        if stop.seconds is not None:
            seconds = min(stop.seconds - stop.elapsed, stop.seconds * CHOICE_SHARE)
        with Stop(seconds) as choice_stop:
            for move in found.best_moves:
                after = position.play(move)
                if after.is_over or after.side == position.side:
                    continue
                limit = Limit(nodes=200_000)
                replies = search.run(after.state, limit, choice_stop, exact=True)
                if choice_stop.is_set:
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


def _is_decided(known: Analysis) -> bool:
    """Is a position of the book won or lost, and not by points?"""
    score = known.score
    return score is not None and score.kind in ("win", "loss") and score.margin is None


def _can_prove(game: Game) -> bool:
    """Does the solver run beside the search?"""
    return game.kernels.threat_search is None
