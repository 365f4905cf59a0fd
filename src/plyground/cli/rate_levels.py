"""`plyground rate --levels`: a tournament that rates the levels of the engine in a game."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from plyground.cli.arguments import read_game, read_integer
from plyground.cli.interrupts import INTERRUPTED
from plyground.cli.output import print_json
from plyground.locale import say

if TYPE_CHECKING:
    from plyground.agents.level_ratings import LevelRatings
    from plyground.arena.standings import Standings, TournamentGame
    from plyground.cli.event_run import EventEnd, EventPlan
    from plyground.core.limits import Limit

ROUNDS = "10"
NODES = "200000"
"""By nodes, the ratings do not depend on the machine; but for level 10, levels rarely need more."""
PLIES = "2"
"""Random moves of an opening: more of them decide a small game."""


@dataclass(frozen=True)
class Measurement:
    """What is measured, and how, as the command line says it."""

    game: str
    settings: Sequence[str]
    rounds: str | None = None
    time: str | None = None
    nodes: str | None = None
    openings: str | None = None
    opening_plies: str | None = None
    seed: str = "0"
    workers: str = "1"
    database: str | None = None
    resume: bool = False
    verbose: bool = False

    @property
    def command(self) -> str:
        """The command that measures the same; where it ran and what it wrote does not matter."""
        given = {
            "--rounds": self.rounds or ROUNDS,
            "--time": self.time,
            "--nodes": self.nodes or (None if self.time else NODES),
            "--openings": self.openings,
            "--opening-plies": self.opening_plies,
            "--seed": None if self.seed == "0" else self.seed,
        }
        words = ["plyground", "rate", "--levels", self.game]
        for setting in self.settings:
            words += ["--set", setting]
        for option, value in given.items():
            words += [option, value] if value is not None else []
        return shlex.join(words)


@dataclass(frozen=True)
class Ladder:
    """The games of a measurement, and the ratings they give."""

    plan: EventPlan
    end: EventEnd
    total: int
    games: list[TournamentGame]
    standings: Standings
    warnings: list[str] = field(default_factory=list)

    def summarize(self, command: str) -> LevelRatings:
        from plyground import __version__
        from plyground.agents.level_ratings import LevelRatings, MeasuredRating
        from plyground.arena.level_ladder import REFERENCE, ZERO

        game = self.plan.start.game
        players = {
            row.name: MeasuredRating(
                round(row.rating.elo), None if row.rating.error is None else round(row.rating.error)
            )
            for row in self.standings.rows
            if row.rating.elo is not None
        }
        today = datetime.now(UTC).date().isoformat()
        return LevelRatings(
            game.name, game.canonical.changed_settings, ZERO, REFERENCE, players, len(self.games),
            command, today, __version__,
        )  # fmt: skip


def rate_levels(
    context: typer.Context,
    measurement: Measurement,
    save: str | None,
    svg: str | None,
    export: str | None,
    as_json: bool,
) -> None:
    """Measure, print, and write what is asked for."""
    from plyground.cli.event_run import print_resume
    from plyground.cli.tournament_text import save_chart, save_games

    ladder = play_ladder(measurement)
    print_ladder(ladder, measurement, as_json)
    if svg is not None:
        save_chart(svg, ladder.standings)
    if export is not None:
        save_games(export, ladder.games, ladder.plan.start.origin)
    if ladder.end.is_interrupted:
        print_resume(context)
        raise typer.Exit(INTERRUPTED)
    if save is not None:
        save_ratings(save, ladder.summarize(measurement.command))


def play_ladder(measurement: Measurement) -> Ladder:
    from plyground.arena.level_ladder import (
        REFERENCE,
        RUNGS,
        ZERO,
        list_assumed_draws,
    )
    from plyground.arena.pairs import EventSetup
    from plyground.arena.schedule import list_pairings, schedule_tournament
    from plyground.arena.standings import Standings
    from plyground.cli.event_options import (
        MAX_GAMES,
        count_workers,
        find_database_url,
        read_opening_source,
    )
    from plyground.cli.event_progress import EventProgress
    from plyground.cli.event_run import (
        EventPlan,
        Hosting,
        check_players,
        list_warnings,
        prepare_players,
        run_event,
    )
    from plyground.cli.limit_options import read_limit
    from plyground.cli.tournament import TournamentWatcher

    rounds = read_integer("--rounds", measurement.rounds or ROUNDS, 1, MAX_GAMES)
    nodes = measurement.nodes or (None if measurement.time else NODES)
    limit = read_limit(measurement.time, None, nodes)
    plies = measurement.opening_plies or (None if measurement.openings else PLIES)
    source = read_opening_source(measurement.openings, plies, measurement.seed)
    start = read_game(measurement.game, measurement.settings).start()
    players = (*RUNGS, *list_others(start.game.name, limit))
    pairings = list_pairings(players, "levels")
    wanted, allowed = count_workers(measurement.workers, players, limit)
    plan = EventPlan(
        "tournament",
        EventSetup(measurement.game, start.game.changed_settings, limit=limit),
        start,
        players,
        source,
        {"format": "levels", "rounds": rounds},
        lambda openings: schedule_tournament(pairings, rounds, openings),
    )
    prepare_players(check_players(players), start)
    total = 2 * rounds * len(pairings)
    with EventProgress(total, measurement.verbose) as progress:
        watcher = TournamentWatcher(start.game, players, total, REFERENCE, progress)
        hosting = Hosting(find_database_url(measurement.database), allowed, measurement.resume)
        end = run_event(plan, hosting, watcher.add)
    games = sorted(watcher.games, key=lambda one: one.game.number)
    standings = Standings(players, games, REFERENCE, list_assumed_draws(), ZERO)
    warnings = list_warnings([one.game for one in games], plan, wanted, allowed)
    return Ladder(plan, end, total, games, standings, [*warnings, *list_disorder(standings)])


def list_others(game: str, limit: Limit) -> list[str]:
    """The players besides the rungs of the ladder: the baselines of the game, and a tree search."""
    from plyground.agents.engine import SIMULATION_NODES
    from plyground.reports import find_baselines

    # A simulation plays a game to its end: a node of it is no node of alpha-beta.
    trees = "mcts"
    if limit.nodes is not None:
        trees = f"mcts:playouts={max(limit.nodes // SIMULATION_NODES, 1)}"
    return [*(f"baseline:{name}" for name in find_baselines(game)), trees]


def list_disorder(standings: Standings) -> list[str]:
    """Sentences on levels that came out weaker than the one below, by more than the errors."""
    from plyground.agents.levels import LEVELS

    ratings = {row.name: row.rating for row in standings.rows}
    found = []
    for level in list(LEVELS)[1:]:
        below, above = (ratings[f"engine:level={number}"] for number in (level - 1, level))
        if below.elo is None or above.elo is None:
            continue
        if below.elo - above.elo > (below.error or 0.0) + (above.error or 0.0):
            found.append(say("cli.rate.disorder", lower=level - 1, higher=level))
    return found


def print_ladder(ladder: Ladder, measurement: Measurement, as_json: bool) -> None:
    from plyground.arena.level_ladder import REFERENCE, ZERO
    from plyground.cli.tournament_text import print_standings, tournament_to_json

    game = ladder.plan.start.game
    if as_json:
        setup = {
            "game": game.name,
            "options": game.changed_settings,
            "zero": ZERO,
            "reference": REFERENCE,
            "command": measurement.command,
            "seconds": round(ladder.end.seconds, 3),
        }
        document = tournament_to_json(ladder.standings, ladder.games)
        print_json({**setup, **document, "interrupted": ladder.end.is_interrupted,
                    "warnings": ladder.warnings})  # fmt: skip
        return
    played = len(ladder.games)
    print_standings(ladder.standings, say("cli.tournament.title", game=game, games=played))
    print(say("cli.rate.zero", zero=ZERO, reference=REFERENCE))
    if ladder.end.is_interrupted:
        print(say("cli.match.interrupted", played=played, games=ladder.total))
    for warning in ladder.warnings:
        print(warning, file=sys.stderr)


def save_ratings(path: str, ratings: LevelRatings) -> None:
    from plyground.records.files import write_text

    text = json.dumps(ratings.to_json(), indent=2, ensure_ascii=False)
    write_text(Path(path), f"{text}\n")
    print(say("cli.tournament.written", path=path), file=sys.stderr)
