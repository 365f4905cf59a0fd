"""The judgement of a move: the winning chance of its side before and after it.

The names and thresholds are those of lichess (`Advice.scala` of lila): 0.1, 0.2 and 0.3 on a scale
from -1 to 1, and so half of that on a scale from 0 to 1. Its curve of accuracy
(`AccuracyPercent.scala`) was fitted to chess, and serves every game that has winning chances.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from statistics import harmonic_mean, pstdev
from typing import Any, Literal, TypeGuard

from plyground.agents.alphabeta_agent import format_line
from plyground.core.values import POINT, lost_in, won_in
from plyground.games.position import Position
from plyground.games.score import Analysis, Score
from plyground.locale import Sentence, say
from plyground.review.evidence import Evidence

Grade = Literal["inaccuracy", "mistake", "blunder"]

GRADES: tuple[tuple[Grade, float], ...] = (
    ("blunder", 0.15),
    ("mistake", 0.10),
    ("inaccuracy", 0.05),
)
SYMBOLS: dict[Grade, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


@dataclass(frozen=True)
class Judgement:
    """The judgement of a move that was played. Chances are those of the side that played it."""

    side: int
    move: str
    before: float
    """The winning chance with the best move."""
    after: float
    """The winning chance after the move that was played."""
    grade: Grade | None
    """None if the move is good enough."""
    better: tuple[str, ...] = ()
    """All better moves, if the move has a grade."""
    missed: int | None = None
    """The move gave away a proven win in this many plies, or 0 if they are not known."""
    allowed: int | None = None
    """The move gave the opponent a proven win in this many plies, or 0 if they are not known."""
    margins: tuple[int, int] | None = None
    """The exact margins before and after the move, if it gave points away."""
    why: Sentence | None = None
    """The explanation of the game itself."""
    missed_line: Evidence | None = None
    """From the position before the move: how it should have gone on."""
    refutation: Evidence | None = None
    """From the position after the move: what the opponent makes of it."""

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
        """The judgement as a sentence; empty without a grade."""
        if self.grade is None:
            return ""
        sentences = [self._describe_drop()]
        if self.allowed is not None:
            sentences.append(_say_plies("judgement.allowed", self.allowed))
        if self.why:
            sentences.append(str(self.why))
        return " ".join(sentences)

    def _describe_drop(self) -> str:
        values: dict[str, str | int] = {
            "grade": say(f"judgement.{self.grade}"),
            "better": ", ".join(self.better),
            "before": round(100 * self.before),
            "after": round(100 * self.after),
        }
        if self.margins is not None:
            best, left = self.margins
            values |= {"points": best - left, "best": _sign(best), "left": _sign(left)}
            return say("judgement.margin", **values)
        if self.missed is not None:
            return _say_plies("judgement.missed", self.missed, **values)
        return say("judgement.drop", **values)

    @property
    def missed_text(self) -> str:
        """The line that was there as a sentence; empty if there is none."""
        return _describe_line("missed", self.missed_line)

    @property
    def refutation_text(self) -> str:
        return _describe_line("refutation", self.refutation)

    def as_json(self) -> dict[str, Any]:
        """For display, in the current language."""
        document = asdict(self)
        texts = {"missed_line": self.missed_text, "refutation": self.refutation_text}
        for name, text in texts.items():
            if document[name]:
                document[name]["text"] = text
        why = str(self.why) if self.why else ""
        return {**document, "symbol": self.symbol, "words": self.words, "why": why}

    def to_document(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> Judgement:
        """The reverse of `to_document`, for documents from a trusted store."""
        why, margins = document.get("why"), document.get("margins")
        return cls(
            **{
                **document,
                "better": tuple(document["better"]),
                "margins": (margins[0], margins[1]) if margins else None,
                "why": Sentence.from_json(why) if why else None,
                "missed_line": Evidence.from_document(document.get("missed_line")),
                "refutation": Evidence.from_document(document.get("refutation")),
            }
        )


def _sign(margin: int) -> str:
    return f"{margin:+d}" if margin else "0"


def _describe_line(name: str, line: Evidence | None) -> str:
    if line is None:
        return ""
    key = f"judgement.line.{name}.{'proven' if line.proven else 'expected'}"
    return say(key, moves=" ".join(line.moves))


def _say_plies(key: str, plies: int, **values: str | int) -> str:
    """A sentence with a number of plies, or another one if it is not known."""
    return say(key, plies=plies, **values) if plies else say(f"{key}.sometime", **values)


def side_winning_chance(side: int, position: Position, found: Analysis | None) -> float:
    """The winning chance of a side: by the outcome, by an analysis, or else one half."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0.5 if winner is None else float(winner == side)
    if found is None or found.score is None:
        return 0.5
    chance = found.score.chance
    return chance if position.side == side else 1 - chance


def score_move(before: Position, after: Position, found: Analysis | None) -> Score | None:
    """The score of a move for the side that makes it: by the outcome, or by the analysis of the
    position after it."""
    if after.outcome is None:
        score = found.score if found is not None else None
        return score and score.before_move(before.side == after.side)
    value = after.outcome.value * (1 - 2 * before.side)
    core = value * POINT
    if after.outcome.margin is None and value:
        core = won_in(1) if value > 0 else lost_in(1)
    return Score.from_core(core, True, after.game.rules)


def judge(
    position: Position, move: str, found: Analysis, after: Position, found_after: Analysis | None
) -> Judgement:
    """Judge a move by the analyses of the positions before and after it.

    A move that is a best move of the first analysis never gets a grade, whatever the second one
    finds; neither does the only legal move.
    """
    side = position.side
    left = side_winning_chance(side, after, found_after)
    if move == found.move or move in found.best_moves or len(position.codes) < 2:
        return Judgement(side, move, left, left, None)
    before = side_winning_chance(side, position, found)
    score_after = score_move(position, after, found_after)
    missed = _find_missed_win(found.score, score_after)
    margins = _compare_margins(found.score, score_after)
    grade = grade_drop(before - left)
    if missed is not None or margins is not None:
        # A missed proven win is mentioned even if the chances are still good; so are points.
        grade = grade or "inaccuracy"
    if grade is None:
        return Judgement(side, move, before, left, None)
    better = found.best_moves or (found.move,)
    allowed = _find_allowed_win(found.score, score_after) if margins is None else None
    return Judgement(side, move, before, left, grade, better, missed, allowed, margins)


def explain(judgement: Judgement, position: Position) -> Judgement:
    """Add the game's own explanation to a judgement.

    Its lines take the place of others, unless those alone are proven: they belong to its sentence.
    """
    if judgement.grade is None:
        return judgement
    move, better = position.find(judgement.move), position.find(judgement.better[0])
    remark = position.game.remark(position, move, better)
    if remark is None:
        return judgement
    after = position.play(move)
    return replace(
        judgement,
        why=remark.sentence,
        missed_line=_choose_line(judgement.missed_line, position, remark.missed, remark.proven),
        refutation=_choose_line(judgement.refutation, after, remark.allowed, remark.proven),
    )


def _choose_line(
    known: Evidence | None, position: Position, moves: tuple[int, ...], proven: bool
) -> Evidence | None:
    if not moves or (known is not None and known.proven and not proven):
        return known
    return Evidence(format_line(position, moves), proven)


def is_good_enough(
    judgement: Judgement, before: Position, after: Position, found: Analysis | None
) -> bool:
    """Would another move, which led to `after`, have got no grade? Points count where they are
    what the move that was judged gave away."""
    score = score_move(before, after, found)
    if judgement.margins is not None and score is not None and score.proven:
        return score.margin is not None and score.margin >= judgement.margins[0]
    chance = side_winning_chance(judgement.side, after, found)
    return grade_drop(judgement.before - chance) is None


def grade_drop(drop: float) -> Grade | None:
    return next((grade for grade, least in GRADES if drop >= least), None)


def is_certain(judgement: Judgement, found: Analysis) -> bool:
    """Does the judgement rest on a proof, so that no second search can change it?"""
    return judgement.grade is None or (found.score is not None and found.score.proven)


def _find_missed_win(score: Score | None, score_after: Score | None) -> int | None:
    """Plies to the win that a move gave away; None if there was none, or it is still there."""
    if not _is_proven(score, "win") or score_after is None or score_after.kind == "win":
        return None
    return score.plies or 0


def _find_allowed_win(score: Score | None, score_after: Score | None) -> int | None:
    """Plies to the win that a move gave to the opponent; None if there is none, or it was there."""
    if not _is_proven(score_after, "loss") or _is_proven(score, "loss"):
        return None
    # The move itself is the first of the plies.
    return max((score_after.plies or 0) - 1, 0)


def _compare_margins(score: Score | None, score_after: Score | None) -> tuple[int, int] | None:
    """The exact margins of the best move and of another, if it gives points away."""
    if score is None or score_after is None or not (score.proven and score_after.proven):
        return None
    if score.margin is None or score_after.margin is None or score_after.margin >= score.margin:
        return None
    return round(score.margin), round(score_after.margin)


def _is_proven(score: Score | None, kind: str) -> TypeGuard[Score]:
    return score is not None and score.proven and score.kind == kind


def compute_accuracies(
    chances: Sequence[float], judgements: Sequence[Judgement]
) -> tuple[float | None, float | None]:
    """The accuracy of both sides over a game; None for a side that made no move.

    It is the average of two means: one weighted by the volatility of the game around each move, and
    the harmonic mean, which a single blunder lowers. `chances` are those of side 0, one more than
    there are moves.
    """
    percent = [100 * chance for chance in chances]
    size = min(max(len(judgements) // 10, 2), 8)
    windows = [percent[:size]] * (min(size, len(percent)) - 2)
    windows += [percent[start : start + size] for start in range(len(percent) - size + 1)]
    weights = [min(max(pstdev(window), 0.5), 12.0) for window in windows]
    pairs = list(zip(judgements, weights, strict=False))
    first, second = (
        _blend_means(
            [(judgement.accuracy, weight) for judgement, weight in pairs if judgement.side == side]
        )
        for side in (0, 1)
    )
    return first, second


def _blend_means(weighted: list[tuple[float, float]]) -> float | None:
    if not weighted:
        return None
    total = sum(weight for _, weight in weighted)
    mean = sum(value * weight for value, weight in weighted) / total
    return (mean + harmonic_mean([max(value, 1.0) for value, _ in weighted])) / 2
