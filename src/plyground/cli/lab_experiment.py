"""`plyground lab --experiment NAME`: what a report claims, played again or solved."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import typer

from plyground.cli.interrupts import INTERRUPTED, record_interrupts
from plyground.cli.match_text import format_game, format_standing, round_or_none, tally_to_json
from plyground.cli.output import make_console, print_json
from plyground.locale import Problem, say
from plyground.records.files import write_text

if TYPE_CHECKING:
    from plyground.arena.match import Match, MatchGame
    from plyground.reports.experiment import ExactExperiment, ExactFindings, Experiment, OnCase
    from plyground.reports.summary import Example, Summary
    from plyground.reports.trial import Findings, Performance, Trial

STANDING_INTERVAL = 10
"""Games between two reports of the standing."""
MOST_BOARDS = 4
"""Ends of games that are shown as boards."""


def run_experiment(
    name: str,
    games: int | None,
    as_json: bool,
    as_jsonl: bool = False,
    files: Mapping[str, str | None] | None = None,
) -> None:
    """Run an experiment, and print or write its findings next to the report's claims.

    `files` are named by their kind: `csv`, `markdown`, `svg`, `html`.
    """
    from plyground.reports.experiment import ExactExperiment

    experiment = find_experiment(name)
    output = _Output(as_json, as_jsonl, files or {})
    if not isinstance(experiment, ExactExperiment):
        _run_trial(name, experiment, games, output)
    elif games is None:
        _run_exact(name, experiment, output)
    else:
        raise Problem("experiment.problem.games", name=name)


def find_experiment(name: str) -> Experiment | ExactExperiment:
    from plyground.games.options import did_you_mean
    from plyground.reports import load_experiments

    known = load_experiments()
    if name not in known:
        hint = did_you_mean(name, known)
        raise Problem("experiment.problem.name", name=name, hint=hint, known=", ".join(known))
    return known[name]


def _run_trial(name: str, experiment: Experiment, games: int | None, output: _Output) -> None:
    """Play the games of a comparison."""
    from plyground.arena.watchdog import Watchdog
    from plyground.cli.progress import prepare_agents
    from plyground.reports.summary import summarise_trial
    from plyground.reports.trial import Trial

    with Watchdog() as watchdog:
        trial = Trial(experiment, games, watchdog)
        prepare_agents([trial], trial.start.game)
        started = perf_counter()
        played, interrupted = play_match(trial, verbose=True, on_game=output.report_progress)
        seconds = perf_counter() - started
    findings = trial.findings
    run = {"seconds": round(seconds, 3), "interrupted": interrupted}
    if interrupted and not output.is_json:
        print(say("cli.match.interrupted", played=len(played), games=trial.games))
    document = {"experiment": name, **trial_to_json(name, experiment, findings), **run}
    summary = summarise_trial(name, experiment, findings, _list_ends(trial)) if played else None
    output.write(summary, document)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


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
                    names = match.contenders[0].name, match.contenders[1].name
                    print(format_game(game, names, match.games), file=sys.stderr, flush=True)
                    if len(played) % STANDING_INTERVAL == 0 and len(played) < match.games:
                        report = MatchReport.from_games(played)
                        standing = format_standing(report.tally, report.rating)
                        print(standing, file=sys.stderr, flush=True)
                if interrupted.is_set():
                    return played, True
    except KeyboardInterrupt:
        return played, True
    return played, False


def _list_ends(trial: Trial) -> Iterator[Example]:
    """The ends of the first games, for the boards of the page."""
    from plyground.reports.summary import Example

    for game in trial.played[:MOST_BOARDS]:
        caption = say("experiment.page.end", number=game.number, outcome=game.result.outcome)
        yield Example(caption, trial.start.play_all(" ".join(game.result.moves)))


def _run_exact(name: str, experiment: ExactExperiment, output: _Output) -> None:
    """Solve what the experiment asks about."""
    from plyground.cli.interrupts import run_interruptibly
    from plyground.cli.progress import prepare
    from plyground.games.registry import load_game
    from plyground.reports.summary import summarise_exact

    prepare(load_game(experiment.game))
    started = perf_counter()
    try:
        with output.show_progress() as on_progress:
            findings = run_interruptibly(lambda: experiment.run(on_progress))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    run = {"seconds": round(perf_counter() - started, 3), "interrupted": False}
    document = {"experiment": name, **exact_to_json(name, experiment, findings), **run}
    output.write(summarise_exact(name, experiment, findings), document)


class _Output:
    """Where the findings go: files, one JSON document, lines of JSON with progress, or text."""

    def __init__(self, as_json: bool, as_jsonl: bool, files: Mapping[str, str | None]) -> None:
        if as_json and as_jsonl:
            raise Problem("lab.problem.beside", option="--jsonl", other="--json")
        self._as_json = as_json
        self._as_jsonl = as_jsonl
        self._files = {kind: path for kind, path in files.items() if path is not None}

    @property
    def is_json(self) -> bool:
        return self._as_json or self._as_jsonl

    def report_progress(self, done: int, total: int) -> None:
        if self._as_jsonl:
            print(json.dumps({"type": "progress", "done": done, "total": total}), flush=True)

    @contextmanager
    def show_progress(self) -> Iterator[OnCase]:
        """Lines of JSON, or a progress bar if standard error is a terminal."""
        if self._as_jsonl:
            yield self.report_progress
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress

        columns = BarColumn(bar_width=24), MofNCompleteColumn()
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)

    def write(self, summary: Summary | None, document: dict[str, Any]) -> None:
        """Write the files; then print. No summary: nothing was finished."""
        if self._as_json:
            print_json(document)
        if summary is None:
            return
        for kind, path in self._files.items():
            write_text(Path(path), _writers()[kind](summary))
        if self._as_jsonl:
            print(json.dumps({"type": "summary", **summary_to_json(summary)}), flush=True)
        elif not self._as_json:
            print_summary(summary)
            for path in self._files.values():
                print(say("cli.lab.written", path=path))


def _writers() -> dict[str, Callable[[Summary], str]]:
    from plyground.reports import summary_files

    return {
        "csv": summary_files.write_csv,
        "markdown": summary_files.write_markdown,
        "svg": lambda summary: summary_files.draw_chart(summary) + "\n",
        "html": summary_files.write_html,
    }


def print_summary(summary: Summary) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(summary.columns):
        justify = "right" if summary.is_numeric(place) else "left"
        table.add_column(column.title, justify=justify)  # type: ignore[arg-type]
    above: list[str] = []
    for row in summary.texts:
        # What stands in the first column of several rows is printed once.
        table.add_row("" if above[:1] == row[:1] else row[0], *row[1:])
        above = row
    console = make_console()
    console.print(summary.title, style="bold")
    console.print(table)
    for note in summary.notes:
        console.print(note)
    console.print(summary.finding)
    console.print(say("experiment.report", report=summary.claim))


# Output as JSON.


def summary_to_json(summary: Summary) -> dict[str, Any]:
    """All that a page shows, in the language in use."""
    from plyground.games.captions import describe_position
    from plyground.games.drawing.svg import draw_svg
    from plyground.reports.summary_files import draw_chart, make_command

    return {
        "title": summary.title,
        "claim": summary.claim,
        "finding": summary.finding,
        "verdicts": summary.verdicts,
        "columns": [
            {"title": column.title, "numeric": summary.is_numeric(place)}
            for place, column in enumerate(summary.columns)
        ],
        "rows": summary.texts,
        "notes": summary.notes,
        "chart": draw_chart(summary),
        "boards": [
            {
                "caption": example.caption,
                "svg": draw_svg(
                    example.position.scene, example.caption, describe_position(example.position)
                ),
            }
            for example in summary.examples
        ],
        "command": make_command(summary),
    }


def trial_to_json(name: str, experiment: Experiment, findings: Findings) -> dict[str, Any]:
    from plyground.reports.summary import describe_findings

    report = findings.report
    agents = zip(("a", "b"), (experiment.a, experiment.b), findings.performances, strict=True)
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
        "sentence": describe_findings(experiment, findings),
        "report": say(f"experiment.{name}.report"),
    }


def conduct_to_json(experiment: Experiment, conduct: Performance) -> dict[str, Any]:
    return {
        **tally_to_json(conduct.tally),
        "moves": conduct.moves,
        "seconds_per_move": round_or_none(conduct.seconds_per_move, 4),
        "longest_seconds": round(conduct.longest, 4),
        "timeouts": conduct.timeouts,
        "measures": {
            measure: round_or_none(conduct.average(measure), 4) for measure in experiment.measures
        },
    }


def exact_to_json(
    name: str, experiment: ExactExperiment, findings: ExactFindings
) -> dict[str, Any]:
    names = [column.rpartition(".")[2] for column in experiment.columns]
    rows: list[dict[str, Any]] = []
    for row in findings.rows:
        cells = (cell if isinstance(cell, int | float) else str(cell) for cell in row.cells)
        rows.append(dict(zip(names, cells, strict=True)))
        if row.position is not None:
            rows[-1]["position"] = row.position.text
    return {
        "title": say(f"experiment.{name}.title"),
        "game": experiment.game,
        "rows": rows,
        "verdict": findings.verdict,
        "sentence": str(findings.conclusion),
        "report": say(f"experiment.{name}.report"),
    }
