"""Two players over many games: each opening is played twice, with colours swapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from plyground.agents.agent import Agent
from plyground.agents.human import Human
from plyground.agents.specs import agent
from plyground.arena.rating import Rating, Tally, rate
from plyground.arena.referee import Played, Referee
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.locale import Problem

A, B = 0, 1


@dataclass(frozen=True)
class Contender:
    """A player of a match, and how to make one."""

    name: str
    make: Callable[[], Agent]

    @classmethod
    def of(cls, spec: str) -> Contender:
        """The player that a spec names; a wrong spec is told at once."""

        def make() -> Agent:
            made = agent(spec)
            if isinstance(made, Human):
                raise Problem("arena.problem.human")
            return made

        make()
        return cls(spec, make)

    def ready(self, game: Game) -> Agent:
        """An agent that has compiled and allocated all it needs."""
        made = self.make()
        get_ready(made, game)
        return made


def get_ready(made: Agent, game: Game) -> None:
    """Let an agent do all that needs no clock, if it wants to."""
    prepare = getattr(made, "prepare", None)
    if prepare is not None:
        prepare(game)


@dataclass(frozen=True)
class MatchGame:
    """One game of a match: contender A had side `a_side`."""

    number: int
    a_side: int
    played: Played

    @property
    def winner(self) -> int | None:
        """A, B, or nobody."""
        side = self.played.outcome.winner
        return None if side is None else self.contender_of(side)

    @property
    def tally(self) -> Tally:
        """The result as contender A sees it."""
        return Tally(int(self.winner == A), int(self.winner == B), int(self.winner is None))

    def contender_of(self, side: int) -> int:
        return A if side == self.a_side else B


class Match:
    """Plays its games when `play` is iterated over; each pair begins with the next opening."""

    def __init__(
        self,
        contenders: tuple[Contender, Contender],
        openings: Iterator[Position],
        games: int,
        referee: Referee,
    ) -> None:
        self.contenders = contenders
        self.openings = openings
        self.games = games
        self.referee = referee
        self._agents: list[Agent] = []

    def prepare(self, game: Game) -> None:
        """All that takes time before the first clock starts."""
        game.native()
        if not self._agents:
            self._agents = [contender.make() for contender in self.contenders]
        for made in self._agents:
            get_ready(made, game)

    def play(self) -> Iterator[MatchGame]:
        for index in range(self.games):
            a_side = index % 2
            if a_side == 0:
                opening = next(self.openings)
            # A stranger's program needs a new board; if it fails now, it fails again when asked.
            with suppress(Problem):
                self.prepare(opening.game)
            first, second = self._agents[a_side], self._agents[1 - a_side]
            game = MatchGame(index + 1, a_side, self.referee.play(opening, (first, second)))
            self._replace_lost(game, opening.game)
            yield game

    def _replace_lost(self, game: MatchGame, rules: Game) -> None:
        """An agent that never answered may still be thinking: it cannot be asked again."""
        forfeit = game.played.forfeit
        if forfeit is not None and forfeit.kind == "silent":
            lost = game.contender_of(forfeit.side)
            self._agents[lost] = self.contenders[lost].ready(rules)


@dataclass(frozen=True)
class Report:
    """What the games of a match come to, seen from contender A."""

    games: int
    tally: Tally
    by_side: tuple[Tally, Tally]
    """Of the games in which A moved first, and of those in which it moved second."""
    pairs: tuple[int, int, int, int, int]
    """In how many pairs A made 0, 1/2, 1, 1 1/2 and 2 points."""
    duplicates: int
    """Games with exactly the moves of an earlier one: they prove nothing new."""
    forfeits: tuple[Mapping[str, int], Mapping[str, int]]
    """Of A and of B, by kind."""
    stalls: int

    @classmethod
    def of(cls, games: Sequence[MatchGame]) -> Report:
        by_side = [Tally(), Tally()]
        forfeits: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for game in games:
            by_side[game.a_side] += game.tally
            if game.played.forfeit is not None:
                loser = game.contender_of(game.played.forfeit.side)
                forfeits[loser][game.played.forfeit.kind] += 1
        return cls(
            games=len(games),
            tally=by_side[0] + by_side[1],
            by_side=(by_side[0], by_side[1]),
            pairs=_pairs(games),
            duplicates=len(games) - len({game.played.moves for game in games}),
            forfeits=forfeits,
            stalls=sum(len(game.played.stalls) for game in games),
        )

    @property
    def rating(self) -> Rating:
        return rate(self.tally)


def _pairs(games: Sequence[MatchGame]) -> tuple[int, int, int, int, int]:
    halves = [int(2 * game.tally.points) for game in games]
    points = Counter(sum(halves[at : at + 2]) for at in range(0, len(halves) - 1, 2))
    return points[0], points[1], points[2], points[3], points[4]
