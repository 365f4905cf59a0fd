"""The review of a whole game, from its last position to its first.

A move is
criticised only after a second search: the better move must also be better when the position after
it is searched just as long, because the position after the move played is seen one ply deeper.

A review is the same on every machine and in every run: searches are limited by nodes, in one
thread, and begin with empty tables. An evaluation favours the side to move, so scores alternate
with the depth, and a curve of them would zigzag; the score of a position is the mean of its last
depths.

The caller runs the searches: a review says which position is next, and takes its analysis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from plyground.agents.agent import SearchAgent, release_agent
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.review.judgement import (
    Judgement,
    compute_accuracies,
    explain,
    grade_drop,
    is_certain,
    judge,
    side_winning_chance,
)

NODES = 200_000
"""Positions searched for each position of a game."""
SIMULATIONS = 20_000
"""Simulations for each, in a game without an evaluation."""
SETTLING_DEPTHS = 4
"""Depths that a score is the mean of: an even number, so that odd and even ones weigh the same.
`python bench/zigzag.py` compares it with the last depth."""


@dataclass(frozen=True)
class ReviewStep:
    """The result for one position and the move that was played in it."""

    ply: int
    """Counted from the first position of the review."""
    chance: float
    """The winning chance of side 0."""
    analysis: Analysis | None
    """None if the game is over."""
    judgement: Judgement | None
    """None for the last position, in which no move was played."""


class Review:
    """The positions of a game in order, and the results so far."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self.positions = tuple(positions)
        last = self.positions[-1]
        self.moves = last.line[len(last.history) - len(self.positions) + 1 :]
        self.steps: dict[int, ReviewStep] = {}
        self._found: dict[int, Analysis | None] = {}
        self._ply = len(self.positions) - 1
        self._unconfirmed: Judgement | None = None
        if last.is_over:
            self._finish_step(None, None)

    @property
    def next_position(self) -> Position | None:
        """The position to search next; None when the review is done."""
        if self._unconfirmed is not None:
            return self.positions[self._ply].play(self._unconfirmed.better[0])
        return self.positions[self._ply] if self._ply >= 0 else None

    def add_analysis(self, found: Analysis) -> ReviewStep | None:
        """Add the analysis of `next_position`; return the step that it completes, if any."""
        if self._unconfirmed is not None:
            return self._finish_step(
                self._found[self._ply], self._recheck(self._unconfirmed, found)
            )
        self._found[self._ply] = found
        if self._ply == len(self.positions) - 1:
            return self._finish_step(found, None)
        after, next_ = self.positions[self._ply + 1], self._ply + 1
        position, move = self.positions[self._ply], self.moves[self._ply]
        judgement = judge(position, move, found, after, self._found.get(next_))
        if not is_certain(judgement, found):
            self._unconfirmed = judgement
            if not self.positions[self._ply].play(judgement.better[0]).is_over:
                return None
        return self._finish_step(found, judgement)

    def _recheck(self, unconfirmed: Judgement, found: Analysis) -> Judgement:
        """The judgement after a search of the position to which the better move leads."""
        position = self.positions[self._ply]
        best = side_winning_chance(unconfirmed.side, position.play(unconfirmed.better[0]), found)
        before = min(best, unconfirmed.before)
        grade = grade_drop(before - unconfirmed.after)
        if grade is None:
            return replace(unconfirmed, before=before, grade=None, better=(), missed=None)
        return replace(unconfirmed, before=before, grade=grade)

    def _finish_step(self, found: Analysis | None, judgement: Judgement | None) -> ReviewStep:
        ply = self._ply
        if judgement is not None:
            judgement = explain(judgement, self.positions[ply])
        step = ReviewStep(ply, side_winning_chance(0, self.positions[ply], found), found, judgement)
        self.steps[ply] = step
        self._unconfirmed = None
        self._ply -= 1
        return step

    # Results of a finished review.

    @property
    def chances(self) -> list[float]:
        """The winning chance of side 0 in each position."""
        return [self.steps[ply].chance for ply in sorted(self.steps)]

    @property
    def judgements(self) -> list[Judgement]:
        """The judgements of all moves, in the order in which they were played."""
        steps = (self.steps[ply] for ply in sorted(self.steps))
        return [step.judgement for step in steps if step.judgement is not None]

    @property
    def accuracy(self) -> tuple[float | None, float | None]:
        return compute_accuracies(self.chances, self.judgements)


def make_review_limit(game: Game) -> Limit:
    """The limit of each search of a review."""
    return Limit(nodes=NODES if game.kernels.evaluate is not None else SIMULATIONS)


def settle_score(found: Analysis, depths: Sequence[Analysis]) -> Analysis:
    """An analysis with the mean score of its last `depths`, unless its result is known."""
    scores = [
        analysis.score
        for analysis in depths[-SETTLING_DEPTHS:]
        if analysis.score is not None and analysis.score.kind == "value"
    ]
    if found.score is None or found.score.kind != "value" or not scores:
        return found
    margins = [score.margin for score in scores if score.margin is not None]
    score = replace(
        found.score,
        value=fmean(score.value for score in scores),
        chance=fmean(score.chance for score in scores),
        margin=fmean(margins) if margins else None,
    )
    lines = tuple(replace(line, score=score) for line in found.lines[:1])
    return replace(found, score=score, lines=lines)


def review_game(
    positions: Sequence[Position], agent: SearchAgent, limit: Limit | None = None
) -> Iterator[ReviewStep]:
    """Yield the steps of a review as they are completed, the last position first."""
    review_game = Review(positions)
    game = review_game.positions[-1].game
    limit = limit or make_review_limit(game)
    agent.prepare(game)
    yield from review_game.steps.values()
    while (position := review_game.next_position) is not None:
        # What it found before would depend on the order of the searches.
        release_agent(agent)
        depths: list[Analysis] = []
        with Stop(limit.seconds) as stop:
            found = agent.think(position, limit, stop, on_depth=depths.append)
        step = review_game.add_analysis(settle_score(found, depths))
        if step is not None:
            yield step
