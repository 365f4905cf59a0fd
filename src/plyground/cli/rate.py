"""`plyground rate`: ratings over everything that is stored of a game, or of the levels in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.arguments import (
    GameName,
    Json,
    Language,
    NoCheck,
    PositionText,
    Settings,
    read_game,
)
from plyground.cli.event_options import (
    Anchor,
    DatabaseUrl,
    Export,
    Nodes,
    OpeningPlies,
    Openings,
    Resume,
    Seed,
    Time,
    Verbose,
    WorkerCount,
)
from plyground.cli.output import print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.games.game import Game
    from plyground.store.database import Database
    from plyground.store.event_store import SavedEvent


def rate(
    context: typer.Context,
    game: GameName,
    levels: Annotated[bool, typer.Option("--levels", help="cli.rate.levels")] = False,
    rounds: Annotated[
        str | None, typer.Option("--rounds", metavar="R", help="cli.rate.rounds")
    ] = None,
    time: Time = None,
    nodes: Nodes = None,
    openings: Openings = None,
    opening_plies: OpeningPlies = None,
    seed: Seed = "0",
    workers: WorkerCount = "1",
    resume: Resume = False,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="cli.rate.save")
    ] = None,
    verbose: Verbose = False,
    anchor: Anchor = None,
    db: DatabaseUrl = None,
    export: Export = None,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="cli.tournament.svg")
    ] = None,
    settings: Settings = None,
    no_check: NoCheck = False,
    position: PositionText = "",
    as_json: Json = False,
    lang: Language = None,
) -> None:
    if levels:
        from plyground.cli.rate_levels import Measurement, rate_levels

        # The anchor is the same in all games, or their levels could not be compared.
        refuse_options("cli.rate.problem.not_levels", {"--anchor": anchor, "--position": position})
        measurement = Measurement(
            game, settings or (), rounds, time, nodes, openings, opening_plies, seed, workers,
            db, resume, verbose,
        )  # fmt: skip
        rate_levels(context, measurement, save, svg, export, as_json)
        return
    measuring = {
        "--rounds": rounds,
        "--time": time,
        "--nodes": nodes,
        "--openings": openings,
        "--opening-plies": opening_plies,
        "--seed": seed != "0",
        "--workers": workers != "1",
        "--resume": resume,
        "--save": save,
        "--verbose": verbose,
    }
    refuse_options("cli.rate.problem.levels_only", measuring)
    rate_stored(game, anchor, db, export, svg, settings, position, as_json)


def refuse_options(problem: str, given: Mapping[str, object]) -> None:
    """Refuse the first option that is given, with the sentence of this key."""
    for option, value in given.items():
        if value not in (None, "", False):
            raise Problem(problem, option=option)


def rate_stored(
    game: str,
    anchor: str | None,
    db: str | None,
    export: str | None,
    svg: str | None,
    settings: list[str] | None,
    position: str,
    as_json: bool,
) -> None:
    """Rate everybody by the stored games."""
    from plyground.arena.standings import Standings
    from plyground.cli.event_options import find_database_url
    from plyground.cli.tournament_text import (
        print_standings,
        save_chart,
        save_games,
        tournament_to_json,
    )
    from plyground.store.database import Database

    played = read_game(game, settings)
    database = Database(find_database_url(db))
    try:
        events = find_events(database, played, position)
        games = read_games(database, events, played)
    finally:
        database.close()
    if not games:
        raise Problem("cli.rate.problem.none", game=played)
    players = list(dict.fromkeys(name for one in games for name in (one.a, one.b)))
    if anchor is not None and anchor not in players:
        raise Problem("cli.tournament.problem.anchor", given=anchor, known=", ".join(players))
    standings = Standings(players, games, anchor)
    if as_json:
        setup = {"game": played.name, "options": played.changed_settings, "events": len(events)}
        print_json({**setup, **tournament_to_json(standings, games)})
    else:
        title = say("cli.rate.title", game=played, games=len(games), events=len(events))
        print_standings(standings, title)
    if svg is not None:
        save_chart(svg, standings)
    if export is not None:
        save_games(export, games, played.position(position))


def find_events(database: Database, game: Game, position: str) -> list[SavedEvent]:
    """The events of a game with the same options from the same position, oldest first."""
    from plyground.store.event_store import list_events

    events = database.read(lambda connection: list_events(connection, game.name))
    return [
        event
        for event in events
        if event.options == game.changed_settings and event.setup["setup"]["position"] == position
    ]


def read_games(database: Database, events: list[SavedEvent], game: Game) -> list[Any]:
    """All games of these events, numbered through."""
    from plyground.arena.match import MatchGame
    from plyground.arena.standings import TournamentGame
    from plyground.store.event_store import list_played

    games: list[TournamentGame] = []
    offset = 0
    for event in events:
        pairs = database.read(partial(list_played, event=event.id))
        for played in pairs:
            pair = played.pair
            for document in played.games:
                made = MatchGame.from_json(document, game)
                made = replace(made, number=made.number + offset)
                games.append(TournamentGame(pair.a, pair.b, made))
        # Pairs stay pairs: their first game has an odd number.
        offset += 2 * max((played.pair.number for played in pairs), default=0)
    return games
