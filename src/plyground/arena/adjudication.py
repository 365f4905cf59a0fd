"""Games that end before the rules say so, by what both players themselves think of them.

Nobody can claim a win: a player only resigns a game for itself, and both must see a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.games.position import Outcome
from plyground.locale import Problem
from plyground.play.session import TimedMove

MAX_MOVES = 10_000


@dataclass(frozen=True)
class ResignRule:
    """A player resigns whose own chance was at most `chance` in so many of its moves in a row."""

    moves: int
    chance: float

    @classmethod
    def parse(cls, text: str) -> ResignRule:
        """The rule that `MOVES,PERCENT` describes."""
        moves, percent = _read_numbers("--resign", text, 2)
        return cls(int(moves), percent / 100)


@dataclass(frozen=True)
class DrawRule:
    """A draw from a move number on, if both saw equal chances in so many moves in a row."""

    number: int
    moves: int
    tolerance: float
    """How far a chance may be from one half."""

    @classmethod
    def parse(cls, text: str) -> DrawRule:
        """The rule that `NUMBER,MOVES,PERCENT` describes."""
        number, moves, percent = _read_numbers("--draw", text, 3)
        return cls(int(number), int(moves), percent / 100)


@dataclass(frozen=True)
class Adjudication:
    """The rules by which a referee ends games."""

    resign: ResignRule | None = None
    draw: DrawRule | None = None

    def judge(self, moves: Sequence[TimedMove]) -> Outcome | None:
        """How the game ends after these moves of the agents; None if it goes on."""
        if self.resign is not None and self._is_resigned(moves, self.resign):
            return Outcome(1 - moves[-1].side, None, "reason.resigned")
        if self.draw is not None and self._is_drawn(moves, self.draw):
            return Outcome(None, None, "reason.agreed")
        return None

    def _is_resigned(self, moves: Sequence[TimedMove], rule: ResignRule) -> bool:
        own = [timed for timed in moves[-4 * rule.moves :] if timed.side == moves[-1].side]
        chances = [_read_chance(timed) for timed in own[-rule.moves :]]
        return len(chances) == rule.moves and all(
            chance is not None and chance <= rule.chance for chance in chances
        )

    def _is_drawn(self, moves: Sequence[TimedMove], rule: DrawRule) -> bool:
        if len(moves) < max(rule.number, 2 * rule.moves):
            return False
        chances = [_read_chance(timed) for timed in moves[-2 * rule.moves :]]
        return all(chance is not None and abs(chance - 0.5) <= rule.tolerance for chance in chances)


def _read_chance(timed: TimedMove) -> float | None:
    """The chance that a player saw for itself when it moved."""
    score = timed.analysis.score if timed.analysis is not None else None
    return None if score is None else score.chance


def _read_numbers(option: str, text: str, count: int) -> list[float]:
    """Whole numbers of moves, and a percentage at the end."""
    try:
        *moves, percent = (float(part) for part in text.split(","))
    except ValueError:
        moves, percent = [], -1.0
    is_whole = all(number.is_integer() and 1 <= number <= MAX_MOVES for number in moves)
    if len(moves) != count - 1 or not is_whole or not 0 <= percent < 50:
        raise Problem(f"arena.problem.adjudication{option[1:].replace('-', '.')}", given=text)
    return [*moves, percent]
