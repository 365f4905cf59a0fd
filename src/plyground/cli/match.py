"""`plyground match`: a match between two agents, with ratings."""

from __future__ import annotations

import sys
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
    read_game,
    read_integer,
    read_position,
)
from plyground.cli.event_options import (
    MAX_GAMES,
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
from plyground.locale import say

if TYPE_CHECKING:
    from plyground.arena.match import MatchGame
    from plyground.arena.pairs import PlayedPair
    from plyground.arena.rating import Rating
    from plyground.arena.sprt import Sprt, SprtStatus
    from plyground.cli.event_progress import EventProgress
    from plyground.games.game import Game

STANDING_INTERVAL = 10
"""Games between two reports of the standing."""


def match(
    context: typer.Context,
    game: GameName,
    a: Annotated[str, typer.Argument(metavar="A", help="cli.match.a")],
    b: Annotated[str, typer.Argument(metavar="B", help="cli.match.b")],
    games: Annotated[str, typer.Option("--games", metavar="N", help="cli.match.games")] = "10",
    time: Time = None,
    clock: GameClock = None,
    depth: Depth = None,
    nodes: Nodes = None,
    openings: Openings = None,
    opening_plies: OpeningPlies = None,
    seed: Seed = "0",
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]", help="cli.match.sprt"),
    ] = None,
    resign: Resign = None,
    draw: Draw = None,
    workers: WorkerCount = "1",
    ray: RayAddress = None,
    db: DatabaseUrl = None,
    resume: Resume = False,
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
    from plyground.arena.schedule import schedule_match
    from plyground.arena.sprt import Sprt
    from plyground.arena.standings import TournamentGame
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
        check_players,
        list_warnings,
        prepare_players,
        print_resume,
        run_event,
    )
    from plyground.cli.tournament_text import save_games

    count = read_integer("--games", games, 1, MAX_GAMES)
    source = read_opening_source(openings, opening_plies, seed)
    limit, rules = read_event_limit(time, clock, depth, nodes), read_adjudication(resign, draw)
    test = None if sprt is None else Sprt.parse(sprt)
    wanted, allowed = count_workers(workers, (a, b), limit)
    if ray is not None:
        # Ray knows how many cores there are.
        allowed = wanted
    contenders = check_players((a, b))
    start = read_position(read_game(game, settings), position, moves)
    if export is not None:
        find_export_format(Path(export), start.game)
    plan = EventPlan(
        "match",
        EventSetup(game, start.game.changed_settings, position, limit, rules),
        start,
        (a, b),
        source,
        {"games": count},
        lambda openings: schedule_match((a, b), count, openings),
    )
    prepare_players(contenders, start)
    with EventProgress(count, verbose) as progress:
        watched = MatchWatcher(start.game, (a, b), count, test, progress)
        hosting = Hosting(find_database_url(db), allowed, resume, ray, count_threads((a, b)))
        end = run_event(plan, hosting, watched.add)
    warnings = list_warnings(watched.games, plan, wanted, allowed)
    reason = watched.explain_stop(end.is_interrupted)
    if as_json:
        setup = {
            "game": start.game.name,
            "options": start.game.changed_settings,
            "time": limit.time,
        }
        document = watched.to_json(end.seconds, end.is_interrupted)
        print_json({**setup, **document, "stopped": reason, "warnings": warnings})
    else:
        if end.is_interrupted:
            print(reason)
        watched.print_report(end.seconds)
        if not end.is_interrupted:
            print(reason)
        for warning in warnings:
            print(warning, file=sys.stderr)
    if export is not None:
        save_games(export, [TournamentGame(a, b, game) for game in watched.games], start.origin)
    if end.is_interrupted:
        print_resume(context)
        raise typer.Exit(INTERRUPTED)


class MatchWatcher:
    """Counts the games of a match as they come, and knows when its test has ended."""

    def __init__(
        self,
        game: Game,
        players: tuple[str, str],
        count: int,
        test: Sprt | None,
        progress: EventProgress,
    ) -> None:
        from plyground.arena.rating import PairCounts, Tally

        self._game = game
        self._players = players
        self._count = count
        self._test = test
        self._progress = progress
        self._tally = Tally()
        self._pairs = PairCounts()
        self.games: list[MatchGame] = []

    @property
    def rating(self) -> Rating:
        """From the pairs, as soon as there are only pairs."""
        from plyground.arena.rating import rate

        return rate(self._pairs if 2 * self._pairs.pairs == len(self.games) else self._tally)

    @property
    def status(self) -> SprtStatus | None:
        return None if self._test is None else self._test.judge(self._pairs)

    def add(self, played: PlayedPair) -> bool:
        """Count a pair; True if the test has its verdict."""
        from plyground.arena.match import MatchGame, count_pairs
        from plyground.cli.match_text import format_game, format_standing

        pair = [MatchGame.from_json(document, self._game) for document in played.games]
        for game in pair:
            self._tally += game.tally
            self.games.append(game)
            self._progress.print(format_game(game, self._players, self._count))
        self._pairs += count_pairs(pair)
        done, status = len(self.games), self.status
        self._progress.show(done, self._format_live(status))
        if done % STANDING_INTERVAL == 0 and done < self._count:
            self._progress.print(format_standing(self._tally, self.rating))
        return status is not None and status.verdict is not None

    def _format_live(self, status: SprtStatus | None) -> str:
        """Points, Elo with its error, and the LLR between its bounds."""
        rating = self.rating
        parts = [f"{self._tally.points:g}-{self._tally.reversed.points:g}"]
        if rating.elo is not None:
            error = "" if rating.error is None else f" ± {rating.error:.0f}"
            parts.append(f"Elo {rating.elo:+.0f}{error}")
        if status is not None:
            parts.append(f"LLR {status.llr:.2f} ({status.lower:.2f} .. {status.upper:.2f})")
        return "  ".join(parts)

    def explain_stop(self, is_interrupted: bool) -> str:
        """Why no more games are played."""
        if is_interrupted:
            return say("cli.match.interrupted", played=len(self.games), games=self._count)
        status = self.status
        if status is not None and status.verdict is not None:
            return say(f"cli.match.stopped.{status.verdict}", games=len(self.games))
        return say("cli.match.stopped.games", games=len(self.games))

    def print_report(self, seconds: float) -> None:
        from plyground.arena.match import MatchReport
        from plyground.cli.match_text import print_report
        from plyground.cli.sprt import format_status, format_verdict

        if not self.games:
            return
        print_report(MatchReport.from_games(self.games), self.games, self._players, seconds)
        status = self.status
        if self._test is not None and status is not None:
            print(f"  {format_status(self._test, status)}")
            print(f"  {format_verdict(self._test, status)}")

    def to_json(self, seconds: float, is_interrupted: bool) -> dict[str, Any]:
        from plyground.arena.match import MatchReport
        from plyground.cli.match_text import match_to_json
        from plyground.cli.sprt import status_to_json

        # Workers finish pairs in any order.
        games = sorted(self.games, key=lambda game: game.number)
        report = MatchReport.from_games(games)
        status = self.status
        return {
            **match_to_json(report, games, self._players, seconds, is_interrupted),
            "sprt": self._test and status and status_to_json(self._test, status),
        }
