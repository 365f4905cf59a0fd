"""What a move gave away: the winning chances of whoever made it, before and after.

The names and the steps between them are those of lichess (`Advice.scala` of lila): 0.1, 0.2 and
0.3 on a scale from -1 to 1, so half of that on ours from 0 to 1. Its curve of accuracy
(`AccuracyPercent.scala`) was fitted to chess, and serves every game that has winning chances.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from statistics import harmonic_mean, pstdev
from typing import Any, Literal

from plyground.games.position import Position
from plyground.games.score import Analysis, Score
from plyground.locale import Sentence, say

Grade = Literal["inaccuracy", "mistake", "blunder"]

GRADES: tuple[tuple[Grade, float], ...] = (
    ("blunder", 0.15),
    ("mistake", 0.10),
    ("inaccuracy", 0.05),
)
SYMBOLS: dict[Grade, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


@dataclass(frozen=True)
class Judgement:
    """What an analysis thinks of a move that was played. Chances are the mover's."""

    side: int
    move: str
    before: float
    """The chance to win with the best move."""
    after: float
    """The chance to win after the move that was played."""
    grade: Grade | None
    """None: nothing to blame."""
    better: tuple[str, ...] = ()
    """All moves that were better, if there is something to blame."""
    missed: int | None = None
    """The move let a proven win go that was this many plies away."""
    why: Sentence | None = None
    """What the game has to say of it."""

    @property
    def symbol(self) -> str:
        return SYMBOLS[self.grade] if self.grade else ""

    @property
    def accuracy(self) -> float:
        """From 0 to 100."""
        drop = 100 * (self.before - self.after)
        if drop <= 0:
            return 100.0
        curve = 103.1668100711649 * math.exp(-0.04354415386753951 * drop) - 3.166924740191411
        return min(max(curve + 1, 0.0), 100.0)

    @property
    def words(self) -> str:
        """A sentence for people; empty if there is nothing to blame."""
        if self.grade is None:
            return ""
        told = {
            "grade": say(f"judgement.{self.grade}"),
            "better": ", ".join(self.better),
            "before": round(100 * self.before),
            "after": round(100 * self.after),
        }
        if self.missed is not None:
            words = say("judgement.missed", plies=self.missed, **told)
        else:
            words = say("judgement.drop", **told)
        return f"{words} {self.why}" if self.why else words

    def as_json(self) -> dict[str, Any]:
        """For people, in the language spoken here."""
        why = str(self.why) if self.why else ""
        return {**asdict(self), "symbol": self.symbol, "words": self.words, "why": why}

    def to_document(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> Judgement:
        """The reverse of `to_document`, for documents that nobody else could change."""
        why = document.get("why")
        return cls(
            **{
                **document,
                "better": tuple(document["better"]),
                "why": Sentence(**why) if why else None,
            }
        )


def chance_of(side: int, position: Position, found: Analysis | None) -> float:
    """The chance of a side to win from a position: by the rules, by an analysis, or even."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0.5 if winner is None else float(winner == side)
    if found is None or found.score is None:
        return 0.5
    chance = found.score.chance
    return chance if position.side == side else 1 - chance


def judge(
    position: Position, move: str, found: Analysis, after: Position, found_after: Analysis | None
) -> Judgement:
    """What a move was worth, by what was found before it and after it.

    A move that the analysis would have played, or holds to be as good, is never blamed, whatever
    shows afterwards; neither is one without a choice.
    """
    side = position.side
    left = chance_of(side, after, found_after)
    if move == found.move or move in found.best_moves or len(position.codes) < 2:
        return Judgement(side, move, left, left, None)
    before = chance_of(side, position, found)
    missed = _missed(found.score, side, after, found_after)
    grade = grade_of(before - left)
    if missed is not None:
        # However well the mover still stands: a win that is certain is worth a word.
        grade = grade or "inaccuracy"
    if grade is None:
        return Judgement(side, move, before, left, None)
    return Judgement(side, move, before, left, grade, found.best_moves or (found.move,), missed)


def explained(judgement: Judgement, position: Position) -> Judgement:
    """A judgement of a move in a position with what the game has to say of it."""
    if judgement.grade is None:
        return judgement
    move, better = position.find(judgement.move), position.find(judgement.better[0])
    return replace(judgement, why=position.game.remark(position, move, better))


def grade_of(drop: float) -> Grade | None:
    return next((grade for grade, least in GRADES if drop >= least), None)


def is_certain(judgement: Judgement, found: Analysis) -> bool:
    """Does the judgement rest on a proof, so that no second look can change it?"""
    return judgement.grade is None or (found.score is not None and found.score.proven)


def _missed(
    score: Score | None, side: int, after: Position, found_after: Analysis | None
) -> int | None:
    """How far away the win was that a move let go; None if there was none, or it is still there."""
    if score is None or not score.proven or score.kind != "win":
        return None
    if after.outcome is not None:
        still = after.outcome.winner == side
    else:
        then = found_after.score if found_after else None
        wanted = "win" if after.side == side else "loss"
        still = then is None or then.kind == wanted
    return None if still else score.plies or 0


def accuracies(
    chances: Sequence[float], judgements: Sequence[Judgement]
) -> tuple[float | None, float | None]:
    """The accuracy of both sides over a game; None for a side that made no move.

    A mean in which moves count more where the game swings, and the harmonic mean, which feels a
    single blunder; the middle of both. `chances` are side 0's, one more than there are moves.
    """
    percent = [100 * chance for chance in chances]
    size = min(max(len(judgements) // 10, 2), 8)
    windows = [percent[:size]] * (min(size, len(percent)) - 2)
    windows += [percent[start : start + size] for start in range(len(percent) - size + 1)]
    weights = [min(max(pstdev(window), 0.5), 12.0) for window in windows]
    pairs = list(zip(judgements, weights, strict=False))
    first, second = (
        _middle([(judged.accuracy, weight) for judged, weight in pairs if judged.side == side])
        for side in (0, 1)
    )
    return first, second


def _middle(weighted: list[tuple[float, float]]) -> float | None:
    if not weighted:
        return None
    total = sum(weight for _, weight in weighted)
    mean = sum(value * weight for value, weight in weighted) / total
    return (mean + harmonic_mean([max(value, 1.0) for value, _ in weighted])) / 2
