"""The table of a tournament: ratings, results by colour, a crosstable, time, nodes and forfeits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from plyground.arena.bradley_terry import Encounter, PlayerRating, rate_players
from plyground.arena.match import A, B, MatchGame
from plyground.arena.rating import Tally


@dataclass
class Totals:
    """All games of one player."""

    by_side: list[Tally] = field(default_factory=lambda: [Tally(), Tally()])
    """Moving first, and moving second."""
    moves: int = 0
    seconds: float = 0.0
    nodes: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)

    def add(self, game: MatchGame, contender: int) -> None:
        side = game.a_side if contender == A else 1 - game.a_side
        self.by_side[side] += game.tally if contender == A else game.tally.reversed
        for timed in game.result.timed_moves:
            if timed.side == side:
                self.moves += 1
                self.seconds += timed.seconds
                self.nodes += timed.analysis.nodes if timed.analysis else 0
        forfeit = game.result.forfeit
        if forfeit is not None and forfeit.side == side:
            self.forfeits[forfeit.kind] += 1

    @property
    def tally(self) -> Tally:
        return self.by_side[0] + self.by_side[1]

    @property
    def points(self) -> Points:
        return Points(self.tally.points, self.tally.games)

    @property
    def seconds_per_move(self) -> float:
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def nodes_per_move(self) -> float:
        return self.nodes / self.moves if self.moves else 0.0


def total_games(games: Iterable[MatchGame], contender: int) -> Totals:
    totals = Totals()
    for game in games:
        totals.add(game, contender)
    return totals


@dataclass(frozen=True)
class TournamentGame:
    """A game with the names of A and B."""

    a: str
    b: str
    game: MatchGame

    @property
    def first(self) -> str:
        return self.a if self.game.a_side == 0 else self.b

    @property
    def second(self) -> str:
        return self.b if self.game.a_side == 0 else self.a


@dataclass(frozen=True)
class Row:
    name: str
    rating: PlayerRating
    totals: Totals


class Standings:
    """The table after some games, with players in the order of their strength."""

    def __init__(
        self,
        players: Sequence[str],
        games: Sequence[TournamentGame],
        anchor: str | None = None,
        assumed: Sequence[Encounter] = (),
        zero: str | None = None,
    ) -> None:
        """`assumed` counts for the ratings only; `zero` has the rating 0 instead of the anchor."""
        self.games = len(games)
        self.crosstable: dict[tuple[str, str], Tally] = defaultdict(Tally)
        """The results of the first player against the second one."""
        totals = {name: Totals() for name in players}
        for one in games:
            for contender, name, other in ((A, one.a, one.b), (B, one.b, one.a)):
                totals[name].add(one.game, contender)
                tally = one.game.tally if contender == A else one.game.tally.reversed
                self.crosstable[name, other] += tally
        encounters = [*list_encounters(games), *assumed]
        ratings = rate_players(encounters, anchor)
        if zero is not None:
            ratings = rate_players(encounters, anchor, -(ratings[zero].elo or 0.0))
        rows = [
            Row(name, ratings.get(name, PlayerRating(None, None)), totals[name]) for name in players
        ]
        self.rows = sorted(
            rows, key=lambda row: _measure_strength(row.rating, row.totals.points), reverse=True
        )


def list_encounters(games: Iterable[TournamentGame]) -> list[Encounter]:
    """The points of every pair: its games are not independent."""
    pairs: dict[tuple[int, str, str], list[float]] = defaultdict(list)
    for one in games:
        pairs[(one.game.number - 1) // 2, one.a, one.b].append(one.game.tally.points)
    return [Encounter(a, b, sum(points), len(points)) for (_, a, b), points in pairs.items()]


@dataclass(frozen=True)
class Points:
    """The points of a player, of so many games."""

    scored: float = 0.0
    games: int = 0

    def __add__(self, other: Points) -> Points:
        return Points(self.scored + other.scored, self.games + other.games)


@dataclass(frozen=True)
class PointsRow:
    name: str
    rating: PlayerRating
    points: Points


class PointsTable:
    """The table by encounters alone, without the moves of their games."""

    def __init__(self, players: Sequence[str], encounters: Sequence[Encounter]) -> None:
        self.crosstable: dict[tuple[str, str], Points] = defaultdict(Points)
        """The points of the first player against the second one."""
        totals: dict[str, Points] = defaultdict(Points)
        for one in encounters:
            won = Points(one.points, one.games)
            lost = Points(one.games - one.points, one.games)
            for name, other, points in ((one.a, one.b, won), (one.b, one.a, lost)):
                self.crosstable[name, other] += points
                totals[name] += points
        ratings = rate_players(encounters)
        unrated = PlayerRating(None, None)
        rows = [PointsRow(name, ratings.get(name, unrated), totals[name]) for name in players]
        self.rows = sorted(
            rows, key=lambda row: _measure_strength(row.rating, row.points), reverse=True
        )


def _measure_strength(rating: PlayerRating, points: Points) -> tuple[float, float]:
    """The share of the points, where a rating is not finite; then the rating."""
    share = points.scored / points.games if points.games else 0.0
    if rating.elo is not None:
        return rating.elo, share
    return (float("inf") if share > 0.5 else float("-inf")), share
