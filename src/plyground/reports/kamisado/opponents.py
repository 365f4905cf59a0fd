"""The opponents that the report writes about: a beginner, and whoever knows its trick.

The report says that its agent beats whoever plays for the first time and knows only the rules, and
that it is weak against a trick: two own towers side by side, one step from the end. How such
players move besides is our reading. Both win at once if they can, and otherwise go far; whoever
knows the trick also avoids an immediate loss, and collects towers on the row before the last.
Among equals the choice is random.
"""

from __future__ import annotations

from abc import abstractmethod
from itertools import pairwise
from random import Random

from plyground.agents.agent import OnDepth, TimedSearchAgent
from plyground.core.limits import Limit, Stop
from plyground.games.kamisado.rules import LEFT, square_of
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Sentence

Rank = tuple[int, ...]
"""The better move has the higher rank."""


class RuleAgent(TimedSearchAgent):
    """Ranks each move by what stands on the board after it, and plays one of the best."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        wins = winning_moves(position)
        if wins:
            best, rule = wins, "win"
        else:
            ranks = {code: self.rank(position.play(code)) for code in position.codes}
            top = max(ranks.values())
            best, rule = [code for code, rank in ranks.items() if rank == top], self.name_rule(top)
        moves = tuple(position.moves[position.codes.index(code)] for code in best)
        return Analysis(
            self._random.choice(moves),
            best_moves=moves,
            nodes=len(position.codes),
            seconds=stop.elapsed,
            stopped_by="rule",
            why=Sentence(f"baseline.kamisado.why.{rule}"),
        )

    @abstractmethod
    def rank(self, after: Position) -> Rank:
        """Of a move that does not win at once, by the position after it."""

    @abstractmethod
    def name_rule(self, rank: Rank) -> str:
        """The rule that gave the highest rank."""


class Novice(RuleAgent):
    """Knows the rules: goes as far as it can."""

    def rank(self, after: Position) -> Rank:
        return (count_rows(after),)

    def name_rule(self, rank: Rank) -> str:
        return "far"


class TrickPlayer(RuleAgent):
    """Puts two towers side by side one step from the end, as soon as that loses nothing at once."""

    def rank(self, after: Position) -> Rank:
        mover = after.before.side if after.before else 1 - after.side
        columns = columns_before_end(after, mover)
        is_safe = after.side == mover or not winning_moves(after)
        return is_safe, is_side_by_side(columns), len(columns), count_rows(after)

    def name_rule(self, rank: Rank) -> str:
        is_safe, is_pair, *_ = rank
        return "pair" if is_safe and is_pair else "far"


def winning_moves(position: Position) -> list[int]:
    """The moves that reach the far row."""
    far_row = 7 if position.side == 0 else 0
    return [
        code
        for code in position.codes
        if code < LEFT and code // 64 != code % 64 and code % 64 // 8 == far_row
    ]


def columns_before_end(position: Position, side: int) -> list[int]:
    """The columns in which a side has a tower one step from the end, from left to right."""
    row = 6 if side == 0 else 1
    squares = (int(square_of(position.state, side, colour)) for colour in range(8))
    return sorted(square % 8 for square in squares if square // 8 == row)


def is_side_by_side(columns: list[int]) -> bool:
    """Are two of the columns neighbours?"""
    return any(right - left == 1 for left, right in pairwise(columns))


def count_rows(after: Position) -> int:
    """The rows that the tower just moved has advanced."""
    start, end = divmod(after.history[-1], 64)
    return abs(end // 8 - start // 8) if after.history[-1] < LEFT else 0
