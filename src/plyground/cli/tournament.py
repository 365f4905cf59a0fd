"""`plyground tournament`: everybody against everybody, with ratings, a crosstable and a page."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.arguments import (
    GameName,
    Json,
    Language,
    Moves,
    NoCheck,
    PositionText,
    Settings,
    note_isolation,
    read_game,
    read_integer,
    read_position,
)
from plyground.cli.event_options import (
    MAX_GAMES,
    Anchor,
    DatabaseUrl,
    Depth,
    Draw,
    Export,
    GameClock,
    Nodes,
    OpeningPlies,
    Openings,
    RayAddress,
    Resign,
    Resume,
    Seed,
    Time,
    Verbose,
    WorkerCount,
)
from plyground.cli.interrupts import INTERRUPTED
from plyground.cli.output import print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.arena.match import Contender
    from plyground.arena.pairs import PlayedPair
    from plyground.arena.standings import Standings, TournamentGame
    from plyground.cli.event_progress import EventProgress
    from plyground.games.game import Game

STANDING_INTERVAL = 50
"""Pairs between two updates of the ratings that the bar shows."""


def tournament(
    context: typer.Context,
    game: GameName,
    players: Annotated[
        list[str], typer.Argument(metavar="A B C ...", help="cli.tournament.players")
    ],
    format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="cli.tournament.format")
    ] = "round-robin",
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="R", help="cli.tournament.rounds")
    ] = "1",
    anchor: Anchor = None,
    time: Time = None,
    clock: GameClock = None,
    depth: Depth = None,
    nodes: Nodes = None,
    openings: Openings = None,
    opening_plies: OpeningPlies = None,
    seed: Seed = "0",
    resign: Resign = None,
    draw: Draw = None,
    workers: WorkerCount = "1",
    ray: RayAddress = None,
    db: DatabaseUrl = None,
    resume: Resume = False,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="cli.tournament.html")
    ] = None,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="cli.tournament.svg")
    ] = None,
    export: Export = None,
    settings: Settings = None,
    no_check: NoCheck = False,
    moves: Moves = "",
    position: PositionText = "",
    verbose: Verbose = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.arena.export import find_export_format
    from plyground.arena.pairs import EventSetup
    from plyground.arena.schedule import FORMATS, list_pairings, schedule_tournament
    from plyground.cli.event_options import (
        count_threads,
        count_workers,
        find_database_url,
        read_adjudication,
        read_event_limit,
        read_opening_source,
    )
    from plyground.cli.event_progress import EventProgress
    from plyground.cli.event_run import (
        EventPlan,
        Hosting,
        list_warnings,
        prepare_players,
        print_resume,
        run_event,
    )
    from plyground.cli.tournament_text import (
        print_standings,
        save_chart,
        save_games,
        save_page,
        tournament_to_json,
    )

    if format not in FORMATS:
        raise Problem("cli.tournament.problem.format", given=format, known=", ".join(FORMATS))
    count = read_integer("--rounds", rounds, 1, MAX_GAMES)
    source = read_opening_source(openings, opening_plies, seed)
    limit, rules = read_event_limit(time, clock, depth, nodes), read_adjudication(resign, draw)
    contenders, left_out = find_players(players)
    names = tuple(contender.name for contender in contenders)
    pairings = list_pairings(names, format)
    if anchor is not None and anchor not in names:
        raise Problem("cli.tournament.problem.anchor", given=anchor, known=", ".join(names))
    wanted, allowed = count_workers(workers, names, limit)
    if ray is not None:
        # Ray knows how many cores there are.
        allowed = wanted
    start = read_position(read_game(game, settings), position, moves)
    if export is not None:
        find_export_format(Path(export), start.game)
    plan = EventPlan(
        "tournament",
        EventSetup(game, start.game.changed_settings, position, limit, rules),
        start,
        names,
        source,
        {"format": format, "rounds": count},
        lambda openings: schedule_tournament(pairings, count, openings),
    )
    prepare_players(contenders, start)
    total = 2 * count * len(pairings)
    with EventProgress(total, verbose) as progress:
        watcher = TournamentWatcher(start.game, names, total, anchor, progress)
        hosting = Hosting(find_database_url(db), allowed, resume, ray, count_threads(names))
        end = run_event(plan, hosting, watcher.add)
    standings = watcher.standings
    games = sorted(watcher.games, key=lambda one: one.game.number)
    if end.is_interrupted:
        reason = say("cli.match.interrupted", played=len(games), games=total)
    else:
        reason = say("cli.match.stopped.games", games=len(games))
    warnings = [*left_out, *list_warnings([one.game for one in games], plan, wanted, allowed)]
    if as_json:
        document = tournament_to_json(standings, games)
        setup = {"game": start.game.name, "options": start.game.changed_settings}
        run: dict[str, Any] = {"format": format, "rounds": count, "seconds": round(end.seconds, 3)}
        stopped = {"interrupted": end.is_interrupted, "stopped": reason, "warnings": warnings}
        print_json({**setup, **run, **document, **stopped})
    else:
        print_standings(standings, say("cli.tournament.title", game=start.game, games=len(games)))
        print(reason)
        for warning in warnings:
            print(warning, file=sys.stderr)
    if html is not None:
        save_page(html, plan, standings, games)
    if svg is not None:
        save_chart(svg, standings)
    if export is not None:
        save_games(export, games, start.origin)
    if end.is_interrupted:
        print_resume(context)
        raise typer.Exit(INTERRUPTED)


def find_players(given: Sequence[str]) -> tuple[list[Contender], list[str]]:
    """The players, and sentences on files of a folder that cannot be loaded and are left out."""
    from plyground.arena.match import Contender

    contenders, left_out = [], []
    for spec in given:
        found = expand_folder(spec)
        for one in found or [spec]:
            try:
                contenders.append(Contender.from_spec(one))
            except Problem as problem:
                if found is None:
                    raise
                left_out.append(say("cli.tournament.left_out", player=one, why=problem))
    note_isolation(*(contender.name for contender in contenders))
    return contenders, left_out


def expand_folder(spec: str) -> list[str] | None:
    """The specs of all files that `submissions/*.py:Agent` stands for; None if it is no pattern."""
    file, ending, name = spec.partition(".py")
    if not ending or not any(sign in file for sign in "*?["):
        return None
    found = sorted(glob(f"{file}.py"))
    if not found:
        raise Problem("cli.tournament.problem.folder", pattern=spec)
    return [f"{path}{name}" for path in found if not Path(path).name.startswith("_")]


class TournamentWatcher:
    """Collects the games of a tournament as they come."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        total: int,
        anchor: str | None,
        progress: EventProgress,
    ) -> None:
        self._game = game
        self._players = players
        self._total = total
        self._anchor = anchor
        self._progress = progress
        self._leader = ""
        self.games: list[TournamentGame] = []

    @property
    def standings(self) -> Standings:
        from plyground.arena.standings import Standings

        return Standings(self._players, self.games, self._anchor)

    def add(self, played: PlayedPair) -> bool:
        from plyground.arena.elo_chart import format_elo
        from plyground.arena.match import MatchGame
        from plyground.arena.standings import TournamentGame
        from plyground.cli.match_text import format_game

        pair = played.pair
        for document in played.games:
            game = MatchGame.from_json(document, self._game)
            self.games.append(TournamentGame(pair.a, pair.b, game))
            self._progress.print(format_game(game, (pair.a, pair.b), self._total))
        if len(self.games) % (2 * STANDING_INTERVAL) == 2 % (2 * STANDING_INTERVAL):
            first = self.standings.rows[0]
            self._leader = f"{first.name} {format_elo(first)}"
        self._progress.show(len(self.games), self._leader)
        return False
