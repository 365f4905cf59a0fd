"""The findings of an experiment in one form, however it was run: for terminal, files and page.

Everything is in the language in use: a summary is made where it is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plyground.games.position import Position
from plyground.locale import say
from plyground.reports.experiment import (
    Agreement,
    Claim,
    ExactExperiment,
    ExactFindings,
    Experiment,
)
from plyground.reports.trial import OPPONENT, Findings, Party, Performance

Figure = str | int | float | None
"""A cell of the table; None where there is nothing to measure."""

MOST_EXAMPLES = 4


@dataclass(frozen=True)
class Column:
    title: str
    digits: int | None = None
    """Digits behind the point of a float; None for four significant ones."""

    def format(self, figure: Figure) -> str:
        if figure is None:
            return "-"
        if not isinstance(figure, float):
            return str(figure)
        return f"{figure:,.4g}" if self.digits is None else f"{figure:.{self.digits}f}"


@dataclass(frozen=True)
class Example:
    """A position worth a picture."""

    caption: str
    position: Position


@dataclass(frozen=True)
class Summary:
    name: str
    title: str
    claim: str
    """What the report says."""
    finding: str
    """What came out, in sentences."""
    verdicts: tuple[Agreement, ...]
    """One for each claim."""
    columns: tuple[Column, ...]
    rows: tuple[tuple[Figure, ...], ...]
    notes: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def texts(self) -> list[list[str]]:
        """The cells as they are shown."""
        return [
            [column.format(cell) for column, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    def is_numeric(self, place: int) -> bool:
        """Are all cells of a column numbers, or missing ones?"""
        cells = [row[place] for row in self.rows]
        return any(cell is not None for cell in cells) and not any(
            isinstance(cell, str) for cell in cells
        )


def summarise_exact(name: str, experiment: ExactExperiment, findings: ExactFindings) -> Summary:
    rows: list[tuple[Figure, ...]] = []
    examples: list[Example] = []
    for row in findings.rows:
        cells = tuple(cell if isinstance(cell, int | float) else str(cell) for cell in row.cells)
        rows.append(cells)
        if row.position is not None:
            words = [cell for cell in cells if isinstance(cell, str)]
            examples.append(Example(", ".join(words) or str(cells[0]), row.position))
    return Summary(
        name,
        say(f"experiment.{name}.title"),
        say(f"experiment.{name}.report"),
        str(findings.conclusion),
        (findings.verdict,),
        tuple(Column(say(column)) for column in experiment.columns),
        tuple(rows),
        examples=tuple(examples[:MOST_EXAMPLES]),
    )


# Comparisons of agents.


def summarise_trial(
    name: str, experiment: Experiment, findings: Findings, ends: Iterable[Example] = ()
) -> Summary:
    """The findings of games, with the ends of some of them as examples."""
    report = findings.report
    forfeits = [sum(kinds.values()) for kinds in report.forfeits]
    notes = say(
        "experiment.games", games=report.games, plies=_format(findings.plies, 1),
        duplicates=report.duplicates, a=forfeits[0], b=forfeits[1],
    )  # fmt: skip
    titles = {"pace": 3, "longest": 3}
    columns = [
        Column(say(f"experiment.column.{key}"), titles.get(key))
        for key in ("agent", "side", "won", "drawn", "lost", "pace", "longest", "timeouts")
    ]
    columns += [Column(say(measure), 2) for measure in experiment.measures]
    labels = label_agents(experiment)
    rows: list[tuple[Figure, ...]] = [
        (label, say(f"experiment.side.{side}"), *_list_figures(experiment, conduct))
        for label, sides in zip((labels["a"], labels["b"]), findings.performances, strict=True)
        for side, conduct in zip(("first", "second"), sides, strict=True)
    ]
    return Summary(
        name,
        say(f"experiment.{name}.title"),
        say(f"experiment.{name}.report"),
        describe_findings(experiment, findings),
        tuple(findings.verdict(claim) for claim in experiment.claims),
        tuple(columns),
        tuple(rows),
        (notes,),
        tuple(ends),
    )


def label_agents(experiment: Experiment) -> dict[Party, str]:
    """Labels for both agents, which may be the same, and for both sides."""
    return {
        "a": f"A: {experiment.a}",
        "b": f"B: {experiment.b}",
        "first": say("experiment.who.first"),
        "second": say("experiment.who.second"),
    }


def describe_findings(experiment: Experiment, findings: Findings) -> str:
    """The findings in sentences, with the verdict on each claim of the report."""
    sentences = [_describe_claim(experiment, findings, claim) for claim in experiment.claims]
    none = say("experiment.verdict.none")
    return " ".join(sentences) or _describe_points(experiment, findings, "a", none)


def _list_figures(experiment: Experiment, conduct: Performance) -> tuple[Figure, ...]:
    tally = conduct.tally
    measures = (conduct.average(measure) for measure in experiment.measures)
    fixed = (
        tally.wins,
        tally.draws,
        tally.losses,
        conduct.seconds_per_move,
        conduct.longest,
        conduct.timeouts,
    )
    return (*fixed, *measures)


def _describe_claim(experiment: Experiment, findings: Findings, claim: Claim) -> str:
    verdict = say(f"experiment.verdict.{findings.verdict(claim)}")
    who: Party = "a" if claim.more == "neither" else claim.more
    if claim.of == "points":
        return _describe_points(experiment, findings, who, verdict)
    labels = label_agents(experiment)
    agent = f", {labels[claim.by]}" if claim.by else ""
    return say(
        "experiment.sentence.measure",
        measure=say(claim.of),
        who=labels[who] + agent,
        ours=_format(findings.performance_of(who, claim.by).average(claim.of), 2),
        other=labels[OPPONENT[who]] + agent,
        theirs=_format(findings.performance_of(OPPONENT[who], claim.by).average(claim.of), 2),
        verdict=verdict,
    )


def _describe_points(experiment: Experiment, findings: Findings, who: Party, verdict: str) -> str:
    tally, labels = findings.performance_of(who).tally, label_agents(experiment)
    return say(
        "experiment.sentence.agent" if who in ("a", "b") else f"experiment.sentence.{who}",
        agent=labels[who], other=labels[OPPONENT[who]], points=f"{tally.points:g}",
        games=tally.games, verdict=verdict,
    )  # fmt: skip


def _format(number: float | None, digits: int) -> str:
    return Column("", digits).format(number)
