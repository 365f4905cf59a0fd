"""Replays an experiment of a report, and compares the results with its claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from plyground.arena.match import A, B, Contender, Match, MatchGame, MatchReport
from plyground.arena.openings import generate_openings
from plyground.arena.rating import Tally, compute_los
from plyground.arena.referee import Referee
from plyground.arena.watchdog import Watchdog
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.reports.experiment import Agreement, Claim, Experiment

SEED = 0
# Likelihood of superiority from which one party counts as better.
CONFIDENCE = 0.95

Party = Literal["a", "b", "first", "second"]
OPPONENT: dict[Party, Party] = {"a": "b", "b": "a", "first": "second", "second": "first"}


@dataclass(frozen=True)
class Performance:
    """The results of one party: an agent, or the players of one side."""

    tally: Tally = field(default_factory=Tally)
    moves: int = 0
    seconds: float = 0.0
    """Total time of all moves."""
    longest: float = 0.0
    """Seconds of the slowest move."""
    timeouts: int = 0
    """Moves that used up their time."""
    sums: Mapping[str, float] = field(default_factory=dict)
    """Sum of each measure over all moves."""

    def __add__(self, other: Performance) -> Performance:
        measures = {**self.sums, **other.sums}
        return Performance(
            self.tally + other.tally,
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
            self.timeouts + other.timeouts,
            {key: self.sums.get(key, 0.0) + other.sums.get(key, 0.0) for key in measures},
        )

    @property
    def seconds_per_move(self) -> float | None:
        """Mean time of a move."""
        return self.seconds / self.moves if self.moves else None

    def average(self, measure: str) -> float | None:
        """Mean of a measure over all moves."""
        return self.sums[measure] / self.moves if self.moves else None


@dataclass(frozen=True)
class Findings:
    """The results of the games of an experiment."""

    report: MatchReport
    plies: float | None
    """Mean length of a game, including its opening."""
    performances: tuple[tuple[Performance, Performance], tuple[Performance, Performance]]
    """Of `a` and of `b`, as side 0 and as side 1."""

    def performance_of(self, party: Party, by: Literal["a", "b"] | None = None) -> Performance:
        """The results of an agent on both sides, or of one agent or both on one side."""
        agents = {"a": self.performances[A], "b": self.performances[B]}
        if party == "a" or party == "b":
            return agents[party][0] + agents[party][1]
        side = 0 if party == "first" else 1
        return agents[by][side] if by else agents["a"][side] + agents["b"][side]

    def verdict(self, claim: Claim) -> Agreement:
        """Whether the results agree with a claim; open if chance may have decided."""
        party: Party = "a" if claim.more == "neither" else claim.more
        if claim.of == "points":
            likelihood = compute_los(self.performance_of(party).tally)
        else:
            ours, theirs = (
                self.performance_of(each, claim.by).average(claim.of)
                for each in (party, OPPONENT[party])
            )
            if ours is None or theirs is None:
                return "open"
            likelihood = 0.5 + 0.5 * ((ours > theirs) - (ours < theirs))
        if claim.more == "neither":
            return "agrees" if 1 - CONFIDENCE < likelihood < CONFIDENCE else "contradicts"
        if likelihood >= CONFIDENCE:
            return "agrees"
        return "contradicts" if likelihood <= 1 - CONFIDENCE else "open"


class Trial(Match):
    """A match that plays an experiment, and measures more than its results."""

    def __init__(self, experiment: Experiment, games: int | None, watchdog: Watchdog) -> None:
        self.experiment = experiment
        self.start = load_game(experiment.game, **experiment.options).start()
        super().__init__(
            (Contender.from_spec(experiment.a), Contender.from_spec(experiment.b)),
            generate_openings(self.start, experiment.opening_plies, SEED),
            games or experiment.games,
            Referee(experiment.seconds, watchdog),
        )
        self.played: list[MatchGame] = []
        self._performances = [[Performance(), Performance()], [Performance(), Performance()]]

    def play(self) -> Iterator[MatchGame]:
        for game in super().play():
            measured = [self._measure_side(game, side) for side in (0, 1)]
            for side in (0, 1):
                self._performances[game.contender_on(side)][side] += measured[side]
            self.played.append(game)
            yield game

    @property
    def findings(self) -> Findings:
        """The results of the games played so far."""
        lengths = [len(game.result.moves) for game in self.played]
        a, b = self._performances
        return Findings(
            MatchReport.from_games(self.played),
            sum(lengths) / len(lengths) if lengths else None,
            ((a[0], a[1]), (b[0], b[1])),
        )

    def _measure_side(self, game: MatchGame, side: int) -> Performance:
        """The results of one side in a game that has just ended."""
        contender = game.contender_on(side)
        moves = [timed for timed in game.result.timed_moves if timed.side == side]
        seconds = [timed.seconds for timed in moves]
        return Performance(
            game.tally if contender == A else game.tally.reversed,
            len(seconds),
            sum(seconds),
            max(seconds, default=0.0),
            sum(move.analysis is not None and move.analysis.stopped_by == "time" for move in moves),
            self._sum_measures(game, side),
        )

    def _sum_measures(self, game: MatchGame, side: int) -> dict[str, float]:
        """The sum of each measure over the moves of a side after the opening."""
        after: list[Position] = []
        position = self.start
        for number, move in enumerate(game.result.moves):
            is_own = position.side == side and number >= len(game.result.opening)
            position = position.play(move)
            if is_own:
                after.append(position)
        return {
            key: sum(measure(position) for position in after)
            for key, measure in self.experiment.measures.items()
        }
