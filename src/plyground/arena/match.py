"""A match between two contenders: each opening is played twice, with colours swapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from plyground.agents.agent import Agent, list_kernels, prepare_agent
from plyground.agents.human import Human
from plyground.agents.specs import agent
from plyground.arena.rating import Rating, Tally, rate
from plyground.arena.referee import GameResult, Referee
from plyground.core.jit import Entry
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.locale import Problem

A, B = 0, 1


@dataclass(frozen=True)
class Contender:
    """A player of a match: its name, and a factory for its agent."""

    name: str
    make: Callable[[], Agent]

    @classmethod
    def from_spec(cls, spec: str) -> Contender:
        """The contender that a spec names; a wrong spec is a Problem at once."""

        def make() -> Agent:
            made = agent(spec)
            if isinstance(made, Human):
                raise Problem("arena.problem.human")
            return made

        make()
        return cls(spec, make)

    def make_prepared(self, game: Game) -> Agent:
        """An agent that has compiled and allocated all it needs."""
        made = self.make()
        prepare_agent(made, game)
        return made


@dataclass(frozen=True)
class MatchGame:
    """One game of a match: contender A had side `a_side`."""

    number: int
    a_side: int
    result: GameResult

    @property
    def winner(self) -> int | None:
        """A, B, or None for a draw."""
        side = self.result.outcome.winner
        return None if side is None else self.contender_on(side)

    @property
    def tally(self) -> Tally:
        """The result from contender A's point of view."""
        return Tally(int(self.winner == A), int(self.winner == B), int(self.winner is None))

    def contender_on(self, side: int) -> int:
        return A if side == self.a_side else B


class Match:
    """Plays its games as `play` is iterated over; each pair of games has the next opening."""

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

    @cached_property
    def _agents(self) -> list[Agent]:
        return [contender.make() for contender in self.contenders]

    def list_kernels(self, game: Game) -> list[Entry]:
        return [entry for made in self._agents for entry in list_kernels(made, game)]

    def prepare(self, game: Game) -> None:
        """Do everything slow before the first clock starts."""
        game.native()
        for made in self._agents:
            prepare_agent(made, game)

    def play(self) -> Iterator[MatchGame]:
        for index in range(self.games):
            a_side = index % 2
            if a_side == 0:
                opening = next(self.openings)
            # An external engine needs a new board. If that fails now, it fails again at its move.
            with suppress(Problem):
                self.prepare(opening.game)
            first, second = self._agents[a_side], self._agents[1 - a_side]
            game = MatchGame(index + 1, a_side, self.referee.play(opening, (first, second)))
            self._replace_silent(game, opening.game)
            yield game

    def _replace_silent(self, game: MatchGame, rules: Game) -> None:
        """An agent that never answered may still be searching, so it cannot be used again."""
        forfeit = game.result.forfeit
        if forfeit is not None and forfeit.kind == "silent":
            silent = game.contender_on(forfeit.side)
            self._agents[silent] = self.contenders[silent].make_prepared(rules)


@dataclass(frozen=True)
class MatchReport:
    """The statistics of a match, from contender A's point of view."""

    games: int
    tally: Tally
    by_side: tuple[Tally, Tally]
    """The games in which A moved first, and those in which it moved second."""
    pairs: tuple[int, int, int, int, int]
    """The number of pairs in which A scored 0, 1/2, 1, 1 1/2 and 2 points."""
    duplicates: int
    """Games with exactly the moves of an earlier one, which add no information."""
    forfeits: tuple[Mapping[str, int], Mapping[str, int]]
    """The forfeits of A and of B, by kind."""
    stalls: int

    @classmethod
    def from_games(cls, games: Sequence[MatchGame]) -> MatchReport:
        by_side = [Tally(), Tally()]
        forfeits: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for game in games:
            by_side[game.a_side] += game.tally
            if game.result.forfeit is not None:
                loser = game.contender_on(game.result.forfeit.side)
                forfeits[loser][game.result.forfeit.kind] += 1
        return cls(
            games=len(games),
            tally=by_side[0] + by_side[1],
            by_side=(by_side[0], by_side[1]),
            pairs=_count_pairs(games),
            duplicates=len(games) - len({game.result.moves for game in games}),
            forfeits=forfeits,
            stalls=sum(len(game.result.stalls) for game in games),
        )

    @property
    def rating(self) -> Rating:
        return rate(self.tally)


def _count_pairs(games: Sequence[MatchGame]) -> tuple[int, int, int, int, int]:
    halves = [int(2 * game.tally.points) for game in games]
    points = Counter(sum(halves[at : at + 2]) for at in range(0, len(halves) - 1, 2))
    return points[0], points[1], points[2], points[3], points[4]
