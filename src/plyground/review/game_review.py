"""A whole game looked at, from its end to its start.

Backwards, because what a search learnt of the later positions helps it in the earlier ones. A move
is blamed only after a second look: the better move must also be better when the position after it
is searched just as long, so that nobody is blamed for seeing one move farther.

Who searches, and where, is the caller's: a review asks about one position after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from plyground.agents.agent import SearchAgent
from plyground.core.limits import Limit, Stop
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.review.judgement import (
    Judgement,
    accuracies,
    chance_of,
    explained,
    grade_of,
    is_certain,
    judge,
)


@dataclass(frozen=True)
class Step:
    """What came out about one position, and the move that was played in it."""

    ply: int
    """Counted from the first position of the review."""
    chance: float
    """Side 0's chance to win."""
    analysis: Analysis | None
    """None where the game is over."""
    judgement: Judgement | None
    """None for the last position, in which nothing was played."""


class Review:
    """Positions that follow each other, and what is known of them so far."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self.positions = tuple(positions)
        last = self.positions[-1]
        self.moves = last.line[len(last.history) - len(self.positions) + 1 :]
        self.steps: dict[int, Step] = {}
        self._found: dict[int, Analysis | None] = {}
        self._ply = len(self.positions) - 1
        self._doubted: Judgement | None = None
        if last.is_over:
            self._settle(None, None)

    @property
    def question(self) -> Position | None:
        """The position to be searched next; None when the review is done."""
        if self._doubted is not None:
            return self.positions[self._ply].play(self._doubted.better[0])
        return self.positions[self._ply] if self._ply >= 0 else None

    def answer(self, found: Analysis) -> Step | None:
        """What a search found of the position in question; the step that it completes, if any."""
        if self._doubted is not None:
            return self._settle(self._found[self._ply], self._checked(self._doubted, found))
        self._found[self._ply] = found
        if self._ply == len(self.positions) - 1:
            return self._settle(found, None)
        after, next_ = self.positions[self._ply + 1], self._ply + 1
        position, move = self.positions[self._ply], self.moves[self._ply]
        judgement = judge(position, move, found, after, self._found.get(next_))
        if not is_certain(judgement, found):
            self._doubted = judgement
            if not self.positions[self._ply].play(judgement.better[0]).is_over:
                return None
        return self._settle(found, judgement)

    def _checked(self, doubted: Judgement, found: Analysis) -> Judgement:
        """The judgement after a look at the position to which the better move leads."""
        position = self.positions[self._ply]
        best = chance_of(doubted.side, position.play(doubted.better[0]), found)
        before = min(best, doubted.before)
        grade = grade_of(before - doubted.after)
        if grade is None:
            return replace(doubted, before=before, grade=None, better=(), missed=None)
        return replace(doubted, before=before, grade=grade)

    def _settle(self, found: Analysis | None, judgement: Judgement | None) -> Step:
        ply = self._ply
        if judgement is not None:
            judgement = explained(judgement, self.positions[ply])
        step = Step(ply, chance_of(0, self.positions[ply], found), found, judgement)
        self.steps[ply] = step
        self._doubted = None
        self._ply -= 1
        return step

    # When it is done.

    @property
    def chances(self) -> list[float]:
        """Side 0's chance to win in each position."""
        return [self.steps[ply].chance for ply in sorted(self.steps)]

    @property
    def judgements(self) -> list[Judgement]:
        """Of each move, in the order in which they were played."""
        steps = (self.steps[ply] for ply in sorted(self.steps))
        return [step.judgement for step in steps if step.judgement is not None]

    @property
    def accuracy(self) -> tuple[float | None, float | None]:
        return accuracies(self.chances, self.judgements)


def review(positions: Sequence[Position], thinker: SearchAgent, limit: Limit) -> Iterator[Step]:
    """The steps of a review, as they come: the last position first. May be left at any time."""
    asked = Review(positions)
    thinker.prepare(asked.positions[-1].game)
    yield from asked.steps.values()
    while (position := asked.question) is not None:
        with Stop(limit.seconds) as stop:
            step = asked.answer(thinker.think(position, limit, stop))
        if step is not None:
            yield step
