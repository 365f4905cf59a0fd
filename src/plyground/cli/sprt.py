"""`plyground sprt`: the verdict of a sequential test on results that are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.arguments import Json, Language, read_integer
from plyground.cli.output import print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.arena.rating import PairCounts, Tally
    from plyground.arena.sprt import Sprt, SprtStatus

MAX_COUNT = 10**12


def sprt(
    results: Annotated[
        list[str] | None, typer.Argument(metavar="W L D", help="cli.sprt.results")
    ] = None,
    pairs: Annotated[
        tuple[str, str, str, str, str] | None,
        typer.Option("--pairs", metavar="LL LD DD WD WW", help="cli.sprt.pairs"),
    ] = None,
    sprt: Annotated[
        str, typer.Option("--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]", help="cli.sprt.sprt")
    ] = "0,5",
    model: Annotated[
        str | None, typer.Option("--model", metavar="MODEL", help="cli.sprt.model")
    ] = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.arena.rating import PairCounts, Tally
    from plyground.arena.sprt import Sprt

    test = Sprt.parse(sprt, model)
    known: Tally | PairCounts
    if (pairs is None) == (not results) or (results and len(results) != 3):
        raise Problem("cli.sprt.problem.results")
    if pairs is not None:
        a, b, c, d, e = (read_integer("--pairs", count, 0, MAX_COUNT) for count in pairs)
        known = PairCounts((a, b, c, d, e))
    else:
        known = Tally(*(read_integer("W L D", count, 0, MAX_COUNT) for count in results or ()))
    status = test.judge(known)
    if as_json:
        print_json(_to_json(test, status, known))
    else:
        _print_status(test, status, known)


def _print_status(test: Sprt, status: SprtStatus, results: Tally | PairCounts) -> None:
    from plyground.arena.rating import PairCounts, rate, rate_normalized

    print(format_status(test, status))
    rating = rate(results)
    if rating.elo is not None:
        error = "" if rating.error is None else f" +/- {rating.error:.1f}"
        print(say("cli.sprt.elo", elo=f"{rating.elo:+.1f}{error}", los=f"{rating.los:.1%}"))
    if isinstance(results, PairCounts):
        normalized = rate_normalized(results)
        if normalized.nelo is not None:
            print(say("cli.sprt.nelo", nelo=f"{normalized.nelo:+.2f} +/- {normalized.error:.2f}"))
    print(format_verdict(test, status))


def format_verdict(test: Sprt, status: SprtStatus) -> str:
    return say(f"cli.sprt.verdict.{status.verdict}", elo0=f"{test.elo0:g}", elo1=f"{test.elo1:g}")


def format_status(test: Sprt, status: SprtStatus) -> str:
    """The LLR between its bounds, and the test, in one line."""
    return say(
        "cli.sprt.status",
        llr=f"{status.llr:.3f}",
        lower=f"{status.lower:.2f}",
        upper=f"{status.upper:.2f}",
        elo0=f"{test.elo0:g}",
        elo1=f"{test.elo1:g}",
        model=say(f"cli.sprt.model.{status.model}"),
    )


def status_to_json(test: Sprt, status: SprtStatus) -> dict[str, Any]:
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": status.model,
        "llr": round(status.llr, 4),
        "lower": round(status.lower, 4),
        "upper": round(status.upper, 4),
        "verdict": status.verdict,
    }


def _to_json(test: Sprt, status: SprtStatus, results: Tally | PairCounts) -> dict[str, Any]:
    from plyground.arena.rating import PairCounts, rate, rate_normalized
    from plyground.cli.match_text import round_or_none

    rating = rate(results)
    document = {
        **status_to_json(test, status),
        "elo": round_or_none(rating.elo, 2),
        "error": round_or_none(rating.error, 2),
        "los": round_or_none(rating.los, 4),
    }
    if isinstance(results, PairCounts):
        normalized = rate_normalized(results)
        document["nelo"] = round_or_none(normalized.nelo, 2)
        document["nelo_error"] = round_or_none(normalized.error, 2)
    return document
