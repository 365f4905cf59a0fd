"""`plyground match`: a match between two agents, with ratings."""

from __future__ import annotations

import sys
from itertools import cycle
from pathlib import Path
from time import perf_counter
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
from plyground.cli.interrupts import INTERRUPTED, record_interrupts
from plyground.cli.output import print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from plyground.arena.match import Match, MatchGame, MatchReport
    from plyground.arena.rating import Tally
    from plyground.games.position import Position

MAX_GAMES = 1_000_000
MAX_PLIES = 1_000
STANDING_INTERVAL = 10
"""Games between two reports of the standing."""


def match(
    game: GameName,
    a: Annotated[str, typer.Argument(metavar="A", help="cli.match.a")],
    b: Annotated[str, typer.Argument(metavar="B", help="cli.match.b")],
    games: Annotated[str, typer.Option("--games", metavar="N", help="cli.match.games")] = "10",
    time: Annotated[str, typer.Option("--time", metavar="T", help="cli.match.time")] = "1",
    opening_plies: Annotated[
        str | None, typer.Option("--opening-plies", metavar="K", help="cli.match.plies")
    ] = None,
    openings: Annotated[
        str | None, typer.Option("--openings", metavar="FILE", help="cli.match.openings")
    ] = None,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="cli.match.seed")] = "0",
    settings: Settings = None,
    no_check: NoCheck = False,
    moves: Moves = "",
    position: PositionText = "",
    verbose: Annotated[bool, typer.Option("--verbose", help="cli.match.verbose")] = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.arena.match import Contender, Match, MatchReport
    from plyground.arena.referee import Referee
    from plyground.arena.watchdog import Watchdog
    from plyground.cli.limit_options import read_seconds
    from plyground.cli.progress import prepare, prepare_agents

    count = read_integer("--games", games, 1, MAX_GAMES)
    random_seed = read_integer("--seed", seed, 0, 2**63 - 1)
    plies = None
    if opening_plies is not None:
        if openings is not None:
            raise Problem("cli.match.problem.both")
        plies = read_integer("--opening-plies", opening_plies, 0, MAX_PLIES)
    limit = read_seconds("--time", time)
    contenders = Contender.from_spec(a), Contender.from_spec(b)
    start = read_position(read_game(game, settings), position, moves)
    prepare(start.game)
    opening_positions = make_openings(start, openings, plies, random_seed)
    with Watchdog() as watchdog:
        match = Match(contenders, opening_positions, count, Referee(limit, watchdog))
        prepare_agents([match], start.game)
        started = perf_counter()
        games_played, interrupted = play_match(match, verbose or sys.stderr.isatty())
        seconds = perf_counter() - started
    report = MatchReport.from_games(games_played)
    if as_json:
        setup = {"game": start.game.name, "options": start.game.changed_settings, "time": limit}
        document = match_to_json(report, games_played, match, seconds, interrupted)
        print_json({**setup, **document})
    else:
        if interrupted:
            print(say("cli.match.interrupted", played=len(games_played), games=count))
        if games_played:
            print_report(report, games_played, match, seconds)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def make_openings(
    start: Position, file: str | None, plies: int | None, seed: int
) -> Iterator[Position]:
    """An endless sequence of openings, from a file or random."""
    from plyground.arena.openings import generate_openings, read_openings
    from plyground.records.files import read_text

    if file is not None:
        return cycle(read_openings(read_text(Path(file)), start))
    return generate_openings(start, plies, seed)


def play_match(
    match: Match, verbose: bool, on_game: Callable[[int, int], None] = lambda done, games: None
) -> tuple[list[MatchGame], bool]:
    """Play a match. Returns the finished games, and whether Ctrl-C stopped it."""
    from plyground.arena.match import MatchReport

    played: list[MatchGame] = []
    try:
        with record_interrupts() as interrupted:
            for game in match.play():
                played.append(game)
                on_game(len(played), match.games)
                if verbose:
                    print(format_game(game, match), file=sys.stderr, flush=True)
                    if len(played) % STANDING_INTERVAL == 0 and len(played) < match.games:
                        standing = format_standing(MatchReport.from_games(played))
                        print(standing, file=sys.stderr, flush=True)
                if interrupted.is_set():
                    return played, True
    except KeyboardInterrupt:
        return played, True
    return played, False


# Output as text.


def format_game(game: MatchGame, match: Match) -> str:
    """One line with the players, the result and its reason."""
    a, b = (contender.name for contender in match.contenders)
    first, second = (a, b) if game.a_side == 0 else (b, a)
    result = {None: "1/2-1/2", 0: "1-0", 1: "0-1"}[game.result.outcome.winner]
    reason = game.result.reason
    return say(
        "cli.match.game",
        number=game.number,
        games=match.games,
        first=first,
        second=second,
        result=result,
        reason=f" ({reason})" if reason else "",
    )


def format_standing(report: MatchReport) -> str:
    return say(
        "cli.match.standing",
        games=report.games,
        tally=format_tally(report.tally),
        rating=format_rating(report),
    )


def format_tally(tally: Tally) -> str:
    return say(
        "cli.match.tally", wins=tally.wins, losses=tally.losses, draws=tally.draws,
        points=f"{tally.points:g}",
    )  # fmt: skip


def format_rating(report: MatchReport) -> str:
    rating = report.rating
    if rating.elo is None:
        return say("cli.match.rating.none")
    if not report.tally.wins + report.tally.losses:
        return say("cli.match.rating.drawn", elo=f"{rating.elo:+.1f}")
    if rating.error is None:
        return say("cli.match.rating.vague", elo=f"{rating.elo:+.1f}", los=f"{rating.los:.1%}")
    return say(
        "cli.match.rating", elo=f"{rating.elo:+.1f}", error=f"{rating.error:.1f}",
        los=f"{rating.los:.1%}",
    )  # fmt: skip


def print_report(report: MatchReport, games: list[MatchGame], match: Match, seconds: float) -> None:
    a, b = (contender.name for contender in match.contenders)
    print(say("cli.match.title", a=a, b=b, games=report.games, seconds=f"{seconds:.1f}"))
    print(f"  {format_tally(report.tally)}")
    print("  " + say("cli.match.first", tally=format_tally(report.by_side[0])))
    print("  " + say("cli.match.second", tally=format_tally(report.by_side[1])))
    print(f"  {format_rating(report)}")
    print("  " + say("cli.match.pairs", pairs=" ".join(map(str, report.pairs.counts))))
    forfeits = [sum(kinds.values()) for kinds in report.forfeits]
    print(
        "  "
        + say(
            "cli.match.trouble", duplicates=report.duplicates, a=forfeits[0], b=forfeits[1],
            stalls=report.stalls,
        )
    )  # fmt: skip
    for contender, name in enumerate((a, b)):
        lost = [
            game.result.forfeit
            for game in games
            if game.result.forfeit and game.contender_on(game.result.forfeit.side) == contender
        ]
        if lost:
            print("  " + say("cli.match.forfeit", agent=name, count=len(lost), why=lost[0]))


# Output as JSON.


def match_to_json(
    report: MatchReport, games: list[MatchGame], match: Match, seconds: float, interrupted: bool
) -> dict[str, Any]:
    rating = report.rating
    a, b = match.contenders
    return {
        "games": report.games,
        "a": {"agent": a.name, **tally_to_json(report.tally)},
        "b": {"agent": b.name, **tally_to_json(report.tally.reversed)},
        "elo": round_or_none(rating.elo, 1),
        "error": round_or_none(rating.error, 1),
        "los": round_or_none(rating.los, 4),
        "as_first": tally_to_json(report.by_side[0]),
        "as_second": tally_to_json(report.by_side[1]),
        "pairs": list(report.pairs.counts),
        "duplicates": report.duplicates,
        "forfeits": sum(sum(kinds.values()) for kinds in report.forfeits),
        "stalls": report.stalls,
        "seconds": round(seconds, 3),
        "interrupted": interrupted,
        "results": [game_to_json(game) for game in games],
    }


def tally_to_json(tally: Tally) -> dict[str, int]:
    return {"wins": tally.wins, "losses": tally.losses, "draws": tally.draws}


def game_to_json(game: MatchGame) -> dict[str, Any]:
    result = game.result
    names = {None: None, 0: "a", 1: "b"}
    forfeit = None
    if result.forfeit is not None:
        by = names[game.contender_on(result.forfeit.side)]
        forfeit = {"by": by, "kind": result.forfeit.kind, "detail": result.forfeit.detail}
    return {
        "first": names[game.contender_on(0)],
        "winner": names[game.winner],
        "margin": result.outcome.margin,
        "reason": result.reason,
        "forfeit": forfeit,
        "opening": " ".join(result.opening),
        "moves": " ".join(result.moves),
        "slowest": [
            round(
                max(
                    (timed.seconds for timed in result.timed_moves if timed.side == side), default=0
                ),
                4,
            )
            for side in (0, 1)
        ],
        "stalls": [
            {
                "turn": stall.number,
                "side": stall.side,
                "seconds": stall.seconds,
                "overslept": stall.stalled,
            }
            for stall in result.stalls
        ],
    }


def round_or_none(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)
