"""`plyground match`: two agents over many games, and which of them is the stronger."""

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
    PositionText,
    Settings,
    read_game,
    read_position,
    whole_number,
)
from plyground.cli.output import INTERRUPTED, print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plyground.arena.match import Match, MatchGame, MatchReport
    from plyground.arena.rating import Tally
    from plyground.games.position import Position

MOST_GAMES = 1_000_000
MOST_PLIES = 1_000
OFTEN = 10
"""After so many games it is told who leads."""


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
    from plyground.cli.progress import while_preparing

    count = whole_number("--games", games, 1, MOST_GAMES)
    chance = whole_number("--seed", seed, 0, 2**63 - 1)
    plies = None
    if opening_plies is not None:
        if openings is not None:
            raise Problem("cli.match.problem.both")
        plies = whole_number("--opening-plies", opening_plies, 0, MOST_PLIES)
    limit = read_seconds("--time", time)
    contenders = Contender.from_spec(a), Contender.from_spec(b)
    start = read_position(read_game(game, settings), position, moves)
    while_preparing(lambda preparing: start.game.native(preparing.tell))
    begun = beginnings(start, openings, plies, chance)
    with Watchdog() as watchdog:
        contest = Match(contenders, begun, count, Referee(limit, watchdog))
        while_preparing(lambda _: contest.prepare(start.game))
        began = perf_counter()
        played, interrupted = watch(contest, verbose or sys.stderr.isatty())
        seconds = perf_counter() - began
    report = MatchReport.from_games(played)
    if as_json:
        told = {"game": start.game.name, "options": start.game.changed_settings, "time": limit}
        print_json({**told, **describe(report, played, contest, seconds, interrupted)})
    else:
        if interrupted:
            print(say("cli.match.interrupted", played=len(played), games=count))
        if played:
            print_report(report, contest, seconds)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def beginnings(
    start: Position, file: str | None, plies: int | None, seed: int
) -> Iterator[Position]:
    """The openings of a match, one after the other without end."""
    from plyground.arena.openings import generate_openings, read_openings
    from plyground.records.files import read_text

    if file is not None:
        return cycle(read_openings(read_text(Path(file)), start))
    return generate_openings(start, plies, seed)


def watch(contest: Match, tells: bool) -> tuple[list[MatchGame], bool]:
    """The games that were played, and whether somebody stopped them. Progress is told."""
    from plyground.arena.match import MatchReport

    played: list[MatchGame] = []
    try:
        for game in contest.play():
            played.append(game)
            if tells:
                print(game_line(game, contest), file=sys.stderr, flush=True)
                if len(played) % OFTEN == 0 and len(played) < contest.games:
                    print(standing(MatchReport.from_games(played)), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        return played, True
    return played, False


# What is told in words.


def game_line(game: MatchGame, contest: Match) -> str:
    """Who, result, reason."""
    a, b = (contender.name for contender in contest.contenders)
    first, second = (a, b) if game.a_side == 0 else (b, a)
    result = {None: "1/2-1/2", 0: "1-0", 1: "0-1"}[game.result.outcome.winner]
    reason = game.result.reason
    return say(
        "cli.match.game",
        number=game.number,
        games=contest.games,
        first=first,
        second=second,
        result=result,
        reason=f" ({reason})" if reason else "",
    )


def standing(report: MatchReport) -> str:
    return say(
        "cli.match.standing", games=report.games, tally=tally(report.tally), rating=rating(report)
    )


def tally(results: Tally) -> str:
    return say(
        "cli.match.tally", wins=results.wins, losses=results.losses, draws=results.draws,
        points=f"{results.points:g}",
    )  # fmt: skip


def rating(report: MatchReport) -> str:
    found = report.rating
    if found.elo is None:
        return say("cli.match.rating.none")
    if found.error is None:
        return say("cli.match.rating.vague", elo=f"{found.elo:+.1f}", los=f"{found.los:.1%}")
    return say(
        "cli.match.rating", elo=f"{found.elo:+.1f}", error=f"{found.error:.1f}",
        los=f"{found.los:.1%}",
    )  # fmt: skip


def print_report(report: MatchReport, contest: Match, seconds: float) -> None:
    a, b = (contender.name for contender in contest.contenders)
    print(say("cli.match.title", a=a, b=b, games=report.games, seconds=f"{seconds:.1f}"))
    print(f"  {tally(report.tally)}")
    print("  " + say("cli.match.first", tally=tally(report.by_side[0])))
    print("  " + say("cli.match.second", tally=tally(report.by_side[1])))
    print(f"  {rating(report)}")
    print("  " + say("cli.match.pairs", pairs=" ".join(map(str, report.pairs))))
    forfeits = [sum(kinds.values()) for kinds in report.forfeits]
    print(
        "  "
        + say(
            "cli.match.trouble", duplicates=report.duplicates, a=forfeits[0], b=forfeits[1],
            stalls=report.stalls,
        )
    )  # fmt: skip


# What is told as JSON.


def describe(
    report: MatchReport, played: list[MatchGame], contest: Match, seconds: float, interrupted: bool
) -> dict[str, Any]:
    found = report.rating
    a, b = contest.contenders
    return {
        "games": report.games,
        "a": {"agent": a.name, **results(report.tally)},
        "b": {"agent": b.name, **results(report.tally.reversed)},
        "elo": rounded(found.elo, 1),
        "error": rounded(found.error, 1),
        "los": rounded(found.los, 4),
        "as_first": results(report.by_side[0]),
        "as_second": results(report.by_side[1]),
        "pairs": list(report.pairs),
        "duplicates": report.duplicates,
        "forfeits": sum(sum(kinds.values()) for kinds in report.forfeits),
        "stalls": report.stalls,
        "seconds": round(seconds, 3),
        "interrupted": interrupted,
        "results": [describe_game(game) for game in played],
    }


def results(found: Tally) -> dict[str, int]:
    return {"wins": found.wins, "losses": found.losses, "draws": found.draws}


def describe_game(game: MatchGame) -> dict[str, Any]:
    played = game.result
    names = {None: None, 0: "a", 1: "b"}
    forfeit = None
    if played.forfeit is not None:
        by = names[game.contender_on(played.forfeit.side)]
        forfeit = {"by": by, "kind": played.forfeit.kind, "detail": played.forfeit.detail}
    return {
        "first": names[game.contender_on(0)],
        "winner": names[game.winner],
        "margin": played.outcome.margin,
        "reason": played.reason,
        "forfeit": forfeit,
        "opening": " ".join(played.opening),
        "moves": " ".join(played.moves),
        "slowest": [
            round(
                max(
                    (timed.seconds for timed in played.timed_moves if timed.side == side), default=0
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
            for stall in played.stalls
        ],
    }


def rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)
