"""Puzzles of games with a threat search: one move starts a win by threats, and no other does.

Such a game is too large to be solved. That the solution wins is proven. Of every other move it is
shown that the opponent has a reply after which the threat search finds no win within so many
positions: it is refuted, or searched in vain to a stated size.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plyground.agents.alphabeta_agent import format_line
from plyground.core.contract import INFO_SIZE, LINE_SIZE, RESUMABLE
from plyground.core.iterative_deepening import AlphaBeta, RootLine
from plyground.core.limits import Limit, Stop
from plyground.core.values import DECIDED, WON
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.solving.difficulty import Grader
from plyground.solving.puzzle import Puzzle, Refutation
from plyground.solving.sampling import list_choices

MEBIBYTES = 16
PROOF = 6_000
"""Positions that the proof of a win may take: enough for one that a person can find."""
IN_VAIN = 2_000
"""Positions that are searched for a win after every other move and its reply."""
LONGER_IN_VAIN = 20_000
"""The same after moves that the engine considers."""
LAST_RESORT = 30_000
"""Positions that the engine searches for a reply where the obvious ones fail."""
SLICE = 2_000
SHORTEST, LONGEST = 5, 21
"""Plies of a win: a shorter one is seen at once, a longer one by nobody."""
LEAST_CHOICE = 4
"""Moves that the engine considers: with fewer, the move is forced by the opponent's threat."""
MOST_REPLIES = 12
MOST_WRONG = 5


class ThreatPuzzles:
    """Finds puzzles among positions of one game, with an effort of `nodes` for a proof."""

    def __init__(self, game: Game, nodes: int = PROOF) -> None:
        self.game = game
        self.nodes = nodes
        self._engine = AlphaBeta(game.rules, game.native(), MEBIBYTES)
        self._grader = Grader(game)
        self._features = np.zeros(game.rules.features_size, np.int64)

    def list_solved(self, end: Position) -> Iterator[tuple[Position, RootLine]]:
        """The positions of a game with a win by threats, played or missed, the first one first:
        the longer a win is there, the more moves make it."""
        for position in reversed(list_choices(end)):
            win = self.solve(position)
            if win is not None:
                yield position, win

    def solve(self, position: Position) -> RootLine | None:
        """A win by threats; None if none was found with the effort."""
        win, _ = self._search_threats(position, self.nodes)
        return win

    def find(self, position: Position, win: RootLine, source: str) -> Puzzle | None:
        """The puzzle that a won position is, if no other move wins by threats."""
        plies = WON - win.score
        if not SHORTEST <= plies <= LONGEST:
            return None
        replies: dict[int, int] = {}
        nodes = 0
        considered = self._list_candidates(position)
        if len(considered) < LEAST_CHOICE:
            return None
        # Where there is another solution, it is most likely among the moves worth considering.
        everything = tuple(dict.fromkeys((*considered, *position.codes)))
        for size, moves in ((IN_VAIN, everything), (LONGER_IN_VAIN, considered)):
            for move in moves:
                if move == win.move:
                    continue
                reply, searched = self._find_reply(position, move, win, size)
                nodes += searched
                if reply is None:
                    return None
                replies[move] = reply
        solution = format_line(position, win.line)
        graded = self._grader.grade(position, solution[0], (plies + 1) // 2)
        if graded is None:
            return None
        difficulty, natural = graded
        wrong = {}
        for text in natural[:MOST_WRONG]:
            code = position.find(text)
            wrong[text] = Refutation(None, format_line(position.play(code), (replies[code],)))
        return Puzzle(
            options=self.game.canonical.changed_settings,
            position=position.text,
            side=position.side,
            goal="win",
            value=1,
            plies=plies,
            solution=solution,
            wrong=wrong,
            difficulty=difficulty,
            themes=("forcing",) if self._is_forcing(position, win) else (),
            method="threats",
            nodes=nodes,
            searched=IN_VAIN,
            source=source,
        )

    def refute(self, position: Position, move: str) -> Refutation | None:
        """A reply to a wrong move after which no win by threats is found."""
        win = self.solve(position)
        if win is None:
            return None
        code = position.find(move)
        reply, _ = self._find_reply(position, code, win, LONGER_IN_VAIN)
        if reply is None:
            return None
        return Refutation(None, format_line(position.play(code), (reply,)))

    def _find_reply(
        self, position: Position, move: int, win: RootLine, size: int
    ) -> tuple[int | None, int]:
        """A reply after which the threat search is in vain, and how many positions it took."""
        after = position.play(move)
        if after.is_over:
            return None, 1
        nodes = 0
        for reply in self._list_replies(after, win):
            met = after.play(reply)
            if met.is_over:
                if met.outcome is not None and met.outcome.winner != position.side:
                    return reply, nodes + 1
                continue
            found, searched = self._search_threats(met, size)
            nodes += searched
            if found is None:
                return reply, nodes
        with Stop() as stop:
            best = self._engine.run(after.state, Limit(nodes=LAST_RESORT), stop)
        nodes += best.nodes
        if best.best.score > -DECIDED:
            met = after.play(best.best.move)
            found, searched = self._search_threats(met, size) if not met.is_over else (None, 0)
            if found is None:
                return best.best.move, nodes + searched
        return None, nodes

    def _list_replies(self, after: Position, win: RootLine) -> Iterator[int]:
        """Replies worth a try: what the opponent must do; else the squares of the win first."""
        considered = self._list_candidates(after)
        if len(considered) <= 2:
            yield from considered
            return
        legal = set(after.codes)
        tried = dict.fromkeys((*(cell for cell in win.line if cell in legal), *considered))
        yield from list(tried)[:MOST_REPLIES]

    def _is_forcing(self, position: Position, win: RootLine) -> bool:
        """Does each move of the win leave one reply worth considering?"""
        side = position.side
        for move in win.line[:-1]:
            position = position.play(move)
            if position.side != side and len(self._list_candidates(position)) > 1:
                return False
        return True

    def _list_candidates(self, position: Position) -> tuple[int, ...]:
        game, tables = self.game, self.game.rules.tables
        out = np.zeros(game.rules.branching, np.int64)
        info = np.zeros(INFO_SIZE, np.int64)
        game.kernel("init_features")(np.array(position.state), self._features, tables)
        count = game.kernel("candidates")(
            np.array(position.state), out, info, self._features, tables
        )
        return tuple(out[:count].tolist())

    def _search_threats(self, position: Position, nodes: int) -> tuple[RootLine | None, int]:
        """A win by threats, and how many positions the search for it visited."""
        game, tables = self.game, self.game.rules.tables
        state = np.array(position.state)
        game.kernel("init_features")(state, self._features, tables)
        line, info = np.full(LINE_SIZE, -1, np.int64), np.zeros(INFO_SIZE, np.int64)
        spent = 0
        while spent < nodes:
            info[:] = 0
            budget = min(SLICE, nodes - spent)
            score = int(
                game.kernel("threat_search")(state, budget, line, info, self._features, tables)
            )
            # Some of the budget may be left: what is known already is not searched again.
            spent += budget
            if score >= DECIDED:
                moves = tuple(line[: int(np.argmax(line < 0))].tolist())
                return RootLine(moves[0], score, True, moves), spent
            if score != 0 or not info[RESUMABLE]:
                break
        return None, spent
