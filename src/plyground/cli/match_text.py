"""A match as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plyground.arena.match import A, B
from plyground.arena.rating import rate_normalized
from plyground.arena.standings import Totals, total_games
from plyground.locale import say

if TYPE_CHECKING:
    from plyground.arena.match import MatchGame, MatchReport
    from plyground.arena.rating import NormalizedRating, Rating, Tally

# Output as text.


def format_game(game: MatchGame, players: tuple[str, str], games: int) -> str:
    """One line with the players, the result and its reason."""
    first, second = players if game.a_side == 0 else players[::-1]
    result = {None: "1/2-1/2", 0: "1-0", 1: "0-1"}[game.result.outcome.winner]
    reason = game.result.reason
    return say(
        "cli.match.game",
        number=game.number,
        games=games,
        first=first,
        second=second,
        result=result,
        reason=f" ({reason})" if reason else "",
    )


def format_standing(tally: Tally, rating: Rating) -> str:
    return say(
        "cli.match.standing",
        games=tally.games,
        tally=format_tally(tally),
        rating=format_rating(rating, tally),
    )


def format_tally(tally: Tally) -> str:
    return say(
        "cli.match.tally", wins=tally.wins, losses=tally.losses, draws=tally.draws,
        points=f"{tally.points:g}",
    )  # fmt: skip


def format_rating(rating: Rating, tally: Tally) -> str:
    if rating.elo is None:
        return say("cli.match.rating.none")
    if not tally.wins + tally.losses:
        return say("cli.match.rating.drawn", elo=f"{rating.elo:+.1f}")
    if rating.error is None:
        return say("cli.match.rating.vague", elo=f"{rating.elo:+.1f}", los=f"{rating.los:.1%}")
    return say(
        "cli.match.rating", elo=f"{rating.elo:+.1f}", error=f"{rating.error:.1f}",
        los=f"{rating.los:.1%}",
    )  # fmt: skip


def format_normalized(normalized: NormalizedRating) -> str:
    return say("cli.sprt.nelo", nelo=f"{normalized.nelo:+.2f} +/- {normalized.error:.2f}")


def format_effort(name: str, totals: Totals) -> str:
    """What a player spent on its moves."""
    return say(
        "cli.match.effort", agent=name, seconds=f"{totals.seconds_per_move:.3f}",
        nodes=f"{totals.nodes_per_move:,.0f}",
    )  # fmt: skip


def print_report(
    report: MatchReport, games: list[MatchGame], players: tuple[str, str], seconds: float
) -> None:
    a, b = players
    print(say("cli.match.title", a=a, b=b, games=report.games, seconds=f"{seconds:.1f}"))
    print(f"  {format_tally(report.tally)}")
    print("  " + say("cli.match.first", tally=format_tally(report.by_side[0])))
    print("  " + say("cli.match.second", tally=format_tally(report.by_side[1])))
    print(f"  {format_rating(report.rating, report.tally)}")
    normalized = rate_normalized(report.pairs)
    if normalized.nelo is not None:
        print(f"  {format_normalized(normalized)}")
    print("  " + say("cli.match.pairs", pairs=" ".join(map(str, report.pairs.counts))))
    for name, totals in ((a, total_games(games, A)), (b, total_games(games, B))):
        print("  " + format_effort(name, totals))
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
            game.result.reason
            for game in games
            if game.result.forfeit and game.contender_on(game.result.forfeit.side) == contender
        ]
        if lost:
            print("  " + say("cli.match.forfeit", agent=name, count=len(lost), why=lost[0]))


# Output as JSON.


def match_to_json(
    report: MatchReport,
    games: list[MatchGame],
    players: tuple[str, str],
    seconds: float,
    interrupted: bool,
) -> dict[str, Any]:
    rating, normalized = report.rating, rate_normalized(report.pairs)
    a, b = players
    return {
        "games": report.games,
        "a": {"agent": a, **tally_to_json(report.tally), **effort_to_json(total_games(games, A))},
        "b": {
            "agent": b,
            **tally_to_json(report.tally.reversed),
            **effort_to_json(total_games(games, B)),
        },
        "elo": round_or_none(rating.elo, 1),
        "error": round_or_none(rating.error, 1),
        "los": round_or_none(rating.los, 4),
        "nelo": round_or_none(normalized.nelo, 2),
        "nelo_error": round_or_none(normalized.error, 2),
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


def effort_to_json(totals: Totals) -> dict[str, Any]:
    return {
        "seconds_per_move": round(totals.seconds_per_move, 4),
        "nodes_per_move": round(totals.nodes_per_move, 1),
        "forfeits": dict(totals.forfeits),
    }


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
