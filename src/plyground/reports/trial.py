"""A report's experiment played again, and what it says of the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from plyground.arena.match import A, B, Contender, Match, MatchGame, MatchReport
from plyground.arena.move_log import MoveLog
from plyground.arena.openings import generate_openings
from plyground.arena.rating import Tally, compute_los
from plyground.arena.referee import Referee
from plyground.arena.watchdog import Watchdog
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.reports.experiment import Agreement, Claim, Experiment

SEED = 0
# Somebody is taken to be the better one if that is at least so likely.
CONFIDENCE = 0.95

Who = Literal["a", "b", "first", "second"]
OTHER: dict[Who, Who] = {"a": "b", "b": "a", "first": "second", "second": "first"}


@dataclass(frozen=True)
class Conduct:
    """How somebody did: an agent, or whoever had a side."""

    tally: Tally = field(default_factory=Tally)
    moves: int = 0
    seconds: float = 0.0
    """Of all moves together."""
    longest: float = 0.0
    """Seconds of the slowest move."""
    timeouts: int = 0
    """Moves for which its time ran out."""
    sums: Mapping[str, float] = field(default_factory=dict)
    """Of each measure, over all moves."""

    def __add__(self, other: Conduct) -> Conduct:
        measures = {**self.sums, **other.sums}
        return Conduct(
            self.tally + other.tally,
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
            self.timeouts + other.timeouts,
            {key: self.sums.get(key, 0.0) + other.sums.get(key, 0.0) for key in measures},
        )

    @property
    def pace(self) -> float | None:
        """Seconds a move."""
        return self.seconds / self.moves if self.moves else None

    def average(self, measure: str) -> float | None:
        """Of a measure, over the moves."""
        return self.sums[measure] / self.moves if self.moves else None


@dataclass(frozen=True)
class Findings:
    """What the games of an experiment come to."""

    report: MatchReport
    plies: float | None
    """Of a game, its opening included, on average."""
    conduct: tuple[tuple[Conduct, Conduct], tuple[Conduct, Conduct]]
    """Of `a` and of `b`, as side 0 and as side 1."""

    def of(self, who: Who, by: Literal["a", "b"] | None = None) -> Conduct:
        """Of an agent on both sides, or of both agents, or one, on a side."""
        agents = {"a": self.conduct[A], "b": self.conduct[B]}
        if who == "a" or who == "b":
            return agents[who][0] + agents[who][1]
        side = 0 if who == "first" else 1
        return agents[by][side] if by else agents["a"][side] + agents["b"][side]

    def verdict(self, claim: Claim) -> Agreement:
        """Does it agree with what the report says? Open, if chance may have made it so."""
        who: Who = "a" if claim.more == "neither" else claim.more
        if claim.of == "points":
            likely = compute_los(self.of(who).tally)
        else:
            ours, theirs = (self.of(one, claim.by).average(claim.of) for one in (who, OTHER[who]))
            if ours is None or theirs is None:
                return "open"
            likely = 0.5 + 0.5 * ((ours > theirs) - (ours < theirs))
        if claim.more == "neither":
            return "agrees" if 1 - CONFIDENCE < likely < CONFIDENCE else "contradicts"
        if likely >= CONFIDENCE:
            return "agrees"
        return "contradicts" if likely <= 1 - CONFIDENCE else "open"


class Trial(Match):
    """A match that plays an experiment, and watches more than who wins."""

    def __init__(self, experiment: Experiment, games: int | None, watchdog: Watchdog) -> None:
        self.experiment = experiment
        self.start = load_game(experiment.game, **experiment.options).start()
        self._logs = [MoveLog(Contender.from_spec(spec)) for spec in (experiment.a, experiment.b)]
        super().__init__(
            (self._logs[A].contender, self._logs[B].contender),
            generate_openings(self.start, experiment.opening_plies, SEED),
            games or experiment.games,
            Referee(experiment.seconds, watchdog),
        )
        self.played: list[MatchGame] = []
        self._conduct = [[Conduct(), Conduct()], [Conduct(), Conduct()]]

    def play(self) -> Iterator[MatchGame]:
        for game in super().play():
            seen = [self._watched(game, side) for side in (0, 1)]
            for side in (0, 1):
                self._conduct[game.contender_on(side)][side] += seen[side]
            self.played.append(game)
            yield game

    @property
    def findings(self) -> Findings:
        """What the games that were played to their end come to."""
        lengths = [len(game.result.moves) for game in self.played]
        a, b = self._conduct
        return Findings(
            MatchReport.from_games(self.played),
            sum(lengths) / len(lengths) if lengths else None,
            ((a[0], a[1]), (b[0], b[1])),
        )

    def _watched(self, game: MatchGame, side: int) -> Conduct:
        """What was seen of one side in a game that has just ended."""
        contender = game.contender_on(side)
        seconds = [timed.seconds for timed in game.result.timed_moves if timed.side == side]
        answers = [answer for _, answer in self._logs[contender].drain()]
        return Conduct(
            game.tally if contender == A else game.tally.reversed,
            len(seconds),
            sum(seconds),
            max(seconds, default=0.0),
            sum(getattr(answer, "stopped_by", "") == "time" for answer in answers),
            self._measured(game, side),
        )

    def _measured(self, game: MatchGame, side: int) -> dict[str, float]:
        """Each measure, summed over the moves that a side chose itself."""
        after: list[Position] = []
        position = self.start
        for number, move in enumerate(game.result.moves):
            is_ours = position.side == side and number >= len(game.result.opening)
            position = position.play(move)
            if is_ours:
                after.append(position)
        return {
            key: sum(measure(position) for position in after)
            for key, measure in self.experiment.measures.items()
        }
