"""A match between two contenders: each opening is played twice, with colours swapped."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from plyground.agents.agent import Agent, list_kernels, prepare_agent, release_agent
from plyground.agents.isolated_agent import IsolatedAgent, make_contender
from plyground.agents.user_agent import AgentError
from plyground.arena.rating import PairCounts, Rating, Tally, rate
from plyground.arena.referee import Forfeit, GameResult, OnMove, Referee, Stall
from plyground.core.jit import Entry
from plyground.games.game import Game
from plyground.games.position import Outcome, Position
from plyground.games.score import Analysis
from plyground.locale import Problem
from plyground.play.session import TimedMove

A, B = 0, 1

MAX_AGENTS = 4
"""Agents that are kept between pairs: each has hash tables, or a process."""


@dataclass(frozen=True)
class Contender:
    """A player of a match: its name, and a factory for its agent."""

    name: str
    make: Callable[[], Agent]

    @classmethod
    def from_spec(cls, spec: str) -> Contender:
        """The contender that a spec names; a wrong spec is a Problem at once."""
        first = make_contender(spec)
        spare = [first]
        if isinstance(first, IsolatedAgent):
            # One that ends or hangs its process loses its games, with that reason.
            with suppress(AgentError):
                first.build()

        def make() -> Agent:
            if isinstance(first, IsolatedAgent) and first.is_refused:
                return first
            return spare.pop() if spare else make_contender(spec)

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

    def to_json(self) -> dict[str, Any]:
        """All that is kept of a game, for the database and between processes."""
        result, timed_moves = self.result, self.result.timed_moves
        return {
            "number": self.number,
            "a_side": self.a_side,
            "opening": " ".join(result.opening),
            "moves": " ".join(timed.move for timed in timed_moves),
            "sides": "".join(str(timed.side) for timed in timed_moves),
            "seconds": [round(timed.seconds, 4) for timed in timed_moves],
            "nodes": [timed.analysis.nodes if timed.analysis else 0 for timed in timed_moves],
            "depths": [timed.analysis.depth if timed.analysis else 0 for timed in timed_moves],
            "outcome": asdict(result.outcome),
            "forfeit": result.forfeit and asdict(result.forfeit),
            "stalls": [asdict(stall) for stall in result.stalls],
            "waited": round(result.waited, 4),
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any], game: Game) -> MatchGame:
        """The reverse of `to_json`; what the agents thought is not kept."""
        timed_moves = tuple(
            TimedMove(int(side), move, seconds, Analysis(move, nodes=nodes, depth=depth))
            for move, side, seconds, nodes, depth in zip(
                document["moves"].split(),
                document["sides"],
                document["seconds"],
                document["nodes"],
                document["depths"],
                strict=True,
            )
        )
        forfeit = document["forfeit"]
        result = GameResult(
            game,
            tuple(document["opening"].split()),
            timed_moves,
            Outcome(**document["outcome"]),
            forfeit and Forfeit(**forfeit),
            tuple(Stall(**stall) for stall in document["stalls"]),
            document.get("waited", 0.0),
        )
        return cls(document["number"], document["a_side"], result)


class PairPlayer:
    """Plays pairs of games under one referee; it keeps the last agents for the next pairs."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._agents: dict[tuple[str, int], Agent] = {}
        """By name, the one used last at the end; who plays against itself has two agents."""

    def get_agents(self, contenders: tuple[Contender, Contender]) -> list[Agent]:
        """The agents of A and B."""
        agents = []
        for key, player in zip(_name_agents(contenders), contenders, strict=True):
            made = self._agents.pop(key, None)
            self._agents[key] = player.make() if made is None else made
            agents.append(self._agents[key])
        while len(self._agents) > MAX_AGENTS:
            release_agent(self._agents.pop(next(iter(self._agents))))
        return agents

    def play(
        self,
        contenders: tuple[Contender, Contender],
        opening: Position,
        number: int = 1,
        games: int = 2,
        on_game: Callable[[int], OnMove] = lambda a_side: lambda position: None,
    ) -> Iterator[MatchGame]:
        """Play the games of one opening, the first of which has this number.

        `on_game` gets the side of A, and returns what is called after every move.
        """
        for a_side in range(games):
            agents = self.get_agents(contenders)
            # An external engine needs a new board. If that fails now, it fails again at its move.
            for made in agents:
                with suppress(Problem):
                    prepare_agent(made, opening.game)
            players = agents[a_side], agents[1 - a_side]
            result = self.referee.play(opening, players, on_game(a_side))
            game = MatchGame(number + a_side, a_side, result)
            forfeit = game.result.forfeit
            if forfeit is not None and forfeit.kind == "silent":
                # It never answered and may still be searching, so it cannot be used again.
                del self._agents[_name_agents(contenders)[game.contender_on(forfeit.side)]]
            yield game

    def release(self) -> None:
        """Free all agents."""
        while self._agents:
            release_agent(self._agents.popitem()[1])


def _name_agents(contenders: tuple[Contender, Contender]) -> list[tuple[str, int]]:
    a, b = (contender.name for contender in contenders)
    return [(a, 0), (b, int(a == b))]


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
        self._player = PairPlayer(referee)

    @property
    def _agents(self) -> list[Agent]:
        return self._player.get_agents(self.contenders)

    def list_kernels(self, game: Game) -> list[Entry]:
        return [entry for made in self._agents for entry in list_kernels(made, game)]

    def prepare(self, game: Game) -> None:
        """Do everything slow before the first clock starts."""
        game.native()
        for made in self._agents:
            with suppress(AgentError):
                prepare_agent(made, game)

    def play(self) -> Iterator[MatchGame]:
        try:
            for first in range(1, self.games + 1, 2):
                games = min(2, self.games + 1 - first)
                yield from self._player.play(self.contenders, next(self.openings), first, games)
        finally:
            self._player.release()


@dataclass(frozen=True)
class MatchReport:
    """The statistics of a match, from contender A's point of view."""

    games: int
    tally: Tally
    by_side: tuple[Tally, Tally]
    """The games in which A moved first, and those in which it moved second."""
    pairs: PairCounts
    """The complete pairs, by A's points."""
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
            pairs=count_pairs(games),
            duplicates=len(games) - len({game.result.moves for game in games}),
            forfeits=forfeits,
            stalls=sum(len(game.result.stalls) for game in games),
        )

    @property
    def rating(self) -> Rating:
        """From the pairs; from single games while there is no pair to tell the error."""
        return rate(self.pairs if 2 * self.pairs.pairs == self.games else self.tally)


def count_pairs(games: Sequence[MatchGame]) -> PairCounts:
    """The complete pairs, by the points of contender A."""
    halves: dict[int, list[int]] = defaultdict(list)
    for game in games:
        halves[(game.number - 1) // 2].append(int(2 * game.tally.points))
    points = Counter(sum(pair) for pair in halves.values() if len(pair) == 2)
    return PairCounts((points[0], points[1], points[2], points[3], points[4]))
