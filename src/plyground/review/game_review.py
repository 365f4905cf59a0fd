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

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from plyground.agents.agent import SearchAgent, release_agent
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.review.evidence import MAX_MOVES, Evidence, Searches, find_line
from plyground.review.judgement import (
    Judgement,
    compute_accuracies,
    explain,
    grade_drop,
    is_certain,
    judge,
    side_winning_chance,
)

REVIEW_AGENT = "engine:hash=8"
"""The size of the table is a part of what makes a review the same everywhere."""
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
        self._found: dict[int, Analysis] = {}
        self._lines: dict[int, Evidence | None] = {}
        """The best line of a position."""
        self._ply = len(self.positions) - 1
        self._step: Generator[Position, Analysis, ReviewStep] | None = None
        self.next_position: Position | None = None
        """The position to search next; None when the review is done."""
        self._start_step()

    def add_analysis(self, found: Analysis) -> ReviewStep | None:
        """Add the analysis of `next_position`; return the step that it completes, if any."""
        assert self._step is not None
        try:
            self.next_position = self._step.send(found)
        except StopIteration as done:
            step: ReviewStep = done.value
            self.steps[step.ply] = step
            self._ply -= 1
            self._start_step()
            return step
        return None

    def _start_step(self) -> None:
        """Ask for the first analysis of the next position; a finished game needs none."""
        self._step = self.next_position = None
        if self._ply < 0:
            return
        if self.positions[self._ply].is_over:
            self.steps[self._ply] = self._make_step(None, None)
            self._ply -= 1
        if self._ply >= 0:
            self._step = self._review_position()
            self.next_position = next(self._step)

    def _review_position(self) -> Generator[Position, Analysis, ReviewStep]:
        """Judge the move that was played in a position; yields what is to be analysed."""
        ply = self._ply
        position = self.positions[ply]
        found = self._found[ply] = yield position
        if ply == len(self.positions) - 1:
            return self._make_step(found, None)
        move, after = self.moves[ply], self.positions[ply + 1]
        judgement = judge(position, move, found, after, self._found.get(ply + 1))
        if judgement.grade is None:
            return self._make_step(found, judgement)
        if is_certain(judgement, found):
            missed = yield from self._find_line(ply)
        else:
            better = position.play(judgement.better[0])
            second = None if better.is_over else (yield better)
            judgement = self._recheck(judgement, better, second)
            if judgement.grade is None:
                return self._make_step(found, judgement)
            expected = second.lines[0].moves if second is not None and second.lines else ()
            missed = Evidence((judgement.better[0], *expected[:MAX_MOVES]), False)
        refutation = yield from self._find_line(ply + 1)
        judgement = replace(judgement, missed_line=missed, refutation=refutation)
        return self._make_step(found, explain(judgement, position))

    def _recheck(
        self, unconfirmed: Judgement, better: Position, found: Analysis | None
    ) -> Judgement:
        """The judgement after a search of the position to which the better move leads."""
        best = side_winning_chance(unconfirmed.side, better, found)
        before = min(best, unconfirmed.before)
        grade = grade_drop(before - unconfirmed.after)
        if grade is None:
            return Judgement(unconfirmed.side, unconfirmed.move, before, unconfirmed.after, None)
        return replace(unconfirmed, before=before, grade=grade)

    def _find_line(self, ply: int) -> Searches:
        """The best line of a position, which two judgements may rest on."""
        found = self._found.get(ply)
        if ply not in self._lines and found is not None:
            self._lines[ply] = yield from find_line(self.positions[ply], found)
        return self._lines.get(ply)

    def _make_step(self, found: Analysis | None, judgement: Judgement | None) -> ReviewStep:
        chance = side_winning_chance(0, self.positions[self._ply], found)
        return ReviewStep(self._ply, chance, found, judgement)

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
    return run_review(Review(positions), agent, limit)


def run_review(
    review: Review, agent: SearchAgent, limit: Limit | None = None
) -> Iterator[ReviewStep]:
    """The same, for a review whose results are wanted as a whole."""
    game = review.positions[-1].game
    limit = limit or make_review_limit(game)
    agent.prepare(game)
    yield from review.steps.values()
    while (position := review.next_position) is not None:
        # What it found before would depend on the order of the searches.
        release_agent(agent)
        depths: list[Analysis] = []
        with Stop(limit.seconds) as stop:
            found = agent.think(position, limit, stop, on_depth=depths.append)
        step = review.add_analysis(settle_score(found, depths))
        if step is not None:
            yield step
