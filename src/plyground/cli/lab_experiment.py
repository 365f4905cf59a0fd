"""`plyground lab --experiment NAME`: what a report claims, played again or solved."""

from __future__ import annotations

from dataclasses import asdict
from time import perf_counter
from typing import TYPE_CHECKING, Any

import typer

from plyground.cli.match import play_match, round_or_none, tally_to_json
from plyground.cli.output import INTERRUPTED, make_console, print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from rich.table import Table

    from plyground.reports.experiment import Claim, ExactExperiment, Experiment
    from plyground.reports.trial import Conduct, Findings, Who


def run_experiment(name: str, games: int | None, as_json: bool) -> None:
    """Run an experiment, and print its findings next to the report's claims."""
    from plyground.cli.lab_exact import run_exact
    from plyground.reports.experiment import ExactExperiment

    experiment = find_experiment(name)
    if not isinstance(experiment, ExactExperiment):
        run_trial(name, experiment, games, as_json)
    elif games is None:
        run_exact(name, experiment, as_json)
    else:
        raise Problem("experiment.problem.games", name=name)


def run_trial(name: str, experiment: Experiment, games: int | None, as_json: bool) -> None:
    """Play the games of a comparison."""
    from plyground.arena.watchdog import Watchdog
    from plyground.cli.progress import run_with_progress
    from plyground.reports.trial import Trial

    with Watchdog() as watchdog:
        trial = Trial(experiment, games, watchdog)
        run_with_progress(lambda progress: trial.start.game.native(progress.update))
        run_with_progress(lambda _: trial.prepare(trial.start.game))
        started = perf_counter()
        played, interrupted = play_match(trial, verbose=True)
        seconds = perf_counter() - started
    findings = trial.findings
    if as_json:
        run = {"seconds": round(seconds, 3), "interrupted": interrupted}
        print_json({"experiment": name, **findings_to_json(name, experiment, findings), **run})
    else:
        if interrupted:
            print(say("cli.match.interrupted", played=len(played), games=trial.games))
        if played:
            print_findings(name, experiment, findings)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def find_experiment(name: str) -> Experiment | ExactExperiment:
    from plyground.games.options import did_you_mean
    from plyground.reports import experiments

    known = experiments()
    if name not in known:
        hint = did_you_mean(name, known)
        raise Problem("experiment.problem.name", name=name, hint=hint, known=", ".join(known))
    return known[name]


# Output as text.


def print_findings(name: str, experiment: Experiment, findings: Findings) -> None:
    report = findings.report
    forfeits = [sum(kinds.values()) for kinds in report.forfeits]
    console = make_console()
    console.print(say(f"experiment.{name}.title"), style="bold")
    console.print(make_table(experiment, findings))
    console.print(
        say(
            "experiment.games", games=report.games, plies=f"{findings.plies:.1f}",
            duplicates=report.duplicates, a=forfeits[0], b=forfeits[1],
        )
    )  # fmt: skip
    console.print(summarise(experiment, findings))
    console.print(say("experiment.report", report=say(f"experiment.{name}.report")))


def make_table(experiment: Experiment, findings: Findings) -> Table:
    """A table with a row for each agent on each side."""
    from rich import box
    from rich.table import Table

    columns = ("agent", "side", "won", "drawn", "lost", "pace", "longest", "timeouts")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for index, column in enumerate(columns):
        title = say(f"experiment.column.{column}")
        table.add_column(title, justify="left" if index < 2 else "right")
    for measure in experiment.measures:
        table.add_column(say(measure), justify="right")
    labels = label_agents(experiment)
    for agent, sides in zip((labels["a"], labels["b"]), findings.conduct, strict=True):
        for side, conduct in zip(("first", "second"), sides, strict=True):
            label = agent if side == "first" else ""
            table.add_row(
                label, say(f"experiment.side.{side}"), *format_figures(experiment, conduct)
            )
    return table


def format_figures(experiment: Experiment, conduct: Conduct) -> list[str]:
    tally = conduct.tally
    return [
        *(str(count) for count in (tally.wins, tally.draws, tally.losses)),
        format_number(conduct.pace, 3),
        f"{conduct.longest:.3f}",
        str(conduct.timeouts),
        *(format_number(conduct.average(measure)) for measure in experiment.measures),
    ]


def format_number(number: float | None, digits: int = 2) -> str:
    return "-" if number is None else f"{number:.{digits}f}"


def label_agents(experiment: Experiment) -> dict[Who, str]:
    """Labels for both agents, which may be the same, and for both sides."""
    return {
        "a": f"A: {experiment.a}",
        "b": f"B: {experiment.b}",
        "first": say("experiment.who.first"),
        "second": say("experiment.who.second"),
    }


def summarise(experiment: Experiment, findings: Findings) -> str:
    """The findings in sentences, with the verdict on each claim of the report."""
    sentences = [describe_claim(experiment, findings, claim) for claim in experiment.claims]
    return " ".join(sentences) or describe_points(
        experiment, findings, "a", say("experiment.verdict.none")
    )


def describe_claim(experiment: Experiment, findings: Findings, claim: Claim) -> str:
    from plyground.reports.trial import OTHER

    verdict = say(f"experiment.verdict.{findings.verdict(claim)}")
    who: Who = "a" if claim.more == "neither" else claim.more
    if claim.of == "points":
        return describe_points(experiment, findings, who, verdict)
    labels = label_agents(experiment)
    agent = f", {labels[claim.by]}" if claim.by else ""
    return say(
        "experiment.sentence.measure",
        measure=say(claim.of),
        who=labels[who] + agent,
        ours=format_number(findings.of(who, claim.by).average(claim.of)),
        other=labels[OTHER[who]] + agent,
        theirs=format_number(findings.of(OTHER[who], claim.by).average(claim.of)),
        verdict=verdict,
    )


def describe_points(experiment: Experiment, findings: Findings, who: Who, verdict: str) -> str:
    from plyground.reports.trial import OTHER

    tally, labels = findings.of(who).tally, label_agents(experiment)
    return say(
        "experiment.sentence.agent" if who in ("a", "b") else f"experiment.sentence.{who}",
        agent=labels[who], other=labels[OTHER[who]], points=f"{tally.points:g}",
        games=tally.games, verdict=verdict,
    )  # fmt: skip


# Output as JSON.


def findings_to_json(name: str, experiment: Experiment, findings: Findings) -> dict[str, Any]:
    report = findings.report
    agents = zip(("a", "b"), (experiment.a, experiment.b), findings.conduct, strict=True)
    return {
        "title": say(f"experiment.{name}.title"),
        "game": experiment.game,
        "options": dict(experiment.options),
        "time": experiment.seconds,
        "opening_plies": experiment.opening_plies,
        "games": report.games,
        "plies": round_or_none(findings.plies, 2),
        "duplicates": report.duplicates,
        "forfeits": sum(sum(kinds.values()) for kinds in report.forfeits),
        **{
            key: {
                "agent": spec,
                "as_first": conduct_to_json(experiment, sides[0]),
                "as_second": conduct_to_json(experiment, sides[1]),
            }
            for key, spec, sides in agents
        },
        "claims": [
            {**asdict(claim), "verdict": findings.verdict(claim)} for claim in experiment.claims
        ],
        "sentence": summarise(experiment, findings),
        "report": say(f"experiment.{name}.report"),
    }


def conduct_to_json(experiment: Experiment, conduct: Conduct) -> dict[str, Any]:
    return {
        **tally_to_json(conduct.tally),
        "moves": conduct.moves,
        "seconds_per_move": round_or_none(conduct.pace, 4),
        "longest_seconds": round(conduct.longest, 4),
        "timeouts": conduct.timeouts,
        "measures": {
            measure: round_or_none(conduct.average(measure), 4) for measure in experiment.measures
        },
    }
