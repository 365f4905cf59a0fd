"""Matches and tournaments of a program: in this process, without a database, between agents that
are specs, or objects, classes and functions of the program itself.

Those of the program play in this process, where nothing protects the others from them; a spec of a
file (`student.py:Student`) plays in a process of its own, as everywhere.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from plyground.agents.user_agent import UserAgent
from plyground.arena.elo_chart import draw_elo_chart
from plyground.arena.match import Contender, Match, MatchGame, PairPlayer
from plyground.arena.openings import generate_openings
from plyground.arena.referee import Referee
from plyground.arena.schedule import Format, list_pairings
from plyground.arena.standings import Standings, TournamentGame
from plyground.arena.tournament_page import write_page
from plyground.arena.watchdog import Watchdog
from plyground.core.limits import Limit
from plyground.games.position import Position
from plyground.locale import say

Player = str | object
"""A spec; an object with `choose` or `act`, or its class; or a function like one of them."""


@dataclass(frozen=True)
class Tournament:
    """The games of a tournament, and its table."""

    start: Position
    games: tuple[TournamentGame, ...]
    standings: Standings

    def write_html(self, title: str = "") -> str:
        """One page: ratings, crosstable, and every game on a board."""
        title = title or say("cli.tournament.title", game=self.start.game, games=len(self.games))
        return write_page(title, [], self.start, self.standings, self.games)

    def write_svg(self) -> str:
        """The chart of the ratings with their errors."""
        return draw_elo_chart(self.standings.rows)


def play_match(
    start: Position,
    a: Player,
    b: Player,
    limit: Limit,
    games: int = 100,
    opening_plies: int | None = None,
    seed: int = 0,
) -> Iterator[MatchGame]:
    """Play games between two agents, each opening twice with colours swapped.

    The openings are `opening_plies` random moves long. Each game is yielded when it is over, so
    that a program can stop when it knows enough: `MatchReport.from_games(games)` counts them,
    `Sprt(0, 50).judge(report.pairs)` decides.
    """
    contenders = _make_contender(_name_player(a), a), _make_contender(_name_player(b), b)
    openings = generate_openings(start, opening_plies, seed)
    with Watchdog() as watchdog:
        match = Match(contenders, openings, games, Referee(limit, watchdog))
        match.prepare(start.game)
        yield from match.play()


def play_tournament(
    start: Position,
    players: Sequence[Player] | Mapping[str, Player],
    limit: Limit,
    rounds: int = 1,
    format: Format = "round-robin",
    opening_plies: int | None = None,
    seed: int = 0,
    anchor: str | None = None,
) -> Tournament:
    """Let agents play each other: in each round every pairing plays one opening twice, with colours
    swapped. The rating of the `anchor` is 0."""
    if isinstance(players, Mapping):
        named = list(players.items())
    else:
        named = [(_name_player(player), player) for player in players]
    names = [name for name, _ in named]
    pairings = list_pairings(names, format)
    contenders = {name: _make_contender(name, player) for name, player in named}
    openings = generate_openings(start, opening_plies, seed)
    played: list[TournamentGame] = []
    with Watchdog() as watchdog:
        player = PairPlayer(Referee(limit, watchdog))
        for _ in range(rounds):
            opening = next(openings)
            for a, b in pairings:
                pair = player.play((contenders[a], contenders[b]), opening, len(played) + 1)
                played += [TournamentGame(a, b, game) for game in pair]
        player.release()
    return Tournament(start, tuple(played), Standings(names, played, anchor))


def _name_player(player: Player) -> str:
    if isinstance(player, str):
        return player
    return str(getattr(player, "__name__", type(player).__name__))


def _make_contender(name: str, player: Player) -> Contender:
    if isinstance(player, str):
        return Contender(name, Contender.from_spec(player).make)

    def make() -> UserAgent:
        return UserAgent(name, player() if inspect.isclass(player) else player)

    return Contender(name, make)
